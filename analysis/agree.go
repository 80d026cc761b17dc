package analysis

import (
	"slices"
	"strings"

	"mcpstats/stats"
)

// Readings of a judge's verdict.
const (
	ReadingStored   = "stored"   // as the log stores it
	ReadingReparsed = "reparsed" // read again from the judge's own text
)

// verdicts is one judge's verdicts on a run's attempts, 1 for success.
type verdicts struct {
	judge, reading string
	of             []float64
	ok             []bool
}

// agreement compares every judge, in both readings, and the votes of all judges
// with the reference, run by run.
func (e *evaluation) agreement(res *Results) {
	var out []Agreement
	ref := slices.Index(e.bench.metrics, referenceMetric)
	if ref < 0 {
		return
	}
	for _, r := range e.runs {
		reference := e.verdicts(r, ref, "human", "")
		if !slices.Contains(reference.ok, true) {
			continue
		}
		stored, reread := e.judges(r)
		for i := range stored {
			flips := e.contradictions(r, stored[i], reread)
			out = append(out, e.agree(r, stored[i], reference, flips))
			if again := find(reread, stored[i].judge); again != nil {
				out = append(out, e.agree(r, *again, reference, flips))
			}
		}
		res.Panels = append(res.Panels, e.panels(r, stored, reread)...)
		for _, v := range votes(stored, ReadingStored) {
			out = append(out, e.agree(r, v, reference, nil))
		}
		for _, v := range votes(reread, ReadingReparsed) {
			out = append(out, e.agree(r, v, reference, nil))
		}
	}
	res.Agreement = append(res.Agreement, out...)
}

// judges reads every judge's stored and re-read verdicts on a run.
func (e *evaluation) judges(r int) (stored, reread []verdicts) {
	for i, name := range e.bench.metrics {
		if judge, ok := strings.CutPrefix(name, storedFamily); ok {
			stored = append(stored, e.verdicts(r, i, strings.TrimSuffix(judge, "]"), ReadingStored))
		}
		if judge, ok := strings.CutPrefix(name, rereadFamily); ok {
			reread = append(reread, e.verdicts(r, i, strings.TrimSuffix(judge, "]"), ReadingReparsed))
		}
	}
	none := func(v verdicts) bool { return !slices.Contains(v.ok, true) }
	return slices.DeleteFunc(stored, none), slices.DeleteFunc(reread, none)
}

func (e *evaluation) verdicts(r, metric int, judge, reading string) verdicts {
	run := &e.bench.logged[r]
	v := verdicts{judge: judge, reading: reading, of: make([]float64, len(run.attempts)), ok: make([]bool, len(run.attempts))}
	for c := range run.cells[metric].all() {
		v.of[c.attempt], v.ok[c.attempt] = c.value, true
	}
	return v
}

func find(vs []verdicts, judge string) *verdicts {
	for i := range vs {
		if vs[i].judge == judge {
			return &vs[i]
		}
	}
	return nil
}

// votes makes judges of the judges' majority (with and without the tie counting
// as success) and of "any of them says success". An attempt that one of them did
// not judge has no vote.
func votes(judges []verdicts, reading string) []verdicts {
	if len(judges) < 2 {
		return nil
	}
	half := float64(len(judges)) / 2
	rules := []struct {
		name string
		says func(yes float64) bool
	}{
		{"vote>=half", func(yes float64) bool { return yes >= half }},
		{"vote>half", func(yes float64) bool { return yes > half }},
		{"any", func(yes float64) bool { return yes > 0 }},
	}
	var out []verdicts
	n := len(judges[0].of)
	for _, rule := range rules {
		v := verdicts{judge: rule.name, reading: reading, of: make([]float64, n), ok: make([]bool, n)}
		for i := range n {
			yes, all := 0.0, true
			for _, j := range judges {
				all = all && j.ok[i]
				if j.of[i] >= 0.5 {
					yes++
				}
			}
			v.ok[i] = all
			if all && rule.says(yes) {
				v.of[i] = 1
			}
		}
		out = append(out, v)
	}
	return out
}

// contradictions lists the attempts whose stored verdict is not the re-read one.
func (e *evaluation) contradictions(r int, stored verdicts, reread []verdicts) []Flip {
	again := find(reread, stored.judge)
	if again == nil {
		return nil
	}
	flips := []Flip{}
	for i := range stored.of {
		if stored.ok[i] && again.ok[i] && stored.of[i] != again.of[i] {
			a := e.bench.logged[r].attempts[i]
			flips = append(flips, Flip{Task: e.bench.Tasks[a.task].ID, Trial: int(a.trial), Stored: stored.of[i], Reparsed: again.of[i]})
		}
	}
	return flips
}

// agree compares one judge with the reference over the attempts that both
// judged. Attempts at one task, or at tasks of one cluster, are judged alike: where
// there are several, intervals and the test of bias go by task or cluster.
func (e *evaluation) agree(r int, judge, reference verdicts, flips []Flip) Agreement {
	a := Agreement{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Judge: judge.judge, Reference: reference.judge, Reading: judge.reading, Flips: flips}
	byTask := newJudgeCounts(len(e.bench.Tasks))
	left := 0
	for i := range reference.of {
		task := e.bench.logged[r].attempts[i].task
		says, is := judge.of[i] >= 0.5, reference.of[i] >= 0.5
		if judge.ok[i] {
			byTask.judge(task, says)
		}
		switch {
		case judge.ok[i] && reference.ok[i]:
			byTask.both(task, says, is)
		case reference.ok[i]:
			left++
		}
	}
	if left > 0 {
		a.Notes = append(a.Notes, plural(left, "attempt")+" with a reference verdict and none of this judge left out")
	}
	tasks := byTask.tasks()
	c := byTask.confusion()
	a.Confusion = c
	a.N, a.NTasks, a.NUnits = c.TP+c.FP+c.FN+c.TN, len(tasks), e.units(tasks)
	if a.N == 0 {
		return a
	}
	a.SuccessRate = ratio(c.TP+c.FP, a.N)
	a.ReferenceRate = ratio(c.TP+c.FN, a.N)
	a.Agreement = ratio(c.TP+c.TN, a.N)
	a.Precision = ratio(c.TP, c.TP+c.FP)
	a.Recall = ratio(c.TP, c.TP+c.FN)
	a.F1 = ratio(2*c.TP, 2*c.TP+c.FP+c.FN)
	a.Constant = ratio(max(c.TP+c.FN, c.FP+c.TN), a.N)
	if scores, err := stats.ScoreClasses(stats.Confusion(c).Table()); err == nil && !slices.Contains(scores.Undefined, "MCC") {
		a.MCC = Number(scores.MCC)
	}
	e.agreementInterval(&a, byTask)
	e.chanceCorrected(&a, byTask)
	e.bias(&a, byTask)
	return a
}

// ratio is k/n, or nil where n is 0.
func ratio(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	return Number(float64(k) / float64(n))
}
