package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// transitions shows what became of one run's failures in another: the first two
// runs in the report, every pair in the breakdown by itself.
func (c *composer) transitions(v *view) {
	b := c.breakdown(v)
	if b == nil {
		return
	}
	first := true
	for i := range b.Transitions {
		t := &b.Transitions[i]
		if !c.allFailures && !(len(v.runs) > 1 && joins(t, v.runs[0], v.runs[1])) {
			continue
		}
		if first {
			c.heading(3, c.id(v, "transitions-section"), "What becomes of a failure in another run")
			first = false
		}
		c.transition(v, t)
	}
}

func joins(t *result.Transition, a, b string) bool {
	return t.A == a && t.B == b || t.A == b && t.B == a
}

func (c *composer) transition(v *view, t *result.Transition) {
	slug := c.transitionID(v, t)
	c.add(c.transitionFigure(v, t, slug+"-figure"))
	c.add(c.transitionTable(v, t, slug))
	c.add(c.changeTable(t, slug+"-modes"))
}

// transitionID names a transition's blocks.
func (c *composer) transitionID(v *view, t *result.Transition) string {
	parts := []string{"transition", v.slug, t.Source}
	if t.Annotator != "" {
		parts = append(parts, t.Annotator)
	}
	return c.names.Id(append(parts, t.A, t.B)...)
}

// transitionTable lists the moves that some task made, most frequent first in the
// order of the states.
func (c *composer) transitionTable(v *view, t *result.Transition, id string) reports.Table {
	a, b := c.names.Show(t.A), c.names.Show(t.B)
	out := reports.Table{ID: id, Caption: "Moves from " + a + " to " + b + ", in tasks, by primary mode " + c.sourced(t) + "." + fractional(t), Long: !c.allFailures,
		Columns: []reports.Column{{Name: "In " + a, Key: "from", Kind: reports.Text}, {Name: "In " + b, Key: "to", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Number}}}
	for s, row := range t.Matrix {
		for u, n := range row {
			if n > 0 {
				out.Rows = append(out.Rows, []reports.Cell{c.modeCell(t.States[s]), c.modeCell(t.States[u]), {Text: tasksText(n), Value: n, HasValue: true, Kind: reports.Number, Link: c.pages.moved(v.name, t, t.States[s], t.States[u])}})
			}
		}
	}
	return out
}

// changeTable tests every mode between the two runs.
func (c *composer) changeTable(t *result.Transition, id string) reports.Table {
	a, b := c.names.Show(t.A), c.names.Show(t.B)
	out := reports.Table{ID: id, Columns: []reports.Column{{Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Tasks in " + a, Key: "a", Kind: reports.Number}, {Name: "Tasks in " + b, Key: "b", Kind: reports.Number}, {Name: "Only in " + a, Key: "only_a", Kind: reports.Number}, {Name: "Only in " + b, Key: "only_b", Kind: reports.Number},
		{Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Adjusted p", Key: "p_adjusted", Kind: reports.PValue}, {Name: "Separated", Key: "significant", Kind: reports.Text}}}
	method := ""
	tasks := func(n float64) reports.Cell {
		return reports.Cell{Text: tasksText(n), Value: n, HasValue: true, Kind: reports.Number}
	}
	for _, m := range t.Changes {
		method = m.Test.Method
		out.Rows = append(out.Rows, []reports.Cell{c.modeCell(m.Mode), tasks(m.A), tasks(m.B), tasks(m.OnlyA), tasks(m.OnlyB), reports.PCell(m.Test.P, c.alpha()), reports.PCell(m.PAdjusted, c.alpha()), reports.Yes(m.Significant)})
	}
	out.Caption = fmt.Sprintf("Whether a primary mode %s is as frequent in %s as in %s, over %s: %s, %s over the modes.", c.sourced(t), a, b, plural(t.NTasks, "task"), c.method(method), c.method(correctionOfModes(c.res.Provenance.Plan.Correction)))
	return out
}

// correctionOfModes is how p-values of modes are corrected: by the plan's method, or
// Holm's where that needs the runs' values.
func correctionOfModes(name string) string {
	if name == "max-t" {
		return "holm"
	}
	return name
}

// Transitions makes what became of the failures of run a in run b, task by
// task, for a terminal.
func Transitions(res *result.Results, a, b string) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	c.allFailures = true
	for _, v := range c.views {
		breakdown := c.breakdown(v)
		if breakdown == nil {
			continue
		}
		for i := range breakdown.Transitions {
			t := &breakdown.Transitions[i]
			if joins(t, a, b) {
				slug := c.transitionID(v, t)
				c.add(c.transitionTable(v, t, slug))
				c.add(c.changeTable(t, slug+"-modes"))
			}
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No task of both runs has an outcome and a failure mode in these logs."))
	}
	return c.doc, nil
}
