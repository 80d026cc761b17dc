package stats

import "fmt"

// BootstrapStatistic returns a bootstrap interval of any statistic of n tasks,
// e.g. a rank correlation or a kappa. statistic gets the tasks of a resample as
// indices 0..n-1, drawn together by opt.Cluster, and reports false where it does
// not exist for them; such resamples are left out, with a note. It is called from
// several goroutines at once and must not keep or change its argument.
//
// BCa's acceleration is from the jackknife over tasks (clusters); where that does
// not exist for some task, or does not vary, the percentile interval takes its
// place. Errors: n < 2, the statistic undefined for the sample itself or for all
// resamples, Method Studentized, opt out of range.
func BootstrapStatistic(n int, statistic func(tasks []int) (float64, bool), opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	if opt.Method == Studentized {
		return Bootstrap{}, &ArgumentError{Arg: "method", Reason: "a studentized interval exists here for means only; use BootstrapMean"}
	}
	members, err := clusterMembers(n, opt.Cluster)
	if err != nil {
		return Bootstrap{}, err
	}
	everything := make([]int, 0, n)
	for _, m := range members {
		everything = append(everything, m...)
	}
	estimate, ok := statistic(everything)
	if !ok {
		return Bootstrap{}, &UndefinedError{Stat: "bootstrapped statistic", Reason: "it does not exist for the sample itself"}
	}

	rs := Resampler{Units: len(members), Replicates: opt.Replicates, Seed: opt.Seed}
	value, defined := make([]float64, opt.Replicates), make([]bool, opt.Replicates)
	rs.parallel(8, func() func(first, last int) {
		draws, tasks := make([]uint32, len(members)), make([]int, 0, n)
		return func(first, last int) {
			for r := first; r < last; r++ {
				rs.Draw(r, draws)
				tasks = tasks[:0]
				for _, d := range draws {
					tasks = append(tasks, members[d]...)
				}
				value[r], defined[r] = statistic(tasks)
			}
		}
	})
	replicates := make([]float64, 0, opt.Replicates)
	for r, ok := range defined {
		if ok {
			replicates = append(replicates, value[r])
		}
	}
	if len(replicates) == 0 {
		return Bootstrap{}, &UndefinedError{Stat: "bootstrap interval", Reason: "the statistic does not exist for any resample"}
	}

	acceleration := Acceleration{Degenerate: true}
	if opt.Method == BCa {
		acceleration = jackknife(members, n, statistic)
	}
	b, err := BootstrapFromReplicates(replicates, estimate, acceleration, opt)
	if missing := opt.Replicates - len(replicates); err == nil && missing > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("%d of %d resamples, for which the statistic does not exist, were left out", missing, opt.Replicates))
	}
	return b, err
}

// jackknife leaves out one unit at a time.
func jackknife(members [][]int, n int, statistic func([]int) (float64, bool)) Acceleration {
	values := make([]float64, len(members))
	tasks := make([]int, 0, n)
	for left := range members {
		tasks = tasks[:0]
		for g, m := range members {
			if g != left {
				tasks = append(tasks, m...)
			}
		}
		v, ok := statistic(tasks)
		if !ok {
			return Acceleration{Degenerate: true}
		}
		values[left] = v
	}
	return JackknifeAcceleration(values)
}

// clusterMembers lists the tasks of each resampled unit.
func clusterMembers(n int, cluster []int) ([][]int, error) {
	if n < 2 {
		return nil, &ArgumentError{Arg: "n", Reason: fmt.Sprintf("%d tasks; an interval needs at least two", n)}
	}
	if cluster == nil {
		single := make([]int, n)
		members := make([][]int, n)
		for i := range members {
			single[i] = i
			members[i] = single[i : i+1 : i+1]
		}
		return members, nil
	}
	index, groups, err := clusterIndex(n, cluster)
	if err != nil {
		return nil, err
	}
	if groups < 2 {
		return nil, &UndefinedError{Stat: "cluster bootstrap", Reason: "there is one cluster, so that its resamples do not vary", Degenerate: true}
	}
	members := make([][]int, groups)
	for i, g := range index {
		members[g] = append(members[g], i)
	}
	return members, nil
}
