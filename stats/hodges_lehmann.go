package stats

import (
	"math"
	"slices"
)

// HodgesLehmann is the estimate of the centre of symmetry that belongs to the
// signed-rank test, with the interval obtained by inverting it.
type HodgesLehmann struct {
	Estimate float64  // median of the Walsh averages (d[i]+d[j])/2, i <= j
	Interval Interval // from order statistics of the Walsh averages
	Order    int      // the interval's ends are the Order-th lowest and highest average
	Achieved float64  // coverage of the interval for continuous symmetric differences
	Notes    []string
}

// HodgesLehmannEstimate returns the Hodges-Lehmann pseudo-median of differences d and its
// interval at the confidence level (0 means 0.95). Zeros are kept.
//
// The interval runs from the q-th lowest to the q-th highest Walsh average, q the
// alpha/2 quantile of the signed-rank statistic without ties, at least 1. q is exact
// up to 200 differences and from the normal approximation beyond, which a note says;
// another note says where the level cannot be achieved (n < 6 at 95%). With ties the
// interval is conservative. Averages are found by bisection, without listing them: O(n
// log n) time.
//
// Errors: *ArgumentError for an empty d, NaN or infinite values, or a level outside (0, 1).
//
// Source: Hodges & Lehmann (1963), Ann. Math. Stat. 34; Hollander, Wolfe & Chicken
// (2014), 3.2-3.3.
func HodgesLehmannEstimate(d []float64, level float64) (HodgesLehmann, error) {
	level, err := levelOr(level)
	if err != nil {
		return HodgesLehmann{}, err
	}
	if _, err := scaleOf("d", d); err != nil {
		return HodgesLehmann{}, err
	}
	walsh := newWalshAverages(d)
	h := HodgesLehmann{Estimate: walsh.median()}
	n := len(d)
	alpha := 1 - level
	if n <= defaultExactRanks {
		h.Order, h.Achieved = signedRankQuantile(n, alpha/2)
	} else {
		mean := float64(n) * float64(n+1) / 4
		sigma := math.Sqrt(mean * float64(2*n+1) / 6)
		h.Order = max(1, int(math.Floor(mean+0.5-NormalISF(alpha/2)*sigma)))
		h.Achieved = 1 - 2*NormalCDF((float64(h.Order)-0.5-mean)/sigma)
		h.Notes = append(h.Notes, "interval: normal approximation to the signed-rank quantile")
	}
	if h.Achieved < level-1e-12 && n <= defaultExactRanks {
		h.Notes = append(h.Notes, "the level cannot be achieved with so few differences; the interval is the full range of averages")
	}
	h.Interval = Interval{Low: walsh.at(h.Order), High: walsh.at(walsh.count() + 1 - h.Order), Level: level, Method: "hodges_lehmann"}
	return h, nil
}

// signedRankQuantile returns the smallest q, at least 1, with P(W <= q) >= p for the
// signed-rank statistic W of n untied differences, and the coverage 1 - 2 P(W < q).
func signedRankQuantile(n int, p float64) (q int, coverage float64) {
	counts := []float64{1}
	for rank := 1; rank <= n; rank++ {
		next := make([]float64, len(counts)+rank)
		copy(next, counts)
		for w, c := range counts {
			next[w+rank] += c
		}
		counts = next
	}
	below, upTo := 0.0, math.Ldexp(counts[0], -n)
	for upTo < p || q == 0 {
		q++
		below = upTo
		upTo += math.Ldexp(counts[q], -n)
	}
	return q, 1 - 2*below
}

// walshAverages are the n(n+1)/2 averages of pairs i <= j of sorted differences.
type walshAverages struct{ d []float64 }

func newWalshAverages(d []float64) walshAverages {
	sorted := slices.Clone(d)
	slices.Sort(sorted)
	return walshAverages{sorted}
}

func (w walshAverages) count() int { return len(w.d) * (len(w.d) + 1) / 2 }

func average(x, y float64) float64 { return 0.5*x + 0.5*y }

func (w walshAverages) median() float64 {
	n := w.count()
	if n%2 == 1 {
		return w.at(n/2 + 1)
	}
	return average(w.at(n/2), w.at(n/2+1))
}

// atMost counts the averages that are at most x.
func (w walshAverages) atMost(x float64) int {
	count, j := 0, len(w.d)-1
	for i := 0; i <= j; i++ {
		for j >= i && average(w.d[i], w.d[j]) > x {
			j--
		}
		count += j - i + 1
	}
	return count
}

// at returns the k-th smallest average, k from 1. It bisects over the float64s
// themselves, in the order of their bits, so the result is exact.
func (w walshAverages) at(k int) float64 {
	lo, hi := orderedBits(w.d[0]), orderedBits(w.d[len(w.d)-1])
	for lo < hi {
		mid := lo + (hi-lo)/2
		if w.atMost(fromOrderedBits(mid)) >= k {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if x := fromOrderedBits(lo); x != 0 {
		return x
	}
	return 0 // never -0
}

// orderedBits maps float64s to integers in the same order.
func orderedBits(x float64) uint64 {
	bits := math.Float64bits(x)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

func fromOrderedBits(u uint64) float64 {
	if u>>63 == 1 {
		return math.Float64frombits(u &^ (1 << 63))
	}
	return math.Float64frombits(^u)
}
