package compose

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func ratioDirective() directive {
	return directive{name: "ratio", benchmark: true, asks: asksOne,
		doc: "How many times a metric's mean is that of a baseline run that differs in one factor alone, with intervals, and the largest ratio between two others.",
		args: []parameter{
			{name: "metric", doc: "the metric", required: true},
			{name: "relative", doc: "the baseline, factor=value: of every run the one that has this value and agrees in all other factors", required: true},
			{name: "holding", doc: "these other factors, separated by commas; by default those of the plan, agent and model"},
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { e.ratios(v, a.Ratios); return nil })
		}}
}

func (e *executor) ratios(v *view, r *result.RelativeRatios) {
	words := []string{v.slug, r.Metric, r.To}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	same := ""
	if len(r.Held) > 0 {
		same = " and the same " + reports.Visible(strings.Join(r.Held, ", "))
	}
	row := func(one *result.Ratio) []reports.Cell {
		var values []float64
		var intervals []*result.IntervalEstimate
		if one.Value != nil {
			values = append(values, *one.Value)
		}
		if one.Interval != nil {
			intervals = append(intervals, one.Interval)
		}
		sc := reports.NewScale("", intervals, values)
		return []reports.Cell{e.c.names.Cell(one.Run), e.c.names.Cell(one.Baseline), reports.CountCell(one.NTasks), sc.Value(one.Value), sc.Interval(one.Interval)}
	}
	columns := func(first, second string) []reports.Column {
		return []reports.Column{{Name: first, Key: "run", Kind: reports.Text}, {Name: second, Key: "baseline", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
			{Name: "Ratio", Key: "ratio", Kind: reports.Number}, {Name: e.c.level() + " interval", Key: "interval", Kind: reports.Interval}}
	}
	t := reports.Table{ID: e.c.names.Id(append([]string{"ratio"}, words...)...), Columns: columns("Run", "Baseline"), Notes: noteSentences(r.Notes), Long: len(r.Rows) > 20,
		Caption: "Mean " + e.c.names.Whole(r.Metric) + " over that of the run with " + reports.Visible(r.To) + same + ", over the tasks that both have; " + e.c.level() + " percentile bootstrap intervals over tasks."}
	for i := range r.Rows {
		t.Rows = append(t.Rows, row(&r.Rows[i]))
		for _, note := range r.Rows[i].Notes {
			addOnce(&t.Notes, e.c.names.Show(r.Rows[i].Run)+": "+note+".")
		}
	}
	blocks := []reports.Block{t}
	if len(r.Largest) > 0 {
		t := reports.Table{ID: e.c.names.Id(append([]string{"largest-ratio"}, words...)...), Columns: columns("Largest", "Smallest"),
			Caption: "The largest ratio of mean " + e.c.names.Whole(r.Metric) + " between two runs other than the baseline" + strings.Replace(same, " and ", " with ", 1) + ". The two were chosen for being furthest apart, which the interval does not allow for."}
		if same != "" {
			t.Columns = append([]reports.Column{{Name: capital(reports.Visible(strings.Join(r.Held, ", "))), Key: "held", Kind: reports.Text}}, t.Columns...)
		}
		for i := range r.Largest {
			cells := row(&r.Largest[i].Ratio)
			if same != "" {
				cells = append([]reports.Cell{reports.TextCell(r.Largest[i].Held)}, cells...)
			}
			t.Rows = append(t.Rows, cells)
		}
		blocks = append(blocks, t)
	}
	e.emit(blocks...)
}

// noteSentences makes notes of what an answer says.
func noteSentences(notes []string) []string {
	var out []string
	for _, n := range notes {
		addOnce(&out, capital(strings.TrimSuffix(reports.Visible(n), "."))+".")
	}
	return out
}
