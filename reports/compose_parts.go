package reports

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports/frames"
)

// ComposeFailures makes the failure breakdown by itself: every mode of every
// run, overall and by stratum, with all the examples that the results hold.
func ComposeFailures(res *result.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	c.doc.Title, c.doc.Subtitle, c.allFailures = "Failures", c.subject(), true
	for _, v := range c.views {
		if !slices.ContainsFunc(res.Failures, func(f result.Failure) bool { return f.Benchmark == v.name }) {
			continue
		}
		c.openBenchmark(v)
		if err := failureSection(c, v); err != nil {
			return nil, err
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No failure mode was recorded, labelled or detected in these logs."))
	}
	c.glossarySection()
	return c.doc, nil
}

// ComposeComparisons makes the comparisons by themselves, for a terminal: a
// benchmark's result in a sentence, and its pairs of runs.
func ComposeComparisons(res *result.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	for _, v := range c.views {
		c.para(c.standalone(v)...)
		c.beCareful(v)
		if v.primary != nil {
			c.omnibus(v)
		}
		f, err := c.comparisons(v, func(*result.Comparison) bool { return true })
		if err != nil {
			return nil, err
		}
		if f.Len() > 0 {
			t := c.pairTable(v, f, c.id(v, "comparisons"), "in every compared metric")
			c.nameThePair(&t, f)
			c.add(t)
			c.detectable(v)
		}
	}
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempt to compare."))
	}
	return c.doc, nil
}

// beCareful lists what can change a benchmark's result, under the sentence that tells it.
func (c *composer) beCareful(v *view) {
	var items []Prose
	for _, w := range c.res.Warnings {
		if w.Decisive && (len(c.views) == 1 || about(w, v.name)) {
			items = append(items, Prose{Tone: Careful, Spans: c.warningSpans(w.Message, w.Where)})
		}
	}
	if len(items) > 0 {
		c.add(Prose{Tone: Careful, Spans: []Span{strong("Be careful.")}}, List{Items: items})
	}
}

// about tells whether a warning arose in a benchmark.
func about(w result.Warning, benchmark string) bool {
	return w.Where == benchmark || strings.HasPrefix(w.Where, benchmark+": ")
}

// standalone is a benchmark's result where there is no section to link to.
func (c *composer) standalone(v *view) []Span {
	found := c.finding(v)
	found[0] = strong(found[0].Text)
	if v.name == "" && len(c.views) == 1 {
		return capitalised(found[2:])
	}
	return found
}

// nameThePair heads the columns with the runs' names where there are only two.
func (c *composer) nameThePair(t *Table, f frames.Frame) {
	if columnVaries(f, "a") || columnVaries(f, "b") {
		return
	}
	a, b := c.names.show(f.Text(0, "a")), c.names.show(f.Text(0, "b"))
	setAside(t, "a", func(Cell) bool { return true })
	setAside(t, "b", func(Cell) bool { return true })
	for i := range t.Columns {
		switch t.Columns[i].Key {
		case "mean_a":
			t.Columns[i].Name = "A: " + a
		case "mean_b":
			t.Columns[i].Name = "B: " + b
		}
	}
}

// ComposeAgreement makes the judges' agreement by itself, for a terminal.
func ComposeAgreement(res *result.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	for _, v := range c.views {
		rows := v.agreement(res)
		if len(rows) == 0 {
			continue
		}
		c.para(c.judgeProse(v, rows)...)
		c.add(c.agreementTable(v, rows, c.id(v, "agreement")), c.confusionTable(v, rows))
		if t := c.contradictionTable(v, rows); len(t.Rows) > 0 {
			t.Long = false
			c.add(t)
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No attempt in these logs is judged by both a judge and a reference."))
	}
	return c.doc, nil
}

// ComposeSummaries makes one line a benchmark, metric and run, overall, for a
// terminal.
func ComposeSummaries(res *result.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	t := Table{ID: "summaries", Caption: "Means over tasks.", Columns: []Column{
		{"Benchmark", "benchmark", Text}, {"Metric", "metric", Text}, {"Run", "run", Text}, {"Tasks", "tasks", Integer}, {"Attempts", "attempts", Integer},
		{"Mean", "mean", Mixed}, {"Unit", "unit", Text}, {c.level() + " interval", "interval", Interval}, {"SD", "sd", Mixed}, {"Median", "median", Mixed},
	}}
	for _, v := range c.views {
		for _, m := range v.metrics {
			for _, run := range v.runs {
				s := v.summary(run, m.Name)
				if s == nil {
					continue
				}
				sc := v.scale(m.Name)
				t.Rows = append(t.Rows, []Cell{c.names.cell(v.name), nameCell(m.Name), c.names.cell(run), CountCell(s.NTasks), CountCell(s.NAttempts),
					sc.value(s.Mean), sc.unitCell(), sc.interval(s.Interval), sc.value(s.SD), sc.value(s.Median)})
			}
		}
	}
	c.add(t)
	return c.doc, nil
}

// plain is what spans say without their marks.
func plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
