package analysis

import (
	"fmt"
	"maps"
	"mcpstats/internal/parallel"
	"slices"
	"strings"
	"sync"
)

// Evaluate runs the plan over the table. catalog lists the declared metrics in
// order of importance; a benchmark's first metric in it for which higher is
// better is its headline unless the plan names one. Provenance's inputs and tool
// are the caller's to fill in.
//
// Errors: a plan that names a run, metric or stratum that the table does not
// hold, or a field outside its domain.
func Evaluate(t *Table, plan Plan, catalog Catalog) (*Results, error) {
	return each(t, plan, catalog, func(e *evaluation, res *Results) error {
		e.readColumns()
		return e.run(res)
	})
}

// Summarize is the part of Evaluate that a list of means needs: the metrics, the
// summaries, the same to the last bit, and the order of the runs by the headline
// metric. Without bootstrap the intervals of means are Student's, which takes a
// fraction of the time.
func Summarize(t *Table, plan Plan, catalog Catalog, bootstrap bool) (*Results, error) {
	return each(t, plan, catalog, func(e *evaluation, res *Results) error {
		e.paired, e.bootstrapped = false, bootstrap
		e.describe(res)
		if !bootstrap {
			e.summaries(res)
			return nil
		}
		e.readColumns()
		return e.evaluateSlices(res)
	})
}

// each does the work on every benchmark that the plan names.
func each(t *Table, plan Plan, catalog Catalog, work func(*evaluation, *Results) error) (*Results, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	plan = withFamilies(plan, t, catalog)
	if err := checkPlan(&plan, t); err != nil {
		return nil, err
	}
	res := &Results{Version: Version, Provenance: Provenance{Seed: plan.Seed, Plan: plan}}
	for _, b := range t.Benchmarks {
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) {
			continue
		}
		e, err := newEvaluation(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		if err := work(e, res); err != nil {
			return nil, fmt.Errorf("benchmark %q: %w", b.Name, err)
		}
	}
	res.undo()
	return res, nil
}

// evaluation is the work on one benchmark.
type evaluation struct {
	bench    *Benchmark
	plan     *Plan
	catalog  Catalog
	runs     []int // the runs compared, indices into bench.Runs
	baseline int   // index into bench.Runs, or -1
	measures []measure
	primary  int // index into measures, or -1
	headline headline
	compared []int
	columns  [][]column // by measure and run; empty before readColumns
	strata   []StratumColumn
	cluster  []int32    // by task; nil: every task is its own
	hashes   [][]string // by run and task; nil where a run has none

	paired       bool // runs are compared, not only summarized
	bootstrapped bool // means have bootstrap intervals
}

func newEvaluation(b *Benchmark, plan *Plan, catalog Catalog) (*evaluation, error) {
	b, err := b.hold(plan)
	if err != nil {
		return nil, err
	}
	e := &evaluation{bench: b, plan: plan, catalog: catalog, baseline: slices.Index(b.Runs, plan.Baseline), paired: true, bootstrapped: true}
	if plan.Baseline == "" {
		e.baseline = -1
	}
	e.runs = plan.chosen(b.Runs)
	e.measures = b.measures(catalog, plan)
	e.headline = chooseHeadline(e.measures, plan, len(e.runs), func(m, i int) bool { return b.logged[e.runs[i]].cells[e.measures[m].cells].values.n > 0 })
	e.primary, e.compared = e.headline.metric, compared(e.measures, plan, e.headline.metric)
	if !slices.Contains(plan.Strata, "none") {
		e.strata = b.strataColumns(plan.Strata)
	}
	e.cluster = b.clusters(plan.Cluster)
	e.hashes = b.hashes()
	e.columns = make([][]column, len(e.measures))
	return e, nil
}

// readColumns reads every measure.
func (e *evaluation) readColumns() { parallel.For(len(e.measures), e.readMeasure) }

// readMeasure reads every run's column of a measure.
func (e *evaluation) readMeasure(m int) {
	e.columns[m] = make([]column, len(e.bench.Runs))
	scored := e.bench.scoredTasks(&e.measures[m])
	for _, r := range e.runs {
		e.columns[m][r] = e.bench.readScored(&e.measures[m], r, e.plan.Missing, scored)
	}
}

func (e *evaluation) run(res *Results) error {
	e.describe(res)
	first, described := len(res.Comparisons), len(res.Summaries)
	// What follows from the scores alone is found while the slices are evaluated.
	var stability []Stability
	var curves []SpecificationCurve
	var failures []Failure
	var breakdown []FailureBreakdown
	var aside sync.WaitGroup
	aside.Go(func() { stability, curves = e.stability(), e.curves() })
	aside.Go(func() { failures, breakdown = e.failures() })
	defer aside.Wait()
	if err := e.evaluateSlices(res); err != nil {
		return err
	}
	ledger, err := e.ledger(res.Summaries[described:])
	if err != nil {
		return err
	}
	res.Ledger = append(res.Ledger, ledger...)
	comparisons := res.Comparisons[first:]
	if err := e.correct(comparisons); err != nil {
		return err
	}
	e.tieGroups(res.Rankings, comparisons)
	if err := e.rankSets(res.Rankings, comparisons); err != nil {
		return err
	}
	aside.Wait()
	res.Stability = append(res.Stability, stability...)
	res.Curves = append(res.Curves, curves...)
	e.sweeps(res)
	res.Ratios = append(res.Ratios, e.ratios()...)
	res.Frontiers = append(res.Frontiers, e.frontiers(res.Summaries)...)
	res.Spreads = append(res.Spreads, e.spreads(res.Summaries)...)
	e.agreement(res)
	res.Failures = append(res.Failures, failures...)
	res.Breakdowns = append(res.Breakdowns, breakdown...)
	res.Reported = append(res.Reported, e.reported()...)
	res.Warnings = append(res.Warnings, e.warnings(res)...)
	return nil
}

// evaluateSlices evaluates all tasks and every stratum that has some.
func (e *evaluation) evaluateSlices(res *Results) error {
	for _, s := range e.bench.slices(e.strata) {
		if len(s.tasks) == 0 {
			continue
		}
		part, err := e.slice(s)
		if err != nil {
			return err
		}
		res.Summaries = append(res.Summaries, part.summaries...)
		res.Comparisons = append(res.Comparisons, part.comparisons...)
		res.Rankings = append(res.Rankings, part.rankings...)
	}
	return nil
}

// describe lists the benchmark's metrics.
func (e *evaluation) describe(res *Results) {
	for i, m := range e.measures {
		res.Metrics = append(res.Metrics, MetricInfo{
			Benchmark: e.bench.Name, Name: m.Name, Doc: m.Doc, Cite: m.Cite, Unit: m.Unit,
			Scale: m.Scale.String(), Better: m.Better.String(), BetterFrom: m.direction.from, BetterWord: m.direction.word, Missing: m.Missing.String(),
			Primary: i == e.primary, Compared: slices.Contains(e.compared, i),
		})
	}
}

// checkPlan refuses a plan that names what the table does not hold.
func checkPlan(p *Plan, t *Table) error {
	var runs, metrics, strata, benchmarks, clusters []string
	if err := oneUniverse(p, t); err != nil {
		return err
	}
	for _, b := range t.Benchmarks {
		benchmarks = append(benchmarks, b.Name)
		runs = append(runs, b.Runs...)
		metrics = append(metrics, b.metricNames(p)...)
		for _, s := range b.Strata {
			strata = append(strata, s.Name)
		}
		if slices.ContainsFunc(b.Tasks, func(t Task) bool { return t.Cluster != "" }) {
			clusters = append(clusters, clusterColumn)
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
		{"baseline", one(p.Baseline), runs}, {"runs", p.Runs, runs}, {"benchmarks", p.Benchmarks, benchmarks},
		{"metrics", p.Metrics, metrics}, {"primary", one(p.Primary), metrics},
		{"better", slices.Sorted(maps.Keys(p.Better)), metrics},
		{"strata", p.Strata, append(strata, "none")}, {"cluster", one(p.Cluster), append(clusters, strata...)},
	} {
		for _, name := range f.asked {
			if !slices.Contains(f.have, name) {
				have := uniqueNatural(f.have)
				if members := slices.DeleteFunc(slices.Clone(have), func(m string) bool { return !InFamily(name, m) }); len(members) > 0 {
					have = members // of the family: one of them is meant
				}
				return &NotThereError{Field: f.field, Name: name, Have: have}
			}
		}
	}
	return nil
}

// oneUniverse refuses a universe of tasks that several benchmarks would have to share.
func oneUniverse(p *Plan, t *Table) error {
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
	return &UniverseError{Tasks: p.Tasks, Reason: "states the tasks of one benchmark, and the log holds " + firstOf(names, namedRuns), Hint: "name one with --benchmarks"}
}

// withFamilies returns the plan with the names of families, as lists of metrics print them,
// replaced by their members in the table. A headline is one metric: a family of several
// members stays, for check to refuse with what there is.
func withFamilies(p Plan, t *Table, catalog Catalog) Plan {
	var have []string
	for _, b := range t.Benchmarks {
		have = append(have, b.metricNames(&p)...)
	}
	have = uniqueNatural(have)
	members := func(name string) []string {
		if slices.Contains(have, name) {
			return []string{name}
		}
		_, _, listed := catalog.find(name)
		if !listed && !OfAttempts(name) && !slices.ContainsFunc(catalog, func(m Metric) bool { return strings.HasPrefix(m.Name, name+"[") }) {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(have), func(m string) bool { return !InFamily(name, m) })
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
