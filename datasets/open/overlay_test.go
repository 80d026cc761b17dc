package open

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// A mapping names or overrides what a native format's reader fills in, in every native
// format: each keeps its attempts, under another run; a name that is not there is
// refused, and the message tells what is.
func TestMapOnNativeFormats(t *testing.T) {
	root := filepath.Join("..", "formats", "testdata")
	for _, format := range []string{"atif", "bfcl", "chat", "complexmcp", "etom", "every-eval-ever", "harbor", "livemcpbench", "lm-eval", "mcp-atlas", "pinepaper", "swe-bench", "tau-bench", "tau2", "terminal-bench"} {
		t.Run(format, func(t *testing.T) {
			path := filepath.Join(root, format)
			plain, _, err := Paths(t.Context(), []string{path}, Options{MaxRecordErrors: 1})
			if err != nil {
				t.Fatal(err)
			}
			m, err := mapping.Parse("--map", []byte("{run: {join: [benchmark, run], with: \" @ \"}, cluster: task, strata: {number: trial}}"))
			if err != nil {
				t.Fatal(err)
			}
			for _, before := range plain {
				if before.Mapping() != "" { // a table has its own columns
					continue
				}
				var want []datasets.Trajectory
				for tr, err := range before.Trajectories(context.Background()) {
					if err == nil {
						want = append(want, *tr)
					}
				}
				if len(want) == 0 || want[0].Benchmark == "" {
					continue
				}
				opt := Options{Map: m, Format: before.Format, MaxRecordErrors: 1}
				mapped, _, err := Paths(t.Context(), before.Files, opt)
				if err != nil {
					t.Fatal(err)
				}
				i := 0
				for tr, err := range mapped[0].Trajectories(context.Background()) {
					if err != nil {
						var record *datasets.RecordError
						if !errors.As(err, &record) {
							t.Fatal(err)
						}
						continue
					}
					w := want[i]
					if tr.Run != w.Benchmark+" @ "+w.Run || tr.Task != w.Task || tr.Cluster != w.Task || tr.Strata["number"] == "" || tr.Success != w.Success {
						t.Fatalf("attempt %d of run %q, task %q became run %q, task %q, cluster %q, strata %v", i, w.Run, w.Task, tr.Run, tr.Task, tr.Cluster, tr.Strata)
					}
					i++
				}
				if i != len(want) {
					t.Errorf("%d attempts of %d", i, len(want))
				}
				for _, p := range mapped[0].Promises() {
					if !strings.Contains(p.Run, " @ ") {
						t.Errorf("a promise of run %q, which nobody is called now", p.Run)
					}
				}
			}
			if m, err = mapping.Parse("--map", []byte("{run: no_such_name}")); err != nil {
				t.Fatal(err)
			}
			said := ""
			if inputs, _, err := Paths(t.Context(), []string{path}, Options{Map: m, MaxRecordErrors: 1}); err != nil {
				said = err.Error()
			} else {
				for _, in := range inputs {
					for _, err := range in.Trajectories(context.Background()) {
						if err != nil {
							said += err.Error()
						}
					}
				}
			}
			if !strings.Contains(said, "no_such_name") {
				t.Errorf("a name that is not there: %q", said)
			}
		})
	}
}

// What a mapping takes away is unknown, and values are renamed, on native formats too.
func TestMapOverridesWhatIsThere(t *testing.T) {
	path := write(t, `[{"task_id": 3, "reward": 0.5, "info": {"task": {"user_id": "u", "actions": []}}, "traj": [], "trial": 0}]`, t.TempDir(), "run-a.json")
	m, err := mapping.Parse("--map", []byte("{success: ~, reward: ~, run: {column: run, values: {run-a: renamed}}, task: {join: [benchmark, task], with: ''}, latency_ms: {column: task, unit: s}, duplicates: last}"))
	if err != nil {
		t.Fatal(err)
	}
	inputs, _ := paths(t, Options{Map: m, Format: "tau-bench"}, path)
	all, bad := collect(t, inputs[0])
	if len(bad) != 0 || len(all) != 1 || all[0].Success.Known || all[0].Reward.Known || all[0].Run != "renamed" || !strings.HasSuffix(all[0].Task, "3") || all[0].LatencyMS != datasets.Known(3000.0) {
		t.Errorf("%+v, %v", all, bad)
	}
	if inputs[0].Duplicates() != "last" {
		t.Errorf("duplicates %q", inputs[0].Duplicates())
	}
}
