package mapping

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

// What doctor prints of a mapping, given back as a mapping, reads every row alike.
func TestDescriptionIsAMapping(t *testing.T) {
	names := rapid.SampledFrom([]string{
		"run", "task", "id", "task_id", "trial", "epoch", "model", "agent", "success", "passed", "score", "reward", "duration", "durationMs", "latency_ms", "elapsed_s", "cost", "total_cost_usd",
		"started_at", "completed_at", "level", "Domain", "metric_f1", "exit_status", "error", "input_tokens", "transcript_id", "sample_id", "eval_id", "score_acc", "total_time", "odd: name", "true", "no",
	})
	mappings := rapid.SampledFrom([]string{
		"", "duplicates: last", "tasks: 500", "{tasks: \"my ids.txt\", run: {constant: x}}", "benchmark: {constant: \"b: c\"}", "strata: {kind: task}", "task: {join: [task, run], with: \"\"}", "run: {constant: x}\ncost_usd: ~",
		"latency_ms: {column: task, unit: min}", "trial: {column: task, base: 1}", "success: {column: task, values: {\"1\": yes, 2: ~}, otherwise: unknown}",
	})
	cells := rapid.SampledFrom([]Cell{{}, TextCell("1"), TextCell("x"), IntCell(1), IntCell(7), FloatCell(0.5), BoolCell(true), TextCell("C"), TextCell("2026-01-01T00:00:00Z"), FloatCell(1.7e9)})
	rapid.Check(t, func(t *rapid.T) {
		var columns []Source
		var header []string
		for _, name := range rapid.SliceOfNDistinct(names, 1, 10, rapid.ID).Draw(t, "columns") {
			columns, header = append(columns, Source{Name: name}), append(header, name)
		}
		var given *Mapping
		if text := mappings.Draw(t, "mapping"); text != "" {
			var err error
			if given, err = Parse("m", []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		plan, err := Resolve(File{Name: "log.csv", Columns: columns}, given)
		if err != nil {
			return
		}
		text := plan.Describe(header)
		again, err := Parse("again", []byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		second, err := Resolve(File{Name: "log.csv", Columns: columns}, again)
		if err != nil {
			t.Fatalf("%v with\n%s", err, text)
		}
		if d := cmp.Diff(text, second.Describe(header)); d != "" {
			t.Fatalf("described again (-first +second):\n%s", d)
		}
		row := make([]Cell, len(columns))
		for i := range row {
			row[i] = cells.Draw(t, "cell")
		}
		a, errA := filled(plan, row)
		b, errB := filled(second, row)
		if (errA == nil) != (errB == nil) {
			t.Fatalf("%v, %v with\n%s", errA, errB, text)
		}
		if d := cmp.Diff(a, b); d != "" && errA == nil {
			t.Fatalf("another attempt (-log +described):\n%s\nwith\n%s", d, text)
		}
	})
}

func filled(plan *Plan, row []Cell) (datasets.Trajectory, error) {
	var t datasets.Trajectory
	for i := range plan.Fields {
		f := &plan.Fields[i]
		var of []Cell
		for _, s := range f.Sources {
			of = append(of, row[s])
		}
		if err := f.Set(&t, of...); err != nil {
			return t, err
		}
	}
	return t, nil
}
