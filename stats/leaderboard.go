package stats

import (
	"fmt"
	"math"
	"slices"
)

// RankUB is MCP-Atlas's "Rank (UB)" of each run: 1 + the number of runs whose
// lower bound exceeds this run's upper bound. Runs that no run is clearly above
// share rank 1. intervals are those of the runs' means; for a metric where lower
// is better higherIsBetter is false and a run is clearly above where its upper
// bound is below the other's lower bound.
func RankUB(intervals []Interval, higherIsBetter bool) []int {
	ranks := make([]int, len(intervals))
	for i, mine := range intervals {
		ranks[i] = 1
		for _, other := range intervals {
			if higherIsBetter && other.Low > mine.High || !higherIsBetter && other.High < mine.Low {
				ranks[i]++
			}
		}
	}
	return ranks
}

// RankByMean ranks runs by mean, best first; equal means, up to rounding, share
// the better rank (competition ranking: 1, 2, 2, 4). Errors: NaN.
func RankByMean(means []float64, higherIsBetter bool) ([]int, error) {
	if i := slices.IndexFunc(means, math.IsNaN); i >= 0 {
		return nil, &ArgumentError{Arg: "means", Reason: fmt.Sprintf("run %d has no mean; leave it out", i)}
	}
	goodness := make([]float64, len(means))
	for i, m := range means {
		goodness[i] = m
		if !higherIsBetter {
			goodness[i] = -m
		}
	}
	ranks := make([]int, len(means))
	competitionRanks(goodness, ranks, firstOrder(len(means)))
	return ranks, nil
}

// competitionRanks writes 1 + the number of larger values. order is a permutation
// of the runs that it sorts by insertion: from one resample to the next the order
// hardly changes, so that starting from the last one is nearly linear.
func competitionRanks(goodness []float64, ranks, order []int) {
	for k := 1; k < len(order); k++ {
		i := order[k]
		j := k
		for ; j > 0 && goodness[order[j-1]] < goodness[i]; j-- {
			order[j] = order[j-1]
		}
		order[j] = i
	}
	for at, i := range order {
		ranks[i] = at + 1
		if at > 0 {
			if above := order[at-1]; tieByRounding(goodness[i], goodness[above]) {
				ranks[i] = ranks[above]
			}
		}
	}
}

func firstOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// RankInterval is the range of ranks that a run takes over resamples.
type RankInterval struct {
	Low, High int // best and worst rank; 1 is best
	Level     float64
}

// RankIntervals returns for each run the smallest and largest rank left when
// (1-level)/2 of the resamples are cut off at either end. replicates[run][r] is
// the run's mean, or total over the same number of tasks, in resample r, all runs
// from the same resamples (Resampler.Sums); ranks within a resample are by
// competition. Level 0 means 0.95. Errors: no runs or resamples, unequal lengths,
// NaN.
//
// They are not confidence intervals: for near-tied runs they hold the true ranks far less
// often than level (docs/calibration.md). RankSets gives ranges that do.
func RankIntervals(replicates [][]float64, higherIsBetter bool, level float64) ([]RankInterval, error) {
	level, err := levelOr(level)
	if err != nil {
		return nil, err
	}
	runs := len(replicates)
	if runs == 0 || len(replicates[0]) == 0 {
		return nil, &ArgumentError{Arg: "replicates", Reason: "give at least one run and one resample"}
	}
	resamples := len(replicates[0])
	for run, r := range replicates {
		if len(r) != resamples {
			return nil, &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("run %d has %d resamples, run 0 has %d", run, len(r), resamples)}
		}
		if slices.ContainsFunc(r, math.IsNaN) {
			return nil, &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("run %d holds NaN", run)}
		}
	}
	count := make([][]int, runs) // how often a run has a rank
	for run := range count {
		count[run] = make([]int, runs+1)
	}
	goodness := make([]float64, runs)
	ranks, order := make([]int, runs), firstOrder(runs)
	for r := range resamples {
		for run := range runs {
			goodness[run] = replicates[run][r]
			if !higherIsBetter {
				goodness[run] = -goodness[run]
			}
		}
		competitionRanks(goodness, ranks, order)
		for run, rank := range ranks {
			count[run][rank]++
		}
	}
	// A rank is inside unless fewer than this many resamples reach it from its end.
	cut := (1 - level) / 2 * float64(resamples)
	intervals := make([]RankInterval, runs)
	for run, c := range count {
		iv := RankInterval{Low: 1, High: runs, Level: level}
		for below := c[1]; float64(below) <= cut && iv.Low < runs; below += c[iv.Low] {
			iv.Low++
		}
		for above := c[runs]; float64(above) <= cut && iv.High > 1; above += c[iv.High] {
			iv.High--
		}
		intervals[run] = iv
	}
	return intervals, nil
}
