package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/analysis/result"
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
		if int(stay) == attempts && slices.IsSorted(final) {
			final = nil // as where nothing is moved
		}
		settled, twice := list.inFinalOrder(final, int(stay))
		if twice != nil {
			t.Fatalf("attempt %d is said to have two scores", *twice)
		}
		for c := range settled.All() {
			if c.Attempt <= last {
				t.Fatalf("attempt %d after %d", c.Attempt, last)
			}
			last = c.Attempt
			got[c.Attempt] = c.Value
		}
		if d := gocmp.Diff(want, got); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
		if dense := len(want) == int(stay); dense && settled.attempts.N > 0 {
			t.Fatal("every attempt has a score, and still their numbers are kept")
		}
	})
}

func TestCellsGivenTwice(t *testing.T) {
	for _, final := range [][]int32{{0, 1, 2}, nil} {
		var list cellList
		for _, attempt := range []int32{0, 1, 2, 1} {
			list.add(rawCell{Attempt: attempt})
		}
		if _, twice := list.inFinalOrder(final, 3); twice == nil || *twice != 1 {
			t.Errorf("attempt %v; want 1", twice)
		}
	}
}

// The order in which records come is that of the table, or any other: the table is the
// same, and the scores are those that were given.
func TestTableOfAnyOrder(t *testing.T) {
	const tasks, trials = 700, 3 // some blocks a run
	var want []result.Score
	var records []Record
	for _, run := range []string{"a", "b"} {
		for task := range tasks {
			for trial := range trials {
				id := fmt.Sprintf("t%04d", task)
				r := Record{Attempt: Attempt{Run: run, Task: id, Trial: trial, PlanLength: -1}}
				for m, metric := range []string{"always", "mostly"} {
					if m == 0 || (task+trial)%7 > 0 {
						value := float64(task*trials+trial) / 3
						r.Values = append(r.Values, Value{metric, value})
						want = append(want, result.Score{Run: run, Task: id, Trial: trial, Metric: metric, Value: value})
					}
				}
				records = append(records, r)
			}
		}
	}
	slices.SortStableFunc(want, func(a, b result.Score) int {
		return cmp.Or(strings.Compare(a.Run, b.Run), strings.Compare(a.Metric, b.Metric))
	})
	for name, order := range map[string]func(i int) int{
		"as the table": func(i int) int { return i },
		"reversed":     func(i int) int { return len(records) - 1 - i },
		"mixed":        func(i int) int { return i * 1009 % len(records) },
	} {
		b := NewBuilder()
		for i := range records {
			b.Add(Origin{Record: order(i) + 1}, records[order(i)])
		}
		table, err := b.Build(result.DuplicatesAuto)
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(want, slices.Collect(table.Scores())); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
