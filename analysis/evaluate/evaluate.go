package evaluate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mcpstats/analysis/evaluate/calls"
	"mcpstats/analysis/evaluate/curves"
	"mcpstats/analysis/evaluate/items"
	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/stability"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/evaluate/warnings"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Evaluate runs the plan over the table. catalog lists the declared metrics in
// order of importance; a benchmark's first metric in it for which higher is
// better is its headline unless the plan names one. Provenance's inputs and tool
// are the caller's to fill in.
//
// Errors: a plan that names a run, metric or stratum that the table does not
// hold, or a field outside its domain.
func Evaluate(t *table.Table, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	return each(t, plan, catalog, func(st *study.Study, res *result.Results) error {
		st.ReadColumns()
		return run(st, res)
	})
}

// Summarize is the part of Evaluate that a list of means needs: the metrics, the
// summaries, the same to the last bit, and the order of the runs by the headline
// metric. Without bootstrap the intervals of means are Student's, which takes a
// fraction of the time.
func Summarize(t *table.Table, plan result.Plan, catalog table.Catalog, bootstrap bool) (*result.Results, error) {
	return each(t, plan, catalog, func(st *study.Study, res *result.Results) error {
		st.Paired, st.Bootstrapped = false, bootstrap
		Describe(st, res)
		if !bootstrap {
			study.Summaries(st, res)
			return nil
		}
		st.ReadColumns()
		return evaluateSlices(st, res)
	})
}

// each does the work on every benchmark that the plan names.
func each(t *table.Table, plan result.Plan, catalog table.Catalog, work func(*study.Study, *result.Results) error) (*result.Results, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	t = t.Derive(table.Asked(&plan))
	plan = withFamilies(plan, t, catalog)
	if err := CheckPlan(&plan, t); err != nil {
		return nil, err
	}
	res := &result.Results{Version: result.Version, Provenance: result.Provenance{Seed: plan.Seed, Plan: plan}}
	var empty *table.SliceError
	for _, b := range t.Benchmarks {
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) {
			continue
		}
		st, err := study.New(b, &plan, catalog)
		if errors.As(err, &empty) {
			res.Warnings = append(res.Warnings, result.Warning{Code: "slice_empty", Where: b.Name, Decisive: true, Message: empty.Error() + "; the benchmark is left out."})
			continue
		}
		if err != nil {
			return nil, err
		}
		if m := st.Primary; m >= 0 && plan.Margin >= 1 && result.IsShare(st.Measures[m].Unit) {
			return nil, fmt.Errorf("plan: equivalence_margin is %v, and %s of %s is a share, from 0 to 1: any two would be equivalent; for %.4g points write %.4g", plan.Margin, st.Measures[m].Name, b.Name, plan.Margin, plan.Margin/100)
		}
		if err := work(st, res); err != nil {
			return nil, fmt.Errorf("benchmark %q: %w", b.Name, err)
		}
	}
	if len(res.Slices) == 0 && empty != nil {
		return nil, empty
	}
	res.Undo()
	return res, nil
}

func run(st *study.Study, res *result.Results) error {
	Describe(st, res)
	first, described := len(res.Comparisons), len(res.Summaries)
	// What follows from the scores alone is found while the slices are evaluated.
	var others []result.Stability
	var specified []result.SpecificationCurve
	var failures []result.Failure
	var breakdown []result.FailureBreakdown
	var labels []result.LabelSet
	var profiles []result.CallProfile
	var tasks *result.ItemSet
	var aside sync.WaitGroup
	aside.Go(func() { others, specified = stability.RankingStability(st), stability.SpecificationCurves(st) })
	aside.Go(func() { failures, breakdown = modes.CountFailures(st) })
	aside.Go(func() { labels = modes.Words(st) })
	aside.Go(func() { profiles = calls.Profiles(st) })
	aside.Go(func() { tasks = items.Of(st) })
	defer aside.Wait()
	if err := evaluateSlices(st, res); err != nil {
		return err
	}
	between, said := crossings(st)
	res.Crossings, res.Warnings = append(res.Crossings, between...), append(res.Warnings, said...)
	ledger, err := ledger(st, res.Summaries[described:])
	if err != nil {
		return err
	}
	res.Ledger = append(res.Ledger, ledger...)
	comparisons := res.Comparisons[first:]
	if err := study.Correct(st, comparisons); err != nil {
		return err
	}
	study.TieGroups(st, res.Rankings, comparisons)
	if err := study.RankSets(st, res.Rankings, comparisons); err != nil {
		return err
	}
	aside.Wait()
	res.Stability = append(res.Stability, others...)
	res.Curves = append(res.Curves, specified...)
	curves.Sweeps(st, res)
	res.Ratios = append(res.Ratios, curves.Ratios(st)...)
	res.Trials = append(res.Trials, study.TrialVariances(st)...)
	res.Frontiers = append(res.Frontiers, curves.Frontiers(st, res.Summaries)...)
	res.Spreads = append(res.Spreads, curves.Spreads(st, res.Summaries)...)
	judges.Agreement(st, res)
	judges.Together(st, res)
	res.Failures = append(res.Failures, failures...)
	res.Breakdowns = append(res.Breakdowns, breakdown...)
	res.Labels = append(res.Labels, labels...)
	res.Calls = append(res.Calls, profiles...)
	res.TaskSets = append(res.TaskSets, calls.TaskSet(st))
	if offer, ok := calls.Offer(st); ok {
		res.Offers = append(res.Offers, offer)
	}
	res.Consistency = append(res.Consistency, items.Consistencies(st)...)
	if tasks != nil {
		res.Items = append(res.Items, *tasks)
	}
	res.Reported = append(res.Reported, reported(st)...)
	res.Warnings = append(res.Warnings, warnings.Warnings(st, res)...)
	asked, err := answers(st)
	res.Answers = append(res.Answers, asked...)
	return err
}

// evaluateSlices evaluates all tasks and every stratum that has some.
func evaluateSlices(st *study.Study, res *result.Results) error {
	for _, s := range st.Bench.Slices(st.Strata) {
		if len(s.Tasks) == 0 {
			continue
		}
		part, err := study.Slice(st, s)
		if err != nil {
			return err
		}
		res.Summaries = append(res.Summaries, part.Summaries...)
		res.Comparisons = append(res.Comparisons, part.Comparisons...)
		res.Rankings = append(res.Rankings, part.Rankings...)
	}
	return nil
}

// sliceInfo says which part of a benchmark a study of a slice is of.
func sliceInfo(st *study.Study) result.SliceInfo {
	s := st.Bench.Sliced
	info := result.SliceInfo{Benchmark: st.Bench.Name, Tasks: len(st.Bench.Tasks), Of: s.Of, Unknown: s.Unknown, Where: st.Plan.Where}
	for r := range st.Bench.Runs {
		info.Attempts += st.Bench.Promised[r].Present
	}
	return info
}

// Describe lists the benchmark's metrics, and which part of it the results are of.
func Describe(st *study.Study, res *result.Results) {
	if st.Bench.Sliced != nil {
		res.Slices = append(res.Slices, sliceInfo(st))
	}
	factors, unclear := runFactors(st)
	res.Factors, res.Warnings = append(res.Factors, factors...), append(res.Warnings, unclear...)
	for i, m := range st.Measures {
		res.Metrics = append(res.Metrics, result.MetricInfo{
			Benchmark: st.Bench.Name, Name: m.Name, Doc: m.Doc, Cite: m.Cite, Unit: m.Unit,
			Scale: m.Scale.String(), Better: m.Better.String(), BetterFrom: m.Direction.From, BetterWord: m.Direction.Word, Missing: m.Missing.String(),
			Primary: i == st.Primary, Compared: slices.Contains(st.Compared, i),
		})
	}
}

// CheckPlan refuses a plan that names what the table does not hold.
func CheckPlan(p *result.Plan, t *table.Table) error {
	var runs, metrics, strata, benchmarks, clusters []string
	if err := oneUniverse(p, t); err != nil {
		return err
	}
	for _, b := range t.Benchmarks {
		benchmarks = append(benchmarks, b.Name)
		runs = append(runs, b.Runs...)
		metrics = append(metrics, b.MetricNames(p)...)
		for _, s := range b.Strata {
			strata = append(strata, s.Name)
		}
		if slices.ContainsFunc(b.Tasks, func(t table.Task) bool { return t.Cluster != "" }) {
			clusters = append(clusters, table.ClusterColumn)
		}
	}
	one := func(s string) []string {
		if s == "" {
			return nil
		}
		return []string{s}
	}
	for _, f := range []struct {
		field       string
		asked, have []string
	}{
		{"baseline", one(p.Baseline), runs}, {"reference", slices.DeleteFunc(slices.Clone(p.Reference), func(entry string) bool { return strings.Contains(entry, "=") }), runs}, {"runs", p.Runs, runs}, {"benchmarks", p.Benchmarks, benchmarks},
		{"metrics", p.Metrics, metrics}, {"primary", one(p.Primary), metrics},
		{"better", slices.Sorted(maps.Keys(p.Better)), metrics},
		{"strata", p.Strata, append(strata, "none")}, {"cluster", one(p.Cluster), append(clusters, strata...)},
	} {
		for _, name := range f.asked {
			if !slices.Contains(f.have, name) {
				have := result.UniqueNatural(f.have)
				if members := slices.DeleteFunc(slices.Clone(have), func(m string) bool { return !table.InFamily(name, m) }); len(members) > 0 {
					have = members // of the family: one of them is meant
				}
				return &result.NotThereError{Field: f.field, Name: name, Have: have}
			}
		}
	}
	return nil
}

// oneUniverse refuses a universe of tasks that several benchmarks would have to share.
func oneUniverse(p *result.Plan, t *table.Table) error {
	if p.Tasks == "" {
		return nil
	}
	var names []string
	for _, b := range t.Benchmarks {
		if len(p.Benchmarks) == 0 || slices.Contains(p.Benchmarks, b.Name) {
			names = append(names, fmt.Sprintf("%q", b.Name))
		}
	}
	if len(names) < 2 {
		return nil
	}
	return &table.UniverseError{Tasks: p.Tasks, Reason: "states the tasks of one benchmark, and the log holds " + result.FirstOf(names, study.NamedRuns), Hint: "name one with --benchmarks"}
}

// withFamilies returns the plan with the names of families, as lists of metrics print them,
// replaced by their members in the table. A headline is one metric: a family of several
// members stays, for check to refuse with what there is.
func withFamilies(p result.Plan, t *table.Table, catalog table.Catalog) result.Plan {
	var have []string
	for _, b := range t.Benchmarks {
		have = append(have, b.MetricNames(&p)...)
	}
	have = result.UniqueNatural(have)
	members := func(name string) []string {
		if slices.Contains(have, name) {
			return []string{name}
		}
		_, _, listed := catalog.Find(name)
		if !listed && !table.OfAttempts(name) && !slices.ContainsFunc(catalog, func(m table.Metric) bool { return strings.HasPrefix(m.Name, name+"[") }) {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(have), func(m string) bool { return !table.InFamily(name, m) })
	}
	var names []string
	for _, name := range p.Metrics {
		if of := members(name); len(of) > 0 {
			names = append(names, of...)
		} else {
			names = append(names, name)
		}
	}
	p.Metrics = names
	if of := members(p.Primary); p.Primary != "" && len(of) == 1 {
		p.Primary = of[0]
	}
	return p
}
