package stats

import (
	"fmt"
	"math"
)

// BootstrapMean returns a bootstrap interval of the mean of x, for a paired
// comparison the mean of the differences. The task is the unit: x holds one
// value a task, or opt.Cluster says which values are drawn together, in which
// case the mean of a resample is its total over its number of values.
//
// Values that are all equal have the interval of no width that they resample to,
// with a note; BCa and studentized intervals do not exist for them (fallback to
// percentile, and an UndefinedError). The studentized interval uses sd/sqrt(n),
// or with clusters the cluster-robust standard error with the factor G/(G-1), in
// the sample and in every resample. Errors: fewer than two values or clusters,
// values not finite, opt out of range.
func BootstrapMean(x []float64, opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	moments, err := Describe(x)
	if err != nil {
		return Bootstrap{}, err
	}
	units, err := newClusterTotals(x, moments.Mean, opt.Cluster)
	if err != nil {
		return Bootstrap{}, err
	}
	rs := Resampler{Units: len(units.total), Replicates: opt.Replicates, Seed: opt.Seed}
	vectors := [][]float64{units.total}
	if units.size != nil {
		vectors = append(vectors, units.size)
	}
	if opt.Method == Studentized {
		vectors = append(vectors, units.squares()...)
	}
	sums, err := rs.Sums(vectors)
	if err != nil {
		return Bootstrap{}, err
	}
	means := make([]float64, opt.Replicates)
	for r := range means {
		size := float64(len(x))
		if units.size != nil {
			size = sums[1][r]
		}
		means[r] = units.origin + sums[0][r]/size*units.scale
	}
	basis := opt
	if opt.Method == Studentized {
		basis.Method = Percentile
	}
	b, err := BootstrapFromReplicates(means, moments.Mean, units.acceleration(moments.Mean), basis)
	if err != nil || opt.Method != Studentized {
		return b, err
	}

	squares := sums[len(sums)-len(units.squares()):]
	ses := make([]float64, opt.Replicates)
	for r := range ses {
		if units.size == nil {
			ses[r] = units.se(sums[0][r], float64(len(x)), squares[0][r], sums[0][r], float64(len(x)))
		} else {
			ses[r] = units.se(sums[0][r], sums[1][r], squares[0][r], squares[1][r], squares[2][r])
		}
	}
	se := 0.0
	if !skewnessSixth(x).Degenerate {
		se = units.sampleSE()
	}
	interval, used, err := StudentizedInterval(means, ses, moments.Mean, se, opt)
	if err != nil {
		return Bootstrap{}, err
	}
	b.Interval = interval
	if used < opt.Replicates {
		b.Notes = append(b.Notes, fmt.Sprintf("%d resamples without variance were left out", opt.Replicates-used))
	}
	return b, nil
}

// clusterTotals holds, per resampled unit, the total of (value - origin)/scale
// and, where units differ in size, the number of values.
type clusterTotals struct {
	total         []float64
	size          []float64 // nil: one value each
	origin, scale float64
}

// newClusterTotals sums x by cluster, in order of first appearance. The origin
// is 0, which keeps totals of integers exact, unless the mean dwarfs the spread;
// the scale is a power of two that keeps squares from over- and underflow.
func newClusterTotals(x []float64, mean float64, cluster []int) (clusterTotals, error) {
	low, high := extremes(x)
	u := clusterTotals{}
	if math.Abs(mean) > 16*(high/2-low/2) {
		u.origin = mean
	}
	_, exp := math.Frexp(max(math.Abs(low-u.origin), math.Abs(high-u.origin)))
	exp = max(min(exp, 1000), -1000)
	u.scale = math.Ldexp(1, exp)
	unit := math.Ldexp(1, -exp)

	if cluster == nil {
		if len(x) < 2 {
			return clusterTotals{}, &ArgumentError{Arg: "x", Reason: fmt.Sprintf("%d values; an interval needs at least two", len(x))}
		}
		u.total = make([]float64, len(x))
		for i, v := range x {
			u.total[i] = (v - u.origin) * unit
		}
		return u, nil
	}
	index, groups, err := clusterIndex(len(x), cluster)
	if err != nil {
		return clusterTotals{}, err
	}
	if groups < 2 {
		return clusterTotals{}, &UndefinedError{Stat: "cluster bootstrap", Reason: "there is one cluster, so that its resamples do not vary", Degenerate: true}
	}
	u.total, u.size = make([]float64, groups), make([]float64, groups)
	for i, v := range x {
		u.total[index[i]] += (v - u.origin) * unit
		u.size[index[i]]++
	}
	return u, nil
}

// se is the cluster-robust standard error, with the factor G/(G-1), of a mean
// over units whose totals T and sizes S sum to t and s; t2, ts, s2 are the sums
// of T^2, T*S and S^2.
func (u clusterTotals) se(t, s, t2, ts, s2 float64) float64 {
	g, mean := float64(len(u.total)), t/s
	residual := t2 - 2*mean*ts + mean*mean*s2
	if residual <= 1e-13*t2 { // rounding: the units drawn are all alike
		return 0
	}
	return math.Sqrt(residual*g/(g-1)) / s * u.scale
}

// sampleSE is se of the sample itself, from deviations.
func (u clusterTotals) sampleSE() float64 {
	g, t, s := float64(len(u.total)), 0.0, 0.0
	for i := range u.total {
		t += u.total[i]
		s += u.sizeOf(i)
	}
	residual := 0.0
	for i := range u.total {
		e := u.total[i] - t/s*u.sizeOf(i)
		residual += e * e
	}
	return math.Sqrt(residual*g/(g-1)) / s * u.scale
}

func (u clusterTotals) sizeOf(i int) float64 {
	if u.size == nil {
		return 1
	}
	return u.size[i]
}

// acceleration is a sixth of the skewness of the units' totals of deviations from
// the mean: to first order their influence on it, and without clusters exactly.
func (u clusterTotals) acceleration(mean float64) Acceleration {
	if u.size == nil {
		return skewnessSixth(u.total)
	}
	e := make([]float64, len(u.total))
	for i := range e {
		e[i] = u.total[i] - (mean-u.origin)/u.scale*u.sizeOf(i)
	}
	return skewnessSixth(e)
}

// clusterIndex numbers the clusters by first appearance.
func clusterIndex(n int, cluster []int) (index []int, groups int, err error) {
	if len(cluster) != n {
		return nil, 0, &ArgumentError{Arg: "cluster", Reason: fmt.Sprintf("%d labels for %d values; give one a value", len(cluster), n)}
	}
	number := make(map[int]int)
	index = make([]int, n)
	for i, label := range cluster {
		k, ok := number[label]
		if !ok {
			k = len(number)
			number[label] = k
		}
		index[i] = k
	}
	return index, len(number), nil
}

// squares lists the per-unit products that a resample's standard error needs.
func (u clusterTotals) squares() [][]float64 {
	t2 := make([]float64, len(u.total))
	for i, t := range u.total {
		t2[i] = t * t
	}
	if u.size == nil {
		return [][]float64{t2}
	}
	ts, s2 := make([]float64, len(t2)), make([]float64, len(t2))
	for i, t := range u.total {
		ts[i] = t * u.size[i]
		s2[i] = u.size[i] * u.size[i]
	}
	return [][]float64{t2, ts, s2}
}
