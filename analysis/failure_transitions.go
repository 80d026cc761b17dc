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
// of.
func (e *evaluation) transitions(sets [][]*failureSet, ends [][]outcome) []Transition {
	out := []Transition{}
	for _, ab := range e.pairing() {
		for _, source := range []string{SourceRecorded, SourceLabelled, SourceDetected} {
			a, b := setOf(sets[ab[0]], source), setOf(sets[ab[1]], source)
			if a == nil || b == nil {
				continue
			}
			if t, ok := e.transition(source, ab, [2]*failureSet{a, b}, [2][]outcome{ends[ab[0]], ends[ab[1]]}); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

func setOf(sets []*failureSet, source string) *failureSet {
	for _, s := range sets {
		if s.source == source {
			return s
		}
	}
	return nil
}

// transition is nil where the runs share no task with an outcome, or no attempt of
// theirs shows a mode of the source.
func (e *evaluation) transition(source string, ab [2]int, sets [2]*failureSet, ends [2][]outcome) (Transition, bool) {
	t := Transition{A: e.bench.Runs[ab[0]], B: e.bench.Runs[ab[1]], Source: source, Changes: []ModeChange{}}
	var byTask [2][]int
	var used []string // modes that are primary in either run
	for i, r := range ab {
		byTask[i] = e.bench.runs[r].taskStarts(len(e.bench.Tasks))
	}
	name := func(i, a int) string {
		switch {
		case ends[i][a] == succeeded:
			return stateSuccess
		case sets[i].primary(a) < 0:
			return ModeNone
		}
		return sets[i].modes[sets[i].primary(a)].mode
	}
	// The two runs' sets may hold different labels, but in one order of precedence
	// up to those that no taxonomy knows.
	for i := range ab {
		for a := range ends[i] {
			if m := name(i, a); ends[i][a] == failed && m != ModeNone && !slices.Contains(used, m) {
				used = append(used, m)
			}
		}
	}
	if len(used) == 0 {
		return t, false
	}
	for _, set := range sets {
		for _, m := range set.modes {
			if slices.Contains(used, m.mode) && !slices.Contains(t.States, m.mode) {
				t.States = append(t.States, m.mode)
			}
		}
	}
	modes := len(t.States)
	t.States = append(t.States, ModeNone, stateSuccess)
	t.Matrix = make([][]float64, len(t.States))
	for s := range t.Matrix {
		t.Matrix[s] = make([]float64, len(t.States))
	}
	shares := [2][][]float64{make([][]float64, modes), make([][]float64, modes)} // by run, mode and task
	for task := range e.bench.Tasks {
		var states [2][]float64
		for i := range ab {
			states[i] = make([]float64, len(t.States))
			n := 0.0
			for a := byTask[i][task]; a < byTask[i][task+1]; a++ {
				if ends[i][a] != unsettled {
					states[i][slices.Index(t.States, name(i, a))]++
					n++
				}
			}
			if n == 0 {
				states[i] = nil
				break
			}
			for s := range states[i] {
				states[i][s] /= n
			}
		}
		if states[0] == nil || states[1] == nil {
			continue
		}
		t.NTasks++
		for s, x := range states[0] {
			for u, y := range states[1] {
				t.Matrix[s][u] += x * y
			}
		}
		for i := range shares {
			for m := range modes {
				shares[i][m] = append(shares[i][m], states[i][m])
			}
		}
	}
	if t.NTasks == 0 {
		return t, false
	}
	for m := range modes {
		t.Changes = append(t.Changes, e.modeChange(t.States[m], shares[0][m], shares[1][m]))
	}
	e.correctChanges(&t)
	return t, true
}

// modeChange tests a mode by the rule of the headline test: McNemar's exact test
// where tasks were attempted once, a paired t test of the shares else.
func (e *evaluation) modeChange(mode string, x, y []float64) ModeChange {
	c := ModeChange{Mode: mode}
	scale := Binary
	for i := range x {
		c.A += x[i]
		c.B += y[i]
		c.OnlyA += x[i] * (1 - y[i])
		c.OnlyB += y[i] * (1 - x[i])
		if x[i] != math.Trunc(x[i]) || y[i] != math.Trunc(y[i]) {
			scale = Interval
		}
	}
	if e.bench.Trials > 1 {
		scale = Interval
	}
	diff, err := stats.Subtract(x, y)
	if err != nil {
		c.Test = Test{Method: headlines[scale], Notes: []string{reason(err)}}
		return c
	}
	pair := testedPair{x: x, y: y, diff: diff, plan: e.plan}
	if scale == Binary {
		pair.table = pairedTable(x, y)
	}
	at := slices.IndexFunc(pairTests, func(t pairTest) bool { return t.name == headlines[scale] })
	c.Test = pairTests[at].run(pair)
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
	adjusted := p
	if e.plan.Correction != "none" {
		var err error
		if adjusted, err = stats.Adjust(stats.Adjustment(e.plan.Correction), p); err != nil {
			return
		}
	}
	t.Family = fmt.Sprintf("%s modes, %s against %s: %d tests, %s", t.Source, t.A, t.B, tests, e.plan.Correction)
	for i := range t.Changes {
		if t.Changes[i].Test.P != nil {
			t.Changes[i].PAdjusted = number(adjusted[i])
			t.Changes[i].Significant = adjusted[i] <= e.plan.Alpha
		}
	}
}

// trendMode is the mode whose growth with the tool set is tested.
const trendMode = "retrieval_miss"

// retrievalTrend tests whether misses grow with the tool set, where a run was tried
// with sets of several sizes.
func (e *evaluation) retrievalTrend(r int, sets []*failureSet) []RetrievalTrend {
	set := setOf(sets, SourceDetected)
	if set == nil {
		return nil
	}
	m := slices.IndexFunc(set.modes, func(m failureMode) bool { return m.mode == trendMode })
	if m < 0 {
		return nil
	}
	run := &e.bench.runs[r]
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
		trend.Test = Test{Method: "kendall_tau_b", Notes: []string{reason(err)}}
	} else {
		trend.Test = testOf("kendall_tau_b", result)
	}
	return []RetrievalTrend{trend}
}
