package stats

import (
	"fmt"
	"math"
	"slices"
)

// UnitDifferences are a comparison's paired differences, summed by the unit that is
// resampled: the task, or the cluster of tasks. Size is the number of differences in a
// unit, 0 where the comparison has none there.
type UnitDifferences struct {
	Sum, Size []float64
}

// TaskDifferences are differences of which each is a unit by itself.
func TaskDifferences(d []float64) UnitDifferences {
	size := make([]float64, len(d))
	for i := range size {
		size[i] = 1
	}
	return UnitDifferences{Sum: d, Size: size}
}

// Studentization says by what standard error a resampled mean's deviation is divided.
type Studentization int

const (
	ByReplicate Studentization = iota // the resample's own: the bootstrap t
	BySample                          // that of the data
)

// MaxTIntervalOptions: Draw fills dst, as long as there are units, with the units of
// resample r; nil draws from Seed as Resampler does.
type MaxTIntervalOptions struct {
	Level      float64 // 0 means 0.95
	Studentize Studentization
	Replicates int
	Seed       uint64
	Draw       func(r int, dst []uint32)
}

// MaxTIntervalsResult holds one entry a comparison, in the order given. A comparison
// whose differences are all equal takes no part: its interval is the point, and its P
// is NaN.
type MaxTIntervalsResult struct {
	Critical  float64   // what the standard errors are multiplied by
	Estimate  []float64 // means of the differences
	SE        []float64 // sd / sqrt n, or cluster-robust (CR1, factor sqrt(G/(G-1)))
	Intervals []Interval
	P         []float64 // adjusted: (1 + resamples whose maximum reaches the statistic) / (resamples + 1)
}

// MaxTIntervals gives simultaneous confidence intervals for the means of several
// paired comparisons: with probability of about level all of them hold together. Every
// resample draws units, the same for all comparisons, and takes the largest deviation,
// over the comparisons, of a resampled mean from its mean in standard errors; the
// level's quantile (type 7) of those maxima is the common critical value, which takes
// the dependence between comparisons into account where Bonferroni's does not. The
// adjusted p-values are of the same distribution, so that they and the intervals agree.
//
// Assumes units drawn independently; approximate, the better the more units there are.
// By replicate the bootstrap t is meant, which holds its level at fewer units; its
// critical value is infinite where in more than 1-level of the resamples some
// comparison has no variance left. By sample it never is.
//
// Errors: *ArgumentError for no comparisons, sums and sizes of unequal lengths, values
// that are not finite, fewer than two units, no replicates; *UndefinedError where no
// comparison varies.
//
// Also called: bootstrap max-t or sup-t bands, single-step maxT. Sources: Westfall &
// Young (1993), 2.3 and 3.2; Romano & Wolf (2005), Econometrica 73:1237-1282.
func MaxTIntervals(rows []UnitDifferences, opt MaxTIntervalOptions) (MaxTIntervalsResult, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return MaxTIntervalsResult{}, err
	}
	comparisons, units, err := maxTRows(rows)
	if err != nil {
		return MaxTIntervalsResult{}, err
	}
	draws := Resampler{Units: units, Replicates: opt.Replicates, Seed: opt.Seed}
	if err := draws.check(); err != nil {
		return MaxTIntervalsResult{}, err
	}
	if opt.Draw == nil {
		opt.Draw = draws.Draw
	}
	var vary []maxTRow
	for _, c := range comparisons {
		if c.se > 0 {
			vary = append(vary, c)
		}
	}
	if len(vary) == 0 {
		return MaxTIntervalsResult{}, &UndefinedError{Stat: "max_t", Reason: "no comparison's differences vary", Degenerate: true}
	}
	maxima := make([]float64, opt.Replicates)
	draws.parallel(len(vary), func() func(first, last int) {
		drawn, weight := make([]uint32, units), make([]float64, units)
		return func(first, last int) {
			for r := first; r < last; r++ {
				opt.Draw(r, drawn)
				clear(weight)
				for _, u := range drawn {
					weight[u]++
				}
				for i := range vary {
					maxima[r] = max(maxima[r], vary[i].deviation(weight, opt.Studentize))
				}
			}
		}
	})
	slices.Sort(maxima)
	out := MaxTIntervalsResult{Critical: sortedQuantile(maxima, level)}
	for _, c := range comparisons {
		ci, p := Interval{Low: c.mean, High: c.mean, Level: level, Method: "max_t"}, math.NaN()
		if c.se > 0 {
			ci.Low, ci.High = c.mean-out.Critical*c.se, c.mean+out.Critical*c.se
			// Equal but for rounding counts as reached.
			at, _ := slices.BinarySearch(maxima, math.Abs(c.mean/c.se)*(1-1e-12))
			p = float64(1+len(maxima)-at) / float64(1+len(maxima))
		}
		out.Estimate, out.SE = append(out.Estimate, c.mean), append(out.SE, c.se)
		out.Intervals, out.P = append(out.Intervals, ci), append(out.P, p)
	}
	return out, nil
}

// maxTRow is a comparison, its unit sums less what the mean gives them.
type maxTRow struct {
	mean, se float64
	plain    bool // every unit is one difference
	e, e2    []float64
	size     []float64
}

func maxTRows(rows []UnitDifferences) (out []maxTRow, units int, err error) {
	if len(rows) == 0 {
		return nil, 0, &ArgumentError{Arg: "differences", Reason: "no comparison; give at least one"}
	}
	units = len(rows[0].Sum)
	if units < 2 {
		return nil, 0, &ArgumentError{Arg: "differences", Reason: "fewer than two tasks or clusters; there is nothing to resample"}
	}
	for j, row := range rows {
		if len(row.Sum) != units || len(row.Size) != units {
			return nil, 0, &ArgumentError{Arg: "differences", Reason: fmt.Sprintf("comparison %d has %d sums and %d sizes, comparison 0 has %d units; all are over the same units", j, len(row.Sum), len(row.Size), units)}
		}
		c, err := newMaxTRow(row)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, c)
	}
	return out, units, nil
}

func newMaxTRow(row UnitDifferences) (maxTRow, error) {
	if _, err := scaleOf("differences", row.Sum); err != nil {
		return maxTRow{}, err
	}
	c := maxTRow{plain: true, size: row.Size}
	var total sum2
	n, groups, largest := 0.0, 0.0, 0.0
	for u, s := range row.Sum {
		size := row.Size[u]
		if !(size >= 0) || math.IsInf(size, 1) || size == 0 && s != 0 {
			return maxTRow{}, &ArgumentError{Arg: "differences", Reason: fmt.Sprintf("unit %d has the sum %v of %v differences", u, s, size)}
		}
		total = total.add(s)
		n += size
		c.plain = c.plain && size == 1
		if size > 0 {
			groups++
			largest = max(largest, math.Abs(s)/size)
		}
	}
	if n == 0 {
		return maxTRow{}, &ArgumentError{Arg: "differences", Reason: "a comparison without any difference"}
	}
	c.mean = total.hi / n
	c.e, c.e2 = make([]float64, len(row.Sum)), make([]float64, len(row.Sum))
	squares, varies := 0.0, false
	for u, s := range row.Sum {
		c.e[u] = s - row.Size[u]*c.mean
		c.e2[u] = c.e[u] * c.e[u]
		squares += c.e2[u]
		// What is left of equal differences is their rounding.
		varies = varies || math.Abs(c.e[u]) > 0x1p-52*16*largest*row.Size[u]
	}
	if groups > 1 && varies {
		c.se = math.Sqrt(groups/(groups-1)*squares) / n
	}
	return c, nil
}

// deviation is how far, in standard errors, the mean over the weighted units lies from
// the mean over all.
func (c *maxTRow) deviation(weight []float64, by Studentization) float64 {
	var n, groups, sum, squares, cross, sizes float64
	if c.plain {
		for u, w := range weight {
			if w > 0 {
				sum += w * c.e[u]
				squares += w * c.e2[u]
			}
		}
		n = float64(len(weight))
		groups, cross, sizes = n, sum, n
	} else {
		for u, w := range weight {
			if size := c.size[u]; w > 0 && size > 0 {
				n += w * size
				groups += w
				sum += w * c.e[u]
				squares += w * c.e2[u]
				cross += w * c.e[u] * size
				sizes += w * size * size
			}
		}
	}
	if n == 0 {
		return 0 // a resample without this comparison says nothing of it
	}
	d := sum / n
	if by == BySample {
		return math.Abs(d) / c.se
	}
	left := squares - 2*d*cross + d*d*sizes
	if groups < 2 || left <= 1e-12*squares {
		if math.Abs(d) > 1e-12 {
			return math.Inf(1)
		}
		return 0
	}
	return math.Abs(d) / (math.Sqrt(groups/(groups-1)*left) / n)
}

// sortedQuantile is the type-7 quantile of values in ascending order, which may end in
// infinities.
func sortedQuantile(sorted []float64, q float64) float64 {
	h := q * float64(len(sorted)-1)
	at := min(int(h), len(sorted)-1)
	below, above := sorted[at], sorted[min(at+1, len(sorted)-1)]
	if part := h - float64(at); part > 0 && above != below {
		return below + part*(above-below)
	}
	return below
}
