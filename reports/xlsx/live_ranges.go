package xlsx

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// ref is the sheet's name as formulas have it.
func (s *scoreSheet) ref() string {
	if strings.Contains(s.name, " ") {
		return quoted(s.name)
	}
	return s.name
}

// column is a range of a sheet of scores; its column stays where a formula is
// copied to the right where that is asked for.
func (w *where) column(n int, fixed bool) string {
	name, err := excelize.ColumnNumberToName(n)
	if err != nil {
		return "#REF!"
	}
	dollar := ""
	if fixed {
		dollar = "$"
	}
	return fmt.Sprintf("%s!%s%s$%d:%s%s$%d", w.sheet.ref(), dollar, name, w.first, dollar, name, w.last)
}

// columns is a range of several columns.
func (w *where) columns(from, to int) string {
	a, err := excelize.ColumnNumberToName(from)
	if err != nil {
		return "#REF!"
	}
	b, err := excelize.ColumnNumberToName(to)
	if err != nil {
		return "#REF!"
	}
	return fmt.Sprintf("%s!%s$%d:%s$%d", w.sheet.ref(), a, w.first, b, w.last)
}

// run finds a run among the card's; -1 where it is not there, or has no column.
func (w *where) run(name string) int {
	for r, have := range w.card.Runs {
		if have == name && w.sheet.of(w.card, r) >= 0 {
			return r
		}
	}
	return -1
}

// product is the conditions and further factors, multiplied.
func (w *where) product(factors ...string) string {
	return strings.Join(append(append([]string{}, w.conditions...), factors...), "*")
}

// mean is the mean of a run's scores where all factors hold.
func (w *where) mean(scores string, factors ...string) string {
	if len(w.conditions)+len(factors) == 0 {
		return "AVERAGE(" + scores + ")"
	}
	// A comma, not a star: a text among the scores counts as nothing.
	return fmt.Sprintf("SUMPRODUCT(%s,%s)/SUMPRODUCT(%s)", w.product(append(factors, "1")...), scores, w.product(append(factors, "ISNUMBER("+scores+")")...))
}

// count is how many rows there are where all factors hold.
func (w *where) count(factors ...string) string {
	return "SUMPRODUCT(" + w.product(append(factors, "1")...) + ")"
}

// sum adds up the numbers of a range where the conditions hold; the conditions are
// as wide as the range only when multiplied by it.
func (w *where) sum(cells string) string {
	return fmt.Sprintf("SUMPRODUCT(%s,%s)", w.product("ISNUMBER("+cells+")"), cells)
}
