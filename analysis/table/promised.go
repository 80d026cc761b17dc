package table

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
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

// Promised is what one run answers for.
type Promised struct {
	tasks     []bool // by task; nil: all of the benchmark
	NTasks    int
	Trials    int32
	By        string // PromisedBy..., of tasks and trials together
	TrialsBy  string
	stated    string // where the log states it
	Unranked  bool   // it does not answer for the core: its mean is not comparable
	Open      bool   // the log does not hold of how many tasks: no share of them is known
	Attempts  []int32
	Most      int32 // attempts that a score at one of its tasks is over, at most
	Usual     quota // tasks with the number of attempts that its habit promises
	Largest   int32 // attempts that it has at any of its tasks
	Present   int
	Missing   int
	Surplus   int
	Unknown   []string // metrics that are 0 in all its attempts: not counted, it seems
	elsewhere int      // attempts at tasks that were not promised
}

// quota is n of so many.
type quota struct{ N, Of int }

// clearHabit is the share of a run's tasks that must have the usual number of
// attempts for the habit to be taken as a promise without a word.
const clearHabit = 0.9

// CoreShare is the share of the core that a run must have attempted to answer for it.
const CoreShare = 0.9

// AtLeast tells whether n is that part of so many. The 1e-9 is for shares that are no binary
// fractions: 0.9 times 10 must be 9, and no count of tasks comes near 1e9.
func AtLeast(n int, part float64, of int) bool { return float64(n) >= part*float64(of)-1e-9 }

// Holds tells whether the run promised the task.
func (p *Promised) Holds(task int) bool { return p.tasks == nil || p.tasks[task] }

// expected is the number of attempts that the run's score at a task is over where
// what has no outcome counts: those promised, or those made where they are more; 0
// where the task was not promised.
func (p *Promised) expected(task int) int32 {
	if !p.Holds(task) {
		return 0
	}
	return max(p.Trials, p.Attempts[task])
}

// Unclear tells whether the run's usual number of attempts is too rare to be taken
// for granted, and another number would give another score.
func (p *Promised) Unclear() bool {
	return p.TrialsBy == result.PromisedByHabit && p.Largest != p.Trials && !AtLeast(p.Usual.N, clearHabit, p.Usual.Of)
}

// Held returns the table as the plan reads it: without attempts at tasks that their
// run did not promise, and with the promised tasks that no record names behind the
// others, cut to the plan's slice. Benchmarks of which nothing is in the slice are left
// out. t is left as it is. Errors: a plan that states a universe which the tasks of the log
// contradict, a slice of nothing.
func (t *Table) Held(plan result.Plan) (*Table, error) {
	out := &Table{}
	var empty *SliceError
	for _, b := range t.Benchmarks {
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) {
			out.Benchmarks = append(out.Benchmarks, b)
			continue
		}
		held, err := b.Hold(&plan)
		if errors.As(err, &empty) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out.Benchmarks = append(out.Benchmarks, held)
	}
	if len(out.Benchmarks) == 0 && empty != nil {
		return nil, empty
	}
	return out, nil
}

// Expected is the number of attempts that a run's score at a task is over where what
// has no outcome counts; 0 where the run did not promise the task. The benchmark is
// one of a held table.
func (b *Benchmark) Expected(run, task int) int { return int(b.Promised[run].expected(task)) }

// Hold finds out what every run promised, and leaves out what enters nothing.
func (b *Benchmark) Hold(plan *result.Plan) (*Benchmark, error) {
	counts := b.attemptCounts()
	u, err := b.universe(plan, counts)
	if err != nil {
		return nil, err
	}
	view := *b
	view.Trials, view.Promised = 1, make([]Promised, len(b.Logged))
	view.Tasks, view.Strata = u.grow(b.Tasks), u.growStrata(b.Strata)
	view.Logged = slices.Clone(b.Logged)
	for r := range b.Logged {
		p := u.promise(r)
		p.reconcile(len(view.Tasks), counts[r])
		view.Trials = max(view.Trials, int(p.Most))
		if p.elsewhere > 0 {
			view.leaveOut(r, func(a *TaskAttempt) bool { return p.tasks[a.Task] })
		}
		p.Unknown = view.Logged[r].dropZeros(b.Metrics)
		view.Promised[r] = p
	}
	return view.where(plan)
}

// attemptCounts are the attempts by run and task.
func (b *Benchmark) attemptCounts() [][]int32 {
	counts := make([][]int32, len(b.Logged))
	for r := range b.Logged {
		counts[r] = make([]int32, len(b.Tasks))
		for i := range b.Logged[r].Attempts {
			counts[r][b.Logged[r].Attempts[i].Task]++
		}
	}
	return counts
}

// reconcile makes the ledger of a promise: present + missing - surplus is what was
// promised.
func (p *Promised) reconcile(tasks int, counts []int32) {
	p.Attempts, p.Most = make([]int32, tasks), 0
	copy(p.Attempts, counts)
	p.NTasks = 0
	for t, n := range p.Attempts {
		p.Present += int(n)
		if !p.Holds(t) {
			p.Surplus += int(n)
			p.elsewhere += int(n)
			p.Attempts[t] = 0
			continue
		}
		p.NTasks++
		p.Missing += int(max(0, p.Trials-n))
		p.Surplus += int(max(0, n-p.Trials))
		p.Most = max(p.Most, n, p.Trials)
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
	return HabitOf(tasks)
}

// HabitOf is habit of the numbers of tasks by their number of attempts.
func HabitOf(tasks map[int32]int) (trials, largest int32, usual quota) {
	for n, at := range tasks {
		usual.Of += at
		largest = max(largest, n)
		if at > usual.N || at == usual.N && n > trials {
			trials, usual.N = n, at
		}
	}
	return max(1, trials), largest, usual
}

// countedMetrics are what a harness that does not count them writes as 0.
var countedMetrics = []string{"cost_usd", "prompt_tokens", "completion_tokens", "cached_tokens", "total_tokens"}

// dropZeros leaves out prices and tokens that are 0 in every attempt of the run: who
// counts them finds more than nothing, so that they are unknown. A total of which a
// part is unknown is unknown too. It names the metrics.
func (r *RunTable) dropZeros(metrics []string) []string {
	var unknown []string
	drop := func(m int) {
		if unknown == nil {
			r.Cells = slices.Clone(r.Cells)
		}
		unknown = append(unknown, metrics[m])
		r.Cells[m] = scoreList{}
	}
	for _, name := range countedMetrics {
		m := slices.Index(metrics, name)
		if m < 0 || m >= len(r.Cells) || r.Cells[m].Values.N == 0 {
			continue
		}
		total := name == "total_tokens" && (slices.Contains(unknown, "prompt_tokens") || slices.Contains(unknown, "completion_tokens"))
		if total || r.Cells[m].allZero() {
			drop(m)
		}
	}
	return unknown
}

// allZero tells whether every score is 0.
func (l *scoreList) allZero() bool {
	for values := range l.Values.All {
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

// Row is the part of the ledger that says what was promised and what became of it.
func (p *Promised) Row() result.LedgerRow {
	n := p.NTasks * int(p.Trials)
	row := result.LedgerRow{Tasks: p.NTasks, Trials: int(p.Trials), Promised: n, Expected: n, PromisedBy: p.By, TrialsBy: p.TrialsBy,
		Ranked: !p.Unranked && !p.Open, Present: p.Present, Missing: p.Missing, Surplus: p.Surplus, Elsewhere: p.elsewhere}
	if p.By == result.PromisedByLog || p.TrialsBy == result.PromisedByLog || p.Open {
		row.Stated = p.stated
	}
	return row
}

// WithoutRate tells whether a measure has no mean for the run: its log names a part of the tasks that
// were attempted, and not of how many, so that a share of them would be of an unknown whole. Metrics that leave
// out what has no value are means of what is there, and keep theirs.
func (p *Promised) WithoutRate(m *Measure) bool { return p.Open && m.Missing != result.Drop }
