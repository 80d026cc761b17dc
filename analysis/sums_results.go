package analysis

import (
	"fmt"
	"maps"
	"slices"

	"mcpstats/datasets"
)

// Evaluate makes results of merged sums: the ledger, summaries, differences with
// Poisson bootstrap intervals and a t test on their standard errors, and
// rankings. What needs every score in one place is absent, and a warning says so.
// The plan's seed and resamples become those that the sums were made with. Errors:
// a plan that names a run, metric or stratum that the sums do not hold, or asks for
// another clustering.
func (s *Sums) Evaluate(plan Plan, catalog Catalog) (*Results, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	plan.Seed, plan.Resamples = s.Settings.Seed, s.Settings.Replicates
	if plan.Cluster != s.Settings.Cluster {
		return nil, fmt.Errorf("plan: cluster is %q, but the sums were made with %q: weights are drawn by cluster; score the shards again", plan.Cluster, s.Settings.Cluster)
	}
	if plan.Tasks != "" {
		return nil, &UniverseError{Tasks: plan.Tasks, Reason: "sums do not hold which tasks there are", Hint: "use partials of attempts, or leave it out: every run then answers for its own tasks"}
	}
	if err := s.check(&plan); err != nil {
		return nil, err
	}
	res := &Results{Version: Version, Provenance: Provenance{Seed: plan.Seed, Plan: plan}}
	for lo := 0; lo < len(s.Runs); {
		hi := lo
		for hi < len(s.Runs) && s.Runs[hi].Benchmark == s.Runs[lo].Benchmark {
			hi++
		}
		if name := s.Runs[lo].Benchmark; len(plan.Benchmarks) == 0 || slices.Contains(plan.Benchmarks, name) {
			e := newSumsEvaluation(s, name, s.Runs[lo:hi], &plan, catalog)
			if err := e.run(res); err != nil {
				return nil, fmt.Errorf("benchmark %q: %w", name, err)
			}
			res.Failures = append(res.Failures, e.failuresOfSums(s)...)
		}
		lo = hi
	}
	res.undo()
	return res, nil
}

// check refuses a plan that names what the sums do not hold.
func (s *Sums) check(plan *Plan) error {
	if plan.Correction == maxT {
		return fmt.Errorf("plan: correction is %q, which needs every score in one place, and these are sums over shards; use holm, or partials of attempts", maxT)
	}
	t := &Table{}
	at := map[string]*Benchmark{}
	for i := range s.Runs {
		r := &s.Runs[i]
		if at[r.Benchmark] == nil {
			at[r.Benchmark] = &Benchmark{Name: r.Benchmark}
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
		b.metrics = append(b.metrics, k.Metric)
		if k.Stratum != "" {
			b.Strata = append(b.Strata, StratumColumn{Name: k.Stratum})
		}
	}
	named := *plan
	named.Cluster = "" // its stratum need not be one to break down by
	if err := checkPlan(&named, t); err != nil {
		return err
	}
	if plan.Cluster != "" && !slices.ContainsFunc(s.Runs, func(r SumsRun) bool { return r.Clustered }) {
		var strata []string
		for _, b := range t.Benchmarks {
			for _, column := range b.Strata {
				strata = append(strata, column.Name)
			}
		}
		return &NotThereError{Field: "cluster", Name: plan.Cluster, Have: uniqueNatural(strata)}
	}
	return nil
}

// sumsEvaluation is the work on one benchmark. Its evaluation knows the names of the
// runs and the plan, for what does not look at scores.
type sumsEvaluation struct {
	*evaluation
	stated []datasets.Promise
	sums   []SumsRun
	cells  map[sumsColumn][]*SumsCell
	strata []*Stratum // nil, the whole, first
}

// sumsColumn is a run's tasks by one metric within a slice.
type sumsColumn struct {
	run, metric string
	stratum     Stratum
}

func newSumsEvaluation(s *Sums, name string, runs []SumsRun, plan *Plan, catalog Catalog) *sumsEvaluation {
	b := &Benchmark{Name: name}
	e := &sumsEvaluation{sums: runs, stated: s.Stated, cells: map[sumsColumn][]*SumsCell{}, strata: []*Stratum{nil}}
	for i := range runs {
		b.Runs = append(b.Runs, runs[i].Run)
	}
	metric := map[string]bool{} // whether some score is graded
	var values []Stratum
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Benchmark != name {
			continue
		}
		b.Trials = max(b.Trials, c.Attempts)
		metric[c.Metric] = metric[c.Metric] || c.Graded
		stratum := Stratum{c.Stratum, c.Value}
		e.cells[sumsColumn{c.Run, c.Metric, stratum}] = append(e.cells[sumsColumn{c.Run, c.Metric, stratum}], c)
		if c.Stratum != "" {
			values = append(values, stratum)
		}
	}
	e.slices(values, plan)
	var measures []measure
	for _, n := range slices.SortedFunc(maps.Keys(metric), CompareNatural) {
		measures = append(measures, catalog.measure(n, !metric[n], plan))
	}
	slices.SortStableFunc(measures, func(x, y measure) int { return x.order - y.order })
	e.evaluation = &evaluation{bench: b, plan: plan, catalog: catalog, measures: measures, baseline: -1}
	if plan.Baseline != "" {
		e.baseline = slices.Index(b.Runs, plan.Baseline)
	}
	e.runs = plan.chosen(b.Runs)
	if at := slices.IndexFunc(e.measures, func(m measure) bool { return m.Name == rewardMetric }); at >= 0 && metricIn(metric, "success") {
		e.measures[at].Missing = Drop // as Benchmark.measures has it
	}
	e.headline = chooseHeadline(e.measures, plan, len(e.runs), func(m, i int) bool {
		return slices.ContainsFunc(e.cells[sumsColumn{run: b.Runs[e.runs[i]], metric: e.measures[m].Name}], func(c *SumsCell) bool { return c.Scored > 0 })
	})
	e.primary, e.compared = e.headline.metric, compared(e.measures, plan, e.headline.metric)
	e.promise()
	return e
}

func metricIn(metrics map[string]bool, name string) bool { _, ok := metrics[name]; return ok }

// promise finds out what every run promised, as Benchmark.hold does of scores. What
// tasks there are is known by their number alone: a run with less than nine tenths of
// the largest number is a subset, and the others answer for their own.
func (e *sumsEvaluation) promise() {
	most := 0
	for i := range e.sums {
		most = max(most, e.sums[i].Tasks.N)
	}
	e.bench.promised = make([]promised, len(e.sums))
	for r := range e.sums {
		counts, n := map[int32]int{}, 0 // tasks by their number of attempts
		for _, m := range e.measures {  // by the metric of which most tasks are kept
			tasks, all := map[int32]int{}, 0
			for _, c := range e.cells[sumsColumn{run: e.bench.Runs[r], metric: m.Name}] {
				tasks[int32(c.Attempts)] += c.Tasks.N + c.Undecided.N
				all += c.Tasks.N + c.Undecided.N
			}
			if all > n {
				counts, n = tasks, all
			}
		}
		p := promised{nTasks: e.sums[r].Tasks.N, by: PromisedByHabit, trialsBy: PromisedByHabit, present: e.sums[r].Attempts}
		p.trials, p.largest, p.usual = habitOf(counts)
		if e.plan.Trials > 0 {
			p.trials, p.by, p.trialsBy = int32(e.plan.Trials), PromisedByPlan, PromisedByPlan
		}
		if !atLeast(p.nTasks, coreShare, most) {
			p.by, p.unranked = PromisedBySubset, true
		}
		p.most = max(p.trials, p.largest)
		for n, tasks := range counts {
			p.missing += tasks * int(max(0, p.trials-n))
			p.surplus += tasks * int(max(0, n-p.trials))
		}
		// Tasks of which no cell tells the attempts are taken to have what was promised.
		p.missing = max(p.missing, p.nTasks*int(p.trials)+p.surplus-p.present)
		p.surplus = p.present + p.missing - p.nTasks*int(p.trials)
		e.bench.promised[r] = p
		e.bench.Trials = max(e.bench.Trials, int(p.most))
	}
}

// slices lists the strata that divide the benchmark.
func (e *sumsEvaluation) slices(values []Stratum, plan *Plan) {
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

func compareStrata(a, b Stratum) int {
	if a.Name != b.Name {
		return CompareNatural(a.Name, b.Name)
	}
	return CompareNatural(a.Value, b.Value)
}

func (e *sumsEvaluation) run(res *Results) error {
	e.describe(res)
	res.Ledger = append(res.Ledger, e.ledgerOfSums()...)
	first := len(res.Comparisons)
	for _, stratum := range e.strata {
		columns := make([][]*sumsTasks, len(e.measures))
		for m := range e.measures {
			columns[m] = make([]*sumsTasks, len(e.bench.Runs))
			for _, r := range e.runs {
				if columns[m][r] = e.tasks(&e.measures[m], r, stratum, e.plan.Missing); columns[m][r] == nil {
					continue
				}
				res.Summaries = append(res.Summaries, e.summarizeSums(&e.measures[m], r, stratum, columns[m][r]))
			}
		}
		for _, m := range e.compared {
			for _, ab := range e.pairing() {
				if a, b := columns[m][ab[0]], columns[m][ab[1]]; a != nil && b != nil {
					res.Comparisons = append(res.Comparisons, e.compareSums(&e.measures[m], ab, stratum, a, b))
				}
			}
			if stratum == nil && e.measures[m].Better.Directed() {
				res.Rankings = append(res.Rankings, e.rankSums(m, columns[m], res.Summaries))
			}
		}
	}
	comparisons := res.Comparisons[first:]
	if err := e.correct(comparisons); err != nil {
		return err
	}
	e.tieGroups(res.Rankings, comparisons)
	if err := e.rankSets(res.Rankings, comparisons); err != nil {
		return err
	}
	res.Warnings = append(res.Warnings, e.warningsOfSums(res)...)
	return nil
}

// ledgerOfSums states where the attempts went.
func (e *sumsEvaluation) ledgerOfSums() []LedgerRow {
	var rows []LedgerRow
	for _, r := range e.runs {
		run := &e.sums[r]
		row := e.bench.promised[r].row()
		row.Benchmark, row.Run, row.Duplicates, row.Errors = e.bench.Name, run.Run, run.Duplicates, run.Errors
		if e.primary >= 0 {
			m := &e.measures[e.primary]
			for _, c := range e.cells[sumsColumn{run: run.Run, metric: m.Name}] {
				row.NullOutcome += c.Tasks.N * (c.Attempts - c.Scored)
			}
			for _, policy := range Policies {
				var s Summary
				if v := e.tasks(m, r, nil, policy); v != nil {
					s = e.summarizeSums(m, r, nil, v)
				}
				row.Policies = append(row.Policies, policyScore(&s, policy, m))
			}
			row.Unclear = e.unclearOfSums(r)
		}
		rows = append(rows, row)
	}
	return rows
}

// unclearOfSums is evaluation.unclear of sums.
func (e *sumsEvaluation) unclearOfSums(r int) *UnclearPromise {
	p, m := &e.bench.promised[r], &e.measures[e.primary]
	if !p.unclear() || m.Missing == Drop || e.plan.Missing == "drop" {
		return nil
	}
	out := &UnclearPromise{Tasks: p.usual.n, Of: p.usual.of, Commonest: int(p.trials), Largest: int(p.largest)}
	meant := p.trials
	under := func(trials int32) *float64 {
		p.trials = trials
		if v := e.tasks(m, r, nil, e.plan.Missing); v != nil {
			return e.summarizeSums(m, r, nil, v).Mean
		}
		return nil
	}
	out.MeanCommonest, out.MeanLargest = under(meant), under(p.largest)
	p.trials = meant
	return out
}
