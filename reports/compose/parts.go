package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// Failures makes the failure breakdown by itself. Its first half is what a reader must know of
// each benchmark: a paragraph and a short table. The second, apart, is every mode of every
// run, overall and by stratum, with all the examples that the results hold, and the profiles
// of tools, errors and waste.
func Failures(res *result.Results) (*reports.Document, error) { return LinkedFailures(res, nil) }

// LinkedFailures is Failures with links to the pages of attempts that lie beside it.
func LinkedFailures(res *result.Results, pages *Pages) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	c.doc.Title, c.doc.Subtitle, c.allFailures = "Failures", c.subject(), true
	c.pages = pages
	var views []*view
	for _, v := range c.views {
		if !slices.ContainsFunc(res.Failures, func(f result.Failure) bool { return f.Benchmark == v.name }) {
			continue
		}
		views = append(views, v)
		overall, err := frames.Failures(c.res, v.name, v.runs, false)
		if err != nil {
			return nil, err
		}
		c.openBenchmark(v)
		o := c.opened(v, overall)
		c.opens(v, &o, func() {})
	}
	for i, v := range views {
		if err := c.allModes(v, i == 0, len(views) > 1); err != nil {
			return nil, err
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No failure mode was recorded, labelled or detected in these logs."))
	}
	c.glossarySection()
	return c.doc, nil
}

// allModes is a benchmark's part of the second half.
func (c *composer) allModes(v *view, first, several bool) error {
	title := "All modes"
	if several {
		title += ": " + c.benchmarkTitle(v)
	}
	c.add(reports.Heading{Level: 1, ID: c.id(v, "all-modes-section"), Text: title, Apart: first})
	overall, err := frames.Failures(c.res, v.name, v.runs, false)
	if err != nil {
		return err
	}
	strata, err := frames.Failures(c.res, v.name, v.runs, true)
	if err != nil {
		return err
	}
	c.heading(2, c.id(v, "failures-section"), "How they fail")
	c.failureDetails(v, overall, strata, "")
	for _, section := range []section{toolSection, errorSection, wasteSection} {
		if err := section(c, v); err != nil {
			return err
		}
	}
	return nil
}

// Comparisons makes the comparisons by themselves: the head's paragraph of each benchmark, and all
// its pairs of runs in every compared metric.
func Comparisons(res *result.Results) (*reports.Document, error) { return comparisonsOf(res, false) }

// BriefComparisons is Comparisons for one screen: of more than two runs, the pairs that a first
// reader asks for, by the headline metric.
func BriefComparisons(res *result.Results) (*reports.Document, error) {
	return comparisonsOf(res, true)
}

func comparisonsOf(res *result.Results, brief bool) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	said := c.plainSummaries()
	for i, v := range c.views {
		c.para(c.standalone(v, said[i])...)
		if brief && v.primary != nil && len(v.runs) > 2 {
			if err := c.briefPairs(v); err != nil {
				return nil, err
			}
			if err := c.answers(v); err != nil {
				return nil, err
			}
			continue
		}
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
		if err := c.answers(v); err != nil {
			return nil, err
		}
	}
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempts to compare."))
	} else if notes := headNotes(said); len(notes) > 0 {
		c.footnote(notes...)
	}
	return c.doc, nil
}

// about tells whether a warning arose in a benchmark.
func about(w result.Warning, benchmark string) bool {
	return w.Where == benchmark || strings.HasPrefix(w.Where, benchmark+": ")
}

// standalone is what the head says of a benchmark where there is no section to link to.
func (c *composer) standalone(v *view, said reports.PlainSummary) []reports.Span {
	out := paragraph(said)
	for i := range out {
		out[i].Link = ""
	}
	if v.name == "" && len(c.views) == 1 {
		return out
	}
	return append([]reports.Span{strong(c.names.Show(v.name)), text(": ")}, out...)
}

// nameThePair heads the columns with the runs' names where there are only two.
func (c *composer) nameThePair(t *reports.Table, f frames.Frame) {
	if columnVaries(f, "a") || columnVaries(f, "b") {
		return
	}
	a, b := c.names.Brief(f.Text(0, "a")), c.names.Brief(f.Text(0, "b"))
	setAside(t, "a", func(reports.Cell) bool { return true })
	setAside(t, "b", func(reports.Cell) bool { return true })
	for i := range t.Columns {
		switch t.Columns[i].Key {
		case "mean_a":
			t.Columns[i].Name = "A: " + a
		case "mean_b":
			t.Columns[i].Name = "B: " + b
		}
	}
}

// Agreement makes the judges' agreement by itself, for a terminal.
func Agreement(res *result.Results) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	for _, v := range c.views {
		rows := v.agreement(res)
		if len(rows) == 0 {
			continue
		}
		c.para(c.judgeProse(v, rows)...)
		c.add(c.agreementTable(v, rows, c.id(v, "agreement")), c.confusionTable(v, rows, c.id(v, "confusion")))
		if t := c.contradictionTable(v, rows); len(t.Rows) > 0 {
			t.Long = false
			c.add(t)
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No attempt in these logs has both a judge's verdict and a reference verdict."))
	}
	return c.doc, nil
}

// Summaries makes one line a benchmark, metric and run, overall, for a
// terminal.
func Summaries(res *result.Results) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	t := reports.Table{ID: "summaries", Caption: "Means over tasks.", Columns: []reports.Column{
		{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer},
		{Name: "Mean", Key: "mean", Kind: reports.Mixed}, {Name: "Unit", Key: "unit", Kind: reports.Text}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}, {Name: "SD", Key: "sd", Kind: reports.Mixed}, {Name: "Median", Key: "median", Kind: reports.Mixed},
	}}
	for _, v := range c.views {
		for _, m := range v.metrics {
			for _, run := range v.runs {
				s := v.summary(run, m.Name)
				if s == nil {
					continue
				}
				sc := v.scale(m.Name)
				t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(v.name), c.names.NameCell(m.Name), c.names.Cell(run), reports.CountCell(s.NTasks), reports.CountCell(s.NAttempts),
					sc.Value(s.Mean), sc.UnitCell(), sc.Interval(s.Interval), sc.Value(s.SD), sc.Value(s.Median)})
			}
		}
	}
	c.add(t)
	return c.doc, nil
}

// plain is what spans say without their marks.
func plain(spans []reports.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
