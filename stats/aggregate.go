package stats

import (
	"fmt"
	"math"
	"slices"
)

// AggregateOptions: Gamma is the score from which on no task has a gap left (0 means 1),
// Taus the scores at which the performance profiles are taken.
type AggregateOptions struct {
	Gamma *float64 // nil means 1
	Taus  []float64
}

// Aggregate sums up one system's scores over trials and tasks in the ways of Agarwal et
// al. (2021). Mean and Median are of the tasks' means; all else is over all scores.
type Aggregate struct {
	Mean, Median   float64
	IQM            float64   // interquartile mean: of what is left without the lowest and the highest quarter
	OptimalityGap  float64   // Gamma less the mean of scores cut off at Gamma
	Profile        []float64 // share of all scores above each tau
	ProfileOfMeans []float64 // share of the tasks' means above each tau
}

// AggregateScores sums up scores[trial][task], every task with as many trials; higher is
// better, so that scores of which lower is better are negated first. The interquartile mean
// drops floor(n/4) of the n scores at either end, whole scores only (scipy's trim_mean at
// 0.25): as robust as a median against single tasks, and less noisy. Scores of unlike
// units must be normalised before, or nothing here means anything.
//
// Errors: *ArgumentError for no score, lists of unequal lengths, values not finite.
//
// Source: Agarwal, Schwarzer, Castro, Courville & Bellemare (2021), NeurIPS 34; the names
// are those of its code, rliable.
func AggregateScores(scores [][]float64, opt AggregateOptions) (Aggregate, error) {
	all, tasks, err := rectangular("scores", scores)
	if err != nil {
		return Aggregate{}, err
	}
	gamma := 1.0
	if opt.Gamma != nil {
		gamma = *opt.Gamma
	}
	for _, v := range append([]float64{gamma}, opt.Taus...) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Aggregate{}, &ArgumentError{Arg: "gamma, taus", Reason: fmt.Sprintf("%v; give finite scores", v)}
		}
	}
	means := make([]float64, tasks)
	column, gaps := make([]float64, len(scores)), make([]float64, len(all))
	for j := range means {
		for i, row := range scores {
			column[i] = row[j]
		}
		means[j], _ = Mean(column)
	}
	for i, v := range all {
		gaps[i] = gamma - min(v, gamma)
	}
	var a Aggregate
	a.Mean, _ = Mean(means)
	a.OptimalityGap, _ = Mean(gaps)
	a.IQM = interquartileMean(all)
	for _, tau := range opt.Taus {
		a.Profile = append(a.Profile, shareAbove(all, tau))
		a.ProfileOfMeans = append(a.ProfileOfMeans, shareAbove(means, tau))
	}
	slices.Sort(means)
	half := tasks / 2
	a.Median = means[half]
	if tasks%2 == 0 {
		a.Median, _ = Mean(means[half-1 : half+1])
	}
	return a, nil
}

// rectangular checks a matrix and returns its values in one list, and its columns.
func rectangular(arg string, rows [][]float64) (all []float64, columns int, err error) {
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, 0, &ArgumentError{Arg: arg, Reason: fmt.Sprintf("trial %d has %d tasks, trial 0 has %d; every trial is over the same tasks", i, len(row), len(rows[0]))}
		}
		all = append(all, row...)
	}
	if _, err := scaleOf(arg, all); err != nil {
		return nil, 0, err
	}
	return all, len(rows[0]), nil
}

func interquartileMean(x []float64) float64 {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	cut := len(sorted) / 4
	mean, _ := Mean(sorted[cut : len(sorted)-cut])
	return mean
}

func shareAbove(x []float64, tau float64) float64 {
	n := 0
	for _, v := range x {
		if v > tau {
			n++
		}
	}
	return float64(n) / float64(len(x))
}

// ProbabilityOfImprovement is how probable it is that a trial of the first system beats one of the
// second at a task drawn at random: for each task the share of pairs of trials in which it
// does, ties counted half (Mann and Whitney's U over n_x n_y), and the mean of those over
// tasks. x and y are trials by tasks, of which higher is better; the numbers of trials may differ. 0.5 is no
// difference; it says nothing of how large one is.
//
// Errors: *ArgumentError as AggregateScores, and for unequal numbers of tasks.
//
// Source: Agarwal et al. (2021), NeurIPS 34; Mann & Whitney (1947).
func ProbabilityOfImprovement(x, y [][]float64) (mean float64, byTask []float64, err error) {
	_, tasks, err := rectangular("x", x)
	if err != nil {
		return 0, nil, err
	}
	if _, other, err := rectangular("y", y); err != nil {
		return 0, nil, err
	} else if other != tasks {
		return 0, nil, &ArgumentError{Arg: "x, y", Reason: fmt.Sprintf("%d and %d tasks; both systems are scored at the same tasks", tasks, other)}
	}
	byTask = make([]float64, tasks)
	pairs := float64(len(x)) * float64(len(y))
	for t := range byTask {
		halves := 0
		for _, a := range x {
			for _, b := range y {
				switch {
				case a[t] > b[t]:
					halves += 2
				case a[t] == b[t]:
					halves++
				}
			}
		}
		byTask[t] = float64(halves) / 2 / pairs
	}
	mean, err = Mean(byTask)
	return mean, byTask, err
}
