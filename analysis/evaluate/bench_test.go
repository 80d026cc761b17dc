package evaluate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// benchTable is 12 runs at 1,000 tasks by 6 metrics, two of them binary: the
// size at which scripts of this field begin to be slow.
func benchTable(b *testing.B) *table.Table {
	rng := rand.New(rand.NewPCG(1, 1))
	builder := table.NewBuilder()
	for run := range 12 {
		for task := range 1000 {
			r := table.Record{Attempt: table.Attempt{Benchmark: "b", Run: fmt.Sprint("run", run), Task: fmt.Sprint("task", task)}}
			for m := range 6 {
				v := rng.Float64()
				if m < 2 {
					v = float64(rng.IntN(2))
				} else if m < 4 {
					v = float64(int(v*20)) / 20
				}
				r.Values = append(r.Values, table.Value{Metric: fmt.Sprint("m", m), Value: v})
			}
			builder.Add(table.Origin{Record: run*1000 + task}, r)
		}
	}
	t, err := builder.Build("error")
	if err != nil {
		b.Fatal(err)
	}
	return t
}

// BenchmarkEvaluate compares all 66 pairs on 6 metrics with every test, effect
// size and interval, B = 10,000.
func BenchmarkEvaluate(b *testing.B) {
	t := benchTable(b)
	for b.Loop() {
		if _, err := Evaluate(t, result.Plan{Strata: []string{"none"}}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAddScore takes the rows of a table of scores, a run after the other.
func BenchmarkAddScore(b *testing.B) {
	const runs, tasks = 10, 2000
	metrics := []string{"a", "b", "c", "d", "e"}
	var runNames, taskNames []string
	for r := range runs {
		runNames = append(runNames, fmt.Sprint("run", r))
	}
	for t := range tasks {
		taskNames = append(taskNames, fmt.Sprint("task", t))
	}
	b.ReportAllocs()
	for b.Loop() {
		builder := table.NewBuilder()
		row := 0
		for _, run := range runNames {
			for _, task := range taskNames {
				for _, metric := range metrics {
					row++
					builder.AddScore(table.Origin{Record: row}, result.Score{Run: run, Task: task, Metric: metric, Value: 0.5}, true)
				}
			}
		}
		if _, err := builder.Build("error"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*runs*tasks*len(metrics))/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkAddTrajectory scores attempts of 12 runs in turn, as logs of several runs list
// them, by six metrics that read one field each.
func BenchmarkAddTrajectory(b *testing.B) {
	const runs, tasks = 12, 2000
	reward := func(t *datasets.Trajectory) (float64, bool) { return t.Reward.Value, t.Reward.Known }
	var metrics []table.Metric
	for i := range 6 {
		metrics = append(metrics, table.Metric{Name: fmt.Sprint("metric", i), Score: reward})
	}
	log := make([]datasets.Trajectory, runs*tasks)
	for i := range log {
		log[i] = datasets.Trajectory{Run: fmt.Sprint("run", i%runs), Task: fmt.Sprintf("task%04d", i/runs), Exit: datasets.ExitCompleted}
		if i%20 > 0 {
			log[i].Reward = datasets.Known(float64(i%1001) / 1000)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		builder := table.NewBuilder()
		for i := range log {
			builder.AddTrajectory(table.Origin{Record: i}, &log[i], metrics)
		}
		if _, err := builder.Build("error"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(log))*float64(b.N)/b.Elapsed().Seconds(), "attempts/s")
}
