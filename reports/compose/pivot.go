package compose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// pivot is one table while it is made.
type pivot struct {
	e             *executor
	c             *call
	v             *view
	metric        string
	rows, columns *pivotAxis
	cells         string
	shared        int // the most runs that share a cell
}

// at is the selection of a cell; an empty value is everything.
func (p *pivot) at(row, column string) selection {
	s := selection{runs: p.v.runs, metric: p.metric}
	if row != "" {
		p.rows.narrow(&s, row)
	}
	if column != "" {
		p.columns.narrow(&s, column)
	}
	return s
}

// found are the summaries of a selection's runs that have a mean.
func (p *pivot) found(s selection) []*result.Summary {
	var out []*result.Summary
	for _, run := range s.runs {
		if one := p.v.summaries[summaryKey{run, s.metric, s.stratum}]; one != nil && one.Mean != nil {
			out = append(out, one)
		}
	}
	return out
}

// value is the number of a cell: of one run its mean, of several the mean of their means.
func (p *pivot) value(s selection) *float64 {
	found := p.found(s)
	if len(found) == 0 {
		return nil
	}
	sum := 0.0
	for _, one := range found {
		if p.cells == "sum" {
			sum += *one.Mean * float64(one.NTasks)
		} else {
			sum += *one.Mean / float64(len(found))
		}
	}
	if p.cells == "sum" {
		// A mean times its n is the sum to some 16 digits: 15 of them, so that counts are whole.
		sum, _ = strconv.ParseFloat(strconv.FormatFloat(sum, 'g', 15, 64), 64)
	}
	return &sum
}

func (p *pivot) cell(row, column string) reports.Cell {
	s := p.at(row, column)
	found := p.found(s)
	if row != "" && column != "" {
		p.shared = max(p.shared, len(found))
	}
	count := func(of func(*result.Summary) int) reports.Cell {
		if len(found) == 0 {
			return reports.Cell{}
		}
		most := 0
		for _, one := range found {
			most = max(most, of(one))
		}
		return reports.CountCell(most)
	}
	scale := p.v.scale(s.metric)
	switch p.cells {
	case "tasks":
		return count(func(one *result.Summary) int { return one.NTasks })
	case "attempts":
		return count(func(one *result.Summary) int { return one.NAttempts })
	case "runs":
		return reports.CountCell(len(found))
	case "sum":
		return reports.NumberCell(p.value(s), 0)
	}
	if against := p.c.arg("against"); against != "" {
		other := p.at(row, against)
		if slices.Contains(p.rows.values, against) {
			other = p.at(against, column)
		}
		x, y := p.value(s), p.value(other)
		if x == nil || y == nil {
			return reports.MissingCell(scale.DifferenceKind())
		}
		d := *x - *y
		return scale.Difference(&d)
	}
	return scale.Value(p.value(s))
}

// interval is that of a cell's mean, where the mean is of one run.
func (p *pivot) interval(row, column string) reports.Cell {
	s := p.at(row, column)
	if found := p.found(s); len(found) == 1 {
		return p.v.scale(s.metric).Interval(found[0].Interval)
	}
	return reports.MissingCell(reports.Interval)
}

// unit is that of a column's intervals, which are printed bare.
func (p *pivot) unit(column string) string {
	if unit := p.v.scale(p.at("", column).metric).AxisUnit(); unit != "" {
		return " (" + unit + ")"
	}
	return ""
}

func (p *pivot) table() (reports.Table, error) {
	c := p.e.c
	if against := p.c.arg("against"); against != "" && !slices.Contains(p.rows.values, against) && !slices.Contains(p.columns.values, against) {
		return reports.Table{}, p.e.n.fault(p.c.lineOf("against"), "pivot: against is %q; %s", reports.Shorten(reports.Visible(against), reports.MaxNameRunes), choose(against, slices.Concat(p.rows.values, p.columns.values)))
	}
	words := []string{"pivot", p.v.slug, p.rows.name, p.columns.name}
	if p.rows.name != "metric" && p.columns.name != "metric" {
		words = append(words, p.metric)
	}
	if p.cells != "" && p.cells != "mean" {
		words = append(words, p.cells)
	}
	t := reports.Table{ID: c.names.Id(words...), Columns: []reports.Column{{Name: pivotAxisName(p.rows.name), Key: keyOf(p.rows.name), Kind: reports.Text}}}
	columns := p.columns.values
	if p.columns.all {
		columns = append(slices.Clone(columns), "")
	}
	keys := map[string]bool{t.Columns[0].Key: true}
	for _, value := range columns {
		name := "All"
		if value != "" {
			name = c.names.Show(value)
		}
		key := keyOf(name)
		for n := 2; keys[key]; n++ {
			key = fmt.Sprintf("%s-%d", keyOf(name), n)
		}
		keys[key] = true
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: key, Kind: p.kind(value)})
		if p.cells == "interval" {
			t.Columns = append(t.Columns, reports.Column{Name: c.level() + " interval" + p.unit(value), Key: key + "_interval", Kind: reports.Interval})
		}
	}
	rows := p.rows.values
	if p.rows.all {
		rows = append(slices.Clone(rows), "")
	}
	for _, row := range rows {
		line := []reports.Cell{{Text: "All"}}
		if row != "" {
			line[0] = c.names.Cell(row)
		}
		some := false
		for _, column := range columns {
			cell := p.cell(row, column)
			some = some || cell.HasValue
			line = append(line, cell)
			if p.cells == "interval" {
				line = append(line, p.interval(row, column))
			}
		}
		if some {
			t.Rows = append(t.Rows, line)
		}
	}
	t.Caption = p.caption()
	t.Long = len(t.Rows) > 40
	if p.shared > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("Up to %s share a cell, which is the mean of their means.", plural(p.shared, "run")))
	}
	if p.rows.all || p.columns.all {
		t.Notes = append(t.Notes, "All: over everything, not the mean of the other cells.")
	}
	return t, nil
}

// pivotAxisName is what a table calls an axis: words as headings are, a name with signs as it is.
func pivotAxisName(name string) string {
	shown := reports.Shorten(reports.Visible(name), reports.MaxNameRunes)
	if strings.ContainsAny(name, "_-.") {
		return shown
	}
	return capital(shown)
}

// keyOf is a column's name in a CSV file.
func keyOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == ',' || r == '"' }), "_")
}

// kind is what the cells of a column hold.
func (p *pivot) kind(column string) reports.Kind {
	scale := p.v.scale(p.at("", column).metric)
	switch {
	case p.cells == "tasks", p.cells == "attempts", p.cells == "runs":
		return reports.Integer
	case p.cells == "sum":
		return reports.Number
	case p.c.arg("against") != "":
		return scale.DifferenceKind()
	}
	return scale.Kind()
}

func (p *pivot) caption() string {
	what := map[string]string{"": "Means", "mean": "Means", "interval": "Means and intervals", "sum": "Sums over tasks", "tasks": "Tasks", "attempts": "Attempts", "runs": "Runs"}[p.cells]
	if against := p.c.arg("against"); against != "" {
		what = "Differences of means from " + p.e.c.names.Show(against)
	}
	if p.rows.name != "metric" && p.columns.name != "metric" {
		what += " of " + reports.Visible(p.metric) + ", " + p.v.scale(p.metric).InWords()
	}
	said := what + ", " + reports.Visible(p.rows.name) + " by " + reports.Visible(p.columns.name) + "."
	if words := p.c.arg("caption"); words != "" {
		said = strings.TrimSuffix(reports.Visible(words), ".") + ". " + said
	}
	return said
}
