package compose

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// primaryFigure stacks the primary modes of every run; they exclude each other, so
// with none they are all failed attempts. Where there are more modes than a
// reader can tell apart, the rarest are one segment.
func (c *composer) primaryFigure(v *view, f frames.Frame, rows []int, source, id string) (reports.Figure, bool) {
	const rest = "all other modes"
	total := map[string]int{}
	var modes, runs []string
	for _, i := range rows {
		fail := &c.res.Failures[f.Count(i, "row")]
		if fail.Primary == nil {
			continue
		}
		addOnce(&runs, fail.Run)
		if fail.Primary.Count > 0 && fail.Mode != result.ModeNone {
			addOnce(&modes, fail.Mode)
			total[fail.Mode] += fail.Primary.Count
		}
	}
	if len(modes) == 0 {
		return reports.Figure{}, false
	}
	// By their totals over all runs: a mode has one place and one colour in every bar.
	slices.SortStableFunc(modes, func(a, b string) int { return cmp.Compare(total[b], total[a]) })
	segments := modes
	if len(modes) > maxSegments-1 {
		segments = append(slices.Clone(modes[:maxSegments-2]), rest)
	}
	if slices.ContainsFunc(rows, func(i int) bool { return c.res.Failures[f.Count(i, "row")].Mode == result.ModeNone }) {
		segments = append(slices.Clone(segments), result.ModeNone)
	}
	nothing := segments[len(segments)-1] == result.ModeNone
	slices.SortStableFunc(runs, func(a, b string) int { return cmp.Compare(slices.Index(v.runs, a), slices.Index(v.runs, b)) })
	bars := reports.Bars{Axis: reports.Axis{Label: "Failed attempts (%)", Percent: true}, Nothing: nothing}
	for _, s := range segments {
		name := reports.Shorten(c.names.Whole(s), reports.MaxNameRunes)
		if s == result.ModeNone {
			name = map[string]string{"recorded": "ended ordinarily", "labelled": "no label", "detected": "no mode found"}[source]
		}
		bars.Segments = append(bars.Segments, name)
	}
	for _, run := range runs {
		bar := reports.Bar{Label: c.names.Brief(run), Values: make([]float64, len(segments))}
		for _, i := range rows {
			fail := &c.res.Failures[f.Count(i, "row")]
			if fail.Run != run || fail.Primary == nil || fail.Primary.Share == nil {
				continue
			}
			at := slices.Index(segments, fail.Mode)
			if at < 0 {
				at = slices.Index(segments, rest)
			}
			if at < 0 {
				continue // a mode that is nowhere primary
			}
			bar.Values[at] += *fail.Primary.Share
			bar.Note = "n = " + reports.FormatCount(fail.Primary.Of)
		}
		for k, share := range bar.Values {
			if share > 0 {
				bar.Hover = append(bar.Hover, bars.Segments[k]+": "+v.shares.Text(share))
			}
		}
		bars.Bars = append(bars.Bars, bar)
	}
	what := map[string]string{"recorded": "How failed attempts ended, as recorded", "labelled": "Why attempts failed, as labelled", "detected": "Why attempts failed, as detected"}[source]
	if by := f.Text(rows[0], "annotator"); by != "" {
		what += " by " + c.names.Whole(by)
	}
	return reports.Figure{
		Kind:    reports.FigureFailures.Name,
		ID:      id,
		Caption: what + ": primary modes in percent of the failed attempts of each run (n at the right).",
		Alt:     "One bar per run; the table below holds the counts.", Chart: bars,
	}, true
}

// stateSuccess is what results call an attempt that did not fail.
const stateSuccess = "success"

// transitionFigure draws a transition as a grid: rows are what happened in A,
// columns in B.
func (c *composer) transitionFigure(v *view, t *result.Transition, id string) reports.Figure {
	m := reports.Matrix{Label: "Tasks", Low: 0}
	for s, name := range t.States {
		shown := reports.Shorten(c.names.Whole(name), reports.MaxNameRunes)
		m.Rows = append(m.Rows, shown)
		m.Cols = append(m.Cols, shown)
		m.Values = append(m.Values, t.Matrix[s])
		var texts []string
		for u, n := range t.Matrix[s] {
			text := ""
			if n > 0 {
				text = tasksText(n)
			}
			texts = append(texts, text)
			if name != stateSuccess || t.States[u] != stateSuccess {
				m.High = max(m.High, n) // what succeeded twice would pale everything else
			}
		}
		m.Text = append(m.Text, texts)
	}
	return reports.Figure{
		Kind: reports.FigureTransitions.Name, ID: id,
		Caption: "What became of " + c.names.Show(t.A) + " (rows) in " + c.names.Show(t.B) + " (columns): " + plural(t.NTasks, "task") + " by primary mode " + c.sourced(t) + "; none: failed without such a mode. Shades leave out what succeeded in both." +
			fractional(t),
		Alt: "A grid of " + reports.FormatCount(len(t.States)) + " by " + reports.FormatCount(len(t.States)) + " states; the table below holds the counts.", Chart: m,
	}
}

// sourced says where a transition's modes come from.
func (c *composer) sourced(t *result.Transition) string {
	if t.Annotator == "" {
		return t.Source
	}
	return t.Source + " by " + c.names.Whole(t.Annotator)
}

// tasksText prints a number of tasks: whole ones whole.
func tasksText(n float64) string {
	if n == float64(int(n)) {
		return reports.FormatCount(int(n))
	}
	return reports.FormatNumber(n, 1)
}

// fractional says why tasks come in parts.
func fractional(t *result.Transition) string {
	for _, row := range t.Matrix {
		for _, n := range row {
			if n != float64(int(n)) {
				return " Each task counts once, divided among the pairs of its attempts."
			}
		}
	}
	return ""
}
