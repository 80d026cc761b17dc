package study

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

// trialsShown are the numbers of trials for which standard errors are told.
var trialsShown = []int{1, 2, 3, 5, 10, 20}

// TrialVariances splits the variance of every run's mean, and of every difference of runs, into that
// between tasks and that which trials cause, of the compared metrics that are means of attempts. Runs with
// one attempt a task have no such split, and neither have their differences. Of very many pairs those
// of neighbours in the ranking are split.
func TrialVariances(st *Study) []result.TrialVariance {
	type item struct{ m, a, b int }
	var items []item
	for _, m := range st.Compared {
		if st.Measures[m].Combine != nil {
			continue
		}
		repeated := map[int]bool{}
		for _, r := range st.Runs {
			if repeated[r] = st.repeats(m, r); repeated[r] {
				items = append(items, item{m, r, -1})
			}
		}
		for _, ab := range st.Pairing() {
			if repeated[ab[0]] && repeated[ab[1]] && st.near(ab[0], ab[1]) {
				items = append(items, item{m, ab[0], ab[1]})
			}
		}
	}
	found := make([]*result.TrialVariance, len(items))
	parallel.For(len(items), func(i int) { found[i] = st.trialVariance(items[i].m, items[i].a, items[i].b) })
	out := []result.TrialVariance{}
	for _, v := range found {
		if v != nil {
			out = append(out, *v)
		}
	}
	return out
}

// repeats tells whether a run has several attempts at some task.
func (st *Study) repeats(m, r int) bool {
	for _, n := range st.Columns[m][r].Attempts {
		if n > 1 {
			return true
		}
	}
	return false
}

// trialVariance is that of a run, or of a pair; nil where it does not exist.
func (st *Study) trialVariance(m, a, b int) *result.TrialVariance {
	out := &result.TrialVariance{Benchmark: st.Bench.Name, Metric: st.Measures[m].Name, A: st.Bench.Runs[a], Clustered: st.Cluster != nil}
	s := st.Bench.Slices(nil)[0]
	var err error
	if b < 0 {
		scores := st.Trials(s, m, a, nil)
		var v stats.VarianceComponents
		if v, err = stats.TaskTrialVariance(scores); err == nil {
			out.Tasks, out.Attempts, out.Between, out.Within, out.Mean, out.SE = v.Tasks, v.Trials, v.Between, v.Within, v.Mean, v.SE
			out.ShareTrials = numberOf(v.ShareTrials())
		}
	} else {
		out.B = st.Bench.Runs[b]
		pair := st.Match(s, a, b, &st.Columns[m][a], &st.Columns[m][b])
		x, y := st.Trials(s, m, a, pair.Tasks), st.Trials(s, m, b, pair.Tasks)
		var v stats.DifferenceComponents
		if v, err = stats.PairedTrialVariance(x, y); err == nil {
			out.Tasks, out.Attempts, out.Between, out.Within, out.Mean, out.SE = v.Tasks, attempts(x)+attempts(y), v.Between, v.WithinA+v.WithinB, v.Mean, v.SE
			out.ShareTrials = numberOf(v.ShareTrials())
		}
	}
	if err != nil {
		return nil
	}
	out.Trials = float64(out.Attempts) / float64(out.Tasks)
	for _, k := range trialsShown {
		if se, err := stats.StandardErrorAt(out.Between, out.Within, out.Tasks, k); err == nil {
			out.At = append(out.At, result.TrialsAt{Trials: k, SE: se})
		}
	}
	if out.Between == 0 && out.Within > 0 {
		out.Notes = append(out.Notes, "the variance between tasks is estimated as 0: trials alone could make all of what is seen")
	}
	return out
}

// numberOf is a number that exists, or nil.
func numberOf(v float64, err error) *float64 {
	if err != nil {
		return nil
	}
	return result.Number(v)
}

func attempts(scores [][]float64) int {
	n := 0
	for _, task := range scores {
		n += len(task)
	}
	return n
}

// Trials lists a run's scores by a measure task by task, those that the policy fills in among them: the
// attempts that the values of its column are means of. tasks nil means all of the slice that have a value.
func (st *Study) Trials(s table.Slice, m, r int, tasks []int32) [][]float64 {
	col, measure := &st.Columns[m][r], &st.Measures[m]
	if tasks == nil {
		tasks = col.Within(s)
	}
	at := make([]int32, len(st.Bench.Tasks))
	for t := range at {
		at[t] = -1
	}
	out := make([][]float64, len(tasks))
	for i, t := range tasks {
		at[t] = int32(i)
	}
	run := &st.Bench.Logged[r]
	for cell := range run.Cells[measure.Cells].All() {
		if i := at[run.Attempts[cell.Attempt].Task]; i >= 0 {
			out[i] = append(out[i], cell.Value)
		}
	}
	worth := measure.Worth(st.Plan.Missing)
	for i, t := range tasks {
		for int32(len(out[i])) < col.Attempts[t] {
			out[i] = append(out[i], worth)
		}
	}
	return out
}

// posterior is the pair's, where the plan asks for it: of verdicts with one attempt a task that of the paired
// table, else the Bayesian bootstrap over tasks or clusters.
func (st *Study) posterior(pair TestedPair, m *table.Measure, scale result.Scale) *result.Posterior {
	if !st.Plan.Bayes {
		return nil
	}
	out := &result.Posterior{Margin: st.Plan.Margin}
	var r stats.PosteriorComparison
	var err error
	if scale == result.Binary && pair.Cluster == nil {
		out.Method, out.Prior = "posterior_dirichlet", "uniform over the four cells of the paired table: one task each"
		r, err = stats.PairedDirichlet(pair.Table, stats.DirichletOptions{Margin: st.Plan.Margin, Level: st.Plan.Level})
	} else {
		out.Method, out.Prior = "posterior_bootstrap", "Dirichlet weights of tasks that know nothing, on the differences seen"
		if pair.Cluster != nil {
			out.Prior = "Dirichlet weights of clusters that know nothing, on the differences seen"
		}
		r, err = stats.BayesianBootstrap(pair.diff, stats.BayesianBootstrapOptions{
			Margin: st.Plan.Margin, Level: st.Plan.Level, Replicates: st.Plan.Resamples, Cluster: pair.Cluster,
			Seed: stats.DeriveSeed(st.Plan.Seed, append(pair.seed, "posterior_bootstrap")...),
		})
	}
	if err != nil { // nothing varies, or one task: there is nothing to learn from
		return nil
	}
	out.Better, out.Equal, out.Worse = r.Better, r.Equivalent, r.Worse
	if m.Better == result.Lower {
		out.Better, out.Worse = r.Worse, r.Better
	}
	i := Estimate(r.Interval)
	out.Interval = &i
	return out
}
