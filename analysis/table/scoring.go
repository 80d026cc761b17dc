package table

import (
	"math"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// ScoreTrajectory applies the metrics to one attempt, in their order. It is a
// pure function of its arguments and may run in any goroutine or process. The
// record keeps nothing of the trajectory's memory, which a Source may reuse.
func ScoreTrajectory(t *datasets.Trajectory, metrics []Metric) Record {
	var buffer [64]Value // on the stack: most metrics are undefined for a given log
	r := Record{Attempt: attemptOf(t), Reported: reported(t.Reported)}
	r.Values = append(r.Values, scores(buffer[:0], t, metrics)...)
	r.Attempt.own(t)
	return r
}

// scores appends the values of the metrics that are defined, and the log's own. NaN and the infinities
// are no scores: harnesses write them for what they do not know.
func scores(values []Value, t *datasets.Trajectory, metrics []Metric) []Value {
	for i := range metrics {
		if metrics[i].Score == nil {
			values = append(values, family(t, metrics[i].Each)...)
			continue
		}
		if v, ok := metrics[i].Score(t); ok && isFinite(v) {
			values = append(values, Value{metrics[i].Name, v})
		}
	}
	return append(values, own(t.Metrics, metrics)...)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// family collects what a family emits. It stands apart so that only families
// pay for a closure.
func family(t *datasets.Trajectory, each func(*datasets.Trajectory, func(string, float64))) []Value {
	var values []Value
	each(t, func(name string, value float64) {
		if isFinite(value) {
			values = append(values, Value{strings.Clone(name), value})
		}
	})
	return values
}

// own lists the log's own metrics. One that is called like a declared metric is left to that.
func own(numbers map[string]float64, declared []Metric) []Value {
	if len(numbers) == 0 {
		return nil
	}
	values := reported(numbers)
	return slices.DeleteFunc(values, func(v Value) bool {
		_, _, ok := Catalog(declared).Find(v.Metric)
		return ok
	})
}

// reported lists the harness's own numbers by name.
func reported(numbers map[string]float64) []Value {
	if len(numbers) == 0 {
		return nil
	}
	values := make([]Value, 0, len(numbers))
	for name, value := range numbers {
		if isFinite(value) {
			values = append(values, Value{strings.Clone(name), value})
		}
	}
	slices.SortFunc(values, func(a, b Value) int { return strings.Compare(a.Metric, b.Metric) })
	return values
}

// attemptOf is the facts of an attempt, in the trajectory's own memory.
func attemptOf(t *datasets.Trajectory) Attempt {
	return Attempt{
		Benchmark: t.Benchmark, Run: t.Run, Task: t.Task, Trial: t.Trial,
		Strata: t.Strata, Cluster: t.Cluster, Version: t.DatasetVersion, Hash: t.TaskHash,
		Exit: t.Exit, Errored: t.Error != "", Labels: t.FailureLabels,
		PlanLength: planLength(t), JudgeErrors: judgeErrors(t), Wanted: wanted(t.Expected), Offered: t.Available,
	}
}

// wanted are the tools of a plan, need by need.
func wanted(plan []datasets.Need) [][]string {
	if plan == nil {
		return nil
	}
	out := make([][]string, len(plan))
	for i := range plan {
		out[i] = plan[i].AnyOf
	}
	return out
}

// own gives the facts of t memory of their own.
func (a *Attempt) own(t *datasets.Trajectory) {
	var k keeper
	k.reserve(t)
	for _, s := range []*string{&a.Benchmark, &a.Run, &a.Task, &a.Cluster, &a.Version, &a.Hash, (*string)(&a.Exit)} {
		*s = k.keep(*s)
	}
	if t.Strata != nil {
		a.Strata = make(map[string]string, len(t.Strata))
		for name, value := range t.Strata {
			a.Strata[k.keep(name)] = k.keep(value)
		}
	}
	a.JudgeErrors = keptErrors(a.JudgeErrors)
	for i, need := range a.Wanted {
		a.Wanted[i] = keepAll(need)
	}
	a.Offered = keepAll(a.Offered)
	a.Labels = nil
	for _, l := range t.FailureLabels {
		a.Labels = append(a.Labels, datasets.FailureLabel{Mode: k.keep(l.Mode), Source: k.keep(l.Source), Annotator: k.keep(l.Annotator),
			Step: l.Step, Root: l.Root, Note: Excerpt(l.Note, MaxExcerpt)})
	}
}

// judgeErrors are the words that stand beside judgments, in the log's order; a judge that says
// the same word twice says it once.
func judgeErrors(t *datasets.Trajectory) (out []JudgeError) {
	for _, j := range t.Judgments {
		one := JudgeError{j.Judge, j.Error}
		if j.Error != "" && !j.Reference && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// keptErrors are errors in memory of their own.
func keptErrors(errors []JudgeError) []JudgeError {
	var out []JudgeError
	for _, e := range errors {
		out = append(out, JudgeError{strings.Clone(e.Judge), strings.Clone(e.Error)})
	}
	return out
}

// keptLabels are labels in memory of their own; a note is cut to what an example shows.
func keptLabels(labels []datasets.FailureLabel) []datasets.FailureLabel {
	out := make([]datasets.FailureLabel, len(labels))
	for i, l := range labels {
		out[i] = datasets.FailureLabel{Mode: strings.Clone(l.Mode), Source: strings.Clone(l.Source), Annotator: strings.Clone(l.Annotator),
			Step: l.Step, Root: l.Root, Note: Excerpt(l.Note, MaxExcerpt)}
	}
	return out
}

// keepAll copies names; nil stays nil.
func keepAll(names []string) []string {
	if names == nil {
		return nil
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.Clone(n)
	}
	return out
}

// planLength is the number of needs of the expected plan, -1 where it is unknown.
func planLength(t *datasets.Trajectory) int {
	if t.Expected == nil {
		return -1
	}
	return len(t.Expected)
}

// keeper copies the strings of one attempt into one piece of memory.
type keeper struct{ text strings.Builder }

// reserve makes room for everything that will be kept of t.
func (k *keeper) reserve(t *datasets.Trajectory) {
	n := len(t.Benchmark) + len(t.Run) + len(t.Task) + len(t.Cluster) + len(t.DatasetVersion) + len(t.TaskHash) + len(t.Exit)
	for name, value := range t.Strata {
		n += len(name) + len(value)
	}
	for _, l := range t.FailureLabels {
		n += len(l.Mode) + len(l.Source) + len(l.Annotator)
	}
	k.text.Grow(n)
}

// keep returns a copy of s.
func (k *keeper) keep(s string) string {
	at := k.text.Len()
	k.text.WriteString(s)
	return k.text.String()[at:]
}
