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
// tasks of two trials in tau2's; nothing in a header of Inspect's without ids and epochs.
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
		{Inspect, []string{"inspect/json/tiny.json"}, nil},
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
