package formats

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// What the hand-made logs state, read off their own text: two tasks and two attempts in
// Terminal-Bench's metadata, and the 5 of "bolt.3-of-5.x" where there is none; two
// tasks of two trials in tau2's; the total of the results of an Inspect log that lists
// no ids; the tasks of the files that MCP-Atlas and PinePaper keep beside their runs.
func TestPromises(t *testing.T) {
	for _, c := range []struct {
		format Format
		files  []string
		want   []datasets.Promise
	}{
		{TerminalBench, []string{"terminal-bench/run-1/results.json", "terminal-bench/run-1/run_metadata.json"},
			[]datasets.Promise{{Benchmark: "toy-core", Run: "hammer maker/m1", Tasks: []string{"nail", "screw"}, Trials: 2, Source: "run_metadata.json"}}},
		{Tau2, []string{"tau2/json/tiny_shop.json"},
			[]datasets.Promise{{Benchmark: "tau2-bench", Run: "maker/model-x (low)", Tasks: []string{"shop/0", "shop/1"}, Trials: 2, Source: "tasks and num_trials"}}},
		{Inspect, []string{"inspect/json/tiny.json"},
			[]datasets.Promise{{Benchmark: "graded", Run: "maker/model-y", NTasks: 3, Source: "the header"}}}, // total_samples of its results
		{MCPAtlas, []string{"mcp-atlas/scored_model-y.csv", "mcp-atlas/tasks.csv"},
			[]datasets.Promise{{Benchmark: "mcp-atlas", Run: "model-y", Tasks: []string{"t1", "t2", "t3", "t4"}, Source: "the file of tasks"}}},
		{PinePaper, []string{"pinepaper/bm25.json", "pinepaper/data/benchmark-cases.json"},
			[]datasets.Promise{{Benchmark: "pinepaper-toolbench", Run: "BM25", Tasks: []string{"TSB-T1-0001", "TSB-T1-0002", "TSB-T3-0003"}, Source: "the benchmark's list of cases"}}},
		{TerminalBench, []string{"terminal-bench/single/bolt/bolt.3-of-5.x/results.json"},
			[]datasets.Promise{{Benchmark: "terminal-bench", Run: "single", Trials: 5, Source: "the names of the trials"}}},
	} {
		paths := make([]string, len(c.files))
		for i, name := range c.files {
			paths[i] = filepath.Join("testdata", name)
		}
		src, err := c.format.Read(onDisk(t, paths...), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range src.Trajectories(context.Background()) { // records that cannot be read among them
		}
		if d := cmp.Diff(c.want, src.(datasets.Promiser).Promises()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.format.Name, d)
		}
	}
}

// How many samples an Inspect log was to attempt, by what its header states: the ids,
// which the limit is already applied to; else the total of its results over the epochs;
// else the samples of the data set under the limit, which is a number or [from, to).
func TestInspectPromise(t *testing.T) {
	for header, want := range map[string]datasets.Promise{
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 100, "sample_ids": [1, 2, "c"]}, "config": {"limit": 3, "epochs": 2}}`: {Tasks: []string{"1", "2", "c"}, Trials: 2},
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 100}, "config": {"limit": 5, "epochs": 2}}`:                            {NTasks: 5, Trials: 2},
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 100}, "config": {"limit": [90, 120]}}`:                                 {NTasks: 10},
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 100}, "config": {"limit": 3, "sample_id": "a*"}}`:                      {},
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 100}}`:                                                                 {NTasks: 100},
		`"eval": {"task": "t", "model": "m", "task_id": "x", "dataset": {"samples": 9}, "config": {"epochs": 3}}, "results": {"total_samples": 12}`:        {NTasks: 4, Trials: 3},
		`"eval": {"task": "t", "model": "m", "task_id": "x"}`:                                                                                              {},
	} {
		src, err := Inspect.Read([]File{inMemory("log.json", `{"version": 2, "status": "error", `+header+`, "samples": [{"id": 1, "epoch": 1, "messages": []}]}`)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		attempts := 0
		for _, err := range src.Trajectories(t.Context()) {
			if err == nil {
				attempts++
			}
		}
		var got datasets.Promise
		if list := src.(datasets.Promiser).Promises(); len(list) == 1 {
			got = list[0]
		}
		want.Benchmark, want.Run, want.Source = got.Benchmark, got.Run, got.Source
		if d := cmp.Diff(want, got); d != "" || attempts != 1 {
			t.Errorf("%s: %d attempts, (-want +got):\n%s", header, attempts, d)
		}
	}
}
