package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// answered makes single attempts: rows by run, columns by task.
func answered(tasks []string, rows [][]int) []table.Record {
	var out []table.Record
	for i, row := range rows {
		for j, v := range row {
			out = append(out, tabletest.Attempted(fmt.Sprintf("run%02d", i), tasks[j], 0, float64(v)))
		}
	}
	return out
}

func flagsOf(set result.ItemSet, task string) (kinds []string, item result.Item) {
	at := slices.IndexFunc(set.Items, func(i result.Item) bool { return i.Task == task })
	for _, f := range set.Items[at].Flags {
		kinds = append(kinds, f.Kind)
	}
	return kinds, set.Items[at]
}

// Ten runs, each stronger than the one before, at steps of difficulty; and by hand one task that
// all solve, one that none does, one that only the weaker half does, and one named twice.
func TestItemsAreFlagged(t *testing.T) {
	tasks := []string{"always", "never", "turned round", "Fix-Git", "fix_git", "task-1", "task-2"}
	var rows [][]int
	for i := range 10 {
		row := []int{1, 0, 0, 0, 0, 0, 0}
		if i < 5 {
			row[2] = 1
		}
		if i >= 4 {
			row[3], row[4] = 1, 1
		}
		if i >= 6 {
			row[5], row[6] = 1, 1 // same answers, and numbered: no duplicates
		}
		for step := range 12 {
			row = append(row, 0)
			if i+i%2 > step*10/12 {
				row[len(row)-1] = 1
			}
		}
		rows = append(rows, row)
	}
	for step := range 12 {
		tasks = append(tasks, fmt.Sprint("step ", step, " ", string(rune('a'+step))))
	}
	res := evaluated(t, tabletest.Of(t, "error", answered(tasks, rows)...), result.Plan{Resamples: 100})
	if len(res.Items) != 1 || len(res.Items[0].Runs) != 10 || len(res.Items[0].Items) != len(tasks) {
		t.Fatalf("items of %d benchmarks", len(res.Items))
	}
	set := res.Items[0]
	for task, want := range map[string][]string{
		"always": {result.FlagAll}, "never": {result.FlagNone}, "fix_git": {result.FlagDuplicate}, "Fix-Git": nil, "task-1": nil, "task-2": nil,
	} {
		if kinds, _ := flagsOf(set, task); !slices.Equal(kinds, want) {
			t.Errorf("%s has %v, expected %v", task, kinds, want)
		}
	}
	kinds, turned := flagsOf(set, "turned round")
	if !slices.Contains(kinds, result.FlagContrary) || *turned.Share != 0.5 || *turned.ItemRest >= 0 {
		t.Errorf("the task that only weak runs solve has %v, %+v", kinds, turned)
	}
	// Naive: each task's answers against each run's sum of the others.
	for j, task := range tasks {
		_, item := flagsOf(set, task)
		solved := 0
		for _, row := range rows {
			solved += row[j]
		}
		if *item.Share != float64(solved)/10 || item.Runs != 10 || item.Attempts != 10 {
			t.Errorf("%s: %v of %d runs, expected %d of 10", task, *item.Share, item.Runs, solved)
		}
	}
	if set.Alive != len(tasks)-2 {
		t.Errorf("%d tasks tell something, expected %d", set.Alive, len(tasks)-2)
	}
}

// A shuffled matrix shows nothing: by chance alone about 5% of the tasks are flagged, each way.
func TestShuffledItemsShowNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 18))
	const runs, n = 12, 400
	var tasks []string
	rows := make([][]int, runs)
	for j := range n {
		tasks = append(tasks, fmt.Sprint("task ", j))
		for i := range rows {
			rows[i] = append(rows[i], rng.IntN(2))
		}
	}
	set := evaluated(t, tabletest.Of(t, "error", answered(tasks, rows)...), result.Plan{Resamples: 100}).Items[0]
	counts := map[string]int{}
	for _, item := range set.Items {
		for _, f := range item.Flags {
			counts[f.Kind]++
		}
	}
	// Binomial with n = 400 and p = .05 at most: mean 20, standard deviation 4.4.
	for _, kind := range []string{result.FlagContrary, result.FlagSurprise} {
		if counts[kind] > 20+4*5 {
			t.Errorf("%d of %d shuffled tasks are %s", counts[kind], n, kind)
		}
	}
	if counts[result.FlagDuplicate] > 0 {
		t.Errorf("%d numbered tasks are duplicates", counts[result.FlagDuplicate])
	}
}

// Few runs say how many solve a task, and no more; graded scores are no items.
func TestItemsOfFewRuns(t *testing.T) {
	tasks := []string{"a", "b", "c"}
	set := evaluated(t, tabletest.Of(t, "error", answered(tasks, [][]int{{1, 0, 1}, {1, 1, 0}, {1, 0, 0}})...), result.Plan{Resamples: 100}).Items[0]
	if set.Subset != nil || set.Abilities != nil || len(set.Notes) != 1 {
		t.Errorf("three runs have a subset, abilities or no note: %v", set.Notes)
	}
	for _, item := range set.Items {
		if item.Share == nil || item.ItemRest != nil || item.B != nil {
			t.Errorf("%+v, expected a share alone", item)
		}
	}
	graded := []table.Record{tabletest.Attempted("x", "a", 0, 0.5), tabletest.Attempted("x", "b", 0, 0.1), tabletest.Attempted("y", "a", 0, 0.7), tabletest.Attempted("y", "b", 0, 0.2)}
	if res := evaluated(t, tabletest.Of(t, "error", graded...), result.Plan{Resamples: 100}); len(res.Items) != 0 {
		t.Error("graded scores are items")
	}
}

// By hand: of tasks with attempts 1 1 1, 1 0 0, 0 0 and a single 1, three count; the second's
// pairs are (1,0), (1,0), (0,0), of which one in three agrees: (1 + 1/3 + 1) / 3.
func TestConsistencyByHand(t *testing.T) {
	var records []table.Record
	for task, values := range map[string][]float64{"a": {1, 1, 1}, "b": {1, 0, 0}, "c": {0, 0}, "d": {1}} {
		for trial, v := range values {
			records = append(records, tabletest.Attempted("run", task, trial, v))
		}
	}
	slices.SortFunc(records, func(x, y table.Record) int {
		return cmp.Or(cmp.Compare(x.Attempt.Task, y.Attempt.Task), cmp.Compare(x.Attempt.Trial, y.Attempt.Trial))
	})
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Resamples: 100})
	if len(res.Consistency) != 1 {
		t.Fatalf("%d runs, expected 1", len(res.Consistency))
	}
	c := res.Consistency[0]
	want := (1 + 1.0/3 + 1) / 3
	if c.Tasks != 3 || c.Attempts != 8 || c.Always != 1 || c.Sometimes != 1 || c.Never != 1 || math.Abs(*c.Agreement-want) > 1e-15 || c.Interval == nil {
		t.Errorf("%+v, agreement %v, expected %v", c, *c.Agreement, want)
	}
}
