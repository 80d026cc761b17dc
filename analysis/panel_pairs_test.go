package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJudgePairs: counted by hand. On the attempts that a and b both judged (1, 2,
// 4) they agree twice, a and c on the one they share, and b and c share none.
func TestJudgePairs(t *testing.T) {
	judges := []verdicts{
		{judge: "a", of: []float64{1, 0, 1, 1}, ok: []bool{true, true, true, true}},
		{judge: "b", of: []float64{1, 1, 0, 1}, ok: []bool{true, true, false, true}},
		{judge: "c", of: []float64{0, 0, 1, 0}, ok: []bool{false, false, true, false}},
	}
	twoThirds, all := 2.0/3, 1.0
	want := []JudgePair{
		{A: "a", B: "b", N: 3, Agreement: &twoThirds},
		{A: "a", B: "c", N: 1, Agreement: &all},
		{A: "b", B: "c"},
	}
	if diff := cmp.Diff(want, judgePairs(judges)); diff != "" {
		t.Error(diff)
	}
}
