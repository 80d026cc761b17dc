package judges

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// TestJudgePairs: counted by hand; the first two attempts are at one task. On the attempts that a and b both judged (1, 2,
// 4) they agree twice, a and c on the one they share, and b and c share none.
func TestJudgePairs(t *testing.T) {
	judges := []verdicts{
		{judge: "a", of: []float64{1, 0, 1, 1}, ok: []bool{true, true, true, true}},
		{judge: "b", of: []float64{1, 1, 0, 1}, ok: []bool{true, true, false, true}},
		{judge: "c", of: []float64{0, 0, 1, 0}, ok: []bool{false, false, true, false}},
	}
	st := &study.Study{Bench: &table.Benchmark{Logged: []table.RunTable{{Attempts: []table.TaskAttempt{{Task: 0}, {Task: 0}, {Task: 1}, {Task: 2}}}}}}
	twoThirds, all := 2.0/3, 1.0
	want := []result.JudgePair{
		{A: "a", B: "b", N: 3, NTasks: 2, Agreement: &twoThirds},
		{A: "a", B: "c", N: 1, NTasks: 1, Agreement: &all},
		{A: "b", B: "c"},
	}
	if diff := cmp.Diff(want, judgePairs(st, 0, judges)); diff != "" {
		t.Error(diff)
	}
}
