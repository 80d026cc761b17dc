package formats

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/datasets"
)

func countETOM(all []datasets.Trajectory) (perLevel map[string]int, exact map[string]float64) {
	perLevel, exact = map[string]int{}, map[string]float64{}
	for _, tr := range all {
		perLevel[tr.Run+" "+tr.Strata["level"]]++
		exact[tr.Run+" "+tr.Strata["level"]] += tr.Reported["evaluator_exact_match"]
	}
	return perLevel, exact
}

// The sizes of the levels and the exact match rates are those in `statistics` of
// the result files, written by the public evaluator.
func TestETOMFacts(t *testing.T) {
	root := sharedData(t, "etom")
	all, bad := collect(t, ETOM, below(t, root), Options{})
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	n, exact := countETOM(all)
	for _, run := range []string{"bm25", "keyword", "random"} {
		for level, size := range map[string]int{"L1": 781, "L2": 773, "L3": 327, "L4": 103, "L5": 91} {
			if got := n[run+" "+level]; got != size {
				t.Errorf("%s %s: %d records, not %d", run, level, got, size)
			}
		}
	}
	// results_bm25_level2.json: exact_match_rate 0.5394566623544631 of 773.
	if got := exact["bm25 L2"] / 773; got != 0.5394566623544631 {
		t.Errorf("bm25 L2: exact match rate %v", got)
	}
	seen := map[string]bool{}
	for _, tr := range all {
		if key := tr.Run + " " + tr.Task; seen[key] {
			t.Errorf("%s twice", key)
		} else {
			seen[key] = true
		}
		if tr.Expected == nil || tr.Predicted == nil {
			t.Errorf("%s %s: expected %v, predicted %v", tr.Run, tr.Task, tr.Expected, tr.Predicted)
		}
		if tr.Strata["level"] == "L2" && len(tr.Expected) != 1 {
			t.Errorf("%s: %d needs at level 2", tr.Task, len(tr.Expected))
		}
		if tr.Strata["level"] == "L5" && (len(tr.Expected) != 0 || tr.Success.Known) {
			t.Errorf("%s: expected %v", tr.Task, tr.Expected)
		}
		// A crash of the evaluator has no latency; everything else has one.
		if tr.LatencyMS.Known == (tr.Exit == datasets.ExitHarnessError) {
			t.Errorf("%s %s: latency %v, exit %s", tr.Run, tr.Task, tr.LatencyMS, tr.Exit)
		}
	}
	// Level 3, query 2 and level 4, query 1, read by eye in queries/.
	for _, tr := range all {
		if tr.Run != "bm25" {
			continue
		}
		switch tr.Task {
		case "L3-2":
			if after := afters(tr); len(after) != 4 || !slices.Equal(after[1], []int{0}) || !slices.Equal(after[2], []int{0}) || after[0] != nil || after[3] != nil {
				t.Errorf("L3-2: %v", after)
			}
		case "L4-1":
			if len(tr.Expected) != 2 || len(tr.Expected[1].AnyOf) != 3 || !slices.Equal(tr.Expected[1].After, []int{0}) ||
				tr.Expected[0].AnyOf[0] != "MCP Ethers Wallet::getWalletBalance" {
				t.Errorf("L4-1: %v", tr.Expected)
			}
		}
	}
}

func afters(tr datasets.Trajectory) [][]int {
	var out [][]int
	for _, need := range tr.Expected {
		out = append(out, need.After)
	}
	return out
}

// Without the queries, only levels 1, 2 and 5 state their plans.
func TestETOMWithoutQueries(t *testing.T) {
	root := sharedData(t, "etom")
	whole, _ := collect(t, ETOM, below(t, root), Options{})
	plans := map[string][]datasets.Need{}
	for _, tr := range whole {
		plans[tr.Task] = tr.Expected
	}
	alone, bad := collect(t, ETOM, below(t, filepath.Join(root, "native")), Options{})
	if len(bad) > 0 || len(alone) != len(whole) {
		t.Fatal(len(alone), bad)
	}
	known := map[string]int{}
	for _, tr := range alone {
		if tr.Expected == nil {
			continue
		}
		known[tr.Strata["level"]]++
		if !samePlan(tr.Expected, plans[tr.Task]) {
			t.Errorf("%s %s: %v, with queries %v", tr.Run, tr.Task, tr.Expected, plans[tr.Task])
		}
	}
	// Level 2's evaluations carry no plan where the evaluator crashed: 137, 157
	// and 139 of 773 (status_counts in the files).
	if known["L1"] != 3*781 || known["L2"] != 3*773-137-157-139 || known["L5"] != 3*91 || known["L3"] != 0 || known["L4"] != 0 {
		t.Errorf("plans known without queries: %v", known)
	}
}

func samePlan(a, b []datasets.Need) bool {
	return slices.EqualFunc(a, b, func(x, y datasets.Need) bool {
		xs, ys := slices.Sorted(slices.Values(x.AnyOf)), slices.Sorted(slices.Values(y.AnyOf))
		return strings.Join(xs, "\n") == strings.Join(ys, "\n") && slices.Equal(slices.Sorted(slices.Values(x.After)), slices.Sorted(slices.Values(y.After)))
	})
}
