package xlsx

import (
	"fmt"
	"strings"

	"mcpstats/reports"
)

// sheetColumn is a column of the workbook: a column of the table, or one bound
// of a column of intervals.
type sheetColumn struct {
	name string
	from int // index of the table's column
	kind reports.Kind
	part part
}

type part uint8

const (
	single part = iota
	low
	high
)

// columns are those of the merged table that hold something. A column of intervals
// is two, and those of the same name are told apart, as Excel's tables need.
func (g *grid) columns() []sheetColumn {
	if g.expanded == nil {
		g.expanded = expand(g.merged)
	}
	return g.expanded
}

// columnOf is where a column of the merged table begins on its sheet, from 1; the
// index of the column is not its place. 0: it is not there.
func (g *grid) columnOf(key string) int {
	for k, c := range g.columns() {
		if g.merged.Columns[c.from].Key == key {
			return k + 1
		}
	}
	return 0
}

func expand(t reports.Table) []sheetColumn {
	var out []sheetColumn
	taken := map[string]bool{}
	add := func(c sheetColumn) {
		name := c.name
		if name == "" {
			name = "Column"
		}
		c.name = name
		for i := 2; taken[strings.ToLower(c.name)]; i++ {
			c.name = fmt.Sprintf("%s (%d)", name, i)
		}
		taken[strings.ToLower(c.name)] = true
		out = append(out, c)
	}
	for i, c := range t.Columns {
		if !holds(t, i) {
			continue
		}
		name := strings.Join(strings.Fields(clip(c.Name, 200)), " ")
		if c.Kind == reports.Interval {
			add(sheetColumn{name + ", low", i, c.Kind, low})
			add(sheetColumn{name + ", high", i, c.Kind, high})
			continue
		}
		add(sheetColumn{name, i, c.Kind, single})
	}
	return out
}

// holds reports whether a table without rows, or any row of it, has something in a
// column.
func holds(t reports.Table, column int) bool {
	for _, row := range t.Rows {
		if column < len(row) && (row[column].HasValue || whole(row[column]) != "") {
			return true
		}
	}
	return len(t.Rows) == 0
}
