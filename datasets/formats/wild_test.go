package formats

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Real logs as they lie on disk, against what their authors publish or what follows
// from the raw files by counting.
func TestWildPromises(t *testing.T) {
	for folder, want := range map[string][]string{
		// n_total_trials of the ten jobs, and the rewards of 1 in their files.
		"harbor-pydantic-deepagents": {
			"2026-04-10__12-06-56: 0 of 2", "2026-04-10__12-11-44: 2 of 2", "2026-04-10__12-18-48: 2 of 2", "2026-04-10__12-32-47: 7 of 10", "2026-04-10__16-22-15: 0 of 2",
			"2026-04-10__17-15-00: 0 of 2", "2026-04-10__17-45-20: 0 of 3", "2026-04-10__19-18-05: 0 of 3", "2026-04-10__19-24-14: 0 of 3", "2026-04-10__19-28-01: 0 of 3",
		},
	} {
		src, err := Harbor.Read(below(t, sharedData(t, "wild", folder)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		solved := map[string]int{}
		for tr, err := range src.Trajectories(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if tr.Success.Value {
				solved[tr.Run]++
			}
		}
		got := map[string]bool{}
		for _, p := range src.(datasets.Promiser).Promises() {
			got[fmt.Sprintf("%s: %d of %d", p.Run[len(p.Run)-len("2026-04-10__12-06-56"):], solved[p.Run], p.Attempts)] = true
		}
		wanted := map[string]bool{}
		for _, w := range want {
			wanted[w] = true
		}
		if d := cmp.Diff(wanted, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", folder, d)
		}
	}
}

// 49 calls in two traces, 47 of them in the one with a sub-agent, one an error; the
// tokens are those of its table, summed over the spans of the model.
func TestWildOpenTelemetry(t *testing.T) {
	files := onDisk(t, filepath.Join(sharedData(t, "wild", "copilot-otel"), "otel-raw.jsonl"))
	all, bad := collect(t, OpenTelemetry, files, Options{})
	got := map[string][4]int64{}
	for _, tr := range all {
		var calls, failed int64
		for _, s := range tr.Steps {
			for _, c := range s.Calls {
				if calls++; c.IsError.Value {
					failed++
				}
			}
		}
		got[tr.Task[:8]] = [4]int64{calls, failed, tr.PromptTokens.Value, tr.CompletionTokens.Value}
	}
	if d := cmp.Diff(map[string][4]int64{"1476af6c": {47, 1, 1673819, 9137}, "46475c9b": {2, 0, 160336, 214}}, got); d != "" || len(bad) > 0 {
		t.Errorf("%v (-want +got):\n%s", bad, d)
	}
}

// The counts of right answers that the leaderboard's own headers state.
func TestWildBFCL(t *testing.T) {
	all, bad := collect(t, BFCL, below(t, sharedData(t, "wild", "bfcl")), Options{})
	got := map[string]int{}
	for _, tr := range all {
		if tr.Error != "" {
			t.Errorf("%s: a wrong answer is no error: %q", tr.Task, tr.Error)
		}
		if tr.Success.Value {
			got[tr.Run+" "+tr.Strata["category"]]++
		}
	}
	const old, later = "openai_gpt-oss-120b v0.10.2 ", "openai_gpt-oss-120b v0.11.0 "
	if d := cmp.Diff(map[string]int{old + "live_simple": 205, old + "multiple": 173, old + "irrelevance": 208, later + "live_simple": 207, later + "multiple": 174, later + "irrelevance": 207}, got); d != "" || len(bad) > 0 {
		t.Errorf("%v (-want +got):\n%s", bad, d)
	}
}

// 82 resolved of 293 named, in a file with a trailing comma: the share needs the
// split's size, which nothing there says.
func TestWildSWEBench(t *testing.T) {
	files := below(t, sharedData(t, "wild", "swe-bench-experiments"))
	src, err := SWEBench.Read(files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	solved, n := 0, 0
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; tr.Success.Value {
			solved++
		}
	}
	if p := src.(datasets.Promiser).Promises(); solved != 82 || n != 293 || len(p) != 1 || !p[0].Open {
		t.Errorf("%d of %d, promised %+v", solved, n, p)
	}
}
