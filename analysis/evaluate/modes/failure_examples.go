package modes

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// examples points to the clearest failed attempts of the slice that show a mode
// (-1: none): of a detected mode as clearest finds them, of others the first. Verdicts
// are shown by any attempt. A label has its annotator's step and note.
func (c *failureCount) examples(m int) []result.Example {
	out := []result.Example{}
	run := &c.st.Bench.Logged[c.r]
	if m >= 0 && c.set.Modes[m].Detector != nil {
		for _, one := range c.clear[m] {
			e := c.example(one.attempt)
			if one.shown.Step.Known {
				e.Step = &one.shown.Step.Value
			}
			e.Tool, e.Excerpt = one.shown.Tool, one.shown.Excerpt
			out = append(out, e)
		}
		return out
	}
	for _, a := range c.attempts {
		if len(out) == study.MaxExamples {
			break
		}
		shows := m < 0 && c.set.Shows[a] == 0 || m >= 0 && c.set.Shows[a]>>m&1 == 1
		if !shows || c.set.Source != "" && c.ends[a] != Failed {
			continue
		}
		e := c.example(a)
		if m >= 0 && c.set.means != nil {
			l := c.set.label(run, a, m)
			if l.Step.Known {
				e.Step = &l.Step.Value
			}
			e.Excerpt = l.Note
		}
		out = append(out, e)
	}
	return out
}

func (c *failureCount) example(attempt int) result.Example {
	at := &c.st.Bench.Logged[c.r].Attempts[attempt]
	return result.Example{Task: c.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial)}
}

// clearOne is an attempt that may be an example of a mode.
type clearOne struct {
	attempt     int
	primary     bool // the mode is its primary one
	hits, modes int  // places that show the mode; modes that the attempt shows
	shown       table.Evidence
}

// clearest are, by detected mode, the failed attempts of the slice that show it most
// clearly: first those of which it is the primary one, then by how many places show it,
// then by how few other modes there are, then in the order of the table.
func (c *failureCount) clearest() [][]clearOne {
	out := make([][]clearOne, len(c.set.Modes))
	run, at := &c.st.Bench.Logged[c.r], c.set.places()
	for a, found := range run.Found.ByAttempt {
		if _, in := slices.BinarySearch(c.attempts, a); !in || c.ends[a] != Failed {
			continue
		}
		for i := range found {
			f := &found[i]
			m := at[f.Mode]
			if m < 0 {
				continue
			}
			one := clearOne{attempt: a, primary: c.set.Primary(a) == m, hits: int(f.Hits), modes: len(found)}
			before := func(x, y clearOne) int {
				if x.primary != y.primary {
					if x.primary {
						return -1
					}
					return 1
				}
				return cmp.Or(cmp.Compare(y.hits, x.hits), cmp.Compare(x.modes, y.modes), cmp.Compare(x.attempt, y.attempt))
			}
			place, _ := slices.BinarySearchFunc(out[m], one, before)
			if place == study.MaxExamples {
				continue
			}
			if shown := run.Found.Evidence(f); len(shown) > 0 {
				one.shown = shown[0]
			}
			out[m] = slices.Insert(out[m], place, one)
			out[m] = out[m][:min(len(out[m]), study.MaxExamples)]
		}
	}
	return out
}

// spots are, by mode, the places at which failed attempts of the run first show it.
func (c *failureCount) spots() [][]float64 {
	out, at := make([][]float64, len(c.set.Modes)), c.set.places()
	for _, f := range c.st.Bench.Logged[c.r].Found.All {
		if m := at[f.Mode]; m >= 0 && f.Sited && c.ends[f.Attempt] == Failed {
			out[m] = append(out[m], float64(f.Place))
		}
	}
	return out
}

// position summarises places; nil where there are none.
func position(spots []float64) *result.Position {
	q, err := stats.Quantiles(spots, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
	if err != nil {
		return nil
	}
	p := &result.Position{N: len(spots), Q1: q[0], Median: q[1], Q3: q[2]}
	for _, x := range spots {
		p.Thirds[min(2, int(3*x))]++
	}
	return p
}
