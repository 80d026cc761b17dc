package scale

import (
	"fmt"
	"maps"
	"slices"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Evaluate makes results of merged sums: the ledger, summaries, differences with
// Poisson bootstrap intervals and a t test on their standard errors, and
// rankings. What needs every score in one place is absent, and a warning says so.
// The plan's seed and resamples become those that the sums were made with. Errors:
// a plan that names a run, metric or stratum that the sums do not hold, or asks for
// another clustering.
func (s *Sums) Evaluate(plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	plan.Seed, plan.Resamples = s.Settings.Seed, s.Settings.Replicates
	if plan.Cluster != s.Settings.Cluster {
		return nil, fmt.Errorf("plan: cluster is %q, but the sums were made with %q: weights are drawn by cluster; score the shards again", plan.Cluster, s.Settings.Cluster)
	}
	if plan.Tasks != "" {
		return nil, &table.UniverseError{Tasks: plan.Tasks, Reason: "sums do not hold which tasks there are", Hint: "use partials of attempts, or leave it out: every run then answers for its own tasks"}
	}
	if err := s.check(&plan); err != nil {
		return nil, err
	}
	res := &result.Results{Version: result.Version, Provenance: result.Provenance{Seed: plan.Seed, Plan: plan}}
	for lo := 0; lo < len(s.Runs); {
		hi := lo
		for hi < len(s.Runs) && s.Runs[hi].Benchmark == s.Runs[lo].Benchmark {
			hi++
		}
		if name := s.Runs[lo].Benchmark; len(plan.Benchmarks) == 0 || slices.Contains(plan.Benchmarks, name) {
			e := newSumsStudy(s, name, s.Runs[lo:hi], &plan, catalog)
			if err := e.run(res); err != nil {
				return nil, fmt.Errorf("benchmark %q: %w", name, err)
			}
			res.Failures = append(res.Failures, e.failuresOfSums(s)...)
		}
		lo = hi
	}
	res.Undo()
	return res, nil
}

// check refuses a plan that names what the sums do not hold.
func (s *Sums) check(plan *result.Plan) error {
	if plan.Correction == result.MaxT {
		return fmt.Errorf("plan: correction is %q, which needs every score in one place, and these are sums over shards; use holm, or partials of attempts", result.MaxT)
	}
	t := &table.Table{}
	at := map[string]*table.Benchmark{}
	for i := range s.Runs {
		r := &s.Runs[i]
		if at[r.Benchmark] == nil {
			at[r.Benchmark] = &table.Benchmark{Name: r.Benchmark}
			t.Benchmarks = append(t.Benchmarks, at[r.Benchmark])
		}
		at[r.Benchmark].Runs = append(at[r.Benchmark].Runs, r.Run)
	}
	for i := range s.Cells {
		k := &s.Cells[i].SumsKey
		b := at[k.Benchmark]
		if b == nil {
			return fmt.Errorf("analysis: sums of benchmark %q without its runs", k.Benchmark)
		}
		b.Metrics = append(b.Metrics, k.Metric)
		if k.Stratum != "" {
			b.Strata = append(b.Strata, table.StratumColumn{Name: k.Stratum})
		}
	}
	named := *plan
	named.Cluster = "" // its stratum need not be one to break down by
	if err := evaluate.CheckPlan(&named, t); err != nil {
		return err
	}
	if plan.Cluster != "" && !slices.ContainsFunc(s.Runs, func(r SumsRun) bool { return r.Clustered }) {
		var strata []string
		for _, b := range t.Benchmarks {
			for _, column := range b.Strata {
				strata = append(strata, column.Name)
			}
		}
		return &result.NotThereError{Field: "cluster", Name: plan.Cluster, Have: result.UniqueNatural(strata)}
	}
	return nil
}

// sumsStudy is the work on one benchmark. Its evaluation knows the names of the
// runs and the plan, for what does not look at scores.
type sumsStudy struct {
	*study.Study
	stated []datasets.Promise
	sums   []SumsRun
	cells  map[sumsColumn][]*SumsCell
	strata []*result.Stratum // nil, the whole, first
}

// sumsColumn is a run's tasks by one metric within a slice.
type sumsColumn struct {
	run, metric string
	stratum     result.Stratum
}

func newSumsStudy(s *Sums, name string, runs []SumsRun, plan *result.Plan, catalog table.Catalog) *sumsStudy {
	b := &table.Benchmark{Name: name}
	e := &sumsStudy{sums: runs, stated: s.Stated, cells: map[sumsColumn][]*SumsCell{}, strata: []*result.Stratum{nil}}
	for i := range runs {
		b.Runs = append(b.Runs, runs[i].Run)
	}
	metric := map[string]bool{} // whether some score is graded
	var values []result.Stratum
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Benchmark != name {
			continue
		}
		b.Trials = max(b.Trials, c.Attempts)
		metric[c.Metric] = metric[c.Metric] || c.Graded
		stratum := result.Stratum{Name: c.Stratum, Value: c.Value}
		e.cells[sumsColumn{c.Run, c.Metric, stratum}] = append(e.cells[sumsColumn{c.Run, c.Metric, stratum}], c)
		if c.Stratum != "" {
			values = append(values, stratum)
		}
	}
	e.slices(values, plan)
	var measures []table.Measure
	for _, n := range slices.SortedFunc(maps.Keys(metric), result.CompareNatural) {
		measures = append(measures, catalog.Measure(n, !metric[n], plan))
	}
	slices.SortStableFunc(measures, func(x, y table.Measure) int { return x.Order - y.Order })
	e.Study = &study.Study{Bench: b, Plan: plan, Catalog: catalog, Measures: measures, Baseline: -1}
	if plan.Baseline != "" {
		e.Baseline = slices.Index(b.Runs, plan.Baseline)
	}
	e.Runs = plan.Chosen(b.Runs)
	if at := slices.IndexFunc(e.Measures, func(m table.Measure) bool { return m.Name == table.RewardMetric }); at >= 0 && metricIn(metric, "success") {
		e.Measures[at].Missing = result.Drop // as Benchmark.measures has it
	}
	e.Headline = study.ChooseHeadline(e.Measures, plan, len(e.Runs), func(m, i int) bool {
		return slices.ContainsFunc(e.cells[sumsColumn{run: b.Runs[e.Runs[i]], metric: e.Measures[m].Name}], func(c *SumsCell) bool { return c.Scored > 0 })
	})
	e.Primary, e.Compared = e.Headline.Metric, study.Compared(e.Measures, plan, e.Headline.Metric)
	e.promise()
	return e
}

func metricIn(metrics map[string]bool, name string) bool { _, ok := metrics[name]; return ok }

// promise finds out what every run promised, as Benchmark.hold does of scores. What
// tasks there are is known by their number alone: a run with less than nine tenths of
// the largest number is a subset, and the others answer for their own.
func (e *sumsStudy) promise() {
	most := 0
	for i := range e.sums {
		most = max(most, e.sums[i].Tasks.N)
	}
	e.Bench.Promised = make([]table.Promised, len(e.sums))
	for r := range e.sums {
		counts, n := map[int32]int{}, 0 // tasks by their number of attempts
		for _, m := range e.Measures {  // by the metric of which most tasks are kept
			tasks, all := map[int32]int{}, 0
			for _, c := range e.cells[sumsColumn{run: e.Bench.Runs[r], metric: m.Name}] {
				tasks[int32(c.Attempts)] += c.Tasks.N + c.Undecided.N
				all += c.Tasks.N + c.Undecided.N
			}
			if all > n {
				counts, n = tasks, all
			}
		}
		p := table.Promised{NTasks: e.sums[r].Tasks.N, By: result.PromisedByHabit, TrialsBy: result.PromisedByHabit, Present: e.sums[r].Attempts}
		p.Trials, p.Largest, p.Usual = table.HabitOf(counts)
		if e.Plan.Trials > 0 {
			p.Trials, p.By, p.TrialsBy = int32(e.Plan.Trials), result.PromisedByPlan, result.PromisedByPlan
		}
		if !table.AtLeast(p.NTasks, table.CoreShare, most) {
			p.By, p.Unranked = result.PromisedBySubset, true
		}
		p.Most = max(p.Trials, p.Largest)
		for n, tasks := range counts {
			p.Missing += tasks * int(max(0, p.Trials-n))
			p.Surplus += tasks * int(max(0, n-p.Trials))
		}
		// Tasks of which no cell tells the attempts are taken to have what was promised.
		p.Missing = max(p.Missing, p.NTasks*int(p.Trials)+p.Surplus-p.Present)
		p.Surplus = p.Present + p.Missing - p.NTasks*int(p.Trials)
		e.Bench.Promised[r] = p
		e.Bench.Trials = max(e.Bench.Trials, int(p.Most))
	}
}

// slices lists the strata that divide the benchmark.
func (e *sumsStudy) slices(values []result.Stratum, plan *result.Plan) {
	if slices.Contains(plan.Strata, "none") {
		return
	}
	slices.SortFunc(values, compareStrata)
	values = slices.Compact(values)
	for lo := 0; lo < len(values); {
		hi := lo
		for hi < len(values) && values[hi].Name == values[lo].Name {
			hi++
		}
		if named := slices.Contains(plan.Strata, values[lo].Name); named || len(plan.Strata) == 0 && hi-lo >= 2 {
			for i := lo; i < hi; i++ {
				e.strata = append(e.strata, &values[i])
			}
		}
		lo = hi
	}
}

func compareStrata(a, b result.Stratum) int {
	if a.Name != b.Name {
		return result.CompareNatural(a.Name, b.Name)
	}
	return result.CompareNatural(a.Value, b.Value)
}

func (e *sumsStudy) run(res *result.Results) error {
	evaluate.Describe(e.Study, res)
	res.Ledger = append(res.Ledger, e.ledgerOfSums()...)
	first := len(res.Comparisons)
	for _, stratum := range e.strata {
		columns := make([][]*sumsTasks, len(e.Measures))
		for m := range e.Measures {
			columns[m] = make([]*sumsTasks, len(e.Bench.Runs))
			for _, r := range e.Runs {
				if columns[m][r] = e.tasks(&e.Measures[m], r, stratum, e.Plan.Missing); columns[m][r] == nil {
					continue
				}
				res.Summaries = append(res.Summaries, e.summarizeSums(&e.Measures[m], r, stratum, columns[m][r]))
			}
		}
		for _, m := range e.Compared {
			for _, ab := range e.Pairing() {
				if a, b := columns[m][ab[0]], columns[m][ab[1]]; a != nil && b != nil {
					res.Comparisons = append(res.Comparisons, e.compareSums(&e.Measures[m], ab, stratum, a, b))
				}
			}
			if stratum == nil && e.Measures[m].Better.Directed() {
				res.Rankings = append(res.Rankings, e.rankSums(m, columns[m], res.Summaries))
			}
		}
	}
	comparisons := res.Comparisons[first:]
	if err := study.Correct(e.Study, comparisons); err != nil {
		return err
	}
	study.TieGroups(e.Study, res.Rankings, comparisons)
	if err := study.RankSets(e.Study, res.Rankings, comparisons); err != nil {
		return err
	}
	res.Warnings = append(res.Warnings, e.warningsOfSums(res)...)
	return nil
}

// ledgerOfSums states where the attempts went.
func (e *sumsStudy) ledgerOfSums() []result.LedgerRow {
	var rows []result.LedgerRow
	for _, r := range e.Runs {
		run := &e.sums[r]
		row := e.Bench.Promised[r].Row()
		row.Benchmark, row.Run, row.Duplicates, row.Errors = e.Bench.Name, run.Run, run.Duplicates, run.Errors
		if e.Primary >= 0 {
			m := &e.Measures[e.Primary]
			for _, c := range e.cells[sumsColumn{run: run.Run, metric: m.Name}] {
				row.NullOutcome += c.Tasks.N * (c.Attempts - c.Scored)
			}
			for _, policy := range result.Policies {
				var s result.Summary
				if v := e.tasks(m, r, nil, policy); v != nil {
					s = e.summarizeSums(m, r, nil, v)
				}
				row.Policies = append(row.Policies, evaluate.PolicyScore(&s, policy, m))
			}
			row.Unclear = evaluate.Unclear(e.Study, r, func(trials int32) *float64 { return e.meanUnder(r, trials) })
		}
		rows = append(rows, row)
	}
	return rows
}

// meanUnder is a run's mean by the headline metric if it had promised so many attempts at a task.
func (e *sumsStudy) meanUnder(r int, trials int32) *float64 {
	p, m := &e.Bench.Promised[r], &e.Measures[e.Primary]
	meant := p.Trials
	p.Trials = trials
	defer func() { p.Trials = meant }()
	if v := e.tasks(m, r, nil, e.Plan.Missing); v != nil {
		return e.summarizeSums(m, r, nil, v).Mean
	}
	return nil
}
