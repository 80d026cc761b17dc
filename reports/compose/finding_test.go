package compose

import (
	"math"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// headline is what the head says came out of the one benchmark of results.
func headline(t *testing.T, res *result.Results) string {
	t.Helper()
	doc, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.PlainSummaries) == 1 {
		return plain(doc.PlainSummaries[0].Verdict)
	}
	return opening(doc)
}

// opening is the first sentence of a document.
func opening(doc *reports.Document) string {
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Prose:
			return plain(b.Spans)
		case reports.List:
			return plain(b.Items[0].Spans)
		}
	}
	return ""
}

// The sentences are by hand, from the samples' numbers.
func TestFinding(t *testing.T) {
	edit := func(res *result.Results, change func(*result.Results)) *result.Results {
		change(res)
		return res
	}
	for _, c := range []struct {
		name string
		res  *result.Results
		want string
	}{
		{"two runs, shown", sample.Two(true), "alpha solves more tasks than beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval 2.0 to 18.0; exact McNemar test, Holm-adjusted p = .012)."},
		{"two runs, not shown", sample.Two(false), "No difference in success is shown between alpha and beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval -4.0 to 23.0; exact McNemar test, Holm-adjusted p = .21). That does not mean that there is none."},
		{"equivalent", edit(sample.Two(false), func(r *result.Results) {
			r.Comparisons[0].Equivalence = &result.Equivalence{Margin: 0.25, P: sample.F(0.01), Equivalent: true}
		}), "alpha and beta are equivalent in success within 25 points (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval -4.0 to 23.0; exact McNemar test, Holm-adjusted p = .21)."},
		{"shown and small", edit(sample.Two(true), func(r *result.Results) {
			r.Comparisons[0].Equivalence = &result.Equivalence{Margin: 0.25, P: sample.F(0.01), Equivalent: true}
		}), "alpha solves more tasks than beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval 2.0 to 18.0; exact McNemar test, Holm-adjusted p = .012). The difference is shown to be within 25 points."},
		{"turned round", edit(sample.Two(true), func(r *result.Results) {
			c := &r.Comparisons[0]
			c.A, c.B, c.MeanA, c.MeanB, c.Difference, c.Interval = c.B, c.A, c.MeanB, c.MeanA, sample.F(-0.10), sample.Interval(-0.18, -0.02, "newcombe10")
		}), "alpha solves more tasks than beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval 2.0 to 18.0; exact McNemar test, Holm-adjusted p = .012)."},
		{"not compared", edit(sample.Two(true), func(r *result.Results) { r.Comparisons = nil }),
			"alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The two were not compared: no task has a value of success in both."},
		{"no test", edit(sample.Two(false), func(r *result.Results) { r.Comparisons[0].P, r.Comparisons[0].PAdjusted = nil, nil }),
			"The difference in success between alpha and beta was not tested (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval -4.0 to 23.0; no test is defined for these data)."},
		{"headline test undefined", edit(sample.Two(false), func(r *result.Results) {
			c := &r.Comparisons[0]
			c.P, c.PAdjusted, c.Headline = nil, nil, "paired_t"
			c.Tests = []result.Test{{Method: "sign", Notes: []string{"sign undefined: not this one"}}, {Method: "paired_t", Notes: []string{"paired_t undefined: all differences equal 0.1"}}}
			c.Notes = []string{"percentile interval in place of BCa"}
		}),
			"The difference in success between alpha and beta was not tested (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval -4.0 to 23.0; the paired t test is undefined: all differences equal 0.1)."},
		{"headline test undefined, the second higher", edit(sample.Two(false), func(r *result.Results) {
			c := &r.Comparisons[0]
			c.P, c.PAdjusted, c.Headline = nil, nil, "paired_t"
			c.Tests = []result.Test{{Method: "paired_t", Notes: []string{"paired_t undefined: all differences equal -0.1"}}}
			c.MeanA, c.MeanB, c.Difference, c.Interval = c.MeanB, c.MeanA, sample.F(-0.1), sample.Interval(-0.1, -0.1, "percentile")
		}),
			"The difference in success between alpha and beta was not tested (50.0% against 60.0% on 100 tasks; difference -10.0 points, 95% interval -10.0 to -10.0; the paired t test is undefined: all differences equal -0.1)."},
		{"one run", sample.Judged(), "solo succeeds in 70.0% (95% interval 60.0 to 78.0) of 100 tasks. There is no other run to compare it with."},
		{"one run, no interval", edit(sample.Judged(), func(r *result.Results) {
			r.Summaries[0].Interval, r.Summaries[0].Notes = nil, []string{"one task: no interval"}
		}), "solo succeeds in 70.0% of 100 tasks. No interval can be given: one task: no interval. There is no other run to compare it with."},
		{"six, two apart", sample.Many(6, 2), "run-01 succeeds most often, in 90.0% (95% interval 82.0 to 95.0): 3.0 points above the next, run-02 (95% interval -2.0 to 8.0); more often than 4 of the 5 others (Holm-adjusted p < .001); no difference from run-02 is shown."},
		{"six, all apart", sample.Many(6, 1), "run-01 succeeds most often, in 90.0% (95% interval 82.0 to 95.0): 3.0 points above the next, run-02 (95% interval -2.0 to 8.0); more often than each of the 5 others (Holm-adjusted p < .001)."},
		{"six, none apart", sample.Many(6, 9), "run-01 succeeds most often, in 90.0% (95% interval 82.0 to 95.0): 3.0 points above the next, run-02 (95% interval -2.0 to 8.0); no difference from any of the 5 others is shown."},
		{"twenty", sample.Many(20, 6), "run-01 succeeds most often, in 90.0% (95% interval 82.0 to 95.0): 3.0 points above the next, run-02 (95% interval -2.0 to 8.0); more often than 14 of the 19 others (Holm-adjusted p < .001); no difference from run-02, run-03, run-04 and 2 more is shown."},
		{"baseline", edit(sample.Many(6, 1), func(r *result.Results) { r.Comparisons = r.Comparisons[:2] }),
			"run-01 succeeds most often, in 90.0% (95% interval 82.0 to 95.0): 3.0 points above the next, run-02 (95% interval -2.0 to 8.0); more often than each of the 2 runs that it was compared with (Holm-adjusted p < .001)."},
		{"shared first place", edit(sample.Many(3, 1), func(r *result.Results) {
			r.Rankings[0].Runs[0].Rank, r.Rankings[0].Runs[1].Rank = 1.5, 1.5
		}), "run-01 and run-02 share first place by success (90.0%)."},
		{"no value", edit(sample.Two(true), func(r *result.Results) { r.Summaries[0].Mean, r.Summaries[1].Mean = nil, nil }), "No run has a value of success."},
		{"no metric", edit(sample.Two(true), func(r *result.Results) { r.Metrics = nil }), "No metric could be scored from these logs."},
		{"nothing", sample.Empty(), "The logs hold no attempts that could be read. See Methods for what was tried."},
	} {
		if got := headline(t, c.res); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestFindingInfiniteInterval(t *testing.T) {
	res := sample.Two(false)
	res.Comparisons[0].Interval.High = result.Float(math.Inf(1))
	want := "difference 10.0 points, 95% interval -4.0 to inf;"
	if got := headline(t, res); !contains(got, want) {
		t.Errorf("got %s, want it to hold %q", got, want)
	}
}
