package analysis

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
	return Record{
		Attempt:  attemptOf(t),
		Values:   scores(t, metrics),
		Reported: reported(t.Reported),
	}
}

// scores are the values of the metrics that are defined. NaN is no score.
func scores(t *datasets.Trajectory, metrics []Metric) []Value {
	var buffer [64]Value // on the stack: most metrics are undefined for a given log
	values := buffer[:0]
	for i := range metrics {
		if metrics[i].Score == nil {
			values = append(values, family(t, metrics[i].Each)...)
			continue
		}
		if v, ok := metrics[i].Score(t); ok && !math.IsNaN(v) {
			values = append(values, Value{metrics[i].Name, v})
		}
	}
	return append([]Value(nil), values...)
}

// family collects what a family emits. It stands apart so that only families
// pay for a closure.
func family(t *datasets.Trajectory, each func(*datasets.Trajectory, func(string, float64))) []Value {
	var values []Value
	each(t, func(name string, value float64) {
		if !math.IsNaN(value) {
			values = append(values, Value{strings.Clone(name), value})
		}
	})
	return values
}

// reported lists the harness's own numbers by name.
func reported(numbers map[string]float64) []Value {
	if len(numbers) == 0 {
		return nil
	}
	values := make([]Value, 0, len(numbers))
	for name, value := range numbers {
		if !math.IsNaN(value) {
			values = append(values, Value{strings.Clone(name), value})
		}
	}
	slices.SortFunc(values, func(a, b Value) int { return strings.Compare(a.Metric, b.Metric) })
	return values
}

func attemptOf(t *datasets.Trajectory) Attempt {
	var k keeper
	k.reserve(t)
	a := Attempt{
		Benchmark:  k.keep(t.Benchmark),
		Run:        k.keep(t.Run),
		Task:       k.keep(t.Task),
		Trial:      t.Trial,
		Cluster:    k.keep(t.Cluster),
		Version:    k.keep(t.DatasetVersion),
		Hash:       k.keep(t.TaskHash),
		Exit:       datasets.Exit(k.keep(string(t.Exit))),
		Errored:    t.Error != "",
		PlanLength: planLength(t),
	}
	if t.Strata != nil {
		a.Strata = make(map[string]string, len(t.Strata))
		for name, value := range t.Strata {
			a.Strata[k.keep(name)] = k.keep(value)
		}
	}
	for _, l := range t.FailureLabels {
		a.Labels = append(a.Labels, datasets.FailureLabel{Mode: k.keep(l.Mode), Source: k.keep(l.Source)})
	}
	return a
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
		n += len(l.Mode) + len(l.Source)
	}
	k.text.Grow(n)
}

// keep returns a copy of s.
func (k *keeper) keep(s string) string {
	at := k.text.Len()
	k.text.WriteString(s)
	return k.text.String()[at:]
}
