package evaluate

import (
	"fmt"
	"math"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// graded is a run's grades by a metric, one a task, each of one attempt.
func graded(run, metric string, grades ...float64) []table.Record {
	var out []table.Record
	for i, v := range grades {
		r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, -1)
		r.Values = []table.Value{{Metric: metric, Value: v}}
		out = append(out, r)
	}
	return out
}

func thresholdSweep(t *testing.T, res *result.Results) result.Sweep {
	t.Helper()
	for _, s := range res.Sweeps {
		if s.Axis == "threshold" {
			return s
		}
	}
	t.Fatalf("no threshold sweep: %+v", res.Sweeps)
	return result.Sweep{}
}

// By hand: a has the grades .75 .75 .75 0 (mean .5625), b has 1 .5 .5 .5 (mean
// .625). At or above .5 are 3 and 4 of 4, above .5 and up to .75 they are 3 and 1,
// above .75 they are 0 and 1. Two runs have tau 1 or -1, and none where they tie.
func TestThresholdSweep(t *testing.T) {
	for _, c := range []struct {
		metric string
		stated float64 // 0: none, and the ranking by mean, b first, is what tau is to
		taus   [3]float64
	}{
		{"coverage", .75, [3]float64{-1, 1, -1}},
		{"quality", 0, [3]float64{1, -1, 1}},
	} {
		records := append(graded("a", c.metric, .75, .75, .75, 0), graded("b", c.metric, 1, .5, .5, .5)...)
		res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
		s := thresholdSweep(t, res)
		if want := "tasks with " + c.metric + " at or above it"; s.Metric != want || len(s.Lines) != 2 || len(s.Taus) != 20 {
			t.Fatalf("%s: %q with %d lines and %d taus", c.metric, s.Metric, len(s.Lines), len(s.Taus))
		}
		if c.stated == 0 && s.Stated != nil || c.stated != 0 && (s.Stated == nil || *s.Stated != c.stated) {
			t.Errorf("%s: stated at %v, want %v", c.metric, s.Stated, c.stated)
		}
		for i := range 20 {
			x := float64(i+1) / 20
			want, tau := [2]float64{.75, 1}, c.taus[0]
			switch {
			case x > .75:
				want, tau = [2]float64{0, .25}, c.taus[2]
			case x > .5:
				want, tau = [2]float64{.75, .25}, c.taus[1]
			}
			a, b := s.Lines[0].Points[i], s.Lines[1].Points[i]
			if a.X != x || a.NTasks != 4 || b.NTasks != 4 || a.Mean != want[0] || b.Mean != want[1] {
				t.Errorf("%s at %v: %+v and %+v, want shares %v", c.metric, x, a, b, want)
			}
			if a.Interval == nil || a.Interval.Method != "wilson" {
				t.Errorf("%s at %v: interval %v", c.metric, x, a.Interval)
			}
			if got := s.Taus[i]; got.X != x || got.Tau == nil || *got.Tau != tau {
				t.Errorf("%s at %v: tau %v, want %v", c.metric, x, got, tau)
			}
		}
		warned := false
		for _, w := range res.Warnings {
			warned = warned || w.Code == "threshold_decides"
		}
		if warned != (c.stated != 0) { // nobody stated a threshold for the grade
			t.Errorf("%s: warned of the threshold: %t", c.metric, warned)
		}
	}
}

// What is no grade from 0 to 1 has no threshold.
func TestThresholdSweepOfNoGrade(t *testing.T) {
	for name, records := range map[string][]table.Record{
		"verdicts":        graded("a", "grade", 1, 0, 1),
		"points":          graded("a", "grade", 1, .5, 7),
		"below zero":      graded("a", "grade", 1, .5, -.5),
		"lower is better": graded("a", "latency_ms", 1, .5, .25),
	} {
		for _, s := range evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}).Sweeps {
			t.Errorf("%s: a sweep along %s", name, s.Axis)
		}
	}
}

// The mean of .1 and .7 is less than .4 by rounding, and reaches it all the same.
func TestThresholdSweepAllowsForRounding(t *testing.T) {
	grades := []float64{.1, .7}
	if (grades[0]+grades[1])/2 >= .4 {
		t.Fatal("the mean is not off by rounding: the test shows nothing")
	}
	var records []table.Record
	for trial, v := range grades {
		r := tabletest.Attempted("a", "t", trial, -1)
		r.Values = []table.Value{{Metric: "coverage", Value: v}}
		records = append(records, r)
	}
	for i, p := range thresholdSweep(t, evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})).Lines[0].Points {
		if want := i+1 <= 8; p.Mean == 1 != want { // 8/20 is .4
			t.Errorf("at %v: reached %v, want %t", p.X, p.Mean, want)
		}
	}
}

// Thirty tasks in six clusters of five alike say as much as six tasks: the interval
// of the share must not be that of thirty.
func TestThresholdSweepOverClusters(t *testing.T) {
	var records []table.Record
	for cluster := range 6 {
		for i := range 5 {
			r := tabletest.Attempted("a", fmt.Sprint("t", cluster, "-", i), 0, -1)
			r.Attempt.Cluster = fmt.Sprint("c", cluster)
			r.Values = []table.Value{{Metric: "coverage", Value: float64(cluster) / 5}}
			records = append(records, r)
		}
	}
	s := thresholdSweep(t, evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}))
	p := s.Lines[0].Points[9] // at .5: clusters 3, 4 and 5 of 6
	if p.X != .5 || p.Mean != .5 || p.NTasks != 30 || p.Interval == nil {
		t.Fatalf("at .5: %+v", p)
	}
	// The standard error of 3 of 6 alike is sqrt(.25/6) = .204, of 15 of 30 .091.
	if width := float64(p.Interval.High - p.Interval.Low); width < 2*1.96*.15 || math.IsNaN(width) {
		t.Errorf("the interval %v is as if the tasks were drawn one by one", p.Interval)
	}
}
