package relations

import (
	"strings"

	"mcpstats/datasets/document"
)

// grid is a table's numbers: one a cell, nil where the cell holds none or several.
type grid struct {
	*document.Table
	cells    [][]*quantity
	parens   [][]*quantity // what stands in parentheses behind the number of a cell
	rowHeads []string
	colHeads []string
	firstRow int
	firstCol int
	rows     int
	cols     int
	groups   []int // of each row, which stretch between rules it is in
}

// newGrid lays out the numbers of a table.
func newGrid(t *document.Table, numbers []*quantity) *grid {
	g := &grid{Table: t, rows: len(t.Rows), firstRow: t.HeadRows, firstCol: t.HeadColumns}
	if g.rows == 0 {
		return g
	}
	g.cols = len(t.Rows[0])
	g.cells, g.parens = make([][]*quantity, g.rows), make([][]*quantity, g.rows)
	for i := range g.cells {
		g.cells[i], g.parens[i] = make([]*quantity, g.cols), make([]*quantity, g.cols)
	}
	g.rowHeads, g.colHeads = make([]string, g.rows), make([]string, g.cols)
	for i := range g.rows {
		g.rowHeads[i] = t.RowHead(i)
	}
	for j := range g.cols {
		g.colHeads[j] = t.ColHead(min(t.HeadRows, g.rows-1), j)
	}
	several := map[[2]int]bool{}
	for _, q := range numbers {
		if q.Row < 0 || q.Row >= g.rows || q.Col < 0 || q.Col >= g.cols {
			continue
		}
		if t.IsHead(q.Row, q.Col) {
			continue
		}
		at := [2]int{q.Row, q.Col}
		switch q.Role {
		case "", "value":
			if g.cells[q.Row][q.Col] != nil {
				several[at] = true
			}
			g.cells[q.Row][q.Col] = q
		case "parenthesis":
			g.parens[q.Row][q.Col] = q
		}
	}
	for at := range several {
		g.cells[at[0]][at[1]] = nil
		g.parens[at[0]][at[1]] = nil
	}
	g.groups = make([]int, g.rows)
	group := 0
	for i := range g.groups {
		for _, r := range t.Rules {
			if r == i && i > t.HeadRows {
				group++
			}
		}
		if i > t.HeadRows && g.named(i) {
			group++
		}
		g.groups[i] = group
	}
	g.unpad()
	return g
}

// named tells whether a row has no numbers but names those below it.
func (g *grid) named(row int) bool {
	for _, q := range g.cells[row] {
		if q != nil {
			return false
		}
	}
	for _, c := range g.Rows[row] {
		if strings.TrimSpace(c.Text.Plain) != "" {
			return true
		}
	}
	return false
}

// unpad finds columns whose numbers all end in the same zeros, as programs print them that
// always write two decimals. Their last digit claims nothing.
func (g *grid) unpad() {
	const least = 4
	for {
		again := false
		for c := range g.cols {
			seen, zeros := 0, true
			for r := range g.rows {
				if q := g.cells[r][c]; q != nil && q.digit < 1 {
					seen++
					zeros = zeros && padded(q)
				}
			}
			if seen < least || !zeros {
				continue
			}
			for r := range g.rows {
				if q := g.cells[r][c]; q != nil && q.digit < 1 {
					q.blunt()
					again = true
				}
			}
		}
		if !again {
			return
		}
	}
}

// padded tells whether the last digit that counts is a zero.
func padded(q *quantity) bool {
	text := q.Plain
	dropped := 0
	for d := q.digit; d > 1.5*pow10(-q.Decimals); d /= 10 {
		dropped++
	}
	at := len(text) - 1 - dropped
	return q.Decimals > dropped && at >= 0 && text[at] == '0'
}

// view is a grid read by rows, or by columns: an item is one instance of a relation, and a
// field takes the same part in every item.
type view struct {
	*grid
	flip bool // an item is a column
}

func (v view) items() (from, to int) {
	if v.flip {
		return v.firstCol, v.cols
	}
	return v.firstRow, v.rows
}

func (v view) fields() (from, to int) {
	if v.flip {
		return v.firstRow, v.rows
	}
	return v.firstCol, v.cols
}

func (v view) at(item, field int) *quantity {
	if v.flip {
		return v.cells[field][item]
	}
	return v.cells[item][field]
}

// field is the head of a field.
func (v view) field(i int) string {
	if v.flip {
		return v.rowHeads[i]
	}
	return v.colHeads[i]
}

// item is the head of an item.
func (v view) item(i int) string {
	if v.flip {
		return v.colHeads[i]
	}
	return v.rowHeads[i]
}

// where names the parts of the table that fields are.
func (v view) where() string {
	if v.flip {
		return "row"
	}
	return "column"
}

// name is how the table is called in a line of words.
func (g *grid) name() string {
	if g.Label != "" {
		return g.Label
	}
	return "table " + strings.TrimPrefix(g.ID, "t")
}
