package table

import (
	"maps"
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// Build freezes the records. rule is one of DuplicateRules. Errors: a
// *DuplicateError where the rule is that there be none, after which another rule
// may be tried; a *RepeatedScoreError. The table takes over the Builder's memory:
// a Builder that has built a table cannot be used again.
func (b *Builder) Build(rule string) (*Table, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := &Table{}
	names := make([]string, 0, len(b.benchmarks))
	for name := range b.benchmarks {
		names = append(names, name)
	}
	slices.Sort(names)
	orders := make([]ordering, len(names))
	for i, name := range names {
		var err error
		if orders[i], err = b.benchmarks[name].finalOrder(name, rule); err != nil {
			return nil, err
		}
	}
	for i, name := range names {
		bench, err := b.benchmarks[name].freeze(name, orders[i])
		if err != nil {
			return nil, err
		}
		bench.freezeAttributes(b.Attributes, b.benchmarks[name].values.names)
		bench.Catalogs, bench.Offered = b.catalogsOf(b.benchmarks[name]), slices.Sorted(maps.Keys(b.benchmarks[name].offered))
		bench.Taxonomy, bench.stated = b.Taxonomy, sortPromises(b.promises[name])
		t.Benchmarks = append(t.Benchmarks, bench)
	}
	return t, nil
}

// ordering is the final order of a benchmark's names, and what became of each
// run's attempts.
type ordering struct {
	runs, tasks, metrics []int32
	taskRank             []int32
	resolved             []resolvedAttempts // in the order of runs
}

// finalOrder sorts the benchmark's names and resolves the repeated attempts of every run by the rule.
func (g *gathering) finalOrder(name, rule string) (ordering, error) {
	o := ordering{
		runs:    sortedOrder(g.runs.names, strings.Compare),
		tasks:   sortedOrder(g.tasks.names, result.CompareNatural),
		metrics: sortedOrder(g.metrics.names, strings.Compare),
	}
	o.taskRank = inverse(o.tasks)
	for _, r := range o.runs {
		s, err := resolveAttempts(name, g.runs.names[r], g.tasks.names, o.taskRank, &g.perRun[r].attempts, g.origins, rule)
		if err != nil {
			return o, err
		}
		o.resolved = append(o.resolved, s)
	}
	return o, nil
}

func (g *gathering) freeze(name string, o ordering) (*Benchmark, error) {
	bench := &Benchmark{Name: name}
	taskOrder := o.tasks
	for _, i := range taskOrder {
		task := Task{ID: g.tasks.names[i], PlanLength: -1}
		if l := g.perTask[i].lengths; len(l) == 1 {
			task.PlanLength = l[0]
		}
		task.Wanted, task.Offered = g.perTask[i].offer.offer()
		bench.Tasks = append(bench.Tasks, task)
	}
	bench.freezeStrata(g, taskOrder)
	for _, m := range o.metrics {
		bench.Metrics = append(bench.Metrics, g.metrics.names[m])
	}
	for i, r := range o.runs {
		run, runName := g.perRun[r], g.runs.names[r]
		frozen, err := run.freeze(o.resolved[i], o.taskRank, o.metrics, name, runName, g)
		if err != nil {
			return nil, err
		}
		bench.Runs = append(bench.Runs, runName)
		bench.Logged = append(bench.Logged, frozen)
		g.perRun[r] = nil // its memory is needed for the next
	}
	bench.settleRouter()
	for _, r := range bench.Logged {
		for lo := 0; lo < len(r.Attempts); {
			hi := lo
			for hi < len(r.Attempts) && r.Attempts[hi].Task == r.Attempts[lo].Task {
				hi++
			}
			bench.Trials = max(bench.Trials, hi-lo)
			lo = hi
		}
	}
	return bench, nil
}

func (run *runGathering) freeze(s resolvedAttempts, taskRank, metricOrder []int32, benchmark, name string, g *gathering) (RunTable, error) {
	t := RunTable{Duplicates: s.duplicates, TwoLogs: s.twoLogs, Rule: s.rule, labels: run.labels, judged: run.judged}
	final := run.arrange(&t, s, taskRank)
	t.origins.inputs = g.inputs()
	for v := range run.versions {
		t.Versions = append(t.Versions, v)
	}
	slices.Sort(t.Versions)
	for _, m := range metricOrder {
		var kept scoreList
		if int(m) < len(run.cells) {
			var twice *int32
			held := run.cells[m].Values.N
			kept, twice = run.cells[m].inFinalOrder(final, len(t.Attempts))
			run.cells[m] = cellList{} // its memory is needed for the next
			if twice == nil {
				if name := g.metrics.names[m]; held > 0 && kept.Values.N == 0 && !strings.HasPrefix(name, ReportedPrefix) {
					t.Lost = append(t.Lost, name)
				}
				t.Cells = append(t.Cells, kept)
				continue
			}
			a := t.Attempts[*twice]
			return t, &RepeatedScoreError{Benchmark: benchmark, Run: name, Metric: g.metrics.names[m],
				Task: g.tasks.names[inverse(taskRank)[a.Task]], Trial: int(a.Trial)}
		}
		t.Cells = append(t.Cells, kept)
	}
	return t, nil
}

// arrange puts a run's attempts in their final order, and what is known of each. final is
// the final number of each attempt, -1 for one that was resolved away; nil where all stay
// as they are.
func (run *runGathering) arrange(t *RunTable, s resolvedAttempts, taskRank []int32) (final []int32) {
	if s.inOrder {
		t.Attempts = make([]TaskAttempt, 0, run.attempts.N)
		for block := range run.attempts.All {
			for i := range block {
				a := &block[i]
				t.Attempts = append(t.Attempts, TaskAttempt{facts: a.facts, Task: taskRank[a.task], Trial: a.trial})
			}
		}
		t.Seen, t.hashes, t.Found, t.Used = run.seen, run.hashes, run.found.freeze(nil), run.used.freeze(nil)
		t.attributes = run.attributes
		t.origins = originsOf(&run.attempts)
		return nil
	}
	raw := run.attempts.flat()
	final = make([]int32, len(raw))
	for i := range final {
		final[i] = -1
	}
	t.Attempts, t.hashes = make([]TaskAttempt, len(s.order)), map[int32]string{}
	for at, i := range s.order {
		a := &raw[i]
		final[i] = int32(at)
		t.Attempts[at] = TaskAttempt{facts: a.facts, Task: taskRank[a.task], Trial: s.trial[at]}
		t.origins.add(a.record, a.from)
		t.Seen.set(int32(at), run.seen.Of(int(i)))
		if h, ok := run.hashes[i]; ok {
			t.hashes[int32(at)] = h
		}
	}
	for _, of := range run.attributes {
		mine := make([]int32, len(s.order))
		for at, i := range s.order {
			mine[at] = -1
			if int(i) < len(of) {
				mine[at] = of[i]
			}
		}
		t.attributes = append(t.attributes, mine)
	}
	t.Found, t.Used = run.found.freeze(final), run.used.freeze(final)
	return final
}

// freezeStrata makes one column a stratum. Where attempts of one task disagree
// on its stratum, the task has none: a guess would move it silently.
func (bench *Benchmark) freezeStrata(g *gathering, taskOrder []int32) {
	values := map[string][]string{}
	clash := map[string]bool{}
	for at, i := range taskOrder {
		f := &g.perTask[i]
		switch len(f.clusters) {
		case 0:
		case 1:
			bench.Tasks[at].Cluster = f.clusters[0]
		default:
			clash["cluster"] = true
		}
		for name, v := range f.strata {
			if len(f.clashes[name]) > 0 {
				clash[name] = true
				continue
			}
			values[name] = append(values[name], v)
		}
	}
	for name := range clash {
		bench.Clashes = append(bench.Clashes, name)
	}
	slices.Sort(bench.Clashes)
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		col := StratumColumn{Name: name, Values: values[name], Of: make([]int32, len(taskOrder))}
		slices.SortFunc(col.Values, result.CompareNatural)
		col.Values = slices.Compact(col.Values)
		at := make(map[string]int32, len(col.Values))
		for i, v := range col.Values {
			at[v] = int32(i)
		}
		for t, i := range taskOrder {
			f := &g.perTask[i]
			col.Of[t] = -1
			if v, ok := f.strata[name]; ok && len(f.clashes[name]) == 0 {
				col.Of[t] = at[v]
			}
		}
		bench.Strata = append(bench.Strata, col)
	}
}

func sortedOrder(names []string, compare func(a, b string) int) []int32 {
	order := make([]int32, len(names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return compare(names[i], names[j]) })
	return order
}

func inverse(order []int32) []int32 {
	rank := make([]int32, len(order))
	for at, i := range order {
		rank[i] = int32(at)
	}
	return rank
}
