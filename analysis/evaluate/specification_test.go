package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mcpstats/analysis/evaluate/stability"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// threeRuns: a solves 16 of 20 tasks, b 12, c 4; b lacks the outcome of four
// tasks, all of which it would need, so that without them it solves 12 of 16.
func threeRuns() []table.Record {
	var records []table.Record
	for i := range 20 {
		task := fmt.Sprint("t", i)
		v := func(solved bool) float64 {
			if solved {
				return 1
			}
			return 0
		}
		b := v(i < 12)
		if i >= 16 {
			b = -1
		}
		records = append(records, tabletest.Attempted("a", task, 0, v(i >= 4)), tabletest.Attempted("b", task, 0, b), tabletest.Attempted("c", task, 0, v(i < 4)))
	}
	return records
}

// The curve must hold the report's own choice exactly once, with the adjusted
// p-value of the comparison, and the difference in the leader's favour, whatever
// the correction.
func TestSpecificationHoldsTheReport(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", threeRuns()...), result.Plan{})
	holdsTheReport(t, res, 30) // 2 policies x 5 tests x 3 corrections
	// a against b by hand: fail (16-12)/20 = .2; drop, over the 16 tasks that b
	// has: a solves 12 of them, b 12: difference 0, so the order does not hold.
	b := res.Curves[0]
	if b.B != "b" || b.Holds != 15 || math.Abs(*b.Choices[29].Difference-.2) > 1e-15 || *b.Choices[0].Difference != 0 {
		t.Errorf("a against b: holds in %d of 30 from %v to %v; want 15, 0 to .2", b.Holds, *b.Choices[0].Difference, *b.Choices[29].Difference)
	}
	for _, correction := range result.Corrections {
		choices := 40 // the report's own is one more
		if slices.Contains(stability.SaneCorrections, correction) {
			choices = 30
		}
		holdsTheReport(t, evaluated(t, tabletest.Of(t, "error", threeRuns()...), result.Plan{Correction: correction}), choices)
	}
}

func holdsTheReport(t *testing.T, res *result.Results, choices int) {
	t.Helper()
	if len(res.Curves) != 2 {
		t.Fatalf("%d curves, want a against b and c", len(res.Curves))
	}
	for _, curve := range res.Curves {
		if curve.A != "a" {
			t.Errorf("the curve is of %s, want the leader a", curve.A)
		}
		if len(curve.Choices) != choices {
			t.Errorf("%d choices, want %d", len(curve.Choices), choices)
		}
		stated := 0
		for _, s := range curve.Choices {
			if !s.Stated {
				continue
			}
			stated++
			for _, c := range res.Comparisons {
				if c.Metric == "success" && c.Stratum == nil && (c.A == "a" && c.B == curve.B) {
					if *c.PAdjusted != *s.P || *c.Difference != *s.Difference {
						t.Errorf("%s: curve says difference %v, p %v; the comparison %v, %v", curve.B, *s.Difference, *s.P, *c.Difference, *c.PAdjusted)
					}
				}
			}
		}
		if stated != 1 {
			t.Errorf("%d choices are the report's own, want 1", stated)
		}
	}
}

// By hand: stated means a .8, b .6, c .2; with the missing left out b has 12/16 =
// .75: the same order, tau 1. Exact p of tau = 1 with n = 3: 2/3! = 1/3.
func TestStabilityUnderPolicy(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", threeRuns()...), result.Plan{})
	if len(res.Stability) != 1 {
		t.Fatalf("%d rows, want one: missing drop", len(res.Stability))
	}
	s := res.Stability[0]
	if s.Varied != "missing" || s.Setting != "drop" || !s.Leader || *s.Tau != 1 || math.Abs(*s.P-1./3) > 1e-15 {
		t.Errorf("%+v tau %v p %v", s, *s.Tau, *s.P)
	}
}

// By hand: over 4 tasks a is always best and c always worst, so that the average
// ranks are 1, 2, 3 and CD = 2.3437 sqrt(3*4/(6*4)) = 1.657 (Demsar 2006, table 5a:
// q .05 for 3 is 2.343): only a and c are separated.
func TestNemenyi(t *testing.T) {
	var records []table.Record
	for i := range 4 {
		for k, run := range []string{"a", "b", "c"} {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, -1)
			r.Values = []table.Value{{Metric: "plan_f1", Value: .9 - .2*float64(k) - .01*float64(i)}}
			records = append(records, r)
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Metrics: []string{"plan_f1"}})
	n := res.Rankings[0].Nemenyi
	if n == nil {
		t.Fatal("no Nemenyi test")
	}
	if math.Abs(n.CD-2.343*math.Sqrt(.5)) > 1e-3 || n.NTasks != 4 || fmt.Sprint(n.Groups) != "[[a b] [b c]]" {
		t.Errorf("%+v", n)
	}
	for k, r := range res.Rankings[0].Runs {
		if *r.AverageRank != float64(k+1) {
			t.Errorf("%s has average rank %v, want %d", r.Run, *r.AverageRank, k+1)
		}
	}
}

// With clusters the headline is the cluster-robust test, and tests that take
// tasks as independent say so.
func TestClusterHeadline(t *testing.T) {
	var records []table.Record
	for i := range 12 {
		for k, run := range []string{"a", "b"} {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64((i/(k+2))%2))
			r.Attempt.Cluster = fmt.Sprint("doc", i/3)
			records = append(records, r)
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	c := res.Comparisons[0]
	if c.Headline != "cluster_robust_t" || c.Tests[0].Method != "cluster_robust_t" || c.Tests[0].DF[0] != 3 {
		t.Errorf("headline %s, first test %+v", c.Headline, c.Tests[0])
	}
	for _, test := range c.Tests[1:] {
		if test.P != nil && len(test.Notes) == 0 && test.Method != study.ClusteredPermutation {
			t.Errorf("%s says nothing of the clusters", test.Method)
		}
	}
}
