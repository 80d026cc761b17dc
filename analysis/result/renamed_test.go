package result

import (
	"slices"
	"testing"
)

func TestRenamed(t *testing.T) {
	labels := map[string]string{"gpt-4o": "GPT-4o", "gpt-4o-mini": "Mini", "a/b": "b/a", "b/a": "a/b", "success": "Solved"}
	for text, want := range map[string]string{
		"gpt-4o: 3 attempts":                     "GPT-4o: 3 attempts",
		"gpt-4o-mini, gpt-4o.":                   "Mini, GPT-4o.",
		"xgpt-4o gpt-4o2 gpt-4o.1 my/gpt-4o":     "xgpt-4o gpt-4o2 gpt-4o.1 my/gpt-4o", // parts of longer names
		"a/b against b/a":                        "b/a against a/b",
		`a success is no name, "success" is one`: `a success is no name, "Solved" is one`,
		"":                                       "",
	} {
		if got := Renamed(text, labels); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The names are found wherever results hold them, by kind, and the plan's are none.
func TestBorne(t *testing.T) {
	res := &Results{
		Provenance:  Provenance{Plan: Plan{Runs: []string{"asked-for"}}},
		Ledger:      []LedgerRow{{Benchmark: "bench", Run: "r10"}, {Benchmark: "bench", Run: "r2"}},
		Metrics:     []MetricInfo{{Benchmark: "bench", Name: "score"}},
		Comparisons: []Comparison{{Benchmark: "bench", Metric: "score", A: "r2", B: "r10", Stratum: &Stratum{Name: "level", Value: "L1"}}},
		Failures:    []Failure{{Benchmark: "bench", Run: "r2", Mode: "timeout", Annotator: "ann"}},
		Panels:      []JudgePanel{{Benchmark: "bench", Run: "r2", Judges: []string{"judge-1"}}},
		Calls:       []CallProfile{{Benchmark: "bench", Tools: []ToolUse{{Tool: "search", Server: "web"}}}},
	}
	want := []Names{
		{"annotator", []string{"ann"}}, {"benchmark", []string{"bench"}}, {"judge", []string{"judge-1"}}, {"metric", []string{"score"}}, {"mode", []string{"timeout"}},
		{"run", []string{"r2", "r10"}}, {"server", []string{"web"}}, {"stratum", []string{"level"}}, {"tool", []string{"search"}}, {"value of a stratum", []string{"L1"}},
	}
	if got := res.Borne(); !slices.EqualFunc(got, want, func(a, b Names) bool { return a.Kind == b.Kind && slices.Equal(a.Names, b.Names) }) {
		t.Errorf("%v", got)
	}
}
