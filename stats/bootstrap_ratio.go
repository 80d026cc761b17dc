package stats

import "fmt"

// BootstrapRatio returns a percentile bootstrap interval of the ratio of two
// totals over tasks, e.g. cost per success, from the totals of the resamples, one
// a replicate, as Resampler.Sums draws them of both together. estimate is the
// ratio itself.
//
// Resamples whose total below is 0 are left out, with a note. Errors: above and
// below of different lengths or not finite, totals below that are all 0, a Method
// other than Percentile, opt out of range.
func BootstrapRatio(above, below []float64, estimate float64, opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	if opt.Method != Percentile {
		return Bootstrap{}, &ArgumentError{Arg: "method", Reason: "a ratio of totals has a percentile interval here; use BootstrapStatistic for others"}
	}
	if len(above) != len(below) {
		return Bootstrap{}, &ArgumentError{Arg: "below", Reason: fmt.Sprintf("%d totals for %d above", len(below), len(above))}
	}
	replicates := make([]float64, 0, len(above))
	for r, total := range below {
		if total != 0 {
			replicates = append(replicates, above[r]/total)
		}
	}
	if len(replicates) == 0 {
		return Bootstrap{}, &UndefinedError{Stat: "bootstrap interval", Reason: "the statistic does not exist for any resample"}
	}
	b, err := BootstrapFromReplicates(replicates, estimate, Acceleration{Degenerate: true}, opt)
	if missing := len(above) - len(replicates); err == nil && missing > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("%d of %d resamples, for which the statistic does not exist, were left out", missing, len(above)))
	}
	return b, err
}
