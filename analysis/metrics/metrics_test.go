package metrics

import (
	"strings"
	"testing"

	"mcpstats/datasets"
)

func TestEveryMetricIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if err := m.Validate(); err != nil {
			t.Error(err)
		}
		if seen[m.Name] {
			t.Errorf("%s is listed twice", m.Name)
		}
		seen[m.Name] = true
		if !strings.HasSuffix(m.Doc, ".") || strings.Contains(m.Doc, "..") || strings.Contains(m.Doc, "%!") {
			t.Errorf("%s: Doc is no sentence: %q", m.Name, m.Doc)
		}
		if m.Needs&^datasets.AllColumns != 0 {
			t.Errorf("%s needs columns that do not exist", m.Name)
		}
	}
}

// A log without anything must have no score: nothing is invented.
func TestNothingKnownNothingScored(t *testing.T) {
	empty := &datasets.Trajectory{Run: "r", Task: "t", Strata: map[string]string{"level": "L1"}}
	for _, m := range All() {
		if m.Each != nil {
			m.Each(empty, func(name string, v float64) { t.Errorf("%s = %v", name, v) })
		} else if v, ok := m.Score(empty); ok {
			t.Errorf("%s = %v", m.Name, v)
		}
	}
}

func TestOrderPutsTheHeadlineFirst(t *testing.T) {
	place := map[string]int{}
	for i, m := range All() {
		place[m.Name] = i
	}
	for _, pair := range [][2]string{
		{"success", "human_success"}, {"human_success", "judge_success[judge]"}, {"judge_success[judge]", "plan_exact_match"},
		{"plan_exact_match", "plan_f1"}, {"plan_f1", "recall_at_5"}, {"recall_at_5", "mrr"}, {"mrr", "reward"},
		{"reward", "tool_call_f1"}, {"tool_call_f1", "tool_calls"}, {"tool_calls", "latency_ms"}, {"latency_ms", "etom_f1"},
	} {
		a, okA := place[pair[0]]
		b, okB := place[pair[1]]
		if !okA || !okB || a >= b {
			t.Errorf("%s (%d, %v) must come before %s (%d, %v)", pair[0], a, okA, pair[1], b, okB)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, m := range All() {
		if got, ok := Lookup(m.Name); !ok || got.Name != m.Name || (got.Each == nil) != (m.Each == nil) {
			t.Errorf("Lookup(%s) = %s, %v", m.Name, got.Name, ok)
		}
	}
	for _, name := range []string{"recall_at_7", "ndcg_at_100", "any_hit_at_2", "judge_success[gpt-4.1]", "judge_success_reread[a[b]]"} {
		m, ok := Lookup(name)
		if !ok || m.Name != name || m.Score == nil || m.Validate() != nil {
			t.Errorf("Lookup(%s) = %+v, %v", name, m, ok)
		}
	}
	if m, ok := Lookup("judge_success"); !ok || m.Name != "judge_success[judge]" || m.Each == nil {
		t.Errorf("the bare family name gave %q, %v", m.Name, ok)
	}
	for _, name := range []string{"", "recall_at_0", "recall_at_05", "recall_at_-1", "recall_at_", "judge_success[]", "judge_success[x", "successes", "mrr_at_5"} {
		if m, ok := Lookup(name); ok {
			t.Errorf("Lookup(%q) found %s", name, m.Name)
		}
	}
}

func TestSelect(t *testing.T) {
	ms, err := Select([]string{"plan_f1", "success", "plan_f1", "recall_at_7"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range ms {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "plan_f1 success recall_at_7" {
		t.Errorf("selected %s", got)
	}
	_, err = Select([]string{"success", "plan_F2"})
	if err == nil || !strings.Contains(err.Error(), `"plan_F2"`) || !strings.Contains(err.Error(), `"plan_f1"`) {
		t.Errorf("error %v does not name the unknown metric and its neighbour", err)
	}
}

func TestNeeds(t *testing.T) {
	ms, err := Select([]string{"plan_f1", "tool_calls"})
	if err != nil {
		t.Fatal(err)
	}
	want := datasets.Facts | datasets.Of(datasets.ColExpected, datasets.ColPredicted, datasets.ColCalls)
	if got := Needs(ms); got != want {
		t.Errorf("Needs = %b, want %b", got, want)
	}
}
