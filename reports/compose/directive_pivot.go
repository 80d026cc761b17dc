package compose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// A pivot is a table of numbers by two things that the results are broken down by. Each
// value of an axis narrows a selection (which runs, which metric, which tasks); a cell is
// what the results hold of the selection that its row and its column leave:
//
//	run           one run
//	metric        one metric
//	tool, server  calls of one tool or server
//	label, mode, annotator, judge, variant, error   what was said of attempts (pivot_tally.go)
//	a factor      the runs that have this value of the attribute (plan: factors)
//	else          the tasks with one value of a fact of tasks
//
// Several runs can share a cell, as where rows are models and the runs differ in k as well:
// the cell is the mean of their means, and a note says so. Nothing is computed here that the
// results do not hold, so that a cell and the leaderboard cannot differ: axes are made in
// pivot_axes.go, the numbers of cells in pivot_cells.go, their digits in pivot_format.go, the
// order of the rows and what is marked in them in pivot_rows.go, and the table in pivot.go.

// maxPivotColumns bounds the columns that a page shows of a pivot, as nobody can read more: the
// others are in the CSV file and the workbook. mostPivotCells bounds what is made at all.
const (
	maxPivotColumns = 40
	mostPivotCells  = 200_000
)

func pivotDirective() directive {
	return directive{name: "pivot", benchmark: true, means: true,
		doc: "Numbers by two things: rows and columns are run, metric, tool, server, a stratum or another fact of tasks, or a factor (an attribute of runs such as model or k); naming it here asks for it. Or what was said of attempts, counted: label (in the words of the log) by run, factor, annotator, mode or judge (who failed them), mode by run, factor or stratum, judge by run, factor or variant (JUDGE @ VARIANT), error (why a judge errs) by judge or run.",
		args: []parameter{
			{name: "rows", doc: "what the rows are: run, metric, tool, server, label, mode, annotator, judge, variant, error, a fact of tasks, or a factor", required: true},
			{name: "columns", doc: "what the columns are", required: true},
			{name: "metric", doc: "the metric of all cells; by default the headline"},
			{name: "metrics", doc: "where an axis is metric: which ones, in this order, separated by commas; by default those compared. reported.NAME is a number that the harness stored, \"a * b\" is made of two others, and sum(NAME), count(NAME), median(NAME), n(NAME) show another cell than the rest of the table"},
			{name: "runs", doc: "where an axis is run: which ones, in this order, separated by commas; by default all, best first"},
			{name: "row-values", doc: "of other rows: which ones, in this order; by default all, ascending"},
			{name: "column-values", doc: "of other columns: which ones, in this order"},
			{name: "cells", doc: "what a cell holds, or several, separated by commas: mean, interval (beside the mean), median, sum (over tasks), count (of verdicts: how many), tasks or n, attempts, runs, share (of the total of the first cell), difference and ratio (to against); of what was said of attempts: count, share, interval, n"},
			{name: "share-of", doc: "of which total a share is: row, column or all; by default row where the columns are metrics or numbers of calls by run, else column. Of labels: of the attempts that the annotator labelled, which is the default, or of those that failed", takes: []string{"row", "column", "all", "labelled", "failed"}},
			{name: "against", doc: "a value of the rows or the columns that differences and ratios are to; baseline: the plan's, or without one the best of the runs, or of the values of their factor; best-other: the best of the other rows; without cells, differences are shown"},
			{name: "ratios", doc: "further columns, each a ratio of two others, as in a/b, separated by commas"},
			{name: "best", doc: "mark the best: column (bold), row (*), or both", takes: []string{"column", "row", "both"}},
			{name: "annotator", doc: "of labels and labelled modes: one annotator, or source, as the log names him"},
			{name: "source", doc: "of modes: where they come from; by default detected where rules find some, else labelled, else recorded", takes: []string{"recorded", "labelled", "detected"}},
			{name: "judge", doc: "of errors by run: the judge; by default the one that the headline is of, else the one that agrees most"},
			{name: "order", doc: "the rows: headline, name, value (of the first column, best first), or an attribute of runs, ascending; by default as given, runs best first"},
			{name: "format", doc: "digits and unit, for all columns or by column, separated by commas, as in 1% or latency_ms:1, mrr:3, sum(total_tokens):2M; k and M are thousands and millions"},
			{name: "figure", doc: "draw the cells too, a row of bars for every row: stacked on one another, or grouped below one another, with the intervals where cells has interval", takes: []string{"stacked", "grouped"}},
			{name: "optional", doc: "where the log lacks a field or the metric, leave it out and say so; otherwise that is a mistake of the notebook", takes: []string{"yes"}},
			{name: "caption", doc: "the first words of the caption"},
		},
		write: (*executor).pivot}
}

// ownAxes are the axes that are no field of the log.
var ownAxes = append([]string{"run", "metric", "tool", "server"}, tallyAxes...)

// pivotsAsked gathers what the notebook's pivots need of an analysis: the fields that they are
// by, which may be factors, the pairs of them, and the metrics that have to be made.
func (n *Notebook) pivotsAsked(plan *result.Plan) {
	add := func(to *[]string, name string) {
		if name != "" && !slices.Contains(*to, name) {
			*to = append(slices.Clone(*to), name)
		}
	}
	for _, s := range n.steps {
		if s.call == nil || s.call.name != "pivot" {
			continue
		}
		var fields []string
		for _, arg := range []string{"rows", "columns"} {
			if name := s.call.arg(arg); !slices.Contains(ownAxes, name) {
				fields = append(fields, name)
			}
		}
		if order := s.call.arg("order"); order != "" && !slices.Contains(pivotOrders, order) {
			add(&plan.Factors, order)
		}
		for _, name := range fields {
			add(&plan.Factors, name)
		}
		if len(fields) == 2 && fields[0] != fields[1] {
			add(&plan.Crossed, fields[0]+result.By+fields[1])
		}
		for _, entry := range append(splitList(s.call.arg("metrics")), s.call.arg("metric")) {
			if _, name := cellOfMetric(entry); strings.HasPrefix(name, "reported.") || strings.ContainsAny(name, " ") {
				add(&plan.Also, name)
			}
		}
	}
}

func (e *executor) pivot(c *call, v *view) error {
	err := e.pivoted(c, v)
	var fault *NotebookError
	if c.arg("optional") != "" && errors.As(err, &fault) {
		why, _, _ := strings.Cut(strings.TrimPrefix(fault.Message, "pivot: "), ";")
		e.leftOut(why)
		return nil
	}
	return err
}

func (e *executor) pivoted(c *call, v *view) error {
	if ofTallies(c) {
		return e.tallyPivot(c, v)
	}
	p := &pivot{e: e, c: c, v: v}
	var err error
	if p.cells, err = p.chosenCells(); err != nil {
		return err
	}
	if p.formats, err = p.readFormats(); err != nil {
		return err
	}
	if p.metric, err = e.metricOf(c, v); err != nil {
		return err
	}
	if p.rows, err = e.axisOf(c, v, "rows"); err != nil {
		return err
	}
	if p.columns, err = e.axisOf(c, v, "columns"); err != nil {
		return err
	}
	switch {
	case p.rows == nil || p.columns == nil:
		return nil // another benchmark has it
	case p.calls() && (p.rows.ofCalls && p.columns.ofCalls || !p.rows.ofRuns && !p.columns.ofRuns):
		return e.n.fault(c.lineOf("columns"), "pivot: calls are counted by run: one of rows and columns is tool or server, the other run or a factor")
	case p.metric == "" && p.rows.name != "metric" && p.columns.name != "metric" && !p.calls():
		return nil
	case c.arg("metrics") != "" && p.rows.name != "metric" && p.columns.name != "metric":
		return e.n.fault(c.lineOf("metrics"), "pivot: metrics chooses what an axis called metric shows, and neither is; write metric=%s for the metric of the cells", strings.TrimSpace(splitList(c.arg("metrics"))[0]))
	case p.rows.name == p.columns.name:
		return e.n.fault(c.lineOf("columns"), "pivot: rows and columns are both %s", p.rows.name)
	case len(p.rows.values)*len(p.columns.values) > mostPivotCells:
		e.leftOut(fmt.Sprintf("a table of %s by %s has %s by %s values, more than the %s cells that are made; choose fewer (row-values, column-values, runs, where)", e.c.names.Whole(p.rows.name), e.c.names.Whole(p.columns.name), reports.FormatCount(len(p.rows.values)), reports.FormatCount(len(p.columns.values)), reports.FormatCount(mostPivotCells)))
		return nil
	case p.rows.ofTasks && p.columns.ofTasks && !p.areCrossed():
		e.leftOut(fmt.Sprintf("a table of %s by %s: these two facts of tasks were not crossed, as they would make %s by %s cells; take one with fewer values, or slice the report by one of them (where)", e.c.names.Whole(p.rows.name), e.c.names.Whole(p.columns.name), reports.FormatCount(len(p.rows.values)), reports.FormatCount(len(p.columns.values))))
		return nil
	}
	if err := p.resolve(); err != nil {
		return err
	}
	t, err := p.table()
	if err != nil {
		return err
	}
	if len(t.Rows) == 0 {
		e.leftOut(fmt.Sprintf("a table of %s by %s: no cell has a value.", e.c.names.Whole(p.rows.name), e.c.names.Whole(p.columns.name)))
		return nil
	}
	if f, ok := p.figure(t.ID); ok {
		e.emit(f)
	}
	e.emit(t)
	return nil
}

// splitList parts a list at commas outside brackets.
func splitList(text string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && depth <= 0:
			if one := strings.TrimSpace(text[from:i]); one != "" {
				out = append(out, one)
			}
			from = i + 1
		case text[i] == '(' || text[i] == '[':
			depth++
		case text[i] == ')' || text[i] == ']':
			depth--
		}
	}
	return out
}
