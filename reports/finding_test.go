package reports

import (
	"math"
	"testing"

	"mcpstats/analysis"
	"mcpstats/reports/internal/sample"
)

// headline is the sentence that the head gives the one benchmark of results.
func headline(t *testing.T, res *analysis.Results) string {
	t.Helper()
	doc, err := Compose(res, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Headlines(doc)[0]
}

// The sentences are by hand, from the samples' numbers.
func TestFinding(t *testing.T) {
	edit := func(res *analysis.Results, change func(*analysis.Results)) *analysis.Results {
		change(res)
		return res
	}
	for _, c := range []struct {
		name string
		res  *analysis.Results
		want string
	}{
		{"two runs, shown", sample.Two(true), "alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval +2.0 to +18.0; exact McNemar test, p = .012). The data separate the two, in favour of alpha."},
		{"two runs, not shown", sample.Two(false), "alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval -4.0 to +23.0; exact McNemar test, p = .21). No difference is shown, which does not mean that there is none."},
		{"equivalent", edit(sample.Two(false), func(r *analysis.Results) {
			r.Comparisons[0].Equivalence = &analysis.Equivalence{Margin: 0.25, P: sample.F(0.01), Equivalent: true}
		}), "alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval -4.0 to +23.0; exact McNemar test, p = .21). The two are equivalent within ±25.0 points."},
		{"shown and small", edit(sample.Two(true), func(r *analysis.Results) {
			r.Comparisons[0].Equivalence = &analysis.Equivalence{Margin: 0.25, P: sample.F(0.01), Equivalent: true}
		}), "alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval +2.0 to +18.0; exact McNemar test, p = .012). The data separate the two, in favour of alpha. The difference is shown to be within ±25.0 points."},
		{"turned round", edit(sample.Two(true), func(r *analysis.Results) {
			c := &r.Comparisons[0]
			c.A, c.B, c.Difference, c.Interval = c.B, c.A, sample.F(-0.10), sample.Interval(-0.18, -0.02, "newcombe")
		}), "alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval +2.0 to +18.0; exact McNemar test, p = .012). The data separate the two, in favour of alpha."},
		{"not compared", edit(sample.Two(true), func(r *analysis.Results) { r.Comparisons = nil }),
			"alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The two were not compared: they have no task in common."},
		{"no test", edit(sample.Two(false), func(r *analysis.Results) { r.Comparisons[0].P, r.Comparisons[0].PAdjusted = nil, nil }),
			"alpha succeeds in 60.0% (95% interval 50.0 to 69.0) of 100 tasks, beta in 50.0% (95% interval 40.0 to 60.0). The difference over the 100 tasks in common is +10.0 points (95% interval -4.0 to +23.0; no test is defined for these data)."},
		{"one run", sample.Judged(), "solo succeeds in 70.0% (95% interval 60.0 to 78.0) of 100 tasks. There is no other run to compare it with."},
		{"one run, no interval", edit(sample.Judged(), func(r *analysis.Results) {
			r.Summaries[0].Interval, r.Summaries[0].Notes = nil, []string{"one task: no interval"}
		}), "solo succeeds in 70.0% of 100 tasks. No interval can be given: one task: no interval. There is no other run to compare it with."},
		{"six, two apart", sample.Many(6, 2), "Of 6 runs on 100 tasks, run-01 succeeds most often: 90.0% (95% interval 82.0 to 95.0); it is separated from 4 of 5 others after Holm correction, not from run-02."},
		{"six, all apart", sample.Many(6, 1), "Of 6 runs on 100 tasks, run-01 succeeds most often: 90.0% (95% interval 82.0 to 95.0); it is separated from all 5 others after Holm correction."},
		{"six, none apart", sample.Many(6, 9), "Of 6 runs on 100 tasks, run-01 succeeds most often: 90.0% (95% interval 82.0 to 95.0); the data do not separate it from any of the 5 others after Holm correction."},
		{"twenty", sample.Many(20, 6), "Of 20 runs on 100 tasks, run-01 succeeds most often: 90.0% (95% interval 82.0 to 95.0); it is separated from 14 of 19 others after Holm correction, not from run-02, run-03, run-04 and 2 more."},
		{"baseline", edit(sample.Many(6, 1), func(r *analysis.Results) { r.Comparisons = r.Comparisons[:2] }),
			"Of 6 runs on 100 tasks, run-01 succeeds most often: 90.0% (95% interval 82.0 to 95.0); it is separated from both others after Holm correction (compared with 2 of 5)."},
		{"shared first place", edit(sample.Many(3, 1), func(r *analysis.Results) {
			r.Rankings[0].Runs[0].Rank, r.Rankings[0].Runs[1].Rank = 1.5, 1.5
		}), "Of 3 runs on 100 tasks, run-01 and run-02 share the first place by success (90.0%)."},
		{"no value", edit(sample.Two(true), func(r *analysis.Results) { r.Summaries[0].Mean, r.Summaries[1].Mean = nil, nil }), "No run has a value of success."},
		{"no metric", edit(sample.Two(true), func(r *analysis.Results) { r.Metrics = nil }), "No metric could be scored from these logs."},
		{"nothing", sample.Empty(), "The logs hold no attempt that could be read. See Methods for what was tried."},
	} {
		if got := headline(t, c.res); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestFindingInfiniteInterval(t *testing.T) {
	res := sample.Two(false)
	res.Comparisons[0].Interval.High = analysis.Float(math.Inf(1))
	want := "+10.0 points (95% interval -4.0 to +inf;"
	if got := headline(t, res); !contains(got, want) {
		t.Errorf("got %s, want it to hold %q", got, want)
	}
}
