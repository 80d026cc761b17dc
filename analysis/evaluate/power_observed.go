package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/power"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// ObservedPower plans with what two runs showed: for every benchmark that holds
// both, and every metric asked for (else its headline metric), the observed
// discordance or scatter stands in for what a plan would have to guess. Of p it
// takes Alpha, Power, and where given Test, N and Difference; without N it is
// the number of tasks observed, without Difference the observed one. The power
// is computed and, with plan.Resamples studies drawn, simulated.
//
// Errors: plan.Runs are not two runs of one benchmark; as Evaluate and PlanPower.
func ObservedPower(t *table.Table, plan result.Plan, catalog table.Catalog, p power.Plan) (*result.PowerResults, error) {
	out := &result.PowerResults{Version: result.Version, Studies: []result.PowerStudy{}}
	provenance, err := observed(t, plan, catalog, func(st *study.Study, m, a, b int) error {
		s, err := observedPower(st, m, a, b, p)
		if err == nil {
			out.Studies = append(out.Studies, *s)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Provenance = provenance
	return out, nil
}

// observed does the work on every benchmark that holds both runs of a plan, and every metric asked for.
func observed(t *table.Table, plan result.Plan, catalog table.Catalog, work func(st *study.Study, m, a, b int) error) (*result.Provenance, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	plan = withFamilies(plan, t, catalog)
	if err := CheckPlan(&plan, t); err != nil {
		return nil, err
	}
	if len(plan.Runs) != 2 {
		return nil, fmt.Errorf("plan: runs: %d named, expected two", len(plan.Runs))
	}
	done := false
	for _, b := range t.Benchmarks {
		first, second := slices.Index(b.Runs, plan.Runs[0]), slices.Index(b.Runs, plan.Runs[1])
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) || first < 0 || second < 0 {
			continue
		}
		st, err := study.New(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		st.ReadColumns()
		measures := st.Compared
		if len(plan.Metrics) == 0 && st.Primary >= 0 {
			measures = []int{st.Primary}
		}
		for _, m := range measures {
			if err := work(st, m, first, second); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", b.Name, st.Measures[m].Name, err)
			}
			done = true
		}
	}
	if !done {
		return nil, fmt.Errorf("no benchmark of these logs holds both %q and %q with a metric to compare", plan.Runs[0], plan.Runs[1])
	}
	return &result.Provenance{Seed: plan.Seed, Plan: plan}, nil
}

// ObservedTrials plans tasks and trials with the variances that two runs showed, for the benchmarks and metrics
// of ObservedPower; of p Between and Within are taken from the runs, and without Difference the observed one. Errors:
// as ObservedPower; runs that have no task with several attempts.
func ObservedTrials(t *table.Table, plan result.Plan, catalog table.Catalog, p power.TrialPlan) (*result.PowerResults, error) {
	out := &result.PowerResults{Version: result.Version, Studies: []result.PowerStudy{}}
	provenance, err := observed(t, plan, catalog, func(st *study.Study, m, a, b int) error {
		s, err := observedTrials(st, m, a, b, p)
		if err == nil {
			out.Trials = append(out.Trials, *s)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Provenance = provenance
	return out, nil
}

// canDiffer refuses a difference that two shares cannot have: points written for shares.
func canDiffer(m *table.Measure, difference float64) error {
	if result.IsShare(m.Unit) && math.Abs(difference) > 1 {
		return fmt.Errorf("difference is %v: %s is a share, from 0 to 1, and no two are further apart than 1; for %.4g points write %.4g", difference, m.Name, difference, difference/100)
	}
	return nil
}

// observedTrials plans one metric's comparison of two runs.
func observedTrials(st *study.Study, m, a, b int, p power.TrialPlan) (*result.TrialStudy, error) {
	s := st.Bench.Slices(nil)[0]
	if st.Measures[m].Combine != nil {
		return nil, fmt.Errorf("the metric is made of several attempts together, and no mean of them: plan with another one")
	}
	pair := st.Match(s, a, b, &st.Columns[m][a], &st.Columns[m][b])
	if len(pair.Tasks) == 0 {
		return nil, fmt.Errorf("the runs have no task in common")
	}
	v, err := stats.PairedTrialVariance(st.Trials(s, m, a, pair.Tasks), st.Trials(s, m, b, pair.Tasks))
	if err != nil {
		return nil, fmt.Errorf("%s: state the variances with --between and --within", stats.Reason(err))
	}
	if err := canDiffer(&st.Measures[m], p.Difference); err != nil {
		return nil, err
	}
	p.Between, p.Within = v.Between, v.WithinA+v.WithinB
	source := result.DifferenceGiven
	if p.Difference == 0 {
		p.Difference, source = v.Mean, result.DifferenceObserved
	}
	if p.Difference == 0 {
		return nil, fmt.Errorf("the runs do not differ on average: give the difference to be seen with --difference")
	}
	out, err := power.PlanTrials(p)
	if err != nil {
		return nil, err
	}
	out.Benchmark, out.Metric, out.A, out.B, out.Unit, out.Source = st.Bench.Name, st.Measures[m].Name, st.Bench.Runs[a], st.Bench.Runs[b], st.Measures[m].Unit, source
	if source == result.DifferenceObserved {
		out.Notes = append(out.Notes, "planned for the observed difference, which is itself uncertain: if it was picked because it is large, the study is too small")
	}
	if st.Cluster != nil {
		out.Notes = append(out.Notes, "tasks are taken as independent, though they come in clusters: more of them are needed")
	}
	return out, nil
}

// observedPower plans one metric's comparison of two runs.
func observedPower(st *study.Study, m, a, b int, p power.Plan) (*result.PowerStudy, error) {
	pair := st.Match(st.Bench.Slices(nil)[0], a, b, &st.Columns[m][a], &st.Columns[m][b])
	diff, err := stats.Subtract(pair.X, pair.Y)
	if err != nil {
		return nil, err
	}
	var notes []string
	if err := testOfPlan(st, &p, st.Bench.Scale(&st.Measures[m], a, b), &notes); err != nil {
		return nil, err
	}
	if p.Difference != nil {
		if err := canDiffer(&st.Measures[m], *p.Difference); err != nil {
			return nil, err
		}
	}
	if p.N == 0 {
		p.N = len(pair.Tasks)
	}
	source := result.DifferenceGiven
	if observed := study.Mean(diff.D); p.Difference == nil && observed != nil && *observed != 0 {
		p.Difference, source = observed, result.DifferenceObserved
		notes = append(notes, "planned for the observed difference, which is itself uncertain: if it was picked because it is large, the number of tasks is too small")
	}
	s, err := observedStudy(st, p, pair, diff, &notes, st.Measures[m].Name)
	if err != nil {
		return nil, err
	}
	if source == result.DifferenceObserved && s.Difference != nil {
		s.Source = source
	}
	if s.Notes = append(s.Notes, notes...); pair.Unpaired > 0 {
		s.Notes = append(s.Notes, result.Plural(pair.Unpaired, "task")+" left out, with no partner in the other run")
	}
	s.Benchmark, s.Metric, s.A, s.B = st.Bench.Name, st.Measures[m].Name, st.Bench.Runs[a], st.Bench.Runs[b]
	if s.Unit == "" {
		s.Unit = st.Measures[m].Unit
	}
	return s, nil
}

// testOfPlan chooses the test by the rule of comparisons, or checks the one
// asked for.
func testOfPlan(st *study.Study, p *power.Plan, scale result.Scale, notes *[]string) error {
	switch {
	case p.Test == "two_proportions":
		return fmt.Errorf("test is two_proportions, but the runs share their tasks: plan with McNemar's test or the paired t test")
	case st.Cluster != nil && p.Test != "" && p.Test != "paired_t":
		return fmt.Errorf("test is %s, which takes tasks as independent, but the log puts them in clusters: plan with paired_t", p.Test)
	case p.Test != "" && p.Test != "paired_t" && scale != result.Binary:
		return fmt.Errorf("test is %s, but the metric is not binary with one attempt a task: plan with paired_t", p.Test)
	case st.Cluster != nil:
		p.Test = study.Headlines[result.Interval]
		*notes = append(*notes, "tasks come in clusters: the standard deviation is that of as many independent tasks with the same cluster-robust standard error, and further tasks are taken to come in clusters of the same sizes")
	case p.Test != "":
	case scale == result.Ordinal:
		p.Test = study.Headlines[result.Interval]
		*notes = append(*notes, study.WilcoxonByT)
	default:
		p.Test = study.Headlines[scale]
	}
	return nil
}

// observedStudy plans with the scatter of the pair and simulates. Where the runs
// do not differ on any task the study says so and plans nothing.
func observedStudy(st *study.Study, p power.Plan, pair study.PairSlice, diff stats.Differences, notes *[]string, metric string) (*result.PowerStudy, error) {
	why := ""
	if st.Cluster != nil {
		why = observeClusters(&p, diff, study.ClusterOf(st, pair))
	} else {
		why = study.Observe(&p, pair, diff, notes)
	}
	if why != "" {
		opt, err := p.Options()
		return &result.PowerStudy{Needed: []result.Needed{}, Curve: []result.PowerAt{}, Test: p.Test, Alpha: opt.Alpha, Power: opt.Power, N: p.N, Notes: []string{why}}, err
	}
	s, err := power.PlanStudy(p)
	if err != nil {
		return nil, err
	}
	return s, simulate(st, s, pair, diff, metric)
}

// observeClusters is observe where tasks come in clusters.
func observeClusters(p *power.Plan, diff stats.Differences, cluster []int) string {
	r, err := stats.ClusterRobustMean(diff.D, cluster, 0)
	if err != nil {
		return stats.Reason(err)
	}
	if r.SECR1 == 0 {
		return "the deviations cancel within every cluster: nothing to plan from"
	}
	p.SD = result.Number(r.SECR1 * math.Sqrt(float64(r.N)))
	return ""
}

// simulate draws studies with the tasks at hand and with the tasks needed.
func simulate(st *study.Study, s *result.PowerStudy, pair study.PairSlice, diff stats.Differences, metric string) error {
	if s.Difference == nil || st.Cluster != nil {
		return nil // drawing tasks one by one would break up the clusters
	}
	ns := []int{s.N}
	for _, needed := range s.Needed {
		if needed.Power == s.Power && needed.N != nil && *needed.N != s.N {
			ns = append(ns, *needed.N)
		}
	}
	opt := stats.PowerOptions{Alpha: s.Alpha, Power: s.Power}
	for _, n := range ns {
		if n >= power.NormalFrom {
			continue
		}
		seed := stats.DeriveSeed(st.Plan.Seed, st.Bench.Name, metric, st.Bench.Runs[pair.A], st.Bench.Runs[pair.B], "power", strconv.Itoa(n))
		var r stats.SimulatedPower
		var err error
		if s.Discordance != nil {
			m := power.McnemarPower{Discordance: *s.Discordance}
			p10, p01 := m.Split(*s.Difference)
			r, err = stats.SimulateMcNemarPower(p10, p01, n, st.Plan.Resamples, stats.McNemarTest(slices.Index(power.McnemarTests, s.Test)), seed, opt)
		} else {
			// The tail that is longer stays on the side where it was observed.
			towards := math.Copysign(*s.Difference, *study.Mean(diff.D))
			r, err = stats.SimulatePairedTPower(diff.D, towards, n, st.Plan.Resamples, seed, opt)
		}
		if err != nil {
			return err
		}
		s.Simulated = append(s.Simulated, result.SimulatedStep{N: n, Power: r.Power, SE: r.SE, Runs: r.Runs})
	}
	return nil
}
