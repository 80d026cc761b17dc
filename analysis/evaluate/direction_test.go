package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// What each name says, by the lists of words and by hand.
func TestDirectionByName(t *testing.T) {
	for name, want := range map[string]result.Better{
		"accuracy": result.Higher, "exact_match_f1": result.Higher, "F1Score": result.Higher, "passRate": result.Higher, "nDCG": result.Higher, "ROUGE-L": result.Higher, "win.rate": result.Higher,
		"error_rate": result.Lower, "errorRate": result.Lower, "WER": result.Lower, "WERTotal": result.Lower, "val-loss": result.Lower, "perplexity": result.Lower, "tokens.total": result.Lower, "API_latency": result.Lower,
		"error rate": result.Lower,
		// Part of a word is no word: "wer" in answer, "pass" in passage, "loss" in glossary.
		"answer_length": result.Unknown, "answer": result.Unknown, "passage": result.Unknown, "glossary": result.Unknown, "scored": result.Unknown, "errorless": result.Unknown,
		// Words of both kinds, of neither, and of the parameter.
		"error_recall": result.Unknown, "time_to_success": result.Unknown, "foo": result.Unknown, "": result.Unknown, "__": result.Unknown, "depth[accuracy]": result.Unknown,
	} {
		if got := table.DirectionByName(name); got.Better != want {
			t.Errorf("%q is %v by %q, want %v", name, got.Better, got.Word, want)
		}
	}
}

// The plan goes before the declaration, and that before the name.
func TestDirectionFrom(t *testing.T) {
	c := table.Catalog{{Name: "time_score", Better: result.Lower}, {Name: "steps", Better: result.Neither}}
	plan := &result.Plan{Better: map[string]string{"steps": "higher", "accuracy": "lower"}}
	for name, want := range map[string]table.Direction{
		"time_score": {Better: result.Lower, From: result.FromDeclaration, Word: ""},
		"steps":      {Better: result.Higher, From: result.FromPlan, Word: ""},
		"accuracy":   {Better: result.Lower, From: result.FromPlan, Word: ""},
		"error_rate": {Better: result.Lower, From: result.FromName, Word: "error"},
		"foo":        {Better: result.Unknown, From: result.FromNowhere, Word: ""},
	} {
		if got := c.Measure(name, false, plan).Direction; got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if _, err := (result.Plan{Better: map[string]string{"x": "up"}}).Resolve(); err == nil || err.Error() != `plan: better: x is "up", expected higher, lower or neither` {
		t.Errorf("got %v", err)
	}
}

// given are the scores of runs by one metric that nothing declares.
func given(t *testing.T, metric string, runs map[string][]float64) *table.Table {
	var records []table.Record
	for run, values := range runs {
		for task, v := range values {
			r := tabletest.Attempted(run, fmt.Sprintf("t%d", task), 0, -1)
			r.Values = []table.Value{{Metric: metric, Value: v}}
			records = append(records, r)
		}
	}
	return tabletest.Of(t, "error", records...)
}

// By any metric the run of the best values stands first, whichever direction that
// is and wherever it is known from; without a direction nothing is ranked, no run
// wins, and the results say how to state it.
func TestRankingFollowsDirection(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"accuracy", "error_rate", "foo", "loss_precision"}).Draw(rt, "name")
		stated := rapid.SampledFrom([]string{"", "higher", "lower", "neither"}).Draw(rt, "stated")
		n := rapid.IntRange(2, 6).Draw(rt, "tasks")
		values := rapid.SliceOfN(rapid.IntRange(0, 9), n, n)
		runs := map[string][]float64{}
		for _, run := range []string{"a", "b", "c"} {
			for _, v := range values.Draw(rt, run) {
				runs[run] = append(runs[run], float64(v)/8)
			}
		}
		plan := result.Plan{Resamples: 100}
		want := map[string]string{"accuracy": "higher", "error_rate": "lower", "foo": "unknown", "loss_precision": "unknown"}[name]
		if stated != "" {
			plan.Better, want = map[string]string{name: stated}, stated
		}
		res := evaluated(t, given(t, name, runs), plan)
		m := res.Metrics[0]
		if m.Better != want || stated != "" && m.BetterFrom != result.FromPlan {
			rt.Fatalf("%s is %s from %s, want %s", name, m.Better, m.BetterFrom, want)
		}
		told := false
		for _, w := range res.Warnings {
			if w.Code == "direction_unknown" {
				told = w.Decisive && strings.Contains(w.Message, "--lower "+name)
			}
		}
		if told != (want == "unknown") {
			rt.Errorf("%s, %s: warnings %+v", name, want, res.Warnings)
		}
		if want == "unknown" || want == "neither" {
			if len(res.Rankings)+len(res.Stability)+len(res.Curves)+len(res.Frontiers) > 0 {
				rt.Errorf("ranked by %s, which has no direction", name)
			}
			for _, c := range res.Comparisons {
				higher := 0
				for i := range runs[c.A] {
					if runs[c.A][i] > runs[c.B][i] {
						higher++
					}
				}
				if c.Wins != higher {
					rt.Errorf("%s is higher on %d tasks, wins are %d", c.A, higher, c.Wins)
				}
			}
			return
		}
		ranked := res.Rankings[0].Runs
		for i := 1; i < len(ranked); i++ {
			if d := *ranked[i-1].Mean - *ranked[i].Mean; want == "higher" && d < 0 || want == "lower" && d > 0 {
				rt.Errorf("%s, %s: %s (%v) stands before %s (%v)", name, want, ranked[i-1].Run, *ranked[i-1].Mean, ranked[i].Run, *ranked[i].Mean)
			}
		}
	})
}

// What is missing never counts as the best: 0 fills in for a failure where 1 is
// known to be the good verdict, and for nothing else.
func TestMissingVerdictsByDirection(t *testing.T) {
	runs := map[string][]float64{"a": {1, 1, 0, 1}, "b": {1, 1}}
	for name, want := range map[string]float64{"correct": 0.5, "invalid": 1, "foo": 1} {
		res := evaluated(t, given(t, name, runs), result.Plan{Tasks: "4"})
		if s := summary(t, res, "b", name); *s.Mean != want {
			t.Errorf("%s of the run that lacks two of four tasks is %v, want %v", name, *s.Mean, want)
		}
	}
}

// Without a metric for which higher is better, a given one is the headline; what
// an attempt costs is declared, and none.
func TestHeadlineWithoutHigher(t *testing.T) {
	for metric, want := range map[string]int{"error_rate": 0, "foo": 0, "latency_ms": -1} {
		table := given(t, metric, map[string][]float64{"a": {1.5, 2}, "b": {2, 3}})
		ms := table.Benchmarks[0].Measures(tabletest.Catalog, &result.Plan{})
		if got := study.ChooseHeadline(ms, &result.Plan{}, 2, func(int, int) bool { return true }).Metric; got != want {
			t.Errorf("%s: headline %d, want %d", metric, got, want)
		}
	}
}
