package compose

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// A pivot is a table of one number by two things that the results are broken down by. Each
// value of an axis narrows a selection (which runs, which metric, which stratum); a cell is
// what the results hold of the selection that its row and its column leave:
//
//	run      one run
//	metric   one metric
//	a factor the runs that have this value of the attribute (plan: factors)
//	else     one value of a stratum
//
// Several runs can share a cell, as where rows are models and the runs differ in k as well:
// the cell is the mean of their means, and a note says so. Nothing is computed here that the
// summaries do not hold, so that a cell and the leaderboard cannot differ.

// maxPivotColumns bounds the columns of a pivot: beyond it nobody can read it.
const maxPivotColumns = 40

// selection is what a cell is about.
type selection struct {
	runs    []string
	metric  string
	stratum result.Stratum
}

// pivotAxis is the values of one side of a pivot.
type pivotAxis struct {
	name   string
	values []string
	all    bool // behind the values stands one for everything
	narrow func(*selection, string)
}

func pivotDirective() directive {
	return directive{name: "pivot", benchmark: true, means: true,
		doc: "One number by two things: rows and columns are run, metric, a stratum, or a factor of the plan (an attribute of runs such as model or k; naming it here asks for it).",
		args: []parameter{
			{name: "rows", doc: "what the rows are: run, metric, a stratum, or a factor", required: true},
			{name: "columns", doc: "what the columns are", required: true},
			{name: "metric", doc: "the metric of all cells; by default the headline"},
			{name: "metrics", doc: "where an axis is metric: which ones, in this order, separated by commas; by default those compared"},
			{name: "runs", doc: "where an axis is run: which ones, in this order, separated by commas; by default all, best first"},
			{name: "cells", doc: "what a cell holds: the mean, the mean with its interval, the sum over tasks, or how many tasks, attempts or runs it is over", takes: []string{"mean", "interval", "sum", "tasks", "attempts", "runs"}},
			{name: "against", doc: "show the difference to this value of the rows or the columns instead"},
			{name: "optional", doc: "where the log lacks a field or the metric, leave it out and say so; otherwise that is a mistake of the notebook", takes: []string{"yes"}},
			{name: "caption", doc: "the first words of the caption"},
		},
		write: (*executor).pivot}
}

// factorsAsked are the fields that the notebook's pivots are by, which may be factors.
func (n *Notebook) factorsAsked() []string {
	var out []string
	for _, s := range n.steps {
		if s.call == nil || s.call.name != "pivot" {
			continue
		}
		for _, arg := range []string{"rows", "columns"} {
			if name := s.call.arg(arg); name != "run" && name != "metric" {
				addOnce(&out, name)
			}
		}
	}
	return out
}

func (e *executor) pivot(c *call, v *view) error {
	err := e.pivoted(c, v)
	var fault *NotebookError
	if c.arg("optional") != "" && errors.As(err, &fault) {
		why, _, _ := strings.Cut(strings.TrimPrefix(fault.Message, "pivot: "), ";")
		e.emit(reports.Footnote{Spans: []reports.Span{text("Left out: %s.", why)}})
		return nil
	}
	return err
}

func (e *executor) pivoted(c *call, v *view) error {
	metric, err := e.metricOf(c, v)
	if err != nil {
		return err
	}
	rows, err := e.axisOf(c, v, "rows")
	if err != nil {
		return err
	}
	columns, err := e.axisOf(c, v, "columns")
	if err != nil {
		return err
	}
	switch {
	case rows == nil || columns == nil, metric == "" && rows.name != "metric" && columns.name != "metric":
		return nil // another benchmark has it
	case rows.name == columns.name:
		return e.n.fault(c.lineOf("columns"), "pivot: rows and columns are both %s", rows.name)
	case rows.stratum(e, v) && columns.stratum(e, v):
		return e.n.fault(c.lineOf("columns"), "pivot: %s and %s are both strata; make one of them the report's slice (where: ...) and the other an axis", rows.name, columns.name)
	case len(columns.values) > maxPivotColumns:
		e.emit(reports.Footnote{Spans: []reports.Span{text("%s has %s, more than the %d columns that a table can show; make it the rows.", capital(reports.Visible(columns.name)), plural(len(columns.values), "value"), maxPivotColumns)}})
		return nil
	}
	p := &pivot{e: e, c: c, v: v, metric: metric, rows: rows, columns: columns, cells: c.arg("cells")}
	t, err := p.table()
	if err == nil && len(t.Rows) > 0 {
		e.emit(t)
	}
	return err
}

// stratum tells whether an axis is one.
func (a *pivotAxis) stratum(e *executor, v *view) bool {
	return a.all && !slices.ContainsFunc(e.c.res.Factors, func(f result.RunFactor) bool { return f.Benchmark == v.name && f.Name == a.name })
}

// axisOf reads an axis; nil where the benchmark has no such thing and another has.
func (e *executor) axisOf(c *call, v *view, side string) (*pivotAxis, error) {
	a := &pivotAxis{name: c.arg(side)}
	chosen := func(arg string, all, known []string) ([]string, error) {
		if c.arg(arg) == "" {
			return all, nil
		}
		var out []string
		for name := range strings.SplitSeq(c.arg(arg), ",") {
			name = strings.TrimSpace(name)
			if !slices.Contains(known, name) {
				if c.arg("optional") != "" {
					continue
				}
				return nil, e.n.fault(c.lineOf(arg), "pivot: no %s %q in these results; %s", strings.TrimSuffix(arg, "s"), reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
			}
			if slices.Contains(all, name) || arg == "metrics" && v.has(name) {
				out = append(out, name)
			}
		}
		return out, nil
	}
	var err error
	switch a.name {
	case "run":
		a.values, err = chosen("runs", v.runs, e.runs())
		a.narrow = func(s *selection, run string) { s.runs = only(s.runs, run) }
		return a, err
	case "metric":
		var compared []string
		for _, m := range v.metrics {
			if m.Compared || m.Primary {
				compared = append(compared, m.Name)
			}
		}
		a.values, err = chosen("metrics", compared, e.metrics())
		a.narrow = func(s *selection, metric string) { s.metric = metric }
		return a, err
	}
	byRun := map[string]string{}
	for _, f := range e.c.res.Factors {
		if f.Benchmark == v.name && f.Name == a.name {
			byRun[f.Run] = f.Value
			addOnce(&a.values, f.Value)
		}
	}
	a.all = true
	if len(byRun) > 0 {
		a.narrow = func(s *selection, value string) {
			s.runs = slices.DeleteFunc(slices.Clone(s.runs), func(run string) bool { return byRun[run] != value })
		}
		a.values = inOrder(a.values)
		return a, nil
	}
	for _, s := range e.c.res.Summaries {
		if s.Benchmark == v.name && s.Stratum != nil && s.Stratum.Name == a.name {
			addOnce(&a.values, s.Stratum.Value)
		}
	}
	a.values = inOrder(a.values)
	a.narrow = func(s *selection, value string) { s.stratum = result.Stratum{Name: a.name, Value: value} }
	if len(a.values) > 0 {
		return a, nil
	}
	var known []string
	for _, f := range e.c.res.Factors {
		addOnce(&known, f.Name)
	}
	for _, s := range e.c.res.Summaries {
		if s.Stratum != nil {
			addOnce(&known, s.Stratum.Name)
		}
	}
	if slices.Contains(known, a.name) {
		return nil, nil // of another benchmark
	}
	return nil, e.n.fault(c.lineOf(side), "pivot: no stratum or attribute of runs is called %q here; %s", reports.Shorten(reports.Visible(a.name), reports.MaxNameRunes), choose(a.name, append([]string{"run", "metric"}, known...)))
}

// inOrder sorts an axis: by value where all are numbers, so that .05 stands before .5.
func inOrder(values []string) []string {
	values = result.UniqueNatural(values)
	at := map[string]float64{}
	for _, v := range values {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || math.IsNaN(x) {
			return values
		}
		at[v] = x
	}
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return values
}

func only(runs []string, run string) []string {
	if slices.Contains(runs, run) {
		return []string{run}
	}
	return nil
}
