package xlsx

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// computed is a cell's value with the formula that gives it.
type computed struct {
	formula string
	value   float64
}

// agreement is how far, relatively, a formula may be from the number of the
// results: what the order of summation does to a mean, and no more.
const agreement = 1e-12

// where is the part of a sheet of scores that a row of a table is about.
type where struct {
	sheet *scoreSheet
	card  *reports.Scorecard
	// Conditions that a task's row meets, as factors of a product:
	// "(Scores!$A$5:$A$99=$A7)".
	conditions []string
	// holds, by the card's task.
	holds       func(task int) bool
	first, last int // rows that the formulas look at
}

// attempts is the range of a run's attempts; empty where they have no columns.
func (w *where) attempts(run int) string {
	n := w.sheet.of(w.card, run)
	trials := w.sheet.columns[n].trials
	if trials == 0 {
		return ""
	}
	from := w.sheet.attemptColumn(n)
	return w.columns(from, from+trials-1)
}

// scores is the range of a run's scores.
func (w *where) scores(run int) string {
	return w.column(w.sheet.scoreColumn(w.sheet.of(w.card, run)), false)
}

// live makes the formulas of a table's row, by column. A formula that does not
// give the number of the results is not written, and where the tasks do not count
// the same the row has none: the results then know something that the sheet does
// not, such as pairs that were refused.
func (b *book) live(g *grid, i, row int) map[string]string {
	of, ok := liveParts[g.merged.Origin.Part]
	if !ok || b.scores == nil && b.further == nil {
		return nil
	}
	t := g.merged
	cell := func(key string) reports.Cell {
		if k := column(t, key); k >= 0 {
			return t.Rows[i][k]
		}
		return reports.Cell{}
	}
	at := func(key string) string {
		k := g.columnOf(key)
		if k == 0 {
			return ""
		}
		name, err := excelize.ColumnNumberToName(k)
		if err != nil {
			return ""
		}
		return fmt.Sprintf("$%s%d", name, row)
	}
	from := g.tables[g.from[i]]
	metric := ""
	if column(t, "metric") >= 0 {
		metric = whole(cell("metric"))
	}
	sheet := b.scores
	block, card := sheet.card(from.Origin.Benchmark, metric)
	if card == nil {
		sheet = b.further
		block, card = sheet.card(from.Origin.Benchmark, metric)
	}
	if card == nil {
		return nil
	}
	w := where{sheet: sheet, card: card, holds: func(int) bool { return true }, first: block.first, last: block.last}
	if sheet.several {
		w.first, w.last = longHeader+1, sheet.last
		if at(benchmarkKey) == "" || !sheet.tellsApart() {
			w.first, w.last = block.first, block.last
		} else {
			w.conditions = append(w.conditions, fmt.Sprintf("(%s=%s)", w.column(1, true), at(benchmarkKey)))
		}
	}
	if of.stratum != nil {
		name, value := of.stratum(from, cell)
		if value != "" && !w.within(name, value, at("value")) {
			return nil
		}
	}
	out := map[string]string{}
	for _, f := range of.formulas(w, cell, at) {
		if column(t, f.key) < 0 {
			continue
		}
		e := cell(f.key)
		want := e.Value
		if kindOf(t, f.key, e) == reports.Points {
			want *= 100
		}
		if by := e.Measure.Divisor(); by != 1 && f.key != "tasks" { // scores are as the log has them
			f.value, f.formula = f.value/by, "("+f.formula+")/"+strconv.FormatFloat(by, 'f', -1, 64)
		}
		agrees := e.HasValue && f.defined && math.Abs(f.value-want) <= agreement*math.Abs(want)
		if f.key == "tasks" && !agrees {
			return nil
		}
		if agrees {
			out[f.key] = f.formula
		}
	}
	return out
}

// kindOf is the kind of a cell in a column.
func kindOf(t reports.Table, key string, e reports.Cell) reports.Kind {
	if kind := t.Columns[column(t, key)].Kind; kind != reports.Mixed {
		return kind
	}
	return e.Kind
}

// livePart is how the rows of one kind of table follow from the scores.
type livePart struct {
	// stratum names the part of the tasks that a row is about; nil: all.
	stratum  func(from tableOf, cell func(string) reports.Cell) (name, value string)
	formulas func(w where, cell func(string) reports.Cell, at func(string) string) []candidate
}

// candidate is a formula with what it gives.
type candidate struct {
	key     string
	formula string
	value   float64
	defined bool
}

var liveParts = map[string]livePart{
	"leaderboard": {nil, runFormulas},
	"strata": {func(from tableOf, cell func(string) reports.Cell) (string, string) {
		return from.Origin.Of, whole(cell("value"))
	}, runFormulas},
	"summaries": {func(_ tableOf, cell func(string) reports.Cell) (string, string) {
		return whole(cell("stratum")), whole(cell("value"))
	}, runFormulas},
	"comparison":                {nil, pairFormulas},
	"comparisons":               {nil, pairFormulas},
	"comparisons-other-metrics": {nil, pairFormulas},
	"comparisons-by-stratum": {func(_ tableOf, cell func(string) reports.Cell) (string, string) {
		return whole(cell("stratum")), whole(cell("value"))
	}, pairFormulas},
}

// tellsApart reports whether a formula tells the benchmarks apart: Excel compares
// text without regard to case.
func (s *scoreSheet) tellsApart() bool {
	seen := map[string]bool{}
	for _, b := range s.blocks {
		key := strings.ToLower(benchmarkName(b.cards[0].Benchmark))
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// within narrows to the tasks of a stratum; false where the sheet cannot.
func (w *where) within(name, value, at string) bool {
	s := w.sheet
	for i, stratum := range s.strata {
		if stratum != name && reports.Visible(stratum) != name {
			continue
		}
		for _, st := range w.card.Strata {
			if st.Name != stratum {
				continue
			}
			for _, v := range st.Of {
				if v != value && strings.EqualFold(v, value) {
					return false
				}
			}
			w.holds = func(t int) bool { return st.Of[t] == value }
			w.conditions = append(w.conditions, fmt.Sprintf("(%s=%s)", w.column(s.taskColumn()+1+i, true), at))
			return true
		}
	}
	return false
}
