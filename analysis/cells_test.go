package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Cells come out as a map from final attempts to values would list them, whichever
// attempts have one, in whatever order they came and whichever were resolved away.
func TestCellsAsMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		attempts := rapid.IntRange(1, 40).Draw(t, "attempts")
		order := make([]int32, attempts)
		for i := range order {
			order[i] = int32(i)
		}
		if rapid.Bool().Draw(t, "shuffled") {
			order = rapid.Permutation(order).Draw(t, "order")
		}
		order = order[:rapid.IntRange(0, attempts).Draw(t, "scored")]
		final := make([]int32, attempts)
		stay := int32(0)
		for i := range final {
			final[i] = -1
			if rapid.IntRange(0, 9).Draw(t, "away") > 0 {
				final[i] = stay
				stay++
			}
		}
		if rapid.Bool().Draw(t, "reversed") {
			for i := range final {
				if final[i] >= 0 {
					final[i] = stay - 1 - final[i]
				}
			}
		}
		var list cellList
		want := map[int32]float64{}
		for k, i := range order {
			list.add(rawCell{i, float64(k) + 0.5})
			if final[i] >= 0 {
				want[final[i]] = float64(k) + 0.5
			}
		}
		got := map[int32]float64{}
		last := int32(-1)
		settled := list.settled(final, int(stay))
		for c := range settled.all() {
			if c.attempt <= last {
				t.Fatalf("attempt %d after %d", c.attempt, last)
			}
			last = c.attempt
			got[c.attempt] = c.value
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
		if dense := len(want) == int(stay); dense && settled.attempts != nil {
			t.Fatal("every attempt has a score, and still their numbers are kept")
		}
		if at, ok := settled.repeated(); ok {
			t.Fatalf("attempt %d is said to have two scores", at)
		}
	})
}

func TestCellsGivenTwice(t *testing.T) {
	var list cellList
	for _, attempt := range []int32{0, 1, 2, 1} {
		list.add(rawCell{attempt: attempt})
	}
	settled := list.settled([]int32{0, 1, 2}, 3)
	if at, ok := settled.repeated(); !ok || at != 1 {
		t.Errorf("attempt %d, %v; want 1", at, ok)
	}
}
