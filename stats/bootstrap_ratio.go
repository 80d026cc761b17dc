package stats

import "fmt"

// BootstrapRatio returns a percentile bootstrap interval of the ratio of two
// totals, sum(x)/sum(y), e.g. cost per success. x and y hold one value a task and
// are drawn together, by opt.Cluster where it is set. It equals BootstrapStatistic
// of that ratio but for rounding, in a fraction of the time: totals of resamples
// need no list of tasks.
//
// Resamples whose total of y is 0 are left out, with a note. Errors: n < 2, x and
// y of different lengths or not finite, a total of y that is 0 in the sample or in
// all resamples, a Method other than Percentile, opt out of range.
func BootstrapRatio(x, y []float64, opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	if opt.Method != Percentile {
		return Bootstrap{}, &ArgumentError{Arg: "method", Reason: "a ratio of totals has a percentile interval here; use BootstrapStatistic for others"}
	}
	if len(x) != len(y) {
		return Bootstrap{}, &ArgumentError{Arg: "y", Reason: fmt.Sprintf("%d values for %d of x", len(y), len(x))}
	}
	members, err := clusterMembers(len(x), opt.Cluster)
	if err != nil {
		return Bootstrap{}, err
	}
	above, below := make([]float64, len(members)), make([]float64, len(members))
	var totalX, totalY float64
	for u, tasks := range members {
		for _, t := range tasks {
			above[u] += x[t]
			below[u] += y[t]
		}
		totalX += above[u]
		totalY += below[u]
	}
	if totalY == 0 {
		return Bootstrap{}, &UndefinedError{Stat: "ratio of totals", Reason: "the total below is 0"}
	}
	sums, err := Resampler{Units: len(members), Replicates: opt.Replicates, Seed: opt.Seed}.Sums([][]float64{above, below})
	if err != nil {
		return Bootstrap{}, err
	}
	replicates := make([]float64, 0, opt.Replicates)
	for r := range opt.Replicates {
		if sums[1][r] != 0 {
			replicates = append(replicates, sums[0][r]/sums[1][r])
		}
	}
	if len(replicates) == 0 {
		return Bootstrap{}, &UndefinedError{Stat: "bootstrap interval", Reason: "the statistic does not exist for any resample"}
	}
	b, err := BootstrapFromReplicates(replicates, totalX/totalY, Acceleration{Degenerate: true}, opt)
	if missing := opt.Replicates - len(replicates); err == nil && missing > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("%d of %d resamples, for which the statistic does not exist, were left out", missing, opt.Replicates))
	}
	return b, err
}
