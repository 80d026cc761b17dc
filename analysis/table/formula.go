package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
)

// A plan can ask for metrics that no catalog declares:
//
//	reported.feedback_tokens                      a number that the harness stored, as it is
//	prompt_tokens * reported.invocations          of each attempt, made of its other metrics
//	total_tokens / 1000000
//
// Both become metrics of the table under the name that they were asked for by, before a plan
// is held against it: slices, tables and curves know them like any other. An attempt has a
// value where it has all that the formula names; where nothing is there to be made of, nothing
// is made, and whoever asked says so.

// ReportedName is how a plan asks for a number that the harness stored.
const ReportedName = "reported."

// formula is a product or sum of metrics and numbers; * and / go before + and -.
type formula struct {
	terms []string
	signs []byte // before the second term, the third and so on
}

// formulaOf reads a name that is made of others; false for a plain name. Signs stand between
// blanks, since names of judges and models may hold any sign.
func formulaOf(name string) (formula, bool) {
	words := strings.Fields(name)
	var f formula
	var term []string
	for i, w := range words {
		if len(w) == 1 && strings.Contains("*/+-", w) && len(term) > 0 && i+1 < len(words) {
			f.terms, f.signs, term = append(f.terms, strings.Join(term, " ")), append(f.signs, w[0]), nil
			continue
		}
		term = append(term, w)
	}
	f.terms = append(f.terms, strings.Join(term, " "))
	return f, len(f.signs) > 0
}

// value is the formula's value where its terms have these.
func (f *formula) value(of []float64) float64 {
	sum, product, sign := 0.0, of[0], 1.0
	for i, s := range f.signs {
		switch s {
		case '*':
			product *= of[i+1]
		case '/':
			product /= of[i+1]
		default:
			sum += sign * product
			product, sign = of[i+1], 1
			if s == '-' {
				sign = -1
			}
		}
	}
	return sum + sign*product
}

// Asked are the metrics that a plan names anywhere, which may have to be made.
func Asked(plan *result.Plan) []string {
	names := slices.Concat(plan.Also, plan.Metrics, []string{plan.Primary})
	if conditions, err := plan.Conditions(); err == nil {
		for _, c := range conditions {
			names = append(names, c.Field)
		}
	}
	return names
}

// Derive is the table with the metrics that are asked for and can be made of what it holds.
// The table itself stays as it is.
func (t *Table) Derive(names []string) *Table {
	out := &Table{}
	for _, b := range t.Benchmarks {
		out.Benchmarks = append(out.Benchmarks, b.derive(names))
	}
	return out
}

func (b *Benchmark) derive(names []string) *Benchmark {
	var made []string
	var cells [][]scoreList // by metric made and run
	for _, name := range names {
		if slices.Contains(b.Metrics, name) || slices.Contains(made, name) {
			continue
		}
		f, isFormula := formulaOf(name)
		at, ok := b.terms(f.terms)
		switch {
		case !ok:
		case isFormula:
			made, cells = append(made, name), append(cells, b.computed(&f, at))
		case at[0] >= 0 && b.Metrics[at[0]] != name:
			of := make([]scoreList, len(b.Logged))
			for r := range b.Logged {
				of[r] = b.Logged[r].Cells[at[0]]
			}
			made, cells = append(made, name), append(cells, of)
		}
	}
	if len(made) == 0 {
		return b
	}
	out := *b
	out.Metrics, out.made = append(slices.Clone(b.Metrics), made...), append(slices.Clone(b.made), made...)
	out.Logged = slices.Clone(b.Logged)
	for r := range out.Logged {
		mine := slices.Clone(out.Logged[r].Cells)
		for m := range made {
			mine = append(mine, cells[m][r])
		}
		out.Logged[r].Cells = mine
	}
	return &out
}

// terms finds a formula's terms among the metrics; a number is -1.
func (b *Benchmark) terms(terms []string) (at []int, ok bool) {
	for _, term := range terms {
		m := slices.Index(b.Metrics, term)
		if own, is := strings.CutPrefix(term, ReportedName); m < 0 && is {
			m = slices.Index(b.Metrics, ReportedPrefix+own)
		}
		if m < 0 {
			if _, err := strconv.ParseFloat(term, 64); err != nil {
				return nil, false
			}
		}
		at = append(at, m)
	}
	return at, slices.ContainsFunc(at, func(m int) bool { return m >= 0 })
}

// computed is a formula's value for every attempt of every run.
func (b *Benchmark) computed(f *formula, at []int) []scoreList {
	out := make([]scoreList, len(b.Logged))
	for r := range b.Logged {
		n := len(b.Logged[r].Attempts)
		known := make([]int, n) // terms that the attempt has
		values := make([][]float64, len(at))
		for i, m := range at {
			values[i] = make([]float64, n)
			if m < 0 {
				x, _ := strconv.ParseFloat(f.terms[i], 64)
				for a := range n {
					values[i][a] = x
					known[a]++
				}
				continue
			}
			for c := range b.Logged[r].Cells[m].All() {
				values[i][c.Attempt] = c.Value
				known[c.Attempt]++
			}
		}
		var list cellList
		of := make([]float64, len(at))
		for a := range n {
			if known[a] < len(at) {
				continue
			}
			for i := range at {
				of[i] = values[i][a]
			}
			if v := f.value(of); isFinite(v) {
				list.add(rawCell{int32(a), v})
			}
		}
		out[r], _ = list.inFinalOrder(nil, n)
	}
	return out
}

// madeMeasure is the measure of a metric that was made. Neither direction of it is better
// unless the plan says so, and an attempt without a value is none.
func (c Catalog) madeMeasure(name string, binary bool, plan *result.Plan) Measure {
	m, _ := c.derived(name)
	d := directionOf(plan, name, m, true)
	m.Better = d.Better
	return Measure{Metric: m, Direction: d, Order: len(c), Binary: binary}
}

// derived is the declaration of a metric that is made; false where the name is a plain one.
func (c Catalog) derived(name string) (Metric, bool) {
	f, isFormula := formulaOf(name)
	own, isReported := strings.CutPrefix(name, ReportedName)
	m := Metric{Name: name, Unit: "as given", Better: result.Neither, Missing: result.Drop, Scale: result.Interval}
	switch {
	case isFormula:
		m.Doc = fmt.Sprintf("Of each attempt: %s; undefined where the log lacks one of them.", name)
		m.Cite = "the plan"
		m.Unit = f.unit(c)
	case isReported:
		m.Doc = fmt.Sprintf("The harness's own number %s, as the log stores it; nothing here recomputes it.", own)
		m.Cite = "the log's own number"
		m.Unit = unitOfName(own)
	default:
		return m, false
	}
	return m, true
}

// unit is that of a sum whose terms share one, or of a product in which one term alone has one.
func (f *formula) unit(c Catalog) string {
	var units []string
	for _, term := range f.terms {
		unit := ""
		if m, _, ok := c.Find(term); ok {
			unit = m.Unit
		} else if m, ok := c.derived(term); ok && m.Unit != "as given" {
			unit = m.Unit
		}
		units = append(units, unit)
	}
	sums := !strings.ContainsAny(string(f.signs), "*/")
	unit := ""
	for i, u := range units {
		counts := u == "calls" || u == "steps" || u == "share" || u == "count"
		switch {
		case sums && u != units[0]:
			return "as given"
		case sums:
			unit = u
		case u != "" && !counts && i > 0 && f.signs[i-1] == '/', unit != "" && u != "" && !counts:
			return "as given"
		case u != "" && !counts:
			unit = u
		}
	}
	if unit == "" {
		return "as given"
	}
	return unit
}

// unitOfName reads the unit off the end of a harness's name for a number.
func unitOfName(name string) string {
	for _, u := range []struct{ end, unit string }{{"tokens", "tokens"}, {"_ms", "ms"}, {"_usd", "USD"}, {"calls", "calls"}, {"steps", "steps"}} {
		if strings.HasSuffix(strings.ToLower(name), u.end) {
			return u.unit
		}
	}
	return "as given"
}
