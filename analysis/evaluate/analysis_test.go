package evaluate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

func evaluated(t *testing.T, table *table.Table, plan result.Plan) *result.Results {
	t.Helper()
	if plan.Resamples == 0 {
		plan.Resamples = 200
	}
	res, err := Evaluate(table, plan, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func summary(t *testing.T, res *result.Results, run, metric string) result.Summary {
	t.Helper()
	for _, s := range res.Summaries {
		if s.Run == run && s.Metric == metric && s.Stratum == nil {
			return s
		}
	}
	t.Fatalf("no summary of %s, %s", run, metric)
	return result.Summary{}
}

// Run a has 3 tasks x 2 attempts; run b lacks one attempt of t3 and has one
// attempt of t2 without an outcome.
//
//	a: t1 1,1  t2 1,0  t3 0,0   mean (1 + .5 + 0)/3 = .5 under every policy
//	b: t1 1,0  t2 1,?  t3 1     fail: (.5 + .5 + .5)/3 = .5, drop: (.5 + 1 + 1)/3 = .8333,
//	                            best: (.5 + 1 + 1)/3 = .8333
func twoRuns() []table.Record {
	return []table.Record{
		tabletest.Attempted("a", "t1", 0, 1), tabletest.Attempted("a", "t1", 1, 1), tabletest.Attempted("a", "t2", 0, 1), tabletest.Attempted("a", "t2", 1, 0),
		tabletest.Attempted("a", "t3", 0, 0), tabletest.Attempted("a", "t3", 1, 0),
		tabletest.Attempted("b", "t1", 0, 1), tabletest.Attempted("b", "t1", 1, 0), tabletest.Attempted("b", "t2", 0, 1), tabletest.Attempted("b", "t2", 1, -1),
		tabletest.Attempted("b", "t3", 0, 1),
	}
}

func TestLedgerAndPolicies(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", twoRuns()...), result.Plan{})
	under := func(policy string, n int, mean float64) result.PolicyScore {
		return result.PolicyScore{Metric: "success", Policy: policy, N: n, NTasks: 3, Mean: &mean}
	}
	want := []result.LedgerRow{
		{Benchmark: "bench", Run: "a", Tasks: 3, Trials: 2, Promised: 6, PromisedBy: "habit", TrialsBy: "habit", Ranked: true, Expected: 6, Present: 6, Policies: []result.PolicyScore{
			under("fail", 6, .5), under("drop", 6, .5), under("worst", 6, .5), under("best", 6, .5)}},
		{Benchmark: "bench", Run: "b", Tasks: 3, Trials: 2, Promised: 6, PromisedBy: "habit", TrialsBy: "habit", Ranked: true, Expected: 6, Present: 5, NullOutcome: 1, Missing: 1, Policies: []result.PolicyScore{
			under("fail", 6, .5), under("drop", 4, 2.5/3), under("worst", 6, .5), under("best", 6, 2.5/3)}},
	}
	if d := cmp.Diff(want, res.Ledger, cmp.Comparer(near), cmpopts.IgnoreFields(result.PolicyScore{}, "Interval", "Notes")); d != "" {
		t.Errorf("ledger (-want +got):\n%s", d)
	}
	if got := summary(t, res, "b", "success"); got.NAttempts != 6 || got.Imputed != 2 {
		t.Errorf("run b: %d attempts, %d of them imputed; want 6, 2", got.NAttempts, got.Imputed)
	}
}

func near(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) < 1e-14
}

// pass@2 and pass^2 of the same attempts, by hand from the counts c of n = 2:
// pass@2 = 1 where c > 0, pass^2 = 1 where c = 2.
func TestPassMetrics(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", twoRuns()...), result.Plan{})
	for _, c := range []struct {
		run, metric string
		want        float64
	}{
		{"a", "pass_at_1", .5}, {"a", "pass_at_2", 2. / 3}, {"a", "pass_hat_2", 1. / 3},
		{"b", "pass_at_1", .5}, {"b", "pass_at_2", 1}, {"b", "pass_hat_2", 0},
	} {
		if s := summary(t, res, c.run, c.metric); s.Mean == nil || math.Abs(*s.Mean-c.want) > 1e-15 {
			t.Errorf("%s %s = %v, want %v", c.run, c.metric, s.Mean, c.want)
		}
	}
}

// A policy that changes the order or the leader must be said: under "fail" the
// two runs above tie, under "drop" b leads.
func TestPolicyDecides(t *testing.T) {
	records := append(twoRuns(), tabletest.Attempted("a", "t4", 0, 1), tabletest.Attempted("a", "t4", 1, 1), tabletest.Attempted("b", "t4", 0, 1), tabletest.Attempted("b", "t4", 1, -1))
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	found := false
	for _, w := range res.Warnings {
		found = found || w.Code == "policy_decides_order" && w.Decisive
	}
	if !found {
		t.Errorf("no warning that the policy decides the order: %+v", res.Warnings)
	}
}

func TestDuplicates(t *testing.T) {
	repeat := []table.Record{tabletest.Attempted("a", "t1", 0, 1), tabletest.Attempted("a", "t1", 0, 0), tabletest.Attempted("a", "t2", 0, 1), tabletest.Attempted("a", "t1", 1, 1)}
	for _, c := range []struct {
		rule       string
		mean       float64 // of run a over two tasks, under "drop"
		duplicates int
	}{
		{"first", 1, 1},       // t1: 1, 1; t2: 1
		{"last", .75, 1},      // t1: 0, 1; t2: 1
		{"trials", 5. / 6, 0}, // t1: 1, 0, 1; t2: 1
	} {
		res := evaluated(t, tabletest.Of(t, c.rule, repeat...), result.Plan{Missing: "drop"})
		if s := summary(t, res, "a", "success"); math.Abs(*s.Mean-c.mean) > 1e-15 {
			t.Errorf("%s: mean %v, want %v", c.rule, *s.Mean, c.mean)
		}
		if d := res.Ledger[0].Duplicates; d != c.duplicates {
			t.Errorf("%s: %d duplicates, want %d", c.rule, d, c.duplicates)
		}
	}
	b := table.NewBuilder()
	for i, r := range repeat {
		b.Add(table.Origin{Record: i}, r)
	}
	_, err := b.Build(result.DuplicatesAuto)
	want := `benchmark "bench", run "a": 1 record repeats an attempt that is already there: t1 (attempt 0); say with --duplicates which counts: first, last, or trials (each is an attempt of its own)`
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

// One attempt told by two logs of different formats is no retry: the benchmark's
// own log counts, whatever the rule.
func TestOneAttemptInTwoLogs(t *testing.T) {
	b := table.NewBuilder()
	parquet := tabletest.Attempted("a", "t1", 0, 0)
	parquet.Values = append(parquet.Values, table.Value{Metric: "latency_ms", Value: 3}, table.Value{Metric: "plan_f1", Value: 1}, table.Value{Metric: "mrr", Value: 1}, table.Value{Metric: "hits", Value: 2}, table.Value{Metric: table.ReportedPrefix + "evaluator_f1", Value: 1}, table.Value{Metric: "recall", Value: 1})
	b.Add(table.Origin{Input: 0, Format: "parquet"}, parquet)
	own := tabletest.Attempted("a", "t1", 0, 1)
	own.Values = append(own.Values, table.Value{Metric: "latency_ms", Value: 4})
	b.Add(table.Origin{Input: 1, Format: "etom", Own: true}, own)
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res := evaluated(t, table, result.Plan{})
	if s := summary(t, res, "a", "success"); *s.Mean != 1 || res.Ledger[0].Duplicates != 1 {
		t.Errorf("mean %v, duplicates %d; want 1, 1", *s.Mean, res.Ledger[0].Duplicates)
	}
	want := "bench: a: 1 record repeats an attempt that is already there; they are in logs of two formats; the benchmark's own log counts, else the first; only the others hold hits, mrr, plan_f1 and 1 more metric. (false)"
	if got := warningsOf(res, "duplicates"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// By hand: 10 tasks, both solve 3, only a solves 5, only b solves 1, neither 1.
// McNemar exact: 2*P(X <= 1), X ~ Bin(6, .5) = 2*(1+6)/64 = .21875.
func TestBinaryComparison(t *testing.T) {
	var records []table.Record
	a := []float64{1, 1, 1, 1, 1, 1, 1, 1, 0, 0}
	b := []float64{1, 1, 1, 0, 0, 0, 0, 0, 1, 0}
	for i := range a {
		records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, a[i]), tabletest.Attempted("b", fmt.Sprint("t", i), 0, b[i]))
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if len(res.Comparisons) != 1 {
		t.Fatalf("%d comparisons, want 1", len(res.Comparisons))
	}
	c := res.Comparisons[0]
	if c.Headline != "mcnemar_exact" || *c.P != .21875 || *c.PAdjusted != .21875 || c.Significant {
		t.Errorf("headline %s, p %v, adjusted %v; want mcnemar_exact .21875", c.Headline, *c.P, *c.PAdjusted)
	}
	if c.Wins != 5 || c.Ties != 4 || c.Losses != 1 || math.Abs(*c.Difference-.4) > 1e-15 {
		t.Errorf("wins %d ties %d losses %d difference %v; want 5 4 1 .4", c.Wins, c.Ties, c.Losses, *c.Difference)
	}
	if s := summary(t, res, "a", "success"); s.Interval.Method != "wilson" {
		t.Errorf("interval of a binary summary is %s, want wilson", s.Interval.Method)
	}
}

// Three pairs with raw p 2/2^6, 2*7/2^6... are adjusted by hand: Holm multiplies
// the smallest by 3, the next by 2, the last by 1, keeping the order.
func TestHolmFamily(t *testing.T) {
	var records []table.Record
	// a solves all 6, b the first one, c none: a-c 6:0, a-b 5:0, b-c 1:0.
	for i := range 6 {
		b := 0.0
		if i == 0 {
			b = 1
		}
		task := fmt.Sprint("t", i)
		records = append(records, tabletest.Attempted("a", task, 0, 1), tabletest.Attempted("b", task, 0, b), tabletest.Attempted("c", task, 0, 0))
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	want := map[string]float64{"a-c": 3 * 2. / 64, "a-b": 2 * 2. / 32, "b-c": 1}
	for _, c := range res.Comparisons {
		if c.Metric != "success" {
			continue
		}
		if w := want[c.A+"-"+c.B]; math.Abs(*c.PAdjusted-w) > 1e-15 {
			t.Errorf("%s-%s: adjusted p %v, want %v", c.A, c.B, *c.PAdjusted, w)
		}
	}
}

// A judge's verdicts against the reference, counted by hand; its own text takes
// back the first of them.
func TestAgreement(t *testing.T) {
	var records []table.Record
	human := []float64{1, 1, 1, 0, 0, 0, 1, 0}
	stored := []float64{1, 1, 0, 1, 0, 0, 1, 1}
	reread := []float64{1, 1, 0, 0, 0, 0, 1, 0}
	for i := range human {
		r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, -1)
		r.Values = []table.Value{{Metric: "human_success", Value: human[i]}, {Metric: "judge_success[j]", Value: stored[i]}, {Metric: "judge_success_reread[j]", Value: reread[i]}}
		records = append(records, r)
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if len(res.Agreement) != 2 {
		t.Fatalf("%d rows of agreement, want 2", len(res.Agreement))
	}
	s, p := res.Agreement[0], res.Agreement[1]
	if s.Reading != judges.ReadingStored || s.Confusion != (result.Confusion{TP: 3, FP: 2, FN: 1, TN: 2}) || *s.Agreement != 5./8 {
		t.Errorf("stored: %+v agreement %v", s.Confusion, *s.Agreement)
	}
	// kappa by hand: po = .625, pe = (5/8)(4/8) + (3/8)(4/8) = .5, kappa = .25.
	if math.Abs(*s.Kappa-.25) > 1e-15 {
		t.Errorf("kappa %v, want .25", *s.Kappa)
	}
	if p.Reading != judges.ReadingReparsed || p.Confusion != (result.Confusion{TP: 3, FP: 0, FN: 1, TN: 4}) {
		t.Errorf("reparsed: %+v", p.Confusion)
	}
	want := []result.Flip{{Task: "t3", Stored: 1}, {Task: "t7", Stored: 1}}
	if d := cmp.Diff(want, s.Flips); d != "" {
		t.Errorf("flips (-want +got):\n%s", d)
	}
}

// The resampled difference of two runs must be the difference of their resampled
// means, and the same numbers must come out whatever the processors and the
// order of arrival.
func TestDeterminism(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var records []table.Record
	for _, run := range []string{"a", "b", "c", "d"} {
		for i := range 60 {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64(rng.IntN(2)))
			r.Attempt.Strata = map[string]string{"level": fmt.Sprint(i % 3)}
			r.Values = append(r.Values, table.Value{Metric: "plan_f1", Value: rng.Float64()}, table.Value{Metric: "latency_ms", Value: rng.ExpFloat64()})
			records = append(records, r)
		}
	}
	var want []byte
	for i, procs := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(procs)
		b := table.NewBuilder()
		for _, j := range rand.New(rand.NewPCG(uint64(i), 0)).Perm(len(records)) {
			b.Add(table.Origin{Record: j}, records[j])
		}
		table, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(evaluated(t, table, result.Plan{Resamples: 500}))
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Fatalf("%d processors, other order:\n%s", procs, d)
		}
	}
}

// Figures of agreement by hand, for TP 3, FP 2, FN 1, TN 2 of 8: MCC = (3*2 -
// 2*1)/sqrt(5*4*4*3) = 4/sqrt(240); AC1: p(success) = (5+4)/16, chance = 2 p(1-p)
// = 63/128, (5/8 - 63/128)/(1 - 63/128) = 17/65; a constant judge agrees with 4/8.
// Corrected, with sensitivity 3/4 and specificity 1/2: (5/8 + 1/2 - 1)/(1/4) = 1/2.
func TestAgreementBeyondKappa(t *testing.T) {
	human := []float64{1, 1, 1, 0, 0, 0, 1, 0}
	judge := []float64{1, 1, 0, 1, 0, 0, 1, 1}
	var records []table.Record
	for i := range human {
		r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, -1)
		r.Values = []table.Value{{Metric: "human_success", Value: human[i]}, {Metric: "judge_success[j]", Value: judge[i]}, {Metric: "judge_success[k]", Value: human[i]}}
		records = append(records, r)
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	a := res.Agreement[0]
	for _, c := range []struct {
		name string
		got  *float64
		want float64
	}{
		{"MCC", a.MCC, 4 / math.Sqrt(240)}, {"AC1", a.AC1, 17. / 65}, {"constant", a.Constant, .5}, {"corrected", &a.Corrected.Value, .5},
	} {
		if c.got == nil || math.Abs(*c.got-c.want) > 1e-14 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	// Two judges, agreeing on 5 of 8; success shares 5/8 and 4/8. Fleiss: chance =
	// (9/16)^2 + (7/16)^2 = 130/256, kappa = (5/8 - 65/128)/(1 - 65/128) = 15/63.
	if p := res.Panels[0]; p.N != 8 || math.Abs(*p.Fleiss-15./63) > 1e-14 {
		t.Errorf("panel of %d attempts, Fleiss' kappa %v, want 8, %v", p.N, *p.Fleiss, 15./63)
	}
}
