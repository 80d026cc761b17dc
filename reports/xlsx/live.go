package xlsx

import (
	"fmt"
	"math"
	"slices"
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

// where is the part of the sheet Scores that a row of a table is about.
type where struct {
	block *scoreBlock
	// Conditions that a task's row meets, as factors of a product:
	// "(Scores!$A$5:$A$99=$A7)".
	conditions []string
	// holds, by the card's task.
	holds       func(task int) bool
	first, last int // rows that the formulas look at
	// attempts is the range of a run's attempts; nil where they have no columns.
	attempts func(run int) string
}

// live makes the formulas of a table's row, by column. A formula that does not
// give the number of the results is not written, and where the tasks do not count
// the same the row has none: the results then know something that the sheet does
// not, such as pairs that were refused.
func (b *book) live(g *grid, i, row int) map[string]string {
	of, ok := liveParts[g.merged.Origin.Part]
	if !ok || b.scores == nil {
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
		k := columnOf(t, key)
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
	benchmark := from.Origin.Benchmark
	block := b.scores.block(benchmark)
	if block == nil || column(t, "metric") >= 0 && whole(cell("metric")) != block.card.Metric {
		return nil
	}
	w := where{block: block, holds: func(int) bool { return true }, first: block.first, last: block.last}
	if b.scores.several {
		w.first, w.last = scoreHeader+1, b.scores.last
		if at(benchmarkKey) == "" || !b.scores.tellsApart() {
			w.first, w.last = block.first, block.last
		} else {
			w.conditions = append(w.conditions, fmt.Sprintf("(%s=%s)", w.column(1, true), at(benchmarkKey)))
		}
	}
	if b.scores.trials > 0 {
		w.attempts = func(r int) string {
			from := b.scores.attemptColumn(slices.Index(b.scores.runs, block.card.Runs[r]))
			return w.columns(from, from+b.scores.trials-1)
		}
	}
	if of.stratum != nil {
		name, value := of.stratum(from, cell)
		if value != "" && !w.within(b.scores, name, value, at("value")) {
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
		key := strings.ToLower(benchmarkName(b.card.Benchmark))
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// within narrows to the tasks of a stratum; false where the sheet cannot.
func (w *where) within(s *scoreSheet, name, value, at string) bool {
	for i, stratum := range s.strata {
		if stratum != name && reports.Visible(stratum) != name {
			continue
		}
		for _, st := range w.block.card.Strata {
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

// column is a range of the sheet Scores; its column stays where a formula is
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
	return fmt.Sprintf("%s!%s%s$%d:%s%s$%d", scoreSheetName, dollar, name, w.first, dollar, name, w.last)
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
	return fmt.Sprintf("%s!%s$%d:%s$%d", scoreSheetName, a, w.first, b, w.last)
}

// run finds a run among the card's; -1 where it is not there.
func (w *where) run(name string) int {
	for r, have := range w.block.card.Runs {
		if have == name {
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

// runFormulas are those of one run's row.
func runFormulas(w where, cell func(string) reports.Cell, at func(string) string) []candidate {
	card := w.block.card
	r := w.run(whole(cell("run")))
	if r < 0 {
		return nil
	}
	sum, scored, n, attempts, recorded := 0.0, 0.0, 0, 0, 0
	for t := range card.Tasks {
		v, ok := card.Task(t, r)
		if !ok || !w.holds(t) {
			continue
		}
		sum += v
		n++
		some := 0
		for k := range card.Trials {
			if v, ok := card.Attempt(t, r, k); ok {
				scored += v
				some++
			}
		}
		recorded += some
		if card.Filled(t) {
			some = card.Trials
		}
		attempts += some
	}
	scores := w.column(w.block.columns[r], false)
	tasks := "COUNT(" + scores + ")"
	if len(w.conditions) > 0 {
		tasks = w.count("ISNUMBER(" + scores + ")")
	}
	out := []candidate{
		{"tasks", tasks, float64(n), true},
		{"mean", w.mean(scores), sum / float64(n), n > 0},
	}
	if w.attempts == nil {
		return out
	}
	log := w.attempts(r)
	in, total := "COUNT("+log+")", "SUM("+log+")"
	if len(w.conditions) > 0 {
		in, total = w.count("ISNUMBER("+log+")"), w.sum(log)
	}
	out = append(out, candidate{"scored", total, scored, true})
	if card.Policy == "drop" {
		return append(out, candidate{"attempts", in, float64(attempts), true})
	}
	expected := fmt.Sprintf("%s*%d", at("tasks"), card.Trials)
	return append(out, candidate{"attempts", expected, float64(attempts), true}, candidate{"imputed", expected + "-" + in, float64(attempts - recorded), true})
}

// pairFormulas are those of one comparison.
func pairFormulas(w where, cell func(string) reports.Cell, at func(string) string) []candidate {
	card := w.block.card
	a, b := w.run(whole(cell("a"))), w.run(whole(cell("b")))
	if a < 0 || b < 0 {
		return nil
	}
	var sumA, sumB float64
	var n, above, same, below int
	for t := range card.Tasks {
		x, okA := card.Task(t, a)
		y, okB := card.Task(t, b)
		if !okA || !okB || !w.holds(t) {
			continue
		}
		sumA, sumB, n = sumA+x, sumB+y, n+1
		switch {
		case x > y:
			above++
		case x < y:
			below++
		default:
			same++
		}
	}
	sa, sb := w.column(w.block.columns[a], false), w.column(w.block.columns[b], false)
	both := []string{"ISNUMBER(" + sa + ")", "ISNUMBER(" + sb + ")"}
	number := func(relation string) string {
		return w.count(append(both[:2:2], "("+sa+relation+sb+")")...)
	}
	wins, losses := candidate{"wins", number(">"), float64(above), true}, candidate{"losses", number("<"), float64(below), true}
	if card.Lower {
		wins, losses = candidate{"wins", number("<"), float64(below), true}, candidate{"losses", number(">"), float64(above), true}
	}
	ma, mb := sumA/float64(n), sumB/float64(n)
	difference, scale := "("+at("mean_a")+"-"+at("mean_b")+")", 1.0
	if card.Share {
		difference, scale = difference+"*100", 100
	}
	return []candidate{
		{"tasks", w.count(both...), float64(n), true},
		{"mean_a", w.mean(sa, both[1]), ma, n > 0},
		{"mean_b", w.mean(sb, both[0]), mb, n > 0},
		{"difference", difference, (ma - mb) * scale, n > 0 && at("mean_a") != "" && at("mean_b") != ""},
		wins, losses, {"ties", number("="), float64(same), true},
	}
}
