package xlsx

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Widths of columns in characters.
const (
	narrowest = 9
	widest    = 60
	// beside is how wide a table can make a column that is not its own: below
	// another table, its texts rather take several lines.
	beside = 24
)

// widths are the columns' widths on a sheet, from the contents of its tables.
type widths struct {
	of   []float64
	owns bool // the columns are a table's, and the next one fits in
}

func newWidths() *widths { return &widths{} }

func (w *widths) need(column int, characters float64) {
	for len(w.of) <= column {
		w.of = append(w.of, narrowest)
	}
	limit := float64(widest)
	if w.owns {
		limit = beside
	}
	w.of[column] = max(w.of[column], min(characters, limit))
}

func (w *widths) table(g *grid) {
	for k, c := range g.columns() {
		for _, word := range strings.Fields(c.name) {
			w.need(k, float64(utf8.RuneCountInString(word))+3) // room for the filter's button
		}
		for _, row := range g.merged.Rows {
			if c.from >= len(row) {
				continue
			}
			n := utf8.RuneCountInString(row[c.from].Text) + 2
			if c.part != single {
				n = n/2 + 2
			}
			w.need(k, float64(n))
		}
	}
	w.owns = true
}

// span is how many columns text of the given width runs over, and their width.
func (w *widths) span(characters float64) (columns int, width float64) {
	for width < characters {
		if columns < len(w.of) {
			width += w.of[columns]
		} else {
			width += narrowest
		}
		columns++
	}
	return columns, width
}

// total is the width of all columns.
func (w *widths) total() float64 {
	sum := 0.0
	for _, width := range w.of {
		sum += width
	}
	return sum
}

// set gives a sheet's columns their widths. The last column goes first: the library
// puts each before the others, and programs expect them in order.
func (w *widths) set(f *excelize.File, sheet string) error {
	for k, width := range slices.Backward(w.of) {
		name, err := excelize.ColumnNumberToName(k + 1)
		if err != nil {
			return err
		}
		if err := f.SetColWidth(sheet, name, name, width); err != nil {
			return err
		}
	}
	return nil
}
