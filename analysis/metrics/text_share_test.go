package metrics

import (
	"math"
	"testing"

	"mcpstats/datasets"
)

// By hand, in bytes: prompt 4 (sys) + 6 (user) = 10; generated 5 + 5 of arguments =
// 10; feedback 20 + 10 = 30. The second result's one line stands in the first:
// 10 of 30 repeat.
func TestTextShares(t *testing.T) {
	tr := &datasets.Trajectory{Steps: []datasets.Step{
		{Role: "system", Content: "sys:"},
		{Role: "user", Content: "user: "},
		{Role: "assistant", Content: "hello", Calls: []datasets.ToolCall{{Arguments: `{"a"}`, Result: "counted as a message below"}}},
		{Role: "tool", Content: "123456789\nabcdefghi\n"},
		{Role: "tool", Content: "abcdefghi\n"},
	}}
	want := map[string]float64{
		"prompt_text_share": .2, "generated_text_share": .2, "feedback_text_share": .6, "feedback_repetition": 1. / 3,
	}
	for _, m := range textShares() {
		if v, ok := m.Score(tr); !ok || math.Abs(v-want[m.Name]) > 1e-15 {
			t.Errorf("%s is %v, %v; want %v", m.Name, v, ok, want[m.Name])
		}
		if _, ok := m.Score(&datasets.Trajectory{Steps: []datasets.Step{{Role: "user"}}}); ok {
			t.Errorf("%s has a value where the texts were dropped", m.Name)
		}
	}
}
