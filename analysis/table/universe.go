package table

import (
	"cmp"
	"fmt"
	"slices"

	"mcpstats/analysis/result"
)

// universe is what is known of a benchmark's tasks before a run's promise is made of
// it.
type universe struct {
	bench  *Benchmark
	plan   *result.Plan
	counts [][]int32
	at     map[string]int // task id to index; nil until it is asked for
	core   []bool         // by task
	tried  []bool         // by task: some run attempted it
	extra  []string       // promised tasks that no record names, behind those of the benchmark
	listed []bool         // by task: the plan's list; nil: it has none
	number int            // of tasks, as the plan states; 0: it does not
}

// UniverseError is a plan whose universe of tasks is not that of the log.
type UniverseError struct{ Benchmark, Tasks, Reason, Hint string }

func (e *UniverseError) Error() string {
	where := ""
	if e.Benchmark != "" {
		where = fmt.Sprintf("benchmark %q: ", e.Benchmark)
	}
	return fmt.Sprintf("%s--tasks %s: %s; %s", where, e.Tasks, e.Reason, e.Hint)
}

func (b *Benchmark) universe(plan *result.Plan, counts [][]int32) (*universe, error) {
	u := &universe{bench: b, plan: plan, counts: counts, core: coreOf(counts, len(b.Tasks)), tried: make([]bool, len(b.Tasks))}
	for t := range b.Tasks {
		u.tried[t] = slices.ContainsFunc(counts, func(of []int32) bool { return of[t] > 0 })
	}
	if err := u.ofPlan(); err != nil {
		return nil, err
	}
	for _, s := range b.stated { // before any promise is made of the indices
		if u.listed == nil && u.number == 0 && u.names(s) {
			for _, id := range s.Tasks {
				u.index(id)
			}
		}
	}
	for r := range b.Logged {
		if u.listed == nil && u.number == 0 {
			_, n := u.lacking(r)
			u.unnamed(n)
		}
	}
	return u, nil
}

// index is a task's place; a task that no record names gets one behind the others.
func (u *universe) index(id string) int {
	if u.at == nil {
		u.at = make(map[string]int, len(u.bench.Tasks))
		for t := range u.bench.Tasks {
			u.at[u.bench.Tasks[t].ID] = t
		}
	}
	t, ok := u.at[id]
	if !ok {
		t = len(u.bench.Tasks) + len(u.extra)
		u.at[id] = t
		u.extra = append(u.extra, id)
	}
	return t
}

// unnamed makes room for n tasks that were promised and that nothing names.
func (u *universe) unnamed(n int) {
	for i := range n {
		u.index(unnamedTask(i))
	}
}

func unnamedTask(i int) string {
	return fmt.Sprintf("(task %d of those that the log does not name)", i+1)
}

// ofPlan reads the universe that the plan states.
func (u *universe) ofPlan() error {
	ids, n := u.plan.TaskIDs, u.plan.TaskNumber()
	have := len(u.bench.Tasks)
	wrong := func(hint, format string, a ...any) error {
		return &UniverseError{u.bench.Name, u.plan.Tasks, fmt.Sprintf(format, a...), hint}
	}
	switch {
	case len(ids) > 0:
		known := 0
		var list []int
		for _, id := range ids {
			t := u.index(id)
			list = append(list, t)
			if t < have {
				known++
			}
		}
		if known == 0 {
			return wrong("write them as the log does, one a line", "none of its %s is in the log, whose first is %q, not %q", result.Plural(len(ids), "task"), u.bench.Tasks[0].ID, ids[0])
		}
		u.listed = make([]bool, have+len(u.extra))
		for _, t := range list {
			u.listed[t] = true
		}
	case n > 0 && n < have:
		return wrong("state at least as many, or name the tasks that count in a file, one a line", "the log names %s", result.Plural(have, "task"))
	case n > 0:
		u.number = n
		u.unnamed(n - have)
	}
	return nil
}

// names tells whether a promise lists tasks of which its run attempted some: a list
// of other names would promise nothing that the run is about.
func (u *universe) names(s statedPromise) bool {
	r := slices.Index(u.bench.Runs, s.Run)
	if r < 0 || len(s.Tasks) == 0 {
		return false
	}
	attempted := map[string]bool{}
	for t, n := range u.counts[r] {
		if n > 0 {
			attempted[u.bench.Tasks[t].ID] = true
		}
	}
	return slices.ContainsFunc(s.Tasks, func(id string) bool { return attempted[id] })
}

// ofLog unites what the inputs state of a run: lists of tasks; or else numbers of
// tasks, added up where they cannot be the same ones.
type ofLog struct {
	tasks  []string
	number int
	trials int32
	source string
	open   bool // some input names but a part of its tasks, and not of how many
}

func (u *universe) ofLog(r int) ofLog {
	var out ofLog
	attempted, total := 0, 0
	for _, n := range u.counts[r] {
		attempted += min(1, int(n))
	}
	largest, sum, trials := 0, 0, int32(0) // tasks of one input, and of all; attempts of all
	for _, s := range u.bench.stated {
		if s.Run != u.bench.Runs[r] {
			continue
		}
		out.open = out.open || s.Open
		out.source = cmp.Or(out.source, s.Source)
		if u.names(s) {
			out.tasks = append(out.tasks, s.Tasks...)
			out.trials = max(out.trials, int32(s.Trials))
			continue
		}
		largest, sum, total = max(largest, s.NTasks), sum+s.NTasks, total+s.Attempts
		trials += int32(s.Trials)
		if len(s.Tasks) == 0 {
			out.trials = max(out.trials, int32(s.Trials))
		}
	}
	if out.tasks != nil {
		return out
	}
	switch usual, _, _ := habit(u.counts[r]); {
	case sum > 0 && attempted <= largest && sum > largest: // the same tasks in several jobs
		out.number, out.trials = largest, trials
	case sum > 0:
		out.number = sum
	case total > 0: // attempts alone: so many tasks of the usual number
		each := cmp.Or(out.trials, usual)
		out.trials, out.number = each, max(attempted, (total+int(each)-1)/int(each))
	}
	return out
}

// lacking are the tasks that a run was to attempt by a number that its log states:
// the core, where the core and the run's own tasks fit into that number, and how many
// more there are that nothing names.
func (u *universe) lacking(r int) (tasks []bool, unnamed int) {
	log := u.ofLog(r)
	if log.tasks != nil || log.number == 0 {
		return nil, 0
	}
	own, both := make([]bool, len(u.bench.Tasks)), make([]bool, len(u.bench.Tasks))
	n, m := 0, 0
	for t, k := range u.counts[r] {
		own[t], both[t] = k > 0, k > 0 || u.core[t]
		if own[t] {
			n++
		}
		if both[t] {
			m++
		}
	}
	if m <= log.number {
		return both, log.number - m
	}
	return own, max(0, log.number-n)
}

// promise is what one run promised, without its ledger.
func (u *universe) promise(r int) Promised {
	var p Promised
	log := u.ofLog(r)
	var usual int32
	usual, p.Largest, p.Usual = habit(u.counts[r])
	tasksBy := result.PromisedByHabit
	switch {
	case u.plan.Trials > 0:
		p.Trials, p.TrialsBy = int32(u.plan.Trials), result.PromisedByPlan
	case log.trials > 0:
		p.Trials, p.TrialsBy = log.trials, result.PromisedByLog
	default:
		p.Trials, p.TrialsBy = usual, result.PromisedByHabit
	}
	size := len(u.bench.Tasks) + len(u.extra)
	// A list of the log's may go beyond the core, where a mean is of other tasks, too;
	// tasks that nobody attempted are failures of the run and nobody's other tasks.
	same := func(tasks []bool) bool {
		n, attempted := 0, 0
		for t := range u.core {
			if tasks[t] && u.tried[t] {
				attempted++
				if u.core[t] {
					n++
				}
			}
		}
		return answers(tasks, u.core) && AtLeast(n, CoreShare, attempted)
	}
	own := make([]bool, size)
	for t, n := range u.counts[r] {
		own[t] = n > 0
	}
	switch {
	case u.number > 0:
		tasksBy = result.PromisedByPlan // every task: no list
	case u.listed != nil:
		tasksBy, p.tasks = result.PromisedByPlan, u.sized(u.listed, size)
	case log.tasks != nil:
		tasksBy, p.tasks = result.PromisedByLog, make([]bool, size)
		for _, id := range log.tasks {
			p.tasks[u.index(id)] = true
		}
		p.Unranked = !same(p.tasks)
	case log.number > 0:
		known, unnamed := u.lacking(r)
		tasksBy, p.tasks = result.PromisedByLog, u.sized(known, size)
		for i := range unnamed {
			p.tasks[u.index(unnamedTask(i))] = true
		}
		p.Unranked = !same(p.tasks)
	case log.open:
		tasksBy, p.tasks, p.Open = result.PromisedByNobody, own, true
	case answers(own, u.core):
		p.tasks = u.sized(u.core, size)
	default:
		tasksBy, p.tasks, p.Unranked = result.PromisedBySubset, own, true
	}
	if p.tasks != nil && !slices.Contains(p.tasks, false) {
		p.tasks = nil
	}
	p.By, p.stated = tasksBy, log.source
	if tasksBy == result.PromisedByHabit {
		p.By = p.TrialsBy
	}
	return p
}
