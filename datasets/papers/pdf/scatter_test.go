package pdf

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mcpstats/datasets/document"
	"mcpstats/internal/testlength"
)

// Words and rules that stand anywhere are read without a panic, and what is made of them is whole:
// every table is a rectangle, every span stays inside, and every covered place has its cell's text.
func TestScatteredPages(t *testing.T) {
	papers := 40
	if testlength.Long() {
		papers = 1000
	}
	some := []string{"Model", "Table 1: x", "Table 2", "44.5", "1,200", "-", "12.5%", "a", "Figure 3: y", "References", "2.1 Results", "Abstract", "Total of all", "1.", "n = 95"}
	for seed := range papers {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		var pages []string
		for range 1 + r.IntN(3) {
			var b strings.Builder
			grid := float64(4 + r.IntN(30)) // coarse, so that much falls on one line and into one column
			for range r.IntN(120) {
				x, y := grid*float64(r.IntN(int(600/grid))), grid*float64(r.IntN(int(780/grid)))
				switch r.IntN(6) {
				case 0:
					fmt.Fprintf(&b, "%g %g m %g %g l S\n", x, y, x+grid*float64(r.IntN(20)), y)
				case 1:
					fmt.Fprintf(&b, "%g %g m %g %g l S\n", x, y, x, y+grid*float64(r.IntN(9)))
				default:
					fmt.Fprintf(&b, "BT /F%d %d Tf %g %g Td (%s) Tj ET\n", 1+r.IntN(2), 5+r.IntN(9), x, y, some[r.IntN(len(some))])
				}
			}
			pages = append(pages, b.String())
		}
		d, err := Read(context.Background(), "x.pdf", handmade(pages...))
		if err != nil {
			t.Fatal(seed, err)
		}
		for _, table := range tablesOf(d) {
			if why := broken(table); why != "" {
				t.Errorf("seed %d: %s\n%s", seed, why, drawn(table))
			}
		}
	}
}

// broken says where a table is no rectangle of cells.
func broken(t *document.Table) string {
	if len(t.Rows) == 0 || t.HeadRows > len(t.Rows) || t.HeadColumns > len(t.Rows[0]) {
		return "heads beyond the table"
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Rows[0]) {
			return fmt.Sprintf("row %d has another width", i)
		}
		for c, cell := range row {
			if cell.RowSpan < 1 || cell.ColSpan < 1 {
				return fmt.Sprintf("a cell at %d, %d spans nothing", i, c)
			}
			if !cell.Covered && (i+cell.RowSpan > len(t.Rows) || c+cell.ColSpan > len(row)) {
				return fmt.Sprintf("a cell at %d, %d goes beyond the table", i, c)
			}
		}
	}
	return ""
}
