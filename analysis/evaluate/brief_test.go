package evaluate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// TestManyRunsInBrief holds the comparisons of very many runs to those that the same runs have
// where every pair is asked for in full: what a pair in brief says is the same, after correction
// too, and so are the ranks that follow from it. Of neighbours, which are found here from the
// logged means, nothing is missing, and strata have them alone.
func TestManyRunsInBrief(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var records []table.Record
	for run := range study.ManyRuns + 2 {
		for task := range 30 {
			r := tabletest.Attempted(fmt.Sprintf("run%02d", (run*7)%(study.ManyRuns+2)), fmt.Sprint("t", task), 0, float64(min(1, rng.IntN(2+run/6))))
			r.Attempt.Strata = map[string]string{"level": fmt.Sprint(task % 2)}
			r.Values = append(r.Values, table.Value{Metric: "plan_f1", Value: rng.Float64() / float64(1+run)})
			records = append(records, r)
		}
	}
	built := tabletest.Of(t, "error", records...)
	evaluated := func(p result.Plan) *result.Results {
		t.Helper()
		p.Resamples = 100
		res, err := evaluate.Evaluate(built, p, tabletest.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	brief, full := evaluated(result.Plan{}), evaluated(result.Plan{Pairs: result.AllPairs})

	type key struct{ metric, stratum, a, b string }
	keyOf := func(c *result.Comparison) key {
		k := key{metric: c.Metric, a: c.A, b: c.B}
		if c.Stratum != nil {
			k.stratum = c.Stratum.Value
		}
		return k
	}
	inFull := map[key]*result.Comparison{}
	for i := range full.Comparisons {
		c := &full.Comparisons[i]
		if c.Brief {
			t.Fatalf("%v is in brief though every pair was asked for", keyOf(c))
		}
		inFull[keyOf(c)] = c
	}
	mean := map[string]float64{}
	for _, s := range full.Summaries {
		if s.Metric == "success" && s.Stratum == nil {
			mean[s.Run] = *s.Mean
		}
	}
	// Neighbours have no run whose mean lies strictly between theirs.
	between := func(a, b string) bool {
		for _, m := range mean {
			if m > math.Min(mean[a], mean[b]) && m < math.Max(mean[a], mean[b]) {
				return true
			}
		}
		return false
	}
	runs := study.ManyRuns + 2
	counts := map[string]int{}
	for i := range brief.Comparisons {
		c := &brief.Comparisons[i]
		want := inFull[keyOf(c)]
		if want == nil {
			t.Fatalf("%v was compared by nobody else", keyOf(c))
		}
		switch {
		case c.Stratum != nil:
			counts["stratum"]++
		case c.Brief:
			counts["brief"]++
		default:
			counts["full"]++
		}
		if !c.Brief && between(c.A, c.B) {
			t.Errorf("%v are compared in full and no neighbours", keyOf(c))
		}
		if !c.Brief && (len(c.Tests) != len(want.Tests) || len(c.Effects) != len(want.Effects)) {
			t.Errorf("%v: %d tests and %d effect sizes, expected %d and %d", keyOf(c), len(c.Tests), len(c.Effects), len(want.Tests), len(want.Effects))
		}
		if c.Stratum != nil {
			continue // whose family is smaller
		}
		says := func(c *result.Comparison) []any {
			return []any{c.NTasks, c.MeanA, c.MeanB, c.Difference, c.Headline, c.P, c.PAdjusted, c.Significant, c.Family, c.Interval, c.Wins, c.Ties, c.Losses}
		}
		if d := cmp.Diff(says(want), says(c)); d != "" {
			t.Errorf("%v in brief (-full +brief):\n%s", keyOf(c), d)
		}
	}
	// 52 runs: 52*51/2 = 1,326 pairs by each of two metrics, 51 of them neighbours, in two strata.
	all := runs * (runs - 1) / 2
	if d := cmp.Diff(map[string]int{"brief": 2 * (all - (runs - 1)), "full": 2 * (runs - 1), "stratum": 4 * (runs - 1)}, counts); d != "" {
		t.Errorf("comparisons (-want +got):\n%s", d)
	}
	for i, r := range brief.Rankings {
		for k, run := range r.Runs {
			if d := cmp.Diff(full.Rankings[i].Runs[k].RankInterval, run.RankInterval); d != "" {
				t.Errorf("ranks of %s (-full +brief):\n%s", run.Run, d)
			}
			if run.TieGroup != "" {
				t.Errorf("%s has the letters %s: with so many runs there are too many", run.Run, run.TieGroup)
			}
		}
	}
	var said string
	for _, w := range brief.Warnings {
		if w.Code == "pairs_in_brief" {
			said = w.Message
		}
	}
	if want := "52 runs make 1326 pairs: the 51 of neighbours in the ranking are compared in full and by stratum, the others by the headline test and its interval alone."; said != want {
		t.Errorf("it says %q", said)
	}
}
