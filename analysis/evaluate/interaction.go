package evaluate

import (
	"fmt"
	"math"

	"mcpstats/analysis/evaluate/curves"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

const (
	mostContrasts   = 120       // that are listed one by one
	mostInteraction = 5_000_000 // contrasts times tasks
)

// interaction answers whether one factor of runs does more at some levels of another. A task's
// value in a cell is the mean of the runs there; tasks that some cell lacks are left out. Every
// task gives the contrasts (y_ij - y_1j) - (y_i1 - y_11), whose means are all zero where there
// is no interaction: Hotelling's test asks that of all of them at once, and every difference of
// differences has a t test of its own. With two levels each there is one contrast, and both are
// the same test. Where tasks come in clusters, a cluster's mean is the unit.
func interaction(st *study.Study, q result.Question) (result.Answer, error) {
	m, why := curves.Named(st, q.Get("metric"))
	if why != "" {
		return result.Answer{Unanswered: why}, nil
	}
	d, why := newDesign(st, m, q.Get("rows"), q.Get("columns"))
	if why != "" {
		return result.Answer{Unanswered: why}, nil
	}
	if why = d.gather(); why != "" {
		return result.Answer{Unanswered: why}, nil
	}
	d.together()
	return result.Answer{Interaction: &d.out}, d.apart()
}

// design is the table of two factors while it is tested.
type design struct {
	st      *study.Study
	m       int
	runs    [][]int     // by cell, row by row
	units   [][]float64 // the cells' values of every task or cluster that has all of them
	largest float64     // of their absolute values
	out     result.Interaction
}

func newDesign(st *study.Study, m int, rows, columns string) (d *design, why string) {
	if rows == columns {
		return nil, "rows and columns are both " + rows
	}
	d = &design{st: st, m: m, out: result.Interaction{Metric: st.Measures[m].Name, Rows: rows, Columns: columns, Method: "hotelling_t2", Correction: st.Plan.Elsewhere()}}
	factors := []study.Factor{st.Factor(rows), st.Factor(columns)}
	for k := range factors {
		f := &factors[k]
		_, ofTasks := st.Bench.FactOfTasks(f.Name)
		switch {
		case !f.Known() && ofTasks:
			return nil, f.Name + " is a fact of tasks, and this test pairs the values of one task; effect by=" + f.Name + " compares within it"
		case !f.Known():
			return nil, fmt.Sprintf("no run states %s as one fact of all its attempts", f.Name)
		}
	}
	for k, levels := range []*[]string{&d.out.RowLevels, &d.out.ColumnLevels} {
		f := &factors[k]
		for _, r := range st.Runs {
			if f.Of[r] != "" && factors[1-k].Of[r] != "" {
				*levels = append(*levels, f.Of[r])
			}
		}
		*levels = result.UniqueNatural(*levels)
		switch len(*levels) {
		case 0:
			return nil, fmt.Sprintf("no run states both %s and %s", rows, columns)
		case 1:
			return nil, fmt.Sprintf("%s has one level, %s: there is no interaction to test", f.Name, (*levels)[0])
		}
	}
	var empty []string
	for _, a := range d.out.RowLevels {
		for _, b := range d.out.ColumnLevels {
			var here []int
			for _, r := range st.Runs {
				if factors[0].Of[r] == a && factors[1].Of[r] == b {
					here = append(here, r)
				}
			}
			if len(here) == 0 {
				empty = append(empty, a+" with "+b)
			}
			d.runs = append(d.runs, here)
		}
	}
	if len(empty) > 0 {
		return nil, fmt.Sprintf("%s and %s are not crossed: no run is %s; choose levels that are (where)", rows, columns, result.FirstOf(empty, 3))
	}
	return d, ""
}

// contrasts is how many there are.
func (d *design) contrasts() int { return (len(d.out.RowLevels) - 1) * (len(d.out.ColumnLevels) - 1) }

// gather reads the cells' values by task.
func (d *design) gather() (why string) {
	st := d.st
	if d.contrasts()*len(st.Bench.Tasks) > mostInteraction {
		return fmt.Sprintf("%d by %d levels have %d contrasts, too many to test over %d tasks; choose levels (where)", len(d.out.RowLevels), len(d.out.ColumnLevels), d.contrasts(), len(st.Bench.Tasks))
	}
	sums, counts, order := map[int32][]float64{}, map[int32]float64{}, []int32(nil)
	means := make([]float64, len(d.runs))
	for t := range st.Bench.Tasks {
		values, ok := d.cells(t)
		if !ok {
			continue
		}
		d.out.NTasks++
		unit := int32(t)
		if st.Cluster != nil {
			unit = st.Cluster[t]
		}
		if sums[unit] == nil {
			sums[unit], order = make([]float64, len(values)), append(order, unit)
		}
		counts[unit]++
		for k, v := range values {
			sums[unit][k] += v
			means[k] += v
		}
	}
	if d.out.NTasks == 0 {
		return "no task has a value in every cell"
	}
	for _, unit := range order {
		for k := range sums[unit] {
			sums[unit][k] /= counts[unit]
			d.largest = max(d.largest, math.Abs(sums[unit][k]))
		}
		d.units = append(d.units, sums[unit])
	}
	if st.Cluster != nil {
		d.out.Clusters = len(order)
		d.out.Notes = append(d.out.Notes, "tasks come in clusters: the mean of each is a unit of the tests")
	}
	for k := range d.runs {
		d.out.Cells = append(d.out.Cells, result.InteractionCell{Row: d.out.RowLevels[k/len(d.out.ColumnLevels)], Column: d.out.ColumnLevels[k%len(d.out.ColumnLevels)],
			Runs: len(d.runs[k]), Mean: means[k] / float64(d.out.NTasks)})
	}
	if n := len(st.Bench.Tasks) - d.out.NTasks; n > 0 {
		d.out.Notes = append(d.out.Notes, fmt.Sprintf("%s without a value in some cell: left out", result.Plural(n, "task")))
	}
	return ""
}

// cells are a task's values, each the mean of the runs of its cell; false where one has none.
func (d *design) cells(t int) ([]float64, bool) {
	out := make([]float64, len(d.runs))
	for k, runs := range d.runs {
		n := 0.0
		for _, r := range runs {
			if col := &d.st.Columns[d.m][r]; col.Ok[t] {
				out[k], n = out[k]+col.Value[t], n+1
			}
		}
		if n == 0 {
			return nil, false
		}
		out[k] /= n
	}
	return out, true
}

// at is (A - B at C) - (A - B at D) of one unit, by the numbers of the levels. What is not
// exactly zero for rounding alone is zero: the last bits of differences are no scatter.
func (d *design) at(unit []float64, a, b, c, e int) float64 {
	n := len(d.out.ColumnLevels)
	x := (unit[a*n+c] - unit[b*n+c]) - (unit[a*n+e] - unit[b*n+e])
	if grid := d.largest * 0x1p-48; grid > 0 {
		x = math.Round(x/grid) * grid
	}
	return x
}

// together is the test of all contrasts at once.
func (d *design) together() {
	rows := make([][]float64, len(d.units))
	for u, unit := range d.units {
		for a := 1; a < len(d.out.RowLevels); a++ {
			for c := 1; c < len(d.out.ColumnLevels); c++ {
				rows[u] = append(rows[u], d.at(unit, a, 0, c, 0))
			}
		}
	}
	h, err := stats.HotellingT2(rows)
	if err != nil {
		d.out.Notes = append(d.out.Notes, stats.Reason(err))
		return
	}
	d.out.TSquared, d.out.F, d.out.DF, d.out.P = result.Number(h.TSquared), result.Number(h.Statistic), h.DF, result.Number(h.P)
}

// apart tests every difference of differences by itself and corrects for their number.
func (d *design) apart() error {
	rows, columns := len(d.out.RowLevels), len(d.out.ColumnLevels)
	if n := rows * (rows - 1) / 2 * columns * (columns - 1) / 2; n > mostContrasts {
		d.out.Notes = append(d.out.Notes, fmt.Sprintf("the %d differences of differences are more than the %d that are listed; choose levels (where)", n, mostContrasts))
		return nil
	}
	var p []float64
	var tested []int
	for a := range rows {
		for b := a + 1; b < rows; b++ {
			for c := range columns {
				for e := c + 1; e < columns; e++ {
					one := d.contrast(a, b, c, e)
					if one.P != nil {
						p, tested = append(p, *one.P), append(tested, len(d.out.Contrasts))
					}
					d.out.Contrasts = append(d.out.Contrasts, one)
				}
			}
		}
	}
	adjusted, err := study.Adjust(d.out.Correction, p)
	for k, i := range tested {
		if err == nil {
			d.out.Contrasts[i].PAdjusted = result.Number(adjusted[k])
		}
	}
	return err
}

func (d *design) contrast(a, b, c, e int) result.InteractionContrast {
	values := make([]float64, len(d.units))
	for u, unit := range d.units {
		values[u] = d.at(unit, a, b, c, e)
	}
	mean := func(row, column int) float64 { return d.out.Cells[row*len(d.out.ColumnLevels)+column].Mean }
	out := result.InteractionContrast{A: d.out.RowLevels[a], B: d.out.RowLevels[b], C: d.out.ColumnLevels[c], D: d.out.ColumnLevels[e],
		Value: (mean(a, c) - mean(b, c)) - (mean(a, e) - mean(b, e))}
	if d.st.Cluster != nil {
		out.Value = *study.Mean(values)
	}
	diff, err := stats.DifferencesOf(values)
	if err == nil {
		var t stats.PairedTResult
		if t, err = stats.PairedT(diff, stats.PairedTOptions{Level: d.st.Plan.Level}); err == nil {
			i := study.Estimate(t.Interval)
			out.Interval, out.T, out.DF, out.P = &i, result.Number(t.Statistic), result.Number(t.DF[0]), result.Number(t.P)
		}
	}
	if err != nil {
		out.Notes = []string{stats.Reason(err)}
	}
	return out
}
