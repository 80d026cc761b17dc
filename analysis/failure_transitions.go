package analysis

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/stats"
)

// stateSuccess names what became of an attempt that did not fail.
const stateSuccess = "success"

// transitions pairs every two runs by task, for each source that both have modes
// of, and for each annotator who labelled both.
func (e *evaluation) transitions(sets [][]*failureSet, ends [][]outcome) []Transition {
	out := []Transition{}
	for _, ab := range e.pairing() {
		for _, a := range sets[ab[0]] {
			b := setOf(sets[ab[1]], a.source, a.annotator)
			if a.source == "" || b == nil {
				continue
			}
			if t, ok := e.transition(ab, [2]*failureSet{a, b}, [2][]outcome{ends[ab[0]], ends[ab[1]]}); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

func setOf(sets []*failureSet, source, annotator string) *failureSet {
	for _, s := range sets {
		if s.source == source && s.annotator == annotator {
			return s
		}
	}
	return nil
}

// becoming tells what became of the attempts of two runs, by one source of modes.
type becoming struct {
	sets [2]*failureSet
	ends [2][]outcome
}

// state is what became of an attempt of either run: success, its primary mode, or
// no mode.
func (w *becoming) state(run, attempt int) string {
	set := w.sets[run]
	switch {
	case w.ends[run][attempt] == succeeded:
		return stateSuccess
	case set.primary(attempt) < 0:
		return ModeNone
	}
	return set.modes[set.primary(attempt)].mode
}

// modes are those that are primary in either run, in order of precedence. The two
// runs' sets may hold different labels, but in one order up to those that no
// taxonomy knows.
func (w *becoming) modes() []string {
	used := map[string]bool{}
	for run := range w.ends {
		for a, end := range w.ends[run] {
			if end == failed {
				used[w.state(run, a)] = true
			}
		}
	}
	var out []string
	for _, set := range w.sets {
		for _, m := range set.modes {
			if used[m.mode] && m.mode != ModeNone && !slices.Contains(out, m.mode) {
				out = append(out, m.mode)
			}
		}
	}
	return out
}

// shares are the shares of a task's settled attempts in each state; nil where it has
// none. Attempts are those from first to before end.
func (w *becoming) shares(run, first, end int, states []string) []float64 {
	out := make([]float64, len(states))
	n := 0.0
	for a := first; a < end; a++ {
		if w.ends[run][a] != unsettled {
			out[slices.Index(states, w.state(run, a))]++
			n++
		}
	}
	if n == 0 {
		return nil
	}
	for s := range out {
		out[s] /= n
	}
	return out
}

// transition is that of one source; ok is false where the runs share no task with an
// outcome, or no attempt of theirs shows a mode of the source.
func (e *evaluation) transition(ab [2]int, sets [2]*failureSet, ends [2][]outcome) (t Transition, ok bool) {
	t = Transition{A: e.bench.Runs[ab[0]], B: e.bench.Runs[ab[1]], Source: sets[0].source, Annotator: sets[0].annotator, Changes: []ModeChange{}}
	became := becoming{sets, ends}
	modes := became.modes()
	if len(modes) == 0 {
		return t, false
	}
	t.States = append(slices.Clone(modes), ModeNone, stateSuccess)
	t.Matrix = make([][]float64, len(t.States))
	for s := range t.Matrix {
		t.Matrix[s] = make([]float64, len(t.States))
	}
	var starts [2][]int
	for i, r := range ab {
		starts[i] = e.bench.logged[r].taskStarts(len(e.bench.Tasks))
	}
	var tasks []int32                                                                      // that both have an outcome at
	byMode := [2][][]float64{make([][]float64, len(modes)), make([][]float64, len(modes))} // shares by run, mode and task
	for task := range e.bench.Tasks {
		var states [2][]float64
		for i := range states {
			states[i] = became.shares(i, starts[i][task], starts[i][task+1], t.States)
		}
		if states[0] == nil || states[1] == nil {
			continue
		}
		tasks = append(tasks, int32(task))
		for s, x := range states[0] {
			for u, y := range states[1] {
				t.Matrix[s][u] += x * y
			}
		}
		for i := range byMode {
			for m := range modes {
				byMode[i][m] = append(byMode[i][m], states[i][m])
			}
		}
	}
	if t.NTasks = len(tasks); t.NTasks == 0 {
		return t, false
	}
	for m, mode := range modes {
		t.Changes = append(t.Changes, e.modeChange(mode, pairSlice{tasks: tasks, x: byMode[0][m], y: byMode[1][m]}))
	}
	e.correctChanges(&t)
	return t, true
}

// modeChange tests a mode by the rule of the headline test on the tasks' shares:
// McNemar's exact test where each is 0 or 1 (a task that was attempted once, or ended
// the same in every attempt), a paired t test else, and the cluster-robust one where
// tasks come in clusters.
func (e *evaluation) modeChange(mode string, p pairSlice) ModeChange {
	c := ModeChange{Mode: mode}
	scale := Binary
	x, y := p.x, p.y
	for i := range x {
		c.A += x[i]
		c.B += y[i]
		c.OnlyA += x[i] * (1 - y[i])
		c.OnlyB += y[i] * (1 - x[i])
		if x[i] != math.Trunc(x[i]) || y[i] != math.Trunc(y[i]) {
			scale = Interval
		}
	}
	diff, err := stats.Subtract(x, y)
	if err != nil {
		c.Test = Test{Method: headlines[scale], Notes: []string{stats.Reason(err)}}
		return c
	}
	c.Test = e.tested(p, diff, scale).test(scale)
	return c
}

// correctChanges adjusts the tests of one transition: a family is the modes of one
// source between two runs.
func (e *evaluation) correctChanges(t *Transition) {
	p := make([]float64, len(t.Changes))
	tests := 0
	for i, c := range t.Changes {
		p[i] = math.NaN()
		if c.Test.P != nil {
			p[i] = *c.Test.P
			tests++
		}
	}
	adjusted, err := adjust(e.plan.elsewhere(), p)
	if err != nil {
		return
	}
	modes := t.Source + " modes"
	if t.Annotator != "" {
		modes += " by " + t.Annotator
	}
	t.Family = fmt.Sprintf("%s, %s against %s: %d tests, %s", modes, t.A, t.B, tests, e.plan.elsewhere())
	for i := range t.Changes {
		if t.Changes[i].Test.P != nil {
			t.Changes[i].PAdjusted = Number(adjusted[i])
			t.Changes[i].Significant = adjusted[i] <= e.plan.Alpha
		}
	}
}

// trendMode is the mode whose growth with the tool set is tested.
const trendMode = "retrieval_miss"

// retrievalTrend tests whether misses grow with the tool set, where a run was tried
// with sets of several sizes.
func (e *evaluation) retrievalTrend(r int, sets []*failureSet) []RetrievalTrend {
	set := setOf(sets, SourceDetected, "")
	if set == nil {
		return nil
	}
	m := slices.IndexFunc(set.modes, func(m failureMode) bool { return m.mode == trendMode })
	if m < 0 {
		return nil
	}
	run := &e.bench.logged[r]
	byTask := run.taskStarts(len(e.bench.Tasks))
	trend := RetrievalTrend{Run: e.bench.Runs[r], Smallest: math.MaxInt}
	var size, missed []float64
	for task := range e.bench.Tasks {
		n, tools, misses := 0.0, 0.0, 0.0
		for a := byTask[task]; a < byTask[task+1]; a++ {
			known := run.seen.of(a).visible()
			if !known.Known || set.applies[a]>>m&1 == 0 {
				continue
			}
			n++
			tools += float64(known.Value)
			misses += float64(set.shows[a] >> m & 1)
			trend.Smallest, trend.Largest = min(trend.Smallest, known.Value), max(trend.Largest, known.Value)
		}
		if n > 0 {
			size = append(size, tools/n)
			missed = append(missed, misses/n)
		}
	}
	if trend.Largest <= trend.Smallest {
		return nil
	}
	trend.NTasks = len(size)
	result, err := stats.KendallTauB(size, missed)
	if err != nil {
		trend.Test = Test{Method: "kendall_tau_b", Notes: []string{stats.Reason(err)}}
	} else {
		if e.cluster != nil {
			result.Notes = append(slices.Clone(result.Notes), takesIndependent)
		}
		trend.Test = testOf("kendall_tau_b", result)
	}
	return []RetrievalTrend{trend}
}
