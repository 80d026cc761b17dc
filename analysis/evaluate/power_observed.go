package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

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
func ObservedPower(t *table.Table, plan result.Plan, catalog table.Catalog, p power.PowerPlan) (*result.PowerResults, error) {
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
	out := &result.PowerResults{Version: result.Version, Provenance: &result.Provenance{Seed: plan.Seed, Plan: plan}, Studies: []result.PowerStudy{}}
	for _, b := range t.Benchmarks {
		first, second := slices.Index(b.Runs, plan.Runs[0]), slices.Index(b.Runs, plan.Runs[1])
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) || first < 0 || second < 0 {
			continue
		}
		e, err := newEvaluation(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		e.readColumns()
		measures := e.Compared
		if len(plan.Metrics) == 0 && e.Primary >= 0 {
			measures = []int{e.Primary}
		}
		for _, m := range measures {
			study, err := e.observedPower(m, first, second, p)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", b.Name, e.Measures[m].Name, err)
			}
			out.Studies = append(out.Studies, *study)
		}
	}
	if len(out.Studies) == 0 {
		return nil, fmt.Errorf("no benchmark of these logs holds both %q and %q with a metric to compare", plan.Runs[0], plan.Runs[1])
	}
	return out, nil
}

// observedPower plans one metric's comparison of two runs.
func (e *Evaluation) observedPower(m, a, b int, p power.PowerPlan) (*result.PowerStudy, error) {
	pair := e.match(e.Bench.Slices(nil)[0], a, b, &e.columns[m][a], &e.columns[m][b])
	diff, err := stats.Subtract(pair.x, pair.y)
	if err != nil {
		return nil, err
	}
	var notes []string
	if err := e.testOfPlan(&p, e.Bench.Scale(&e.Measures[m], a, b), &notes); err != nil {
		return nil, err
	}
	if p.N == 0 {
		p.N = len(pair.tasks)
	}
	source := result.DifferenceGiven
	if observed := mean(diff.D); p.Difference == nil && observed != nil && *observed != 0 {
		p.Difference, source = observed, result.DifferenceObserved
		notes = append(notes, "planned for the observed difference, which is itself uncertain: were it picked because it is large, the number of tasks is too small")
	}
	s, err := e.observedStudy(p, pair, diff, &notes, e.Measures[m].Name)
	if err != nil {
		return nil, err
	}
	if source == result.DifferenceObserved && s.Difference != nil {
		s.Source = source
	}
	if s.Notes = append(s.Notes, notes...); pair.unpaired > 0 {
		s.Notes = append(s.Notes, result.Plural(pair.unpaired, "task")+" left out, having no partner in the other run")
	}
	s.Benchmark, s.Metric, s.A, s.B = e.Bench.Name, e.Measures[m].Name, e.Bench.Runs[a], e.Bench.Runs[b]
	if s.Unit == "" {
		s.Unit = e.Measures[m].Unit
	}
	return s, nil
}

// testOfPlan chooses the test by the rule of comparisons, or checks the one
// asked for.
func (e *Evaluation) testOfPlan(p *power.PowerPlan, scale result.Scale, notes *[]string) error {
	switch {
	case p.Test == "two_proportions":
		return fmt.Errorf("test is two_proportions, but the runs share their tasks: plan with McNemar's test or the paired t test")
	case e.cluster != nil && p.Test != "" && p.Test != "paired_t":
		return fmt.Errorf("test is %s, which takes tasks as independent, but the log puts them in clusters: plan with paired_t", p.Test)
	case p.Test != "" && p.Test != "paired_t" && scale != result.Binary:
		return fmt.Errorf("test is %s, but the metric is not binary with one attempt a task: plan with paired_t", p.Test)
	case e.cluster != nil:
		p.Test = headlines[result.Interval]
		*notes = append(*notes, "tasks come in clusters: the standard deviation is that of as many independent tasks with the same cluster-robust standard error, and further tasks are taken to come in clusters of the same sizes")
	case p.Test != "":
	case scale == result.Ordinal:
		p.Test = headlines[result.Interval]
		*notes = append(*notes, wilcoxonByT)
	default:
		p.Test = headlines[scale]
	}
	return nil
}

// wilcoxonByT is said where Wilcoxon's test is planned by the paired t test.
const wilcoxonByT = "by the power of the paired t test, which is close to Wilcoxon's where differences are not far from normal"

// observedStudy plans with the scatter of the pair and simulates. Where the runs
// do not differ on any task the study says so and plans nothing.
func (e *Evaluation) observedStudy(p power.PowerPlan, pair pairSlice, diff stats.Differences, notes *[]string, metric string) (*result.PowerStudy, error) {
	why := ""
	if e.cluster != nil {
		why = observeClusters(&p, diff, e.clusterOf(pair))
	} else {
		why = observe(&p, pair, diff, notes)
	}
	if why != "" {
		opt, err := p.Options()
		return &result.PowerStudy{Needed: []result.Needed{}, Curve: []result.PowerAt{}, Test: p.Test, Alpha: opt.Alpha, Power: opt.Power, N: p.N, Notes: []string{why}}, err
	}
	s, err := power.PlanStudy(p)
	if err != nil {
		return nil, err
	}
	return s, e.simulate(s, pair, diff, metric)
}

// observe fills in the scatter of the pair. It returns why nothing can be
// planned, where the runs do not differ on any task.
func observe(p *power.PowerPlan, pair pairSlice, diff stats.Differences, notes *[]string) string {
	if len(pair.tasks) < 2 {
		return result.Plural(len(pair.tasks), "common task") + ": nothing to plan from"
	}
	if p.Test != "paired_t" {
		t := pairedTable(pair.x, pair.y)
		discordance := float64(t.FirstOnly+t.SecondOnly) / float64(len(pair.tasks))
		if p.Difference != nil && math.Abs(*p.Difference) > discordance {
			*notes = append(*notes, fmt.Sprintf("the difference exceeds the observed share of discordant tasks, %.4g, which is raised to it", discordance))
			discordance = math.Abs(*p.Difference)
		}
		if discordance == 0 {
			return "the runs agree on every task: nothing to plan from"
		}
		p.Discordance = &discordance
		return ""
	}
	squares := 0.0
	centre := mean(diff.D)
	if centre == nil {
		return "the differences by task are beyond what a double holds"
	}
	for _, d := range diff.D {
		squares += (d - *centre) * (d - *centre)
	}
	sd := math.Sqrt(squares / float64(len(diff.D)-1))
	if sd == 0 {
		return "the differences by task are all equal: nothing to plan from"
	}
	if math.IsInf(sd, 0) {
		return "the differences by task scatter by more than a double holds"
	}
	p.SD = &sd
	return ""
}

// observeClusters is observe where tasks come in clusters.
func observeClusters(p *power.PowerPlan, diff stats.Differences, cluster []int) string {
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
func (e *Evaluation) simulate(s *result.PowerStudy, pair pairSlice, diff stats.Differences, metric string) error {
	if s.Difference == nil || e.cluster != nil {
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
		seed := stats.DeriveSeed(e.Plan.Seed, e.Bench.Name, metric, e.Bench.Runs[pair.a], e.Bench.Runs[pair.b], "power", strconv.Itoa(n))
		var r stats.SimulatedPower
		var err error
		if s.Discordance != nil {
			m := power.McnemarPower{Discordance: *s.Discordance}
			p10, p01 := m.Split(*s.Difference)
			r, err = stats.SimulateMcNemarPower(p10, p01, n, e.Plan.Resamples, stats.McNemarTest(slices.Index(power.McnemarTests, s.Test)), seed, opt)
		} else {
			// The tail that is longer stays on the side where it was observed.
			towards := math.Copysign(*s.Difference, *mean(diff.D))
			r, err = stats.SimulatePairedTPower(diff.D, towards, n, e.Plan.Resamples, seed, opt)
		}
		if err != nil {
			return err
		}
		s.Simulated = append(s.Simulated, result.SimulatedStep{N: n, Power: r.Power, SE: r.SE, Runs: r.Runs})
	}
	return nil
}
