package modes

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// stateSuccess names what became of an attempt that did not fail.
const stateSuccess = "success"

// transitions pairs every two runs that are compared in full by task, for each source
// that both have modes of, and for each annotator who labelled both.
func transitions(st *study.Study, sets [][]*failureSet, ends [][]Outcome) []result.Transition {
	out := []result.Transition{}
	for _, ab := range st.InFull() {
		for _, a := range sets[ab[0]] {
			b := setOf(sets[ab[1]], a.Source, a.Annotator)
			if a.Source == "" || b == nil {
				continue
			}
			if t, ok := transition(st, ab, [2]*failureSet{a, b}, [2][]Outcome{ends[ab[0]], ends[ab[1]]}); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

func setOf(sets []*failureSet, source, annotator string) *failureSet {
	for _, s := range sets {
		if s.Source == source && s.Annotator == annotator {
			return s
		}
	}
	return nil
}

// pairedOutcomes tells what became of the attempts of two runs, by one source of modes.
type pairedOutcomes struct {
	sets [2]*failureSet
	ends [2][]Outcome
}

// state is what became of an attempt of either run: success, its primary mode, or
// no mode.
func (w *pairedOutcomes) state(run, attempt int) string {
	set := w.sets[run]
	switch {
	case w.ends[run][attempt] == Succeeded:
		return stateSuccess
	case set.Primary(attempt) < 0:
		return result.ModeNone
	}
	return set.Modes[set.Primary(attempt)].Mode
}

// modes are those that are primary in either run, in order of precedence. The two
// runs' sets may hold different labels, but in one order up to those that no
// taxonomy knows.
func (w *pairedOutcomes) modes() []string {
	used := map[string]bool{}
	for run := range w.ends {
		for a, end := range w.ends[run] {
			if end == Failed {
				used[w.state(run, a)] = true
			}
		}
	}
	var out []string
	for _, set := range w.sets {
		for _, m := range set.Modes {
			if used[m.Mode] && m.Mode != result.ModeNone && !slices.Contains(out, m.Mode) {
				out = append(out, m.Mode)
			}
		}
	}
	return out
}

// shares are the shares of a task's settled attempts in each state; nil where it has
// none. Attempts are those from first to before end.
func (w *pairedOutcomes) shares(run, first, end int, states []string) []float64 {
	out := make([]float64, len(states))
	n := 0.0
	for a := first; a < end; a++ {
		if w.ends[run][a] != Unsettled {
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
func transition(st *study.Study, ab [2]int, sets [2]*failureSet, ends [2][]Outcome) (t result.Transition, ok bool) {
	t = result.Transition{A: st.Bench.Runs[ab[0]], B: st.Bench.Runs[ab[1]], Source: sets[0].Source, Annotator: sets[0].Annotator, Changes: []result.ModeChange{}}
	became := pairedOutcomes{sets, ends}
	modes := became.modes()
	if len(modes) == 0 {
		return t, false
	}
	t.States = append(slices.Clone(modes), result.ModeNone, stateSuccess)
	t.Matrix = make([][]float64, len(t.States))
	for s := range t.Matrix {
		t.Matrix[s] = make([]float64, len(t.States))
	}
	var starts [2][]int
	for i, r := range ab {
		starts[i] = st.Bench.Logged[r].TaskStarts(len(st.Bench.Tasks))
	}
	var tasks []int32                                                                      // that both have an outcome at
	byMode := [2][][]float64{make([][]float64, len(modes)), make([][]float64, len(modes))} // shares by run, mode and task
	for task := range st.Bench.Tasks {
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
		t.Changes = append(t.Changes, modeChange(st, mode, study.PairSlice{Tasks: tasks, X: byMode[0][m], Y: byMode[1][m]}))
	}
	correctChanges(st, &t)
	return t, true
}

// modeChange tests a mode by the rule of the headline test on the tasks' shares:
// McNemar's exact test where each is 0 or 1 (a task that was attempted once, or ended
// the same in every attempt), a paired t test else, and the cluster-robust one where
// tasks come in clusters.
func modeChange(st *study.Study, mode string, p study.PairSlice) result.ModeChange {
	c := result.ModeChange{Mode: mode}
	scale := result.Binary
	x, y := p.X, p.Y
	for i := range x {
		c.A += x[i]
		c.B += y[i]
		c.OnlyA += x[i] * (1 - y[i])
		c.OnlyB += y[i] * (1 - x[i])
		if x[i] != math.Trunc(x[i]) || y[i] != math.Trunc(y[i]) {
			scale = result.Interval
		}
	}
	diff, err := stats.Subtract(x, y)
	if err != nil {
		c.Test = result.Test{Method: study.Headlines[scale], Notes: []string{stats.Reason(err)}}
		return c
	}
	c.Test = st.Tested(p, diff, scale).Test(scale)
	return c
}

// correctChanges adjusts the tests of one transition: a family is the modes of one
// source between two runs.
func correctChanges(st *study.Study, t *result.Transition) {
	p := make([]float64, len(t.Changes))
	tests := 0
	for i, c := range t.Changes {
		p[i] = math.NaN()
		if c.Test.P != nil {
			p[i] = *c.Test.P
			tests++
		}
	}
	adjusted, err := study.Adjust(st.Plan.Elsewhere(), p)
	if err != nil {
		return
	}
	modes := t.Source + " modes"
	if t.Annotator != "" {
		modes += " by " + t.Annotator
	}
	t.Family = fmt.Sprintf("%s, %s against %s: %d tests, %s", modes, t.A, t.B, tests, st.Plan.Elsewhere())
	for i := range t.Changes {
		if t.Changes[i].Test.P != nil {
			t.Changes[i].PAdjusted = result.Number(adjusted[i])
			t.Changes[i].Significant = adjusted[i] <= st.Plan.Alpha
		}
	}
}

// TrendMode is the mode whose growth with the tool set is tested.
const TrendMode = "retrieval_miss"

// retrievalTrend tests whether misses grow with the tool set, where a run was tried
// with sets of several sizes.
func retrievalTrend(st *study.Study, r int, sets []*failureSet) []result.RetrievalTrend {
	set := setOf(sets, result.SourceDetected, "")
	if set == nil {
		return nil
	}
	m := slices.IndexFunc(set.Modes, func(m FailureMode) bool { return m.Mode == TrendMode })
	if m < 0 {
		return nil
	}
	run := &st.Bench.Logged[r]
	byTask := run.TaskStarts(len(st.Bench.Tasks))
	trend := result.RetrievalTrend{Run: st.Bench.Runs[r], Smallest: math.MaxInt}
	var size, missed []float64
	for task := range st.Bench.Tasks {
		n, tools, misses := 0.0, 0.0, 0.0
		for a := byTask[task]; a < byTask[task+1]; a++ {
			known := run.Seen.Of(a).Visible()
			if !known.Known || set.Applies[a]>>m&1 == 0 {
				continue
			}
			n++
			tools += float64(known.Value)
			misses += float64(set.Shows[a] >> m & 1)
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
	tau, err := stats.KendallTauB(size, missed)
	if err != nil {
		trend.Test = result.Test{Method: "kendall_tau_b", Notes: []string{stats.Reason(err)}}
	} else {
		if st.Cluster != nil {
			tau.Notes = append(slices.Clone(tau.Notes), study.TakesIndependent)
		}
		trend.Test = study.TestOf("kendall_tau_b", tau)
	}
	return []result.RetrievalTrend{trend}
}
