package formats

import (
	"math"
	"path/filepath"
	"testing"

	"mcpstats/datasets"
)

// tau-bench's leaderboard prints pass^1..4 = .42, .27333, .22, .20 for gpt-4o on
// airline; pass^k is the mean over tasks of C(c,k)/C(n,k), c successes of n.
func TestTauBenchFacts(t *testing.T) {
	all, bad := collect(t, TauBench, onDisk(t, filepath.Join(sharedData(t, "tau-bench"), "gpt-4o-airline.json")), Options{})
	if len(bad) > 0 || len(all) != 200 {
		t.Fatalf("%d trajectories, errors %v", len(all), bad)
	}
	wins := map[string]int{}
	seen := map[string]map[int]bool{}
	hashes := map[string]string{}
	calls, expected, unknown, failed := 0, 0, 0, 0
	for _, tr := range all {
		if tr.Run != "gpt-4o-airline" || tr.Exit != datasets.ExitCompleted || !tr.Success.Known {
			t.Fatalf("%+v", tr)
		}
		if seen[tr.Task] == nil {
			seen[tr.Task] = map[int]bool{}
		}
		seen[tr.Task][tr.Trial] = true
		if tr.Success.Value {
			wins[tr.Task]++
		}
		if h, ok := hashes[tr.Task]; ok && h != tr.TaskHash || tr.TaskHash == "" {
			t.Errorf("task %s: hashes %q and %q", tr.Task, h, tr.TaskHash)
		}
		hashes[tr.Task] = tr.TaskHash
		for _, s := range tr.Steps {
			calls += len(s.Calls)
			for _, c := range s.Calls {
				if c.Result == "" && c.Tool != "think" { // think answers nothing
					t.Errorf("task %s: no result for %s", tr.Task, c.Tool)
				}
				if c.IsError.Value {
					failed++
				}
			}
		}
		expected += len(tr.Expected)
		if tr.Expected == nil {
			unknown++
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d tasks", len(seen))
	}
	for task, trials := range seen {
		if len(trials) != 4 {
			t.Errorf("task %s has trials %v", task, trials)
		}
	}
	for k, want := range []float64{.42, .27333, .22, .20} {
		sum := 0.0
		for _, c := range wins {
			sum += choose(c, k+1) / choose(4, k+1)
		}
		if got := sum / 50; math.Abs(got-want) > 5e-6 {
			t.Errorf("pass^%d = %v, printed %v", k+1, got, want)
		}
	}
	// Counted with jq: 1164 tool calls, one an assistant message; 28 attempts at
	// the 7 tasks without actions.
	if calls != 1164 || unknown != 28 || expected == 0 || failed == 0 {
		t.Errorf("%d calls, %d failed, %d needs, %d unknown plans", calls, failed, expected, unknown)
	}
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(n-i) / float64(i+1)
	}
	return c
}
