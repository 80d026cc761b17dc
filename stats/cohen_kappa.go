package stats

import (
	"fmt"
	"math"
)

// KappaWeights says how near-misses between ordered categories count.
type KappaWeights int

const (
	UnweightedKappa KappaWeights = iota // only equal categories agree
	LinearKappa                         // disagreement |i-j|
	QuadraticKappa                      // disagreement (i-j)^2
)

// KappaOptions of CohenKappa.
type KappaOptions struct {
	Weights KappaWeights
	Level   float64 // of the interval; 0 means 0.95
}

// Kappa is a chance-corrected agreement of two raters.
type Kappa struct {
	Value    float64
	Observed float64 // share of agreement, weighted where Weights says so
	Expected float64 // the same by chance, from the margins
	SE       float64 // large-sample standard error
	SE0      float64 // standard error under the hypothesis of no agreement beyond chance
	Interval Interval
	N        int
}

// CohenKappa measures the agreement of two raters beyond chance on a square
// table, table[i][j] = number of items that the first rater put in category i
// and the second in j: (observed - expected)/(1 - expected) (Cohen 1960, 1968).
// Standard errors are those of Fleiss, Cohen and Everitt (1969); the interval is
// Value +- z SE, not clipped. Where both raters use one and the same category
// chance agreement is 1 and kappa is an UndefinedError.
func CohenKappa(table [][]int, opt KappaOptions) (Kappa, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return Kappa{}, err
	}
	k := len(table)
	rows, cols, n := make([]int, k), make([]int, k), 0
	for i, row := range table {
		if len(row) != k {
			return Kappa{}, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("row %d has %d columns; the table must be square, %d by %d", i, len(row), k, k)}
		}
		for j, c := range row {
			if c < 0 {
				return Kappa{}, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("negative count %d in row %d, column %d", c, i, j)}
			}
			rows[i] += c
			cols[j] += c
			n += c
		}
	}
	if n == 0 {
		return Kappa{}, &ArgumentError{Arg: "table", Reason: "no items; give at least one"}
	}
	for i := range k {
		if rows[i] == n && cols[i] == n {
			return Kappa{}, &UndefinedError{Stat: "Cohen's kappa", Reason: "both raters put every item in the same category, so that chance agreement is 1"}
		}
	}

	// Disagreement weights: sums of non-negative terms lose no digits, where
	// 1 - expected would.
	disagree := func(i, j int) float64 {
		d := math.Abs(float64(i - j))
		switch {
		case opt.Weights == LinearKappa:
			return d / float64(k-1)
		case opt.Weights == QuadraticKappa:
			return d * d / float64((k-1)*(k-1))
		case d > 0:
			return 1
		}
		return 0
	}
	nf := float64(n)
	var do, de float64
	vRow, vCol := make([]float64, k), make([]float64, k) // mean disagreement of a category with the other rater
	for i := range k {
		for j := range k {
			v := disagree(i, j)
			do += v * float64(table[i][j]) / nf
			de += v * float64(rows[i]) / nf * float64(cols[j]) / nf
			vRow[i] += v * float64(cols[j]) / nf
			vCol[j] += v * float64(rows[i]) / nf
		}
	}
	res := Kappa{Value: 1 - do/de, Observed: 1 - do, Expected: 1 - de, N: n}

	// With agreement weights w = 1-v the published variance is that of
	// w_ij - (w_i. + w_.j)(1-kappa) over the table; 1-kappa = do/de. Centred
	// squares keep a perfect agreement's standard error at 0.
	q := do / de
	centre, centre0 := res.Value-res.Expected*q, -res.Expected
	var sum, sum0 float64
	for i := range k {
		for j := range k {
			w, m := 1-disagree(i, j), 2-vRow[i]-vCol[j]
			t, t0 := resolved(w-m*q-centre), resolved(w-m-centre0)
			sum += float64(table[i][j]) / nf * t * t
			sum0 += float64(rows[i]) / nf * float64(cols[j]) / nf * t0 * t0
		}
	}
	res.SE = math.Sqrt(sum/nf) / de
	res.SE0 = math.Sqrt(sum0/nf) / de
	half := zCritical(level) * res.SE
	res.Interval = Interval{Low: res.Value - half, High: res.Value + half, Level: level, Method: "fleiss_cohen_everitt"}
	return res, nil
}

// PairTable counts the pairs of labels that two raters gave to the same items,
// as CohenKappa wants them. labels are 0..categories-1.
func PairTable(x, y []int, categories int) ([][]int, error) {
	if len(x) != len(y) {
		return nil, &ArgumentError{Arg: "y", Reason: fmt.Sprintf("%d labels against %d of x; give one a label and item", len(y), len(x))}
	}
	table := make([][]int, categories)
	for i := range table {
		table[i] = make([]int, categories)
	}
	for i := range x {
		for _, v := range []int{x[i], y[i]} {
			if v < 0 || v >= categories {
				return nil, &ArgumentError{Arg: "x, y", Reason: fmt.Sprintf("label %d of item %d; labels are 0 to %d", v, i, categories-1)}
			}
		}
		table[x[i]][y[i]]++
	}
	return table, nil
}

// resolved returns a deviation between agreement weights, 0 where it is within the
// rounding of its terms, none of which exceeds 2: a standard error that is 0 in exact
// arithmetic would otherwise come out as noise.
func resolved(deviation float64) float64 {
	const rounding = 1e-15
	if math.Abs(deviation) <= rounding {
		return 0
	}
	return deviation
}
