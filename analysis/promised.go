package analysis

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Where a promise comes from.
const (
	PromisedByPlan   = "plan"   // the user states the universe
	PromisedByLog    = "log"    // a manifest, a header, a job: datasets.Promise
	PromisedByHabit  = "habit"  // the run's own usual number of attempts, and the benchmark's core of tasks
	PromisedBySubset = "subset" // the run's own tasks, because it attempted too little of the core
	PromisedByNobody = "open"   // the log names a part of what was attempted, and not of how many
)

// A run answers for the attempts that it promised, no more and no fewer: what another
// run did is never a promise of this one's. hold finds out what each run promised, in
// the order of these rules:
//
//  1. the plan: the tasks and the number of attempts that the user states;
//  2. the log, where it states them (datasets.Promise);
//  3. the run's habit. Attempts at a task: the number that it has at most of its
//     tasks, of equally frequent ones the largest. Tasks: the core of the benchmark,
//     which is those that at least half of its runs attempted, where the run attempted
//     at least nine tenths of the core; else its own.
//
// Everything that follows reads the benchmark as hold leaves it: without the attempts
// at tasks that their run did not promise, which enter nothing, and with the tasks
// that were promised and that no record names.

// promised is what one run answers for.
type promised struct {
	tasks     []bool // by task; nil: all of the benchmark
	nTasks    int
	trials    int32
	by        string // PromisedBy..., of tasks and trials together
	trialsBy  string
	stated    string // where the log states it
	unranked  bool   // it does not answer for the core: its mean is not comparable
	open      bool   // the log does not hold of how many tasks: no share of them is known
	attempts  []int32
	most      int32 // attempts that a score at one of its tasks is over, at most
	usual     quota // tasks with the number of attempts that its habit promises
	largest   int32 // attempts that it has at any of its tasks
	present   int
	missing   int
	surplus   int
	unknown   []string // metrics that are 0 in all its attempts: not counted, it seems
	elsewhere int      // attempts at tasks that were not promised
}

// quota is n of so many.
type quota struct{ n, of int }

// clearHabit is the share of a run's tasks that must have the usual number of
// attempts for the habit to be taken as a promise without a word.
const clearHabit = 0.9

// coreShare is the share of the core that a run must have attempted to answer for it.
const coreShare = 0.9

func atLeast(n int, part float64, of int) bool { return float64(n) >= part*float64(of)-1e-9 }

// holds tells whether the run promised the task.
func (p *promised) holds(task int) bool { return p.tasks == nil || p.tasks[task] }

// expected is the number of attempts that the run's score at a task is over where
// what has no outcome counts: those promised, or those made where they are more; 0
// where the task was not promised.
func (p *promised) expected(task int) int32 {
	if !p.holds(task) {
		return 0
	}
	return max(p.trials, p.attempts[task])
}

// unclear tells whether the run's usual number of attempts is too rare to be taken
// for granted, and another number would give another score.
func (p *promised) unclear() bool {
	return p.trialsBy == PromisedByHabit && p.largest != p.trials && !atLeast(p.usual.n, clearHabit, p.usual.of)
}

// Held returns the table as the plan reads it: without attempts at tasks that their
// run did not promise, and with the promised tasks that no record names behind the
// others. t is left as it is. Errors: a plan that states a universe which the tasks of
// the log contradict.
func (t *Table) Held(plan Plan) (*Table, error) {
	out := &Table{Benchmarks: make([]*Benchmark, len(t.Benchmarks))}
	for i, b := range t.Benchmarks {
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) {
			out.Benchmarks[i] = b
			continue
		}
		held, err := b.hold(&plan)
		if err != nil {
			return nil, err
		}
		out.Benchmarks[i] = held
	}
	return out, nil
}

// Expected is the number of attempts that a run's score at a task is over where what
// has no outcome counts; 0 where the run did not promise the task. The benchmark is
// one of a held table.
func (b *Benchmark) Expected(run, task int) int { return int(b.promised[run].expected(task)) }

// hold finds out what every run promised, and leaves out what enters nothing.
func (b *Benchmark) hold(plan *Plan) (*Benchmark, error) {
	counts := b.attemptCounts()
	u, err := b.universe(plan, counts)
	if err != nil {
		return nil, err
	}
	view := *b
	view.Trials, view.promised = 1, make([]promised, len(b.logged))
	view.Tasks, view.Strata = u.grow(b.Tasks), u.growStrata(b.Strata)
	view.logged = slices.Clone(b.logged)
	for r := range b.logged {
		p := u.promise(r)
		p.settle(len(view.Tasks), counts[r])
		view.Trials = max(view.Trials, int(p.most))
		if p.elsewhere > 0 {
			view.logged[r] = view.logged[r].within(p.tasks)
		}
		p.unknown = view.logged[r].dropZeros(b.metrics)
		view.promised[r] = p
	}
	return &view, nil
}

// attemptCounts are the attempts by run and task.
func (b *Benchmark) attemptCounts() [][]int32 {
	counts := make([][]int32, len(b.logged))
	for r := range b.logged {
		counts[r] = make([]int32, len(b.Tasks))
		for i := range b.logged[r].attempts {
			counts[r][b.logged[r].attempts[i].task]++
		}
	}
	return counts
}

// settle makes the ledger of a promise: present + missing - surplus is what was
// promised.
func (p *promised) settle(tasks int, counts []int32) {
	p.attempts, p.most = make([]int32, tasks), 0
	copy(p.attempts, counts)
	p.nTasks = 0
	for t, n := range p.attempts {
		p.present += int(n)
		if !p.holds(t) {
			p.surplus += int(n)
			p.elsewhere += int(n)
			p.attempts[t] = 0
			continue
		}
		p.nTasks++
		p.missing += int(max(0, p.trials-n))
		p.surplus += int(max(0, n-p.trials))
		p.most = max(p.most, n, p.trials)
	}
}

// habit is the number of attempts that a run has at most of the tasks that it
// attempted, of equally frequent ones the largest, and how many tasks have it.
func habit(counts []int32) (trials, largest int32, usual quota) {
	tasks := map[int32]int{}
	for _, n := range counts {
		if n > 0 {
			tasks[n]++
		}
	}
	return habitOf(tasks)
}

// habitOf is habit of the numbers of tasks by their number of attempts.
func habitOf(tasks map[int32]int) (trials, largest int32, usual quota) {
	for n, at := range tasks {
		usual.of += at
		largest = max(largest, n)
		if at > usual.n || at == usual.n && n > trials {
			trials, usual.n = n, at
		}
	}
	return max(1, trials), largest, usual
}

// within leaves out the attempts at tasks that are not held.
func (r *runTable) within(held []bool) runTable {
	out := *r
	final, kept := make([]int32, len(r.attempts)), int32(0)
	out.attempts, out.hashes, out.seen = nil, map[int32]string{}, nil
	for i, a := range r.attempts {
		final[i] = -1
		if !held[a.task] {
			continue
		}
		final[i] = kept
		out.attempts = append(out.attempts, a)
		out.seen.set(kept, r.seen.of(i))
		if h, ok := r.hashes[int32(i)]; ok {
			out.hashes[kept] = h
		}
		kept++
	}
	out.cells = make([]scoreList, len(r.cells))
	for m := range r.cells {
		var again cellList
		for c := range r.cells[m].all() {
			if at := final[c.attempt]; at >= 0 {
				again.add(rawCell{at, c.value})
			}
		}
		out.cells[m], _ = again.settled(nil, len(out.attempts))
	}
	out.found = r.found.freeze(final)
	return out
}

// countedMetrics are what a harness that does not count them writes as 0.
var countedMetrics = []string{"cost_usd", "prompt_tokens", "completion_tokens", "cached_tokens", "total_tokens"}

// dropZeros leaves out prices and tokens that are 0 in every attempt of the run: who
// counts them finds more than nothing, so that they are unknown. A total of which a
// part is unknown is unknown too. It names the metrics.
func (r *runTable) dropZeros(metrics []string) []string {
	var unknown []string
	drop := func(m int) {
		if unknown == nil {
			r.cells = slices.Clone(r.cells)
		}
		unknown = append(unknown, metrics[m])
		r.cells[m] = scoreList{}
	}
	for _, name := range countedMetrics {
		m := slices.Index(metrics, name)
		if m < 0 || m >= len(r.cells) || r.cells[m].values.n == 0 {
			continue
		}
		total := name == "total_tokens" && (slices.Contains(unknown, "prompt_tokens") || slices.Contains(unknown, "completion_tokens"))
		if total || r.cells[m].allZero() {
			drop(m)
		}
	}
	return unknown
}

// allZero tells whether every score is 0.
func (l *scoreList) allZero() bool {
	for values := range l.values.all {
		if slices.ContainsFunc(values, func(v float64) bool { return v != 0 }) {
			return false
		}
	}
	return true
}

// statedPromise is what one input states that a run set out to attempt.
type statedPromise struct {
	input int
	datasets.Promise
}

// AddPromises takes what the log of that number states that its runs set out to
// attempt. Promises of runs that turn out to have no attempt are left aside: there is
// nothing that they could be the denominator of.
func (b *Builder) AddPromises(input int, promises []datasets.Promise) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range promises {
		if b.promises == nil {
			b.promises = map[string][]statedPromise{}
		}
		p.Tasks = slices.Clone(p.Tasks)
		b.promises[p.Benchmark] = append(b.promises[p.Benchmark], statedPromise{input, p})
	}
}

// sortPromises orders them so that the order in which inputs were read does not show.
func sortPromises(list []statedPromise) []statedPromise {
	slices.SortStableFunc(list, func(a, b statedPromise) int {
		return cmp.Or(strings.Compare(a.Run, b.Run), cmp.Compare(a.input, b.input))
	})
	return list
}

// row is the part of the ledger that says what was promised and what became of it.
func (p *promised) row() LedgerRow {
	n := p.nTasks * int(p.trials)
	row := LedgerRow{Tasks: p.nTasks, Trials: int(p.trials), Promised: n, Expected: n, PromisedBy: p.by, TrialsBy: p.trialsBy,
		Ranked: !p.unranked && !p.open, Present: p.present, Missing: p.missing, Surplus: p.surplus, Elsewhere: p.elsewhere}
	if p.by == PromisedByLog || p.trialsBy == PromisedByLog || p.open {
		row.Stated = p.stated
	}
	return row
}

func (p *promised) withoutRate(m *measure) bool { return p.open && m.Missing != Drop }
