package analysis

import "testing"

// TestPairCount: the number is that of the list, with and without a baseline.
func TestPairCount(t *testing.T) {
	for _, e := range []evaluation{
		{baseline: -1},
		{baseline: -1, runs: []int{3}},
		{baseline: -1, runs: []int{0, 1, 4, 7, 8}},
		{baseline: 4, runs: []int{4}},
		{baseline: 4, runs: []int{0, 1, 4, 7, 8}},
	} {
		if got, want := e.pairCount(), len(e.pairing()); got != want {
			t.Errorf("runs %v, baseline %d: pairCount %d, listed %d", e.runs, e.baseline, got, want)
		}
	}
}
