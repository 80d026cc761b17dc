package compose

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// pivotOrders are the orders of rows that are no attribute's.
var pivotOrders = []string{"headline", "name", "value"}

// ordered are the rows in the order asked for, those that stand apart behind the others. Rows
// of which the order knows nothing stay where they were, at the end.
func (p *pivot) ordered() []string {
	rows := slices.Clone(p.rows.values)
	by := map[string]*float64{}
	switch order := p.c.arg("order"); order {
	case "":
	case "name":
		rows = inOrder(rows)
	case "headline", "value":
		metric := p.metric
		for _, r := range rows {
			s := p.at(r, p.columns.values[0])
			by[r] = p.number(s, p.basis(s))
			if order == "headline" && p.v.primary != nil && !p.calls() && p.rows.name != "metric" {
				s = p.at(r, "")
				s.metric, s.cell = p.v.primary.Name, ""
				by[r] = p.number(s, "mean")
			}
			metric = s.metric
		}
		lower := p.v.metric(metric).Better == result.Lower.String()
		sortBy(rows, by, !lower)
	default:
		words := map[string]string{}
		for _, f := range p.e.c.res.Factors {
			if f.Benchmark == p.v.name && f.Name == order {
				words[f.Run] = f.Value
			}
		}
		for run, word := range words {
			if x, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(x) {
				by[run] = &x
			}
		}
		if len(by) < len(words) { // words among the numbers: all are words
			clear(by)
			slices.SortStableFunc(rows, func(a, b string) int {
				if (words[a] == "") != (words[b] == "") {
					return cmp.Compare(len(words[b]), len(words[a]))
				}
				return result.CompareNatural(words[a], words[b])
			})
		}
		sortBy(rows, by, false)
	}
	slices.SortStableFunc(rows, func(a, b string) int {
		if p.apart(a) == p.apart(b) {
			return 0
		} else if p.apart(a) {
			return 1
		}
		return -1
	})
	return rows
}

// sortBy sorts rows by a number; those without one come last.
func sortBy(rows []string, by map[string]*float64, descending bool) {
	slices.SortStableFunc(rows, func(a, b string) int {
		x, y := by[a], by[b]
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		case descending:
			return cmp.Compare(*y, *x)
		}
		return cmp.Compare(*x, *y)
	})
}

// apart tells whether a row is a run that stands apart, as people do beside models.
func (p *pivot) apart(row string) bool {
	return p.rows.name == "run" && p.reference[row]
}

// markBest marks the best values: bold in a column, with a star in a row. What prints alike is
// as good: a difference that a reader cannot see is not marked.
func (p *pivot) markBest(t *reports.Table, rows []string, at []pivotColumn) {
	how := p.c.arg("best")
	if how == "" {
		return
	}
	better := func(k int) string {
		c := at[k]
		if c.cell != "mean" && c.cell != "median" && c.cell != "sum" && c.cell != "count" || c.ratio != "" {
			return ""
		}
		s := p.at("", c.value)
		switch cellOr(s.cell, c.cell) {
		case "tasks", "n", "attempts", "runs":
			return ""
		}
		return p.v.metric(s.metric).Better
	}
	best := func(cells []*reports.Cell, better string) (out []*reports.Cell) {
		var top *reports.Cell
		for _, c := range cells {
			if c.HasValue && (top == nil || better == result.Higher.String() && c.Value > top.Value || better == result.Lower.String() && c.Value < top.Value) {
				top = c
			}
		}
		for _, c := range cells {
			if top != nil && c.HasValue && c.Text == top.Text {
				out = append(out, c)
			}
		}
		return out
	}
	var bold, star []*reports.Cell
	for k := range at {
		if b := better(k); b == result.Higher.String() || b == result.Lower.String() {
			var column []*reports.Cell
			for r, row := range rows {
				if row != "" && !p.apart(row) {
					column = append(column, &t.Rows[r][k+1])
				}
			}
			if len(column) > 1 {
				bold = append(bold, best(column, b)...)
			}
		}
	}
	for r, row := range rows {
		var cells []*reports.Cell
		b := ""
		for k, c := range at {
			if c.value != "" && better(k) != "" && p.columns.name != "metric" {
				cells, b = append(cells, &t.Rows[r][k+1]), better(k)
			}
		}
		if len(cells) > 1 && row != "" && !p.apart(row) {
			star = append(star, best(cells, b)...)
		}
	}
	if how != "row" {
		for _, c := range bold {
			c.Strong = true
		}
		t.Notes = append(t.Notes, "Bold: the best of its column.")
	}
	if how != "column" && len(star) > 0 {
		for _, c := range star {
			c.Text += "*"
		}
		t.Notes = append(t.Notes, "*: the best of its row.")
	}
}
