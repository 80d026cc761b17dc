package modes

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// agreements hold the detected modes of a run against each annotator's labels, mode by mode:
// those of the taxonomy that either of the two shows. Rules that are off are measured too:
// labels are what may turn them on.
func agreements(st *study.Study, r int, sets []*failureSet) []result.RuleAgreement {
	rules := detectedModes(st, r, true)
	var out []result.RuleAgreement
	for _, labels := range sets {
		if labels.Source != result.SourceLabelled {
			continue
		}
		for m, mode := range rules.Modes {
			l := -1
			for i, labelled := range labels.Modes {
				if labelled.Mode == mode.Mode {
					l = i
				}
			}
			if l < 0 {
				continue // the annotator has no word for it: there is nothing to compare
			}
			out = append(out, agreement(st, r, rules, labels, m, l))
		}
	}
	return out
}

// agreement counts one mode. Attempts at one task are alike, so that the intervals go by
// task.
func agreement(st *study.Study, r int, rules, labels *failureSet, m, l int) result.RuleAgreement {
	run := &st.Bench.Logged[r]
	a := result.RuleAgreement{Run: st.Bench.Runs[r], Annotator: labels.Annotator, Mode: rules.Modes[m].Mode, Off: rules.Modes[m].Detector.OffByDefault}
	found, labelled := byUnit{}, byUnit{}
	tasks := map[int32]bool{}
	for i := range run.Attempts {
		if labels.Shows[i] == 0 || rules.Applies[i]>>m&1 == 0 {
			continue
		}
		task := run.Attempts[i].Task
		tasks[task] = true
		if st.Cluster != nil {
			task = st.Cluster[task]
		}
		a.N++
		rule, label := rules.Shows[i]>>m&1 == 1, labels.Shows[i]>>l&1 == 1
		switch {
		case rule && label:
			a.Both++
		case rule:
			a.OnlyRule++
		case label:
			a.OnlyLabel++
		default:
			a.Neither++
		}
		if rule {
			found.count(task, label)
		}
		if label {
			labelled.count(task, rule)
		}
	}
	a.Tasks = len(tasks)
	a.Precision = study.Ratio(a.Both, a.Both+a.OnlyRule)
	a.Recall = study.Ratio(a.Both, a.Both+a.OnlyLabel)
	a.F1 = study.Ratio(2*a.Both, 2*a.Both+a.OnlyRule+a.OnlyLabel)
	if k, err := stats.CohenKappa([][]int{{a.Both, a.OnlyRule}, {a.OnlyLabel, a.Neither}}, stats.KappaOptions{Level: st.Plan.Level}); err == nil {
		a.Kappa = result.Number(k.Value)
	}
	a.PrecisionInterval, a.RecallInterval = st.ShareInterval(found.sum(), 1), st.ShareInterval(labelled.sum(), 1)
	return a
}

// byUnit counts, by task or cluster, the right ones and all.
type byUnit map[int32][2]int

func (u byUnit) count(unit int32, right bool) {
	n := u[unit]
	if right {
		n[0]++
	}
	n[1]++
	u[unit] = n
}

// sum is made of whole numbers: the order of the units does not matter.
func (u byUnit) sum() (counts stats.ClusterCounts) {
	for _, n := range u {
		counts.Add(n[0], n[1])
	}
	return counts
}

// rootStep is the step of an annotator's root label, or of his only label; not ok where he
// names no step.
func rootStep(labels []datasets.FailureLabel, by string) (step int, ok bool) {
	own := slices.DeleteFunc(slices.Clone(labels), func(l datasets.FailureLabel) bool { return l.By() != by })
	at := slices.IndexFunc(own, func(l datasets.FailureLabel) bool { return l.Root })
	if at < 0 && len(own) == 1 {
		at = 0
	}
	if at < 0 {
		return 0, false
	}
	return own[at].Step.Value, own[at].Step.Known
}

// steps hold the first deviating step of failed attempts against the annotators' roots.
func steps(st *study.Study, r int, ends []Outcome) []result.StepAgreement {
	run := &st.Bench.Logged[r]
	var out []result.StepAgreement
	for _, by := range Annotators(st, r) {
		a := result.StepAgreement{Run: st.Bench.Runs[r], Annotator: by}
		for i := range run.Attempts {
			step, ok := rootStep(run.Labelled(i), by)
			first := run.Seen.Of(i).Course().First
			if !ok || ends[i] != Failed {
				continue
			}
			a.N++
			if first.Known && first.Value == step {
				a.Exact++
			}
			if first.Known && max(first.Value, step)-min(first.Value, step) <= 1 {
				a.Within1++
			}
		}
		if a.N > 0 {
			out = append(out, a)
		}
	}
	return out
}
