package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// Three digits stay of a time, whatever its size.
func TestLatencyKeepsThreeDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		ms := math.Exp(rng.Float64()*20 - 2)
		if got := latencyOf(latencyCode(ms)); math.Abs(got-ms) > 0.0051*ms+0.0005 {
			t.Fatalf("%v became %v", ms, got)
		}
	}
	for _, ms := range []float64{0, 1, 20, 123, 1230, 999000, 0.5} {
		if got := latencyOf(latencyCode(ms)); math.Abs(got-ms) > 1e-9*ms {
			t.Errorf("%v became %v", ms, got)
		}
	}
}

// usageRecord is an attempt that met some errors of one tool.
func usageRecord(run string, task, trial int, patterns ...string) Record {
	u := &trace.Usage{Messages: 2 + trial, Tools: []trace.ToolUse{{Server: "s", Tool: fmt.Sprint("tool", task%3), Calls: len(patterns) + 1, Told: len(patterns) + 1, Failed: len(patterns), Latencies: []float64{float64(task)}}}}
	for i, p := range patterns {
		u.Errors = append(u.Errors, trace.ErrorUse{Pattern: p, Count: 1, Step: i})
	}
	u.First = trace.FirstError{Known: len(patterns) > 0, Step: 1, Before: 0}
	return Record{Attempt: Attempt{Benchmark: "b", Run: run, Task: fmt.Sprint("t", task), Trial: trial, Exit: datasets.ExitCompleted, PlanLength: -1}, Detected: Detected{Usage: u}}
}

// built adds records in the order of at, with duplicates, of which the last counts.
func built(t *testing.T, records []Record, at []int) []string {
	t.Helper()
	b := NewBuilder()
	for _, i := range at {
		b.Add(Origin{Record: i}, records[i])
	}
	tab, err := b.Build("last")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for r, run := range tab.Benchmarks[0].Logged {
		used := run.Used
		out = append(out, fmt.Sprint(tab.Benchmarks[0].Runs[r], used.Tools, used.Patterns, used.Words, used.N))
		for u := range used.All() {
			out = append(out, fmt.Sprint(u))
		}
		again := used.freeze(nil)
		for u := range again.All() {
			out = append(out, fmt.Sprint(u))
		}
	}
	return out
}

// The order of arrival does not reach the table, also where there are more patterns than are
// told apart.
func TestUsagesWhateverTheOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, kinds := range []int{5, MaxPatterns + 300} {
		var records []Record
		for i := range kinds {
			words := strings.Fields(fmt.Sprintf("one two three four five six seven eight %d nine", i))
			records = append(records, usageRecord([]string{"x", "y"}[i%9/8], i%50, i/50, strings.Join(words, " "), "shared"))
		}
		records = append(records, usageRecord("x", 1, 0, "told twice")) // the same attempt again
		order := make([]int, len(records))
		for i := range order {
			order[i] = i
		}
		want := built(t, records, order)
		for range 3 {
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			if diff := cmp.Diff(want, built(t, records, order)); diff != "" {
				t.Fatal(diff)
			}
		}
		if kinds > MaxPatterns {
			if !slices.ContainsFunc(want, func(s string) bool {
				return strings.HasPrefix(s, "x") && strings.Contains(s, "one two three four five six seven eight … shared")
			}) {
				t.Errorf("patterns beyond the bound are not told apart by their first words: %.300s", want[0])
			}
		} else if !strings.Contains(want[0], "eight 0 nine") {
			t.Errorf("patterns within the bound are cut: %.300s", want[0])
		}
	}
}

// What was packed is read again.
func TestUsedReadsAgain(t *testing.T) {
	u := Used{Attempt: 300, Messages: 12, Tools: []UsedTool{{Tool: 200, Calls: 3, Told: 3, Failed: 2, Recovered: 1, Latencies: []float64{12, 1500}}}, Errors: []UsedError{{Tool: 200, Pattern: 7, Count: 2, Step: 4}},
		First: trace.FirstError{Known: true, Step: 4, Before: 1, Timed: true, TimeBefore: 1.25, TimeAfter: 3}}
	if diff := cmp.Diff(u, unpackUsed(u.pack())); diff != "" {
		t.Error(diff)
	}
}
