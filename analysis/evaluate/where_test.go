package evaluate

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// sliceCase is a random log: the runs' attempts, of which every fact is known to the test.
type sliceCase struct {
	level map[string]string // by task; "" where no attempt says it
	rows  []sliceRow
}

type sliceRow struct {
	run, task, width string // width differs between runs at one task
	trial            int
	success, steps   float64
}

func drawSliceCase(t *rapid.T) sliceCase {
	c := sliceCase{level: map[string]string{}}
	for i := range rapid.IntRange(2, 8).Draw(t, "tasks") {
		task := fmt.Sprint("t", i)
		c.level[task] = rapid.SampledFrom([]string{"", "easy", "hard"}).Draw(t, "level")
		for r := range 3 {
			for k := range rapid.IntRange(0, 3).Draw(t, "trials") {
				c.rows = append(c.rows, sliceRow{
					run: fmt.Sprint("r", r), task: task, trial: k,
					width:   rapid.SampledFrom([]string{"", "5", "10"}).Draw(t, "width"),
					success: float64(rapid.IntRange(0, 1).Draw(t, "success")),
					steps:   float64(rapid.IntRange(1, 4).Draw(t, "steps")),
				})
			}
		}
	}
	return c
}

func (c sliceCase) table(t *rapid.T) *table.Table {
	b := table.NewBuilder()
	b.Attributes = []string{"width"}
	for i, row := range c.rows {
		r := tabletest.Attempted(row.run, row.task, row.trial, row.success)
		r.Values = append(r.Values, table.Value{Metric: "steps", Value: row.steps})
		r.Attempt.Attributes = []string{row.width}
		if l := c.level[row.task]; l != "" {
			r.Attempt.Strata = map[string]string{"level": l}
		}
		b.Add(table.Origin{Record: i}, r)
	}
	tab, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// mean is the mean over tasks of the mean over the attempts in the slice, by brute force.
func (c sliceCase) mean(run string, in func(sliceRow) bool) (mean float64, attempts int) {
	sum, tasks := 0.0, 0
	for task := range c.level {
		of, n := 0.0, 0
		for _, row := range c.rows {
			if row.run == run && row.task == task && in(row) {
				of += row.success
				n++
			}
		}
		if n > 0 {
			sum += of / float64(n)
			tasks++
			attempts += n
		}
	}
	return sum / float64(tasks), attempts
}

// A slice by a fact of the task gives what the breakdown by that stratum gives, denominators
// included; a slice by what differs between attempts gives the means over those attempts.
func TestSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawSliceCase(t)
		if len(c.rows) == 0 {
			return
		}
		tab := c.table(t)
		universe := fmt.Sprint(len(c.level)) // stated, so that no attempt is outside of what its run promised
		whole, err := Evaluate(tab, result.Plan{Resamples: 100, Primary: "success", Tasks: universe, Strata: strataOf(tab)}, tabletest.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := Evaluate(tab, result.Plan{Resamples: 100, Primary: "success", Tasks: universe, Strata: []string{"none"}, Where: []string{"level=hard"}}, tabletest.Catalog)
		var empty *table.SliceError
		if err != nil && !errors.As(err, &empty) {
			t.Fatal(err)
		}
		if err == nil {
			for _, s := range whole.Summaries {
				if s.Stratum == nil || s.Stratum.Name != "level" || s.Stratum.Value != "hard" || s.Metric != "success" {
					continue
				}
				mine := result.Summary{}
				for _, x := range cut.Summaries {
					if x.Run == s.Run && x.Metric == s.Metric {
						mine = x
					}
				}
				if s.NTasks > 0 && (mine.NTasks != s.NTasks || !same(mine.Mean, s.Mean)) {
					t.Fatalf("%s: %d tasks, mean %v; by the stratum %d, %v", s.Run, mine.NTasks, value(mine.Mean), s.NTasks, value(s.Mean))
				}
			}
		}
		for _, by := range []struct {
			where string
			in    func(sliceRow) bool
		}{
			{"steps>=3", func(r sliceRow) bool { return r.steps >= 3 }},
			{"width=5", func(r sliceRow) bool { return r.width == "5" }},
			{"width!=5, level=easy", func(r sliceRow) bool { return r.width == "10" && c.level[r.task] == "easy" }},
		} {
			if by.where[0] == 'w' && !c.widthDiffers() {
				continue // it is a fact of the task then
			}
			res, err := Evaluate(tab, result.Plan{Resamples: 100, Primary: "success", Tasks: universe, Strata: []string{"none"}, Where: []string{by.where}}, tabletest.Catalog)
			if errors.As(err, &empty) {
				for r := range 3 {
					if _, n := c.mean(fmt.Sprint("r", r), by.in); n > 0 {
						t.Fatalf("%s: %v, with %d attempts of r%d", by.where, err, n, r)
					}
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			attempts := 0
			for _, s := range res.Summaries {
				if s.Metric != "success" {
					continue
				}
				want, n := c.mean(s.Run, by.in)
				attempts += n
				if s.Mean == nil || math.Abs(*s.Mean-want) > 1e-12 || s.NAttempts != n {
					t.Fatalf("%s: %s: mean %v over %d attempts, want %v over %d", by.where, s.Run, value(s.Mean), s.NAttempts, want, n)
				}
			}
			if res.Slices[0].Attempts != attempts {
				t.Fatalf("%s: %d attempts in the slice, want %d", by.where, res.Slices[0].Attempts, attempts)
			}
		}
	})
}

// widthDiffers tells whether two attempts at some task have different widths.
func (c sliceCase) widthDiffers() bool {
	first := map[string]string{}
	for _, r := range c.rows {
		if r.width == "" {
			continue
		}
		if w, ok := first[r.task]; ok && w != r.width {
			return true
		}
		first[r.task] = r.width
	}
	return false
}

func strataOf(t *table.Table) []string {
	for _, b := range t.Benchmarks {
		if len(b.Strata) > 0 {
			return []string{"level"}
		}
	}
	return []string{"none"}
}

func same(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func value(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// A run that failed to attempt a task of the slice keeps it in its denominator.
func TestSliceKeepsMissingAttempts(t *testing.T) {
	var records []table.Record
	for i := range 20 {
		for _, run := range []string{"a", "b"} {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, 1)
			r.Attempt.Strata = map[string]string{"level": map[bool]string{true: "hard", false: "easy"}[i < 5]}
			if run == "b" && i == 0 {
				continue
			}
			records = append(records, r)
		}
	}
	b := table.NewBuilder()
	for i, r := range records {
		b.Add(table.Origin{Record: i}, r)
	}
	tab, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res, err := Evaluate(tab, result.Plan{Resamples: 100, Where: []string{"level=hard"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	if row := ledgerOf(t, res, "b"); row.Tasks != 5 || row.Missing != 1 || row.Present != 4 {
		t.Errorf("%+v, want 4 of 5 attempts present", row)
	}
	if m := meanOf(t, res, "b"); m != 0.8 { // 4 of the 5 tasks that it promised
		t.Errorf("mean %v, want 0.8", m)
	}
	if len(res.Slices) != 1 || res.Slices[0].Of != 20 || res.Slices[0].Tasks != 5 {
		t.Errorf("slices %+v", res.Slices)
	}
}
