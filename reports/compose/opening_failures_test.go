package compose

import (
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// twoFailing is two runs of ten attempts each: a fails 6, 4 of them by x, 1 by y, 1 by nothing;
// b fails 2, one by x, one by z. Of those that succeeded 2 show y. All that a failed is
// a's own fault but one; of b's failures one is the environment's, one nobody's.
func twoFailing() *result.Results {
	res := sample.Empty()
	sample.Add(res, "bench", sample.Run{Name: "b", Mean: 0.8, Low: 0.5, Hig: 0.9}, sample.Run{Name: "a", Mean: 0.4, Low: 0.2, Hig: 0.7})
	fail := func(run, mode string, primary, of, shown, won, wonOf int) {
		share := float64(primary) / float64(of)
		f := result.Failure{Benchmark: "bench", Run: run, Category: "c", Mode: mode, Source: "detected", Count: shown, Of: of, Successes: won, SuccessesOf: wonOf, Primary: &result.PrimaryShare{Count: primary, Of: of, Share: &share}}
		if primary > 0 {
			f.Examples = []result.Example{{Task: run + " by " + mode, Excerpt: "because"}}
		}
		if mode == "y" {
			f.LiftInterval = sample.Interval(0.2, 3, "koopman")
		}
		res.Failures = append(res.Failures, f)
	}
	fail("a", "x", 4, 6, 4, 0, 4)
	fail("a", "y", 1, 6, 1, 2, 4)
	fail("a", "none", 1, 6, 1, 0, 4)
	fail("b", "x", 1, 2, 1, 0, 8)
	fail("b", "y", 0, 2, 0, 0, 8)
	fail("b", "z", 1, 2, 1, 0, 8)
	p := 0.012
	res.Breakdowns = []result.FailureBreakdown{{Benchmark: "bench",
		Scopes: []result.FailureScope{{Run: "a", Source: "detected", Failed: 6, Succeeded: 4, Explained: 5, Causes: &result.Causes{Agent: 5, Unknown: 1}},
			{Run: "b", Source: "detected", Failed: 2, Succeeded: 8, Unknown: 3, Explained: 2, Causes: &result.Causes{Environment: 1, Unknown: 1}}},
		Transitions: []result.Transition{{A: "a", B: "b", Source: "detected", NTasks: 10, Changes: []result.ModeChange{{Mode: "x", A: 4, B: 1, OnlyA: 3, Test: result.Test{Method: "mcnemar_exact"}, PAdjusted: &p, Significant: true}, {Mode: "y", A: 1, B: 0, OnlyA: 1}}}},
	}}
	return res
}

// openingOf is the paragraph of the first benchmark's failures.
func openingOf(t *testing.T, res *result.Results) string {
	t.Helper()
	doc, err := Failures(res)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range doc.Blocks {
		if p, ok := b.(reports.Prose); ok {
			return plain(p.Spans)
		}
	}
	return ""
}

// The paragraph of the two runs, written by hand: 8 of 20 failed, which is 40%; x explains 5
// of them, more than one in two; of y the interval of the lift holds 1.
func TestOpeningByHand(t *testing.T) {
	want := "8 of 20 attempts failed (40.0%), from 20.0% of those of b to 60.0% of those of a; of 3 more the outcome is not known. " +
		"By the rules the agent is at fault in 5 and the environment (tools, servers, harness) in 1; of 2 no rule tells. " +
		"What explains most, as rules find it, are x (5 of the 8) and y (1, not shown to be more frequent than among attempts that succeeded); in 1 no mode is found. " +
		"Runs differ significantly: a fails by x at 4 tasks and b at 1 (adjusted p = .012). " +
		"First to look at is x: if its 5 attempts had succeeded instead, 17 of 20 would have (85.0% in place of 60.0%). Rules err: read the examples before you act on them."
	if got := openingOf(t, twoFailing()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What is not known is not said.
func TestOpeningSaysNoMoreThanItKnows(t *testing.T) {
	for _, c := range []struct {
		name          string
		change        func(*result.Results)
		says, saysNot []string
	}{
		{"sums have no breakdown", func(r *result.Results) { r.Breakdowns = nil }, []string{"8 attempts failed."}, []string{"at fault", "differ", "would have", "%"}},
		{"nothing differs", func(r *result.Results) { r.Breakdowns[0].Transitions[0].Changes[0].Significant = false }, []string{"In no mode do two runs differ significantly"}, []string{"Runs differ"}},
		{"one run", func(r *result.Results) {
			r.Breakdowns[0].Transitions = nil
			r.Breakdowns[0].Scopes = r.Breakdowns[0].Scopes[:1]
			r.Failures = r.Failures[:3]
		}, []string{"6 of 10 attempts failed (60.0%). "}, []string{"from", "differ"}},
		{"no mode", func(r *result.Results) {
			r.Failures = r.Failures[2:3]
			r.Breakdowns[0].Transitions, r.Breakdowns[0].Scopes = nil, r.Breakdowns[0].Scopes[:1]
		}, []string{"Nothing in the logs tells why."}, []string{"First to look at", "explains most"}},
		{"recorded", func(r *result.Results) {
			for i := range r.Failures {
				r.Failures[i].Source = "recorded"
			}
		}, []string{"as the harness recorded it"}, []string{"Rules err", "Runs differ"}},
		{"nothing failed", func(r *result.Results) {
			r.Failures = r.Failures[:1]
			r.Failures[0].Primary = nil
			for i := range r.Breakdowns[0].Scopes {
				r.Breakdowns[0].Scopes[i].Failed = 0
			}
		}, []string{"No attempt failed, of 12 with an outcome."}, []string{"at fault"}},
	} {
		res := twoFailing()
		c.change(res)
		got := openingOf(t, res)
		for _, s := range c.says {
			if !strings.Contains(got, s) {
				t.Errorf("%s: %q is not said: %s", c.name, s, got)
			}
		}
		for _, s := range c.saysNot {
			if strings.Contains(got, s) {
				t.Errorf("%s: %q is said: %s", c.name, s, got)
			}
		}
	}
}

// The report's section shows a paragraph, a figure and one table, and folds every other.
func TestFailuresAreShortAtFirst(t *testing.T) {
	for _, b := range composed(t, sample.Full()).Blocks {
		table, ok := b.(reports.Table)
		if ok && strings.HasPrefix(table.ID, "failures-") && table.Long == strings.HasPrefix(table.ID, "failures-in-short") {
			t.Errorf("%s: folded is %v", table.ID, table.Long)
		}
	}
	doc, err := Failures(sample.Full())
	if err != nil {
		t.Fatal(err)
	}
	apart := slices.IndexFunc(doc.Blocks, func(b reports.Block) bool { h, ok := b.(reports.Heading); return ok && h.Apart })
	tables := 0
	for i, b := range doc.Blocks {
		if _, ok := b.(reports.Table); ok && i < apart {
			tables++
		}
	}
	if apart < 0 || tables != 1 {
		t.Errorf("the first half ends at block %d with %d tables", apart, tables)
	}
}
