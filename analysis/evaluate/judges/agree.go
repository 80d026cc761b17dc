package judges

import (
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// Readings of a judge's verdict.
const (
	ReadingStored   = "stored"   // as the log stores it
	ReadingReparsed = "reparsed" // read again from the judge's own text
)

// verdicts is one judge's verdicts on the attempts of a run, or of several one behind the
// other, 1 for success.
type verdicts struct {
	judge, reading string
	of             []float64
	ok             []bool
	task           []int32 // of each attempt
}

// Agreement compares every judge, in both readings, and the votes of all judges
// with the reference, run by run.
func Agreement(st *study.Study, res *result.Results) {
	var out []result.Agreement
	ref := slices.Index(st.Bench.Metrics, table.ReferenceMetric)
	if ref < 0 {
		return
	}
	for _, r := range st.Runs {
		reference := verdictsOf(st, r, ref, "human", "")
		if !slices.Contains(reference.ok, true) {
			continue
		}
		stored, reread := judges(st, r)
		for i := range stored {
			flips := contradictions(st, r, stored[i], reread)
			out = append(out, agree(st, st.Bench.Runs[r], stored[i], reference, flips))
			if again := find(reread, stored[i].judge); again != nil {
				out = append(out, agree(st, st.Bench.Runs[r], *again, reference, flips))
			}
		}
		res.Panels = append(res.Panels, panels(st, r, stored, reread)...)
		for _, v := range votes(stored, ReadingStored) {
			out = append(out, agree(st, st.Bench.Runs[r], v, reference, nil))
		}
		for _, v := range votes(reread, ReadingReparsed) {
			out = append(out, agree(st, st.Bench.Runs[r], v, reference, nil))
		}
	}
	res.Agreement = append(res.Agreement, out...)
}

// judges reads every judge's stored and re-read verdicts on a run.
func judges(st *study.Study, r int) (stored, reread []verdicts) {
	for i, name := range st.Bench.Metrics {
		if judge, ok := strings.CutPrefix(name, table.StoredFamily); ok {
			stored = append(stored, verdictsOf(st, r, i, strings.TrimSuffix(judge, "]"), ReadingStored))
		}
		if judge, ok := strings.CutPrefix(name, table.RereadFamily); ok {
			reread = append(reread, verdictsOf(st, r, i, strings.TrimSuffix(judge, "]"), ReadingReparsed))
		}
	}
	none := func(v verdicts) bool { return !slices.Contains(v.ok, true) }
	return slices.DeleteFunc(stored, none), slices.DeleteFunc(reread, none)
}

func verdictsOf(st *study.Study, r, metric int, judge, reading string) verdicts {
	run := &st.Bench.Logged[r]
	v := verdicts{judge: judge, reading: reading, of: make([]float64, len(run.Attempts)), ok: make([]bool, len(run.Attempts)), task: make([]int32, len(run.Attempts))}
	for i := range run.Attempts {
		v.task[i] = run.Attempts[i].Task
	}
	for c := range run.Cells[metric].All() {
		v.of[c.Attempt], v.ok[c.Attempt] = c.Value, true
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
		v := verdicts{judge: rule.name, reading: reading, of: make([]float64, n), ok: make([]bool, n), task: judges[0].task}
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
func contradictions(st *study.Study, r int, stored verdicts, reread []verdicts) []result.Flip {
	again := find(reread, stored.judge)
	if again == nil {
		return nil
	}
	flips := []result.Flip{}
	for i := range stored.of {
		if stored.ok[i] && again.ok[i] && stored.of[i] != again.of[i] {
			a := st.Bench.Logged[r].Attempts[i]
			flips = append(flips, result.Flip{Task: st.Bench.Tasks[a.Task].ID, Trial: int(a.Trial), Stored: stored.of[i], Reparsed: again.of[i]})
		}
	}
	return flips
}

// agree compares one judge with the reference over the attempts that both
// judged. Attempts at one task, or at tasks of one cluster, are judged alike: where
// there are several, intervals and the test of bias go by task or cluster.
func agree(st *study.Study, run string, judge, reference verdicts, flips []result.Flip) result.Agreement {
	a := result.Agreement{Benchmark: st.Bench.Name, Run: run, Judge: judge.judge, Reference: reference.judge, Reading: judge.reading, Flips: flips}
	byTask := newJudgeCounts(len(st.Bench.Tasks))
	left := 0
	for i := range reference.of {
		task := reference.task[i]
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
		a.Notes = append(a.Notes, result.Plural(left, "attempt")+" with a reference verdict but none from this judge left out")
	}
	tasks := byTask.tasks()
	c := byTask.confusion()
	a.Confusion = c
	a.N, a.NTasks, a.NUnits = c.TP+c.FP+c.FN+c.TN, len(tasks), units(st, tasks)
	if a.N == 0 {
		return a
	}
	a.SuccessRate = study.Ratio(c.TP+c.FP, a.N)
	a.ReferenceRate = study.Ratio(c.TP+c.FN, a.N)
	a.Agreement = study.Ratio(c.TP+c.TN, a.N)
	a.Precision = study.Ratio(c.TP, c.TP+c.FP)
	a.Recall = study.Ratio(c.TP, c.TP+c.FN)
	a.F1 = study.Ratio(2*c.TP, 2*c.TP+c.FP+c.FN)
	a.Constant = study.Ratio(max(c.TP+c.FN, c.FP+c.TN), a.N)
	if scores, err := stats.ScoreClasses(stats.Confusion(c).Table()); err == nil && !slices.Contains(scores.Undefined, "MCC") {
		a.MCC = result.Number(scores.MCC)
	}
	agreementInterval(st, &a, byTask)
	chanceCorrected(st, &a, byTask)
	bias(st, &a, byTask)
	return a
}
