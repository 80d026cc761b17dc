package study

import "testing"

// TestPairCount: the number is that of the list, with and without a baseline.
func TestPairCount(t *testing.T) {
	for _, st := range []Study{
		{Baseline: -1},
		{Baseline: -1, Runs: []int{3}},
		{Baseline: -1, Runs: []int{0, 1, 4, 7, 8}},
		{Baseline: 4, Runs: []int{4}},
		{Baseline: 4, Runs: []int{0, 1, 4, 7, 8}},
	} {
		if got, want := st.pairCount(), len(st.Pairing()); got != want {
			t.Errorf("runs %v, baseline %d: pairCount %d, listed %d", st.Runs, st.Baseline, got, want)
		}
	}
}
