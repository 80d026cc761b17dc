package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// drawnRuns are attempts of a few runs at a few tasks, binary or graded, some missing.
func drawnRuns(t *rapid.T) []table.Record {
	runs, tasks := rapid.IntRange(2, 5).Draw(t, "runs"), rapid.IntRange(4, 16).Draw(t, "tasks")
	binary := rapid.Bool().Draw(t, "binary")
	clustered := rapid.IntRange(0, 3).Draw(t, "clustered") == 0
	var records []table.Record
	for r := range runs {
		for i := range tasks {
			top := 10
			if binary {
				top = 1
			}
			v := min(top, rapid.IntRange(0, top).Draw(t, "v")+rapid.IntRange(0, 1).Draw(t, "more")*r)
			one := tabletest.Attempted(string(rune('a'+r)), fmt.Sprint("t", i), 0, float64(v)/float64(top))
			if clustered {
				one.Attempt.Cluster = fmt.Sprint("c", i/3)
			}
			records = append(records, one)
		}
	}
	return records
}

// TestRankIntervalsAgreeWithLetters: whatever the correction, a run's rank interval is as
// many ranks wider than one as it shares letters with other runs, it counts the runs
// that corrected comparisons show to be better and worse, and a baseline changes nothing.
func TestRankIntervalsAgreeWithLetters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plan := result.Plan{Correction: rapid.SampledFrom(result.Corrections).Draw(rt, "correction"), Resamples: 100}
		records := drawnRuns(rt)
		res := evaluated(t, tabletest.Of(t, "error", records...), plan)
		for _, r := range res.Rankings {
			for _, run := range r.Runs {
				others, better, worse := map[string]bool{}, 0, 0
				for _, other := range r.Runs {
					if other.Run != run.Run && strings.ContainsAny(other.TieGroup, run.TieGroup) {
						others[other.Run] = true
					}
				}
				for _, c := range res.Comparisons {
					if c.Metric != r.Metric || !c.Significant || c.A != run.Run && c.B != run.Run {
						continue
					}
					if (*c.Difference > 0) == (c.A == run.Run) {
						worse++
					} else {
						better++
					}
				}
				i := run.RankInterval
				if i == nil || int(i.High-i.Low) != len(others) || int(i.Low) != 1+better || int(i.High) != len(r.Runs)-worse {
					rt.Fatalf("%s has letters %s, %d runs better, %d worse, and the ranks %+v of %d", run.Run, run.TieGroup, better, worse, i, len(r.Runs))
				}
			}
		}
		plan.Baseline = "a"
		based := evaluated(t, tabletest.Of(t, "error", records...), plan)
		for i, r := range based.Rankings {
			for k, run := range r.Runs {
				if *run.RankInterval != *res.Rankings[i].Runs[k].RankInterval {
					rt.Fatalf("%s: ranks %+v with a baseline, %+v without", run.Run, run.RankInterval, res.Rankings[i].Runs[k].RankInterval)
				}
			}
		}
	})
}

// TestMaxTGoesWithItsIntervals: by max-t the interval leaves zero out wherever the pair
// is separated, and no adjusted p-value is below the test's own.
func TestMaxTGoesWithItsIntervals(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		res := evaluated(t, tabletest.Of(t, "error", drawnRuns(rt)...), result.Plan{Correction: result.MaxT, Resamples: 100})
		for _, c := range res.Comparisons {
			if c.P == nil {
				continue
			}
			if *c.PAdjusted < *c.P {
				rt.Fatalf("%s against %s: p = %v, adjusted %v", c.A, c.B, *c.P, *c.PAdjusted)
			}
			// Differences that are all equal have no interval. The type-7 quantile lies between two of the 100 maxima; a statistic between
			// them may be on either side.
			if c.Interval != nil && c.Interval.Method == "max_t" && *c.PAdjusted < 0.05-2.0/101 && float64(c.Interval.Low) <= 0 && float64(c.Interval.High) >= 0 {
				rt.Fatalf("%s against %s: adjusted p = %v beside [%v, %v]", c.A, c.B, *c.PAdjusted, c.Interval.Low, c.Interval.High)
			}
		}
	})
}

// twoByTable are two runs with the given numbers of tasks that both, the first, the
// second, none solve.
func twoByTable(both, first, second, none int) []table.Record {
	var records []table.Record
	add := func(n int, a, b float64) {
		for range n {
			task := fmt.Sprint("t", len(records)/2)
			records = append(records, tabletest.Attempted("a", task, 0, a), tabletest.Attempted("b", task, 0, b))
		}
	}
	add(both, 1, 1)
	add(first, 1, 0)
	add(second, 0, 1)
	add(none, 0, 0)
	return records
}

// TestFragileAndBorderline: 10 tasks against 2 of 60. The exact test has p = 2 (1 + 12 +
// 66)/4096 = .0386, so all agree. 9 against 2: p = 2 (1 + 11 + 55)/2048 = .0654, mid-p =
// .0654 - 55/2048 = .0386, and Tango's interval leaves zero out, being the inversion of
// the score test, z = 7/sqrt 11 = 2.11.
func TestFragileAndBorderline(t *testing.T) {
	for _, test := range []struct {
		first, second       int
		p, midP             float64
		fragile, borderline bool
	}{
		{10, 2, 158.0 / 4096, 158.0/4096 - 66.0/4096, false, false},
		{9, 2, 134.0 / 2048, 134.0/2048 - 55.0/2048, true, true},
		{5, 4, 1, 1 - 126.0/512, false, false},
	} {
		res := evaluated(t, tabletest.Of(t, "error", twoByTable(20, test.first, test.second, 29)...), result.Plan{})
		c := res.Comparisons[0]
		if c.Check == nil || math.Abs(*c.P-test.p) > 1e-12 || math.Abs(*c.Check.P-test.midP) > 1e-12 || c.Check.Method != "mcnemar_midp" {
			t.Fatalf("%d against %d: p = %v, check %+v", test.first, test.second, *c.P, c.Check)
		}
		if c.Fragile != test.fragile || c.Borderline != test.borderline {
			t.Errorf("%d against %d: fragile %v, borderline %v; want %v, %v", test.first, test.second, c.Fragile, c.Borderline, test.fragile, test.borderline)
		}
	}
}

// TestClusterPermutation: clusters are flipped whole. Four clusters of two tasks, three
// with differences of 1, 2 and 1 and one with -1, have the sums 2, 4, 2 and -2.
func TestClusterPermutation(t *testing.T) {
	var records []table.Record
	for i, d := range []float64{1, 1, 2, 2, 1, 1, -1, -1} {
		for run, v := range map[string]float64{"a": d + 3, "b": 3} {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, v)
			r.Attempt.Cluster = fmt.Sprint("c", i/2)
			records = append(records, r)
		}
	}
	// 2+4+2-2 = 6. Of the sixteen signed sums of 2, 4, 2, 2: +-10 once each, +-6 three
	// times each; 8 of 16 are at least as far out.
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	tests := res.Comparisons[0].Tests
	at := slices.IndexFunc(tests, func(test result.Test) bool { return test.Method == study.ClusteredPermutation })
	if at < 0 || *tests[at].P != 0.5 || !tests[at].Exact || *tests[at].Statistic != 0.75 {
		t.Errorf("tests %+v", tests)
	}
}

// TestManyWithoutOutcome: seven of twenty promised attempts without outcome are said at
// the head, two of twenty are not.
func TestManyWithoutOutcome(t *testing.T) {
	for missing, want := range map[int]bool{2: false, 3: true, 7: true} {
		var records []table.Record
		for i := range 20 {
			records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, float64(i%2)))
			v := float64(i % 3 / 2)
			if i < missing {
				v = -1
			}
			records = append(records, tabletest.Attempted("b", fmt.Sprint("t", i), 0, v))
		}
		res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
		at := slices.IndexFunc(res.Warnings, func(w result.Warning) bool { return w.Code == "many_without_outcome" })
		if (at >= 0) != want {
			t.Fatalf("%d of 20 without outcome: warnings %+v", missing, res.Warnings)
		}
		if want && (at != 0 || !res.Warnings[0].Decisive || !strings.Contains(res.Warnings[0].Message, fmt.Sprintf("b %d of 20", missing))) {
			t.Errorf("%d of 20: first warning %+v", missing, res.Warnings[0])
		}
	}
}
