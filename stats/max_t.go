package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// MaxTStatistic is what MaxT compares across comparisons.
type MaxTStatistic int

const (
	StudentizedMean MaxTStatistic = iota // |mean| / (sd / sqrt n), the sd taken again after every flip
	PlainMean                            // |mean|
)

// MaxTOptions: the zero value is the studentized statistic, exact where that is cheap
// and 9999 random sign vectors elsewhere.
type MaxTOptions struct {
	Statistic MaxTStatistic
	Null      NullDistribution // Asymptotic means Monte Carlo here
	Resamples int              // random sign vectors; 0 means 9999
	Seed      uint64           // of the random sign vectors
}

// MaxTResult holds one entry a comparison, in the order given.
type MaxTResult struct {
	Statistic  []float64 // signed; infinite where the differences are equal and not zero
	SingleStep []float64 // p-values against the maximum over all comparisons
	StepDown   []float64 // p-values against the maximum over those not yet rejected
	Exact      bool      // all 2^n sign vectors were counted
	Vectors    float64   // sign vectors counted: 2^n where exact, else Resamples+1
	Notes      []string
}

// MaxT adjusts several paired comparisons on the same tasks for being several, by the
// distribution of the largest of their statistics under random flips of signs.
// differences[j][i] is comparison j's difference at task i. A flip turns a task's
// differences in all comparisons together, which keeps their dependence. Null: all
// vectors of differences are as likely as their mirror images; the family-wise error
// is controlled, in the strong sense by either procedure where the comparisons that
// are null have symmetric differences jointly.
//
// The single-step p-value is the share of sign vectors, of all 2^n where that is cheap,
// whose largest statistic reaches the observed one. The step-down p-values take the
// maximum over this and the less extreme comparisons only, and never fall along the
// order. With one comparison the plain mean gives the paired permutation test, and
// McNemar's exact test where the differences are -1, 0 and 1. Statistics that differ
// by rounding alone count as equal.
//
// Errors: *ArgumentError for no comparisons, unequal lengths, NaN or infinite values,
// an exact enumeration that is out of reach.
//
// Also called: maxT, minP's sibling, single-step and step-down maxT (R's multtest).
// Source: Westfall & Young (1993), Resampling-Based Multiple Testing, algorithms 2.5
// and 2.8; the p-value of random vectors: Phipson & Smyth (2010).
func MaxT(differences [][]float64, opt MaxTOptions) (MaxTResult, error) {
	f, err := newFlippedRows(differences, opt)
	if err != nil {
		return MaxTResult{}, err
	}
	r := MaxTResult{Statistic: f.statistic}
	work := math.Ldexp(float64(len(f.order)), max(len(f.active)-1, 0))
	limit := float64(autoMaxT)
	if opt.Null == Exact {
		limit = mostMaxT
	}
	switch {
	case opt.Null != Asymptotic && work <= limit:
		f.enumerate()
		r.Exact, r.Vectors = true, math.Ldexp(1, len(f.active))
		f.shares(&r, math.Ldexp(1, max(len(f.active)-1, 0)), 0)
	case opt.Null == Exact:
		return MaxTResult{}, &ArgumentError{Arg: "null", Reason: fmt.Sprintf("all sign vectors of %d tasks in %d comparisons are out of reach; use Auto", len(f.active), len(f.order))}
	default:
		resamples := opt.Resamples
		if resamples == 0 {
			resamples = 9999
		}
		f.sample(resamples, opt.Seed)
		r.Vectors = float64(resamples) + 1
		f.shares(&r, r.Vectors, 1)
		r.Notes = append(r.Notes, fmt.Sprintf("Monte Carlo, %d random sign vectors", resamples))
	}
	return r, nil
}

// Bounds on exact work, in sign vectors times comparisons.
const (
	autoMaxT = 0x1p23
	mostMaxT = 0x1p34
)

// flippedRows holds the rows in the order of their observed statistics, the largest
// first. A row's statistic is a function of its flipped sum S: of all flips of a row
// the sum of squares Q is the same, so that t grows with S^2/(nQ), which lies in [0, 1]
// and is 1 where t is infinite.
type flippedRows struct {
	statistic []float64   // signed t or mean, in the order given
	order     []int       // the rows by observed statistic, descending
	active    []int       // tasks at which any row differs from zero
	d         [][]float64 // by place in order: the differences at the active tasks
	weight    []float64   // by place: 1/(nQ), or 0 where the plain sum counts
	limit     []float64   // by place: the observed statistic, less its rounding
	single    []float64   // by place: sign vectors that reach the limit in any row
	later     []float64   // by place: sign vectors that reach it in this or a later row
}

func newFlippedRows(differences [][]float64, opt MaxTOptions) (*flippedRows, error) {
	switch {
	case len(differences) == 0:
		return nil, &ArgumentError{Arg: "differences", Reason: "no comparison; give at least one"}
	case opt.Statistic != StudentizedMean && opt.Statistic != PlainMean:
		return nil, &ArgumentError{Arg: "statistic", Reason: "not one of StudentizedMean, PlainMean"}
	}
	if err := (PermutationOptions{Null: opt.Null, Resamples: opt.Resamples}).check(); err != nil {
		return nil, err
	}
	n := len(differences[0])
	f := &flippedRows{}
	rows := make([]flippedRow, len(differences))
	for j, d := range differences {
		if len(d) != n {
			return nil, &ArgumentError{Arg: "differences", Reason: fmt.Sprintf("comparison %d has %d tasks, comparison 0 has %d; all are over the same tasks", j, len(d), n)}
		}
		var err error
		if rows[j], err = newFlippedRow(d, opt.Statistic); err != nil {
			return nil, err
		}
		f.statistic = append(f.statistic, rows[j].signed)
		f.order = append(f.order, j)
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return cmp.Compare(rows[b].observed, rows[a].observed) })
	for i := range n {
		if slices.ContainsFunc(differences, func(d []float64) bool { return d[i] != 0 }) {
			f.active = append(f.active, i)
		}
	}
	for _, j := range f.order {
		d := make([]float64, len(f.active))
		for k, i := range f.active {
			d[k] = differences[j][i]
		}
		f.d = append(f.d, d)
		f.weight = append(f.weight, rows[j].weight)
		f.limit = append(f.limit, rows[j].limit)
	}
	f.single, f.later = make([]float64, len(f.order)), make([]float64, len(f.order))
	return f, nil
}

// flippedRow is one comparison as observed.
type flippedRow struct {
	signed, observed, limit, weight float64
}

func newFlippedRow(d []float64, statistic MaxTStatistic) (flippedRow, error) {
	diff, err := DifferencesOf(d)
	if err != nil {
		return flippedRow{}, err
	}
	m, err := describe("differences", d)
	if err != nil {
		return flippedRow{}, err
	}
	n, sizes, squares := float64(len(d)), 0.0, 0.0
	for _, v := range d {
		sizes += math.Abs(v)
		squares += v * v
	}
	sum := m.Mean * n
	if statistic == PlainMean {
		// Rounding makes sums that are equal differ by some units of the sizes summed.
		return flippedRow{signed: m.Mean, observed: math.Abs(sum), limit: math.Abs(sum)*(1-1e-9) - 1e-14*sizes}, nil
	}
	r := flippedRow{}
	switch {
	case squares == 0:
		return r, nil // all zero: every vector reaches 0
	case len(d) == 1 || diff.constant():
		r.signed = math.Inf(1)
		if m.Mean < 0 {
			r.signed = math.Inf(-1)
		}
	default:
		r.signed = m.t()
	}
	r.weight = 1 / (n * squares)
	r.observed = sum * sum * r.weight
	// A relative difference of 1e-9 in t is 2e-9 u (1-u) in u = t^2/(t^2+n-1).
	r.limit = r.observed - 2e-9*r.observed*(1-min(1, r.observed)) - 1e-13*math.Sqrt(r.observed)
	return r, nil
}

// count takes one sign vector's sums by place. Those of its mirror image are the same
// but for their signs, which no statistic looks at.
func (f *flippedRows) count(sums []float64) {
	reached := math.Inf(-1)
	for k := len(sums) - 1; k >= 0; k-- {
		v := math.Abs(sums[k])
		if f.weight[k] > 0 {
			v *= v * f.weight[k]
		}
		reached = max(reached, v)
		if reached >= f.limit[k] {
			f.later[k]++
		}
	}
	// The limits fall along the order.
	for k, limit := range f.limit {
		if reached >= limit {
			f.single[k]++
		}
	}
}

// enumerate counts all sign vectors with the first task as it is. The sums of either
// half of the tasks are listed once.
func (f *flippedRows) enumerate() {
	rows, n := len(f.order), len(f.active)
	half := (n + 1) / 2
	low, high := make([][]float64, rows), make([][]float64, rows)
	for k, d := range f.d {
		first, rest := 0.0, []float64(nil)
		if half > 0 {
			first, rest = d[0], d[1:half]
		}
		low[k] = signedSums(first, rest)
		high[k] = signedSums(0, d[half:])
	}
	sums := make([]float64, rows)
	for y := range high[0] {
		for x := range low[0] {
			for k := range sums {
				sums[k] = low[k][x] + high[k][y]
			}
			f.count(sums)
		}
	}
}

// signedSums are start plus the sums of d under all sign vectors.
func signedSums(start float64, d []float64) []float64 {
	out := []float64{start}
	for _, v := range d {
		more := make([]float64, 0, 2*len(out))
		for _, s := range out {
			more = append(more, s+v, s-v)
		}
		out = more
	}
	return out
}

// sample counts random sign vectors.
func (f *flippedRows) sample(resamples int, seed uint64) {
	var pcg rand.PCG
	pcg.Seed(seed, mix64(uint64(len(f.active))))
	sums := make([]float64, len(f.order))
	signs := make([]float64, len(f.active))
	for range resamples {
		var bits uint64
		for i := range signs {
			if i%64 == 0 {
				bits = pcg.Uint64()
			}
			signs[i] = float64(int(bits&1)*2 - 1)
			bits >>= 1
		}
		for k, d := range f.d {
			s := 0.0
			for i, v := range d {
				s += signs[i] * v
			}
			sums[k] = s
		}
		f.count(sums)
	}
}

// shares turns the counts into p-values; itself is 1 where the observed vector is to
// be counted beside those that were drawn.
func (f *flippedRows) shares(r *MaxTResult, vectors, itself float64) {
	r.SingleStep, r.StepDown = make([]float64, len(f.order)), make([]float64, len(f.order))
	most := 0.0
	for k, j := range f.order {
		r.SingleStep[j] = (f.single[k] + itself) / vectors
		most = max(most, (f.later[k]+itself)/vectors)
		r.StepDown[j] = most
	}
}
