package compose

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// A pivot by what was said of attempts counts: labels in the words of the log, failure modes of
// one source, judges against the reference, the words for why they err. What the results hold
// of it is a list of tallies (pivot_tallies.go), each with the values that it has on the axes; a
// cell adds up those of its row and its column. Only the tallies over all runs together have
// intervals of their own where no axis parts the runs: those of single runs are theirs.

// tallyAxes are the axes that are made of tallies.
var tallyAxes = []string{"label", "annotator", "mode", "judge", "variant", "error"}

// tallyCells are what a cell of theirs can hold.
var tallyCells = []string{"count", "share", "interval", "n"}

// tally is a count of one thing among others.
type tally struct {
	at        map[string]string // values on the axes
	pooled    bool              // over all runs together
	count, of int
	interval  *result.IntervalEstimate
}

// ofTallies tells whether a call is for such a table.
func ofTallies(c *call) bool {
	return slices.Contains(tallyAxes, c.arg("rows")) || slices.Contains(tallyAxes, c.arg("columns"))
}

// tallyPivot is one table while it is made.
type tallyPivot struct {
	e             *executor
	c             *call
	v             *view
	rows, columns *tallyAxis
	cells         []string
	list          []tally
	what, of      string // what is counted, among what
}

// tallyAxis is one side of it; an axis that parts the runs has "" behind its values: all of them.
type tallyAxis struct {
	name   string
	values []string
	ofRuns bool
}

func (e *executor) tallyPivot(c *call, v *view) error {
	p := &tallyPivot{e: e, c: c, v: v}
	rows, columns := c.arg("rows"), c.arg("columns")
	if rows == columns {
		return e.n.fault(c.lineOf("columns"), "pivot: rows and columns are both %s", rows)
	}
	for _, cell := range splitList(c.arg("cells")) {
		if !slices.Contains(tallyCells, cell) {
			return e.n.fault(c.lineOf("cells"), "pivot: cells of a table by %s is %q; %s", rows, reports.Shorten(reports.Visible(cell), reports.MaxNameRunes), choose(cell, tallyCells))
		}
		p.cells = append(p.cells, cell)
	}
	if err := p.gather(); err != nil {
		return err
	}
	if len(p.cells) == 0 {
		p.cells = []string{"count"}
		if strings.HasPrefix(p.what, "Agreement") {
			p.cells = []string{"share"}
		}
	}
	var err error
	if p.rows, err = p.axis("rows"); err != nil {
		return err
	}
	if p.columns, err = p.axis("columns"); err != nil {
		return err
	}
	if len(p.rows.values)*len(p.columns.values) > mostPivotCells {
		e.leftOut(fmt.Sprintf("a table of %s by %s has %s by %s values, more than the %s cells that are made; choose fewer (row-values, column-values, where)", e.c.names.Whole(p.rows.name), e.c.names.Whole(p.columns.name), reports.FormatCount(len(p.rows.values)), reports.FormatCount(len(p.columns.values)), reports.FormatCount(mostPivotCells)))
		return nil
	}
	t := p.table()
	if len(t.Rows) == 0 {
		e.leftOut(fmt.Sprintf("a table of %s by %s: no cell has a value", e.c.names.Whole(p.rows.name), e.c.names.Whole(p.columns.name)))
		return nil
	}
	e.emit(t)
	return nil
}

// axis has the values in their order: those of the tallies as they come, runs best first,
// factors ascending.
func (p *tallyPivot) axis(side string) (*tallyAxis, error) {
	name := p.c.arg(side)
	a := &tallyAxis{name: name, ofRuns: !slices.Contains(tallyAxes, name)}
	for _, t := range p.list {
		if value := t.at[name]; value != "" {
			addOnce(&a.values, value)
		}
	}
	switch {
	case name == "run":
		a.values = slices.DeleteFunc(slices.Clone(p.v.runs), func(run string) bool { return !slices.Contains(a.values, run) })
	case a.ofRuns:
		a.values = inOrder(a.values)
	}
	if len(a.values) == 0 && a.ofRuns && name != "run" {
		return nil, p.e.n.fault(p.c.lineOf(side), "pivot: no attribute of runs is called %q here, and a table by labels, modes or judges is by run or by one of these; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, append([]string{"run"}, p.factors()...)))
	}
	var err error
	arg := side[:len(side)-1] + "-values"
	if name == "run" {
		arg = "runs"
	}
	a.values, err = p.e.chosenValues(p.c, arg, a.values, a.values)
	if a.ofRuns && len(a.values) > 1 && p.c.arg(arg) == "" {
		a.values = append(a.values, "")
	}
	return a, err
}

// factors are the attributes of runs that are known.
func (p *tallyPivot) factors() (out []string) {
	for _, f := range p.e.c.res.Factors {
		if f.Benchmark == p.v.name {
			addOnce(&out, f.Name)
		}
	}
	return out
}

// cell adds up the tallies of a row and a column; ok is false where there is none.
func (p *tallyPivot) cell(row, column string) (sum tally, ok bool) {
	pooled := !(p.rows.ofRuns && row != "") && !(p.columns.ofRuns && column != "")
	n := 0
	for i := range p.list {
		t := &p.list[i]
		if t.pooled != pooled || !p.rows.has(t, row) || !p.columns.has(t, column) {
			continue
		}
		n++
		sum.count, sum.of, sum.interval = sum.count+t.count, sum.of+t.of, t.interval
	}
	if n > 1 {
		sum.interval = nil
	}
	return sum, n > 0
}

func (a *tallyAxis) has(t *tally, value string) bool {
	return a.ofRuns && value == "" || t.at[a.name] == value
}

func (p *tallyPivot) table() reports.Table {
	c, sc := p.e.c, p.v.shares
	t := reports.Table{ID: c.names.Id("pivot", p.v.slug, p.rows.name, p.columns.name, p.cells[0]), Caption: p.caption(),
		Columns: []reports.Column{{Name: c.pivotAxisName(p.rows.name), Key: keyOf(p.rows.name), Kind: reports.Text}}}
	keys := map[string]bool{t.Columns[0].Key: true}
	name := func(value string) string {
		if value == "" {
			return "All"
		}
		return c.names.Brief(value)
	}
	kinds := map[string]reports.Kind{"count": reports.Integer, "n": reports.Integer, "share": reports.Percent, "interval": reports.Interval}
	for _, value := range p.columns.values {
		for k, cell := range p.cells {
			head, key := name(value), keyOf(name(value))
			if k > 0 {
				head, key = map[string]string{"count": "Count", "n": "Of", "share": "Share", "interval": c.level() + " interval (%)"}[cell], key+"_"+cell
			}
			t.Columns = append(t.Columns, reports.Column{Name: head, Key: freeKey(keys, key), Kind: kinds[cell]})
		}
	}
	for _, row := range p.rows.values {
		line := []reports.Cell{c.names.NameCell(name(row))}
		some := false
		for _, column := range p.columns.values {
			sum, ok := p.cell(row, column)
			for _, cell := range p.cells {
				if !ok {
					line = append(line, reports.MissingCell(kinds[cell]))
					continue
				}
				some = true
				switch cell {
				case "count":
					line = append(line, reports.CountCell(sum.count))
				case "n":
					line = append(line, reports.CountCell(sum.of))
				case "interval":
					line = append(line, sc.Interval(sum.interval))
				default:
					line = append(line, sc.Value(shareOf(sum.count, sum.of)))
				}
			}
		}
		if some {
			t.Rows = append(t.Rows, line)
		}
	}
	t.Long = len(t.Rows) > 40
	showFirst(&t, len(p.cells))
	if slices.Contains(p.rows.values, "") || slices.Contains(p.columns.values, "") {
		t.Notes = append(t.Notes, "All: over all of these runs together.")
	}
	return t
}

func shareOf(count, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(count) / float64(of)
	return &x
}

func (p *tallyPivot) caption() string {
	said := p.what + " (" + reports.Enumerate(p.cells, len(p.cells)) + "; shares and n are of " + p.of + "), " + p.e.c.names.Whole(p.rows.name) + " by " + p.e.c.names.Whole(p.columns.name) + "."
	if words := p.c.arg("caption"); words != "" {
		said = strings.TrimSuffix(reports.Visible(words), ".") + ". " + said
	}
	return said
}
