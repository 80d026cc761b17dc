package table

import (
	"testing"

	"pgregory.net/rapid"
)

// The index numbers attempts as a map from task and trial would.
func TestAttemptIndexIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type key struct{ task, trial int32 }
		known := map[key]int32{}
		var x attemptIndex
		for range rapid.IntRange(1, 300).Draw(t, "rows") {
			k := key{rapid.SampledFrom([]int32{0, 1, pageTasks - 1, pageTasks, 5 * pageTasks, 1 << 30}).Draw(t, "task"), rapid.Int32Range(0, 3).Draw(t, "trial")}
			next := int32(len(known))
			want, there := known[k]
			if !there {
				want = next
				known[k] = next
			}
			if got, isNew := x.id(k.task, k.trial, next); got != want || isNew == there {
				t.Fatalf("task %d, trial %d: number %d, new %v; want %d, new %v", k.task, k.trial, got, isNew, want, !there)
			}
		}
	})
}
