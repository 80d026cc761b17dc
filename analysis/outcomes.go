package analysis

import (
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/stats"
)

// Sources of a failure mode, never mixed.
const (
	SourceRecorded = "recorded" // the harness's own exit
	SourceLabelled = "labelled" // a label or a judge's verdict that came with the log
	SourceDetected = "detected" // found in the trajectory by a rule
)

// maxExamples bounds the attempts that a failure mode names.
const maxExamples = 3

// outcome is what an attempt showed: a mode, and whether it succeeded all the same.
type outcome struct {
	category, mode, source string
	show                   func(attempt int) bool
}

// failures counts, for each run overall and by stratum, the recorded exits, the
// labels of the log, and the judges' and the reference's verdicts of failure. An
// exit is a fact apart from the outcome: attempts that show it and succeeded are
// counted beside it.
func (e *evaluation) failures() []Failure {
	if e.primary < 0 {
		return nil
	}
	var out []Failure
	parts := e.bench.slices(e.strata)
	for _, r := range e.runs {
		run := &e.bench.runs[r]
		solved, judged := e.solved(r)
		modes := e.modes(r)
		for _, s := range parts {
			in := make([]bool, len(e.bench.Tasks))
			for _, t := range s.tasks {
				in[t] = true
			}
			for _, m := range modes {
				f := Failure{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Stratum: s.stratum,
					Category: m.category, Mode: m.mode, Source: m.source, Examples: []Example{}}
				won, wonOf := 0, 0
				for i, a := range run.attempts {
					if !in[a.task] {
						continue
					}
					shows := m.show(i)
					if judged[i] && solved[i] && m.category != categoryVerdict {
						wonOf++
						if shows {
							won++
						}
						continue
					}
					f.Of++
					if shows {
						f.Count++
						if len(f.Examples) < maxExamples {
							f.Examples = append(f.Examples, Example{Task: e.bench.Tasks[a.task].ID, Trial: int(a.trial)})
						}
					}
				}
				if f.Count == 0 && won == 0 {
					continue
				}
				f.Successes = won
				f.Share = ratio(f.Count, f.Of)
				if w, err := stats.Wilson(f.Count, f.Of, e.plan.Level); err == nil {
					i := estimate(w)
					f.Interval = &i
				}
				if won > 0 && f.Share != nil {
					f.Lift = number(*f.Share / (float64(won) / float64(wonOf)))
				}
				out = append(out, f)
			}
		}
	}
	return out
}

// categoryVerdict sets verdicts apart: they are counted over all attempts, since
// a verdict of failure is the outcome itself.
const categoryVerdict = "verdict"

// solved reads a run's headline metric by attempt: judged where it has a value,
// solved where it is 1.
func (e *evaluation) solved(r int) (solved, judged []bool) {
	run := &e.bench.runs[r]
	solved, judged = make([]bool, len(run.attempts)), make([]bool, len(run.attempts))
	for _, c := range run.cells[e.measures[e.primary].cells] {
		judged[c.attempt] = true
		solved[c.attempt] = c.value >= 1
	}
	return solved, judged
}

// modes lists what a run's attempts can show, in the order of the report.
func (e *evaluation) modes(r int) []outcome {
	run := &e.bench.runs[r]
	var out []outcome
	for i, name := range e.bench.metrics {
		var by string
		switch {
		case name == "success":
			by = "harness"
		case name == referenceMetric:
			by = "human"
		case strings.HasPrefix(name, storedFamily):
			by = strings.TrimSuffix(strings.TrimPrefix(name, storedFamily), "]")
		default:
			continue
		}
		failed := make([]bool, len(run.attempts))
		for _, c := range run.cells[i] {
			failed[c.attempt] = c.value < 1
		}
		source := SourceLabelled
		if by == "harness" {
			source = SourceRecorded
		}
		out = append(out, outcome{categoryVerdict, "failed by " + by, source, func(a int) bool { return failed[a] }})
	}
	if slices.Contains(e.bench.metrics, "success") {
		m := slices.Index(e.bench.metrics, "success")
		known := make([]bool, len(run.attempts))
		for _, c := range run.cells[m] {
			known[c.attempt] = true
		}
		out = append(out, outcome{categoryVerdict, "no_verdict", SourceRecorded, func(a int) bool { return !known[a] }})
	}
	for _, exit := range datasets.Exits {
		if exit == datasets.ExitCompleted {
			continue
		}
		out = append(out, outcome{"harness", string(exit), SourceRecorded, func(a int) bool { return run.attempts[a].exit == exit }})
	}
	var labels []string
	for _, a := range run.attempts {
		for _, l := range a.labels {
			labels = append(labels, l.Mode)
		}
	}
	for _, label := range uniqueNatural(labels) {
		out = append(out, outcome{"label", label, SourceLabelled, func(a int) bool {
			return slices.ContainsFunc(run.attempts[a].labels, func(l datasets.FailureLabel) bool { return l.Mode == label })
		}})
	}
	return out
}
