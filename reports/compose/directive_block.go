package compose

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// usualTables and usualFigures are the names that the sections give to what they
// make, whichever logs it is made of; results without one of them are no mistake
// of the notebook. Strata, groups of metrics and modes add names of their own.
var (
	usualTables = []string{
		"leaderboard", "denominators", "policies", "comparisons", "comparisons-other-metrics", "comparisons-by-stratum", "tests", "effects", "intervals", "posteriors", "trials",
		"curves", "failures-in-short", "failures-recorded", "failures-labelled", "failures-detected", "failures-by-stratum", "failures-looked-for", "failures-rules-and-labels", "failure-places", "failure-examples", "labels-as-logged", "label-ranges", "label-verdicts", "label-examples",
		"tasks", "catalog", "catalog-categories", "catalog-servers", "catalog-tools", "tools", "tools-by-run", "servers", "servers-by-run", "call-labels", "call-labels-by-tool", "error-messages", "first-errors", "waste", "failed-and-passed",
		"frontier", "ratios", "agreement", "agreement-pooled", "confusion", "confusion-pooled", "judge-bounds", "judge-errors", "judge-variants", "corrected-rates", "panels", "contradictions", "consistency", "items-to-look-at", "items", "item-abilities", "item-information", "item-subset", "item-subset-tasks", "specifications", "stability", "reported", "reported-by-stratum", "definitions", "subsets", "summaries",
	}
	usualFigures = []string{"leaderboard-figure", "average-ranks", "differences-figure", "differences-matrix", "p-values-matrix", "wins-matrix", "bootstrap-figure", "power-figure", "trials-figure", "frontier-figure", "agreement-figure", "agreement-pooled-figure", "judge-variants-figure", "labels-as-logged-figure", "tools-figure", "first-errors-figure", "item-subset-figure"}
)

// part is a table or a figure that some section of a benchmark makes.
type part struct {
	name  string // its identifier without the benchmark
	block reports.Block
	terms map[string]bool
}

// partsOf makes all sections of a benchmark aside, to pick from.
func (e *executor) partsOf(v *view) ([]part, error) {
	if parts, ok := e.parts[v]; ok {
		return parts, nil
	}
	parts := []part{}
	for _, s := range benchmarkSections() {
		aside := *e.c
		aside.doc, aside.terms = &reports.Document{}, map[string]bool{}
		own := *e.c.names
		own.Ids = maps.Clone(own.Ids)
		aside.names = &own
		copied := *v
		copied.ids = maps.Clone(v.ids)
		if err := s.write(&aside, &copied); err != nil {
			return nil, e.inBenchmark(v, err)
		}
		for _, b := range aside.doc.Blocks {
			switch b.(type) {
			case reports.Table, reports.Figure:
				parts = append(parts, part{name: strings.Replace(blockID(b), "-"+v.slug, "", 1), block: b, terms: aside.terms})
			}
		}
	}
	e.parts[v] = parts
	return parts, nil
}

// pick finds a table or a figure by name. A name that only another benchmark has
// gives nothing.
func (e *executor) pick(c *call, v *view, usual []string, wanted func(reports.Block) bool) (reports.Block, error) {
	var names []string
	for _, other := range e.c.views {
		parts, err := e.partsOf(other)
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			if wanted(p.block) {
				addOnce(&names, p.name)
			}
		}
	}
	name := c.arg("name")
	if !slices.Contains(names, name) && !slices.Contains(usual, name) {
		return nil, e.n.fault(c.lineOf("name"), "%s: no %s %q in these results; %s", c.name, c.name, reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, names))
	}
	for _, p := range e.parts[v] {
		if p.name == name && wanted(p.block) {
			for t := range p.terms {
				e.c.use(t)
			}
			return p.block, nil
		}
	}
	return nil, nil
}

func figureDirective() directive {
	return directive{name: "figure", benchmark: true,
		doc:  "One figure, by the name of its file without the benchmark: " + strings.Join(usualFigures, ", ") + "; those of strata, curves and failures by their files' names.",
		args: []parameter{{name: "name", doc: "the figure", required: true}},
		write: func(e *executor, c *call, v *view) error {
			b, err := e.pick(c, v, usualFigures, func(b reports.Block) bool { _, ok := b.(reports.Figure); return ok })
			if b != nil {
				e.emit(b)
			}
			return err
		}}
}

func tableDirective() directive {
	return directive{name: "table", benchmark: true,
		doc: "One table, by the name of its file without the benchmark: " + strings.Join(usualTables, ", ") + "; those of strata and groups of metrics by their files' names.",
		args: []parameter{
			{name: "name", doc: "the table", required: true},
			{name: "columns", doc: "the columns to show, in this order, by their names in the CSV file, separated by commas"},
			{name: "rows", doc: "how many rows to show, from the first"},
			{name: "run", doc: "only the rows of this run"},
			{name: "metric", doc: "only the rows of this metric"},
		},
		write: (*executor).oneTable}
}

func (e *executor) oneTable(c *call, v *view) error {
	b, err := e.pick(c, v, usualTables, func(b reports.Block) bool { _, ok := b.(reports.Table); return ok })
	if b == nil || err != nil {
		return err
	}
	t := b.(reports.Table)
	for _, filter := range []struct {
		arg     string
		columns []string
		known   func() []string
	}{{"run", []string{"run", "a", "b"}, e.runs}, {"metric", []string{"metric"}, e.metrics}} {
		if c.arg(filter.arg) == "" {
			continue
		}
		if !slices.ContainsFunc(t.Columns, func(col reports.Column) bool { return slices.Contains(filter.columns, col.Key) }) {
			return e.n.fault(c.lineOf(filter.arg), "table: %s has no column %s to choose rows by", c.arg("name"), filter.arg)
		}
		if _, err := e.oneOf(c, filter.arg, filter.known()); err != nil {
			return err
		}
		t = rowsWith(t, filter.columns, c.arg(filter.arg))
	}
	if list := c.arg("columns"); list != "" {
		if t, err = e.chosenColumns(c, t, strings.Split(list, ",")); err != nil {
			return err
		}
	}
	if c.arg("rows") != "" {
		n, err := strconv.Atoi(c.arg("rows"))
		if err != nil || n < 1 {
			return e.n.fault(c.lineOf("rows"), "table: rows is %q, expected a whole number of at least 1", reports.Shorten(reports.Visible(c.arg("rows")), reports.MaxNameRunes))
		}
		if n < len(t.Rows) {
			t.Notes = append(slices.Clone(t.Notes), reports.FormatCount(n)+" of "+reports.FormatCount(len(t.Rows))+" rows.")
			t.Rows, t.Long = t.Rows[:n], false
		}
	}
	if len(t.Rows) > 0 {
		e.emit(t)
	}
	return nil
}

// rowsWith keeps the rows that name a value in one of some columns.
func rowsWith(t reports.Table, columns []string, value string) reports.Table {
	return rowsWhere(t, func(cell func(string) reports.Cell) bool {
		return slices.ContainsFunc(t.Columns, func(col reports.Column) bool {
			return slices.Contains(columns, col.Key) && slices.Contains([]string{cell(col.Key).Text, cell(col.Key).Full, cell(col.Key).Logged}, value)
		})
	})
}

// withRows is the table with some of its rows, in which none speaks of another.
func withRows(t reports.Table, rows [][]reports.Cell) reports.Table {
	if len(rows) == len(t.Rows) {
		return t
	}
	for i, row := range rows {
		for k := range row {
			if len(row[k].Beats) > 0 {
				rows[i] = slices.Clone(row)
				for j := range rows[i] {
					rows[i][j].Beats = nil
				}
				break
			}
		}
	}
	t.Rows, t.Beaten = rows, ""
	return t
}

// chosenColumns keeps columns by their keys, in the order given.
func (e *executor) chosenColumns(c *call, t reports.Table, keys []string) (reports.Table, error) {
	var known []string
	for _, col := range t.Columns {
		known = append(known, col.Key)
	}
	var at []int
	for _, key := range keys {
		key = strings.TrimSpace(key)
		k := slices.Index(known, key)
		if k < 0 {
			return t, e.n.fault(c.lineOf("columns"), "table: %s has no column %q; %s", c.arg("name"), reports.Shorten(reports.Visible(key), reports.MaxNameRunes), choose(key, known))
		}
		if slices.Contains(at, k) {
			return t, e.n.fault(c.lineOf("columns"), "table: the column %s is chosen twice", key)
		}
		at = append(at, k)
	}
	out := t
	out.Columns, out.Rows, out.Aside = nil, make([][]reports.Cell, len(t.Rows)), nil
	for _, k := range at {
		out.Columns = append(out.Columns, t.Columns[k])
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], row[k])
		}
	}
	return out, nil
}
