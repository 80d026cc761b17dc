package compose

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostLabelRows is how many labels a figure shows.
const mostLabelRows = 24

func labelsDirective() directive {
	return directive{name: "labels", benchmark: true,
		doc: "Labels in the words of the log, annotator by annotator: counts and shares, by run and over all runs, their range over the runs, what judges said of these attempts, examples.",
		args: []parameter{
			{name: "annotator", doc: "one annotator, or source, as the log names him; by default all, each by himself"},
			{name: "runs", doc: "the rows to show, separated by commas: names of runs, or all for all of them together; by default both"},
			{name: "zeros", doc: "list the modes of the taxonomy too that none of the labels means, with 0", takes: []string{"yes"}},
			optionalArgument, partArgument,
		},
		write: (*executor).labels}
}

// optionalArgument is for what a log may lack.
var optionalArgument = parameter{name: "optional", doc: "where the log lacks it, leave it out and say so; otherwise that is a mistake of the notebook", takes: []string{"yes"}}

// partArgument is for what is one level.
var partArgument = parameter{name: "show", doc: "only one kind of block", takes: []string{"all", "text", "figures", "tables"}}

func (e *executor) labels(c *call, v *view) error {
	sets := e.c.labelSets(v, "")
	name := c.arg("annotator")
	if name != "" {
		var known []string
		for i := range e.c.res.Labels {
			addOnce(&known, e.c.res.Labels[i].Annotator)
		}
		if !slices.Contains(known, name) {
			return e.lacksArgument(c, "annotator", "labels: nobody is called %q; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
		}
		sets = e.c.labelSets(v, name)
	}
	if len(sets) == 0 {
		if c.arg("optional") != "" {
			e.leftOut("the log has no failure labels")
		}
		return nil
	}
	only, err := e.chosenRuns(c, "labels")
	if err != nil {
		return err
	}
	id := func(part string) string {
		if name != "" {
			return e.c.names.Id(part, v.slug, name)
		}
		return e.c.names.Id(part, v.slug)
	}
	blocks, _, err := e.section("", "", func() error {
		if fig, ok := e.c.labelFigure(v, sets, id("labels-figure"), only); ok {
			e.c.add(fig)
		}
		for _, t := range []reports.Table{
			e.c.labelTable(v, sets, id("labels"), only, c.arg("zeros") != ""),
			e.c.labelRangeTable(v, sets, id("labels-over-runs")),
			e.c.labelVerdictTable(v, sets, id("labels-and-verdicts")),
			e.c.labelExampleTable(v, sets, id("labels-examples")),
		} {
			if len(t.Rows) > 0 {
				e.c.add(t)
			}
		}
		return nil
	})
	if err == nil {
		e.emit(shown(blocks, c.arg("show"))...)
	}
	return err
}

// lacksArgument is a mistake of the notebook, or a line where the directive says optional=yes.
func (e *executor) lacksArgument(c *call, arg, format string, args ...any) error {
	if c.arg("optional") == "" {
		return e.n.fault(c.lineOf(arg), format, args...)
	}
	why, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprintf(format, args...), c.name+": "), ";")
	e.leftOut(why)
	return nil
}

// chosenRuns are the runs that an argument names, "" standing for all of them together.
func (e *executor) chosenRuns(c *call, directive string) ([]string, error) {
	var only []string
	for run := range strings.SplitSeq(c.arg("runs"), ",") {
		switch run = strings.TrimSpace(run); {
		case run == "":
		case run == "all":
			only = append(only, "")
		case !slices.Contains(e.runs(), run):
			if c.arg("optional") == "" {
				return nil, e.n.fault(c.lineOf("runs"), "%s: no run %q in these results; %s", directive, reports.Shorten(reports.Visible(run), reports.MaxNameRunes), choose(run, append([]string{"all"}, e.runs()...)))
			}
		default:
			only = append(only, run)
		}
	}
	return only, nil
}

// labelFigure draws each label's share of the attempts that its annotator labelled: over all
// runs together, or of the runs asked for.
func (c *composer) labelFigure(v *view, sets []*result.LabelSet, id string, only []string) (reports.Figure, bool) {
	forest := reports.Forest{Axis: reports.Axis{Label: "Of the labelled attempts (%)", Percent: true}}
	left := 0
	for _, s := range sets {
		if len(s.Scopes) == 0 {
			continue
		}
		runs := only
		if len(runs) == 0 {
			runs = []string{s.Scopes[len(s.Scopes)-1].Run} // all together, or the only one
		}
		for _, l := range s.Labels {
			for _, n := range labelRuns(v, l.Counts) {
				if !slices.Contains(runs, n.Run) || n.LabelledShare == nil {
					continue
				}
				if len(forest.Rows) == mostLabelRows {
					left++
					continue
				}
				row := reports.Estimate{Label: reports.Shorten(c.names.Whole(l.Label), reports.MaxNameRunes), Value: *n.LabelledShare, Note: reports.FormatCount(n.Attempts) + " of " + reports.FormatCount(n.Labelled) + ": " + v.shares.Text(*n.LabelledShare), Series: 0}
				if len(sets) > 1 {
					row.Label = c.names.Whole(s.Annotator) + ": " + row.Label
				}
				if len(runs) > 1 {
					row.Label += ", " + c.runOrAll(n.Run).Text
					if row.Series = -1; n.Run != "" {
						row.Series = v.colour(n.Run)
					}
				}
				if i := n.LabelledInterval; i != nil {
					row.Low, row.High, row.HasInterval = float64(i.Low), float64(i.High), true
				}
				forest.Rows = append(forest.Rows, row)
			}
		}
	}
	more := ""
	if left > 0 {
		more = " The " + plural(left, "rarer row") + " are in the table."
	}
	return reports.Figure{Kind: reports.FigureLabels.Name, ID: id, Caption: "Labels in the words of the log, out of the attempts that their annotator labelled, with " + c.level() + " intervals." + more,
		Alt: "One row a label; the table below holds the counts.", Chart: forest}, len(forest.Rows) > 0
}
