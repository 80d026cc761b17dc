package analysis

import (
	"math"
	"slices"
	"strings"

	"mcpstats/stats"
)

// The metrics that carry verdicts. Agreement is read from the table like
// everything else, so scores that somebody else computed will do.
const (
	referenceMetric = "human_success"
	storedFamily    = "judge_success["
	rereadFamily    = "judge_success_reread["
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
	run := &e.bench.runs[r]
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
			a := e.bench.runs[r].attempts[i]
			flips = append(flips, Flip{Task: e.bench.Tasks[a.task].ID, Trial: int(a.trial), Stored: stored.of[i], Reparsed: again.of[i]})
		}
	}
	return flips
}

// agree compares one judge with the reference over the attempts that both
// judged.
func (e *evaluation) agree(r int, judge, reference verdicts, flips []Flip) Agreement {
	a := Agreement{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Judge: judge.judge, Reference: reference.judge, Reading: judge.reading, Flips: flips}
	left := 0
	for i := range reference.of {
		if !reference.ok[i] {
			continue
		}
		if !judge.ok[i] {
			left++
			continue
		}
		a.N++
		switch says, is := judge.of[i] >= 0.5, reference.of[i] >= 0.5; {
		case says && is:
			a.Confusion.TP++
		case says:
			a.Confusion.FP++
		case is:
			a.Confusion.FN++
		default:
			a.Confusion.TN++
		}
	}
	if left > 0 {
		a.Notes = append(a.Notes, plural(left, "attempt")+" with a reference verdict and none of this judge left out")
	}
	if a.N == 0 {
		return a
	}
	c := a.Confusion
	a.SuccessRate = ratio(c.TP+c.FP, a.N)
	a.ReferenceRate = ratio(c.TP+c.FN, a.N)
	a.Agreement = ratio(c.TP+c.TN, a.N)
	if w, err := stats.Wilson(c.TP+c.TN, a.N, e.plan.Level); err == nil {
		i := estimate(w)
		a.AgreementCI = &i
	}
	a.Precision = ratio(c.TP, c.TP+c.FP)
	a.Recall = ratio(c.TP, c.TP+c.FN)
	a.F1 = ratio(2*c.TP, 2*c.TP+c.FP+c.FN)
	kappa, err := stats.CohenKappa([][]int{{c.TP, c.FP}, {c.FN, c.TN}}, stats.KappaOptions{Level: e.plan.Level})
	if err != nil {
		a.Notes = append(a.Notes, reason(err))
	} else {
		a.Kappa = number(kappa.Value)
		if i := estimate(kappa.Interval); !math.IsNaN(kappa.Interval.Low) {
			a.KappaInterval = &i
		}
	}
	e.beyond(&a, c)
	a.Corrected = e.correctedRate(&a, judge, c)
	bias := Test{Method: "mcnemar_exact"}
	if m, err := stats.McNemarExact(c.FP, c.FN); err != nil {
		bias.Notes = []string{reason(err)}
	} else {
		bias = testOf("mcnemar_exact", m)
	}
	a.Bias = &bias
	return a
}

// beyond adds the figures of agreement that kappa's paradox does not touch: MCC,
// Gwet's AC1, and the agreement of a constant judge to hold the judge's against.
func (e *evaluation) beyond(a *Agreement, c Confusion) {
	a.Constant = ratio(max(c.TP+c.FN, c.FP+c.TN), a.N)
	if scores, err := stats.ScoreClasses(stats.Confusion(c).Table()); err == nil && !slices.Contains(scores.Undefined, "MCC") {
		a.MCC = number(scores.MCC)
	}
	counts := make([][]int, 0, a.N)
	for _, cell := range []struct {
		n   int
		row []int
	}{{c.TP, []int{0, 2}}, {c.FP + c.FN, []int{1, 1}}, {c.TN, []int{2, 0}}} {
		for range cell.n {
			counts = append(counts, cell.row)
		}
	}
	if ac1, err := stats.GwetAC1(counts, e.plan.Level); err == nil {
		i := estimate(ac1.Interval)
		a.AC1, a.AC1Interval = number(ac1.Value), &i
	}
}

// correctedRate corrects the judge's success rate over all attempts that it
// judged for its errors against the reference. It needs a judge that is better
// than chance.
func (e *evaluation) correctedRate(a *Agreement, judge verdicts, c Confusion) *Corrected {
	passed, judged := 0, 0
	for i, ok := range judge.ok {
		if ok {
			judged++
			if judge.of[i] >= 0.5 {
				passed++
			}
		}
	}
	r, err := stats.RoganGladenRate(passed, judged, stats.Confusion(c), e.plan.Level)
	if err != nil {
		a.Notes = append(a.Notes, "corrected rate: "+reason(err))
		return nil
	}
	if judged == c.TP+c.FP+c.FN+c.TN {
		a.Notes = append(a.Notes, "every judged attempt has a reference verdict: the corrected rate is the reference's by construction, and its interval takes the two for separate samples")
	}
	i := estimate(r.Interval)
	return &Corrected{Judged: judged, Apparent: r.Apparent, Sensitivity: r.Sensitivity, Specificity: r.Specificity, Value: r.Corrected, Interval: &i}
}

// ratio is k/n, or nil where n is 0.
func ratio(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	return number(float64(k) / float64(n))
}
