package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func crossedLabelsDirective() directive {
	return directive{name: "crosslabels", benchmark: true, asks: asksOne,
		doc: "Labels of one source within those of another, as in category > pattern: attempts with both, out of those with the first and out of the failed ones, by run and over all runs, and their range over the runs.",
		args: []parameter{
			{name: "outer", doc: "the annotator, or source, whose labels come first", required: true},
			{name: "inner", doc: "the one whose labels are counted within them", required: true},
			{name: "runs", doc: "the rows to show, separated by commas: names of runs, or all for all of them together; by default all; each shows every run"},
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { return e.crossedLabels(c, v, a.CrossedLabels) })
		}}
}

func (e *executor) crossedLabels(c *call, v *view, x *result.CrossedLabels) error {
	wanted, err := e.crossedRuns(c, x)
	if err != nil {
		return err
	}
	words := []string{v.slug, x.Outer, x.Inner}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	outer, inner := e.c.names.Whole(x.Outer), e.c.names.Whole(x.Inner)
	t := reports.Table{ID: e.c.names.Id(append([]string{"crossed-labels"}, words...)...), Notes: noteSentences(x.Notes), Long: len(x.Pairs)*len(wanted) > 40,
		Caption: "Labels of " + inner + " within those of " + outer + ": attempts with both, out of those with the label of " + outer + " that both labelled, and failed ones out of all failed attempts; " + e.c.level() + " intervals by task.",
		Columns: []reports.Column{{Name: capital(outer), Key: "outer", Kind: reports.Text}, {Name: capital(inner), Key: "inner", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
			{Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Of", Key: "of", Kind: reports.Integer}, {Name: "Share", Key: "share", Kind: reports.Percent}, {Name: e.c.level() + " interval (%)", Key: "interval", Kind: reports.Interval},
			{Name: "Failed", Key: "failed", Kind: reports.Integer}, {Name: "Of failed", Key: "failed_of", Kind: reports.Integer}, {Name: "Share of failed", Key: "failed_share", Kind: reports.Percent}, {Name: "Its " + e.c.level() + " interval (%)", Key: "failed_interval", Kind: reports.Interval}}}
	sc := v.shares
	for i := range x.Pairs {
		for k := range x.Pairs[i].Counts {
			n := &x.Pairs[i].Counts[k]
			if !slices.Contains(wanted, n.Run) {
				continue
			}
			run := reports.Cell{Text: "All"}
			if n.Run != "" {
				run = e.c.names.Cell(n.Run)
			}
			t.Rows = append(t.Rows, []reports.Cell{e.c.names.NameCell(x.Pairs[i].Outer), e.c.names.NameCell(x.Pairs[i].Inner), run, reports.CountCell(n.Attempts), reports.CountCell(n.Of), sc.Value(n.Share), sc.Interval(n.Interval),
				reports.CountCell(n.Failed), reports.CountCell(n.FailedOf), sc.Value(n.FailedShare), sc.Interval(n.FailedInterval)})
		}
	}
	for _, rest := range x.Unmet {
		t.Notes = append(t.Notes, capital(plural(rest.Attempts, "attempt"))+" with a label of "+e.c.names.Whole(rest.Annotator)+" alone: in no pair.")
	}
	blocks := []reports.Block{t}
	if ranges := e.crossedRanges(v, x, words); len(ranges.Rows) > 0 {
		blocks = append(blocks, ranges)
	}
	e.emit(blocks...)
	return nil
}

// crossedRuns are the scopes to show: by default all runs together, or the only one.
func (e *executor) crossedRuns(c *call, x *result.CrossedLabels) (wanted []string, err error) {
	var known []string
	for _, s := range x.Scopes {
		known = append(known, s.Run)
	}
	switch asked := c.arg("runs"); asked {
	case "", "all":
		return known[len(known)-1:], nil
	case "each":
		return known, nil
	default:
		for _, run := range splitList(asked) {
			switch {
			case run == "all":
				run = known[len(known)-1]
			case slices.Contains(known, run):
			case slices.Contains(e.runs(), run):
				continue // without labels of both
			default:
				return nil, e.n.fault(c.lineOf("runs"), "crosslabels: no run %q in these results; %s", reports.Shorten(e.c.names.Whole(run), reports.MaxNameRunes), choose(run, e.runs()))
			}
			addOnce(&wanted, run)
		}
		return wanted, nil
	}
}

// crossedRanges is every pair's share of failed attempts over the runs.
func (e *executor) crossedRanges(v *view, x *result.CrossedLabels, words []string) reports.Table {
	sc := v.shares
	t := reports.Table{ID: e.c.names.Id(append([]string{"crossed-labels-over-runs"}, words...)...), Long: len(x.Pairs) > 40,
		Caption: "Shares of each run's failed attempts with both labels, over the runs: every run counts alike.",
		Columns: []reports.Column{{Name: capital(e.c.names.Whole(x.Outer)), Key: "outer", Kind: reports.Text}, {Name: capital(e.c.names.Whole(x.Inner)), Key: "inner", Kind: reports.Text}, {Name: "Runs", Key: "runs", Kind: reports.Integer},
			{Name: "Mean", Key: "mean", Kind: reports.Percent}, {Name: "Lowest", Key: "low", Kind: reports.Percent}, {Name: "Run", Key: "low_run", Kind: reports.Text}, {Name: "Highest", Key: "high", Kind: reports.Percent}, {Name: "Its run", Key: "high_run", Kind: reports.Text}}}
	for i := range x.Pairs {
		if r := x.Pairs[i].Range; r != nil && r.Runs > 1 {
			t.Rows = append(t.Rows, []reports.Cell{e.c.names.NameCell(x.Pairs[i].Outer), e.c.names.NameCell(x.Pairs[i].Inner), reports.CountCell(r.Runs), sc.Value(&r.Mean), sc.Value(&r.Low), e.c.names.Cell(r.LowRun), sc.Value(&r.High), e.c.names.Cell(r.HighRun)})
		}
	}
	return t
}
