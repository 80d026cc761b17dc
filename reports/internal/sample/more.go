package sample

import (
	"strings"

	"mcpstats/analysis/result"
)

// Judged is one run with a reference and two judges, one of which has a stored
// verdict that contradicts its text.
func Judged() *result.Results {
	res := Empty()
	Add(res, "judged", Run{"solo", 0.70, 0.60, 0.78, ""})
	res.Rankings = nil
	row := func(judge, reading string, agreement float64) result.Agreement {
		return result.Agreement{
			Benchmark: "judged", Run: "solo", Judge: judge, Reference: "human", Reading: reading, N: 100, NTasks: 100, NUnits: 100,
			SuccessRate: F(0.75), ReferenceRate: F(0.70), Agreement: F(agreement), AgreementCI: Interval(agreement-0.1, agreement+0.05, "wilson"),
			Kappa: F(0.5), KappaInterval: Interval(0.3, 0.7, "fleiss_cohen_everitt"), Confusion: result.Confusion{TP: 65, FP: 10, FN: 5, TN: 20},
			Precision: F(0.8667), Recall: F(0.9286), F1: F(0.8966), Bias: &result.Test{Method: "mcnemar_exact", P: F(0.30176), Exact: true},
		}
	}
	a, again := row("judge-one", "stored", 0.80), row("judge-one", "reparsed", 0.85)
	a.Flips = []result.Flip{{Task: "task-3", Stored: 1, Reparsed: 0}}
	again.Flips = a.Flips
	res.Agreement = []result.Agreement{a, again, row("judge-two", "stored", 0.85), row("vote>=half", "stored", 0.82)}
	for i := range res.Agreement {
		a := &res.Agreement[i]
		a.MCC, a.AC1, a.AC1Interval = F(0.49), F(0.62), Interval(0.5, 0.74, "gwet_linearized")
		a.Notes = []string{"ten attempts have no reference"}
		// (0.75 + specificity - 1) / (sensitivity + specificity - 1), of 65, 10, 5 and 20:
		// (0.75 + 2/3 - 1) / (65/70 + 2/3 - 1) = 0.7.
		a.Corrected = &result.Corrected{Judged: 110, JudgedTasks: 110, Apparent: 0.75, Sensitivity: 65.0 / 70, Specificity: 2.0 / 3, Value: 0.7, Interval: Interval(0.6, 0.82, "lang_reiczigel")}
	}
	res.Panels = []result.JudgePanel{{Benchmark: "judged", Run: "solo", Reading: "stored", Judges: []string{"judge-one", "judge-two"}, N: 100, NTasks: 100,
		Fleiss: F(0.44), FleissCI: Interval(0.3, 0.57, "bca"), Alpha: F(0.445), AC1: F(0.6), AC1Interval: Interval(0.5, 0.7, "gwet_linearized")}}
	res.Warnings = []result.Warning{{Code: "judge_contradiction", Message: "1 stored verdict contradicts the judge's text.", Where: "judged: solo", Decisive: true}}
	return res
}

// Full is Many with everything else that results can hold: strata, metrics of
// several units, missing numbers, failures, reported numbers, claims, warnings.
func Full() *result.Results {
	res := Many(6, 3)
	res.Provenance.Plan.Margin = 0.1
	res.Provenance.Inputs = []result.Input{{Path: "logs/run.parquet", SHA256: strings.Repeat("ab", 32), Format: "parquet", Trajectories: 600, RecordErrors: 1, Errors: []string{"row 7, column success: maybe"}}}
	cost := result.MetricInfo{Benchmark: "bench", Name: "cost_usd", Doc: "What the attempt cost.", Cite: "the log", Unit: "USD", Scale: "interval", Better: "lower", BetterFrom: "declaration", Missing: "left out"}
	steps := result.MetricInfo{Benchmark: "bench", Name: "steps", Doc: "Messages of the attempt.", Cite: "the log", Unit: "messages", Scale: "interval", Better: "neither", BetterFrom: "declaration", Missing: "left out"}
	res.Metrics = append(res.Metrics, cost, steps)
	for _, r := range res.Rankings[0].Runs {
		for _, value := range []string{"easy", "hard"} {
			res.Summaries = append(res.Summaries, result.Summary{Benchmark: "bench", Run: r.Run, Metric: "success", Stratum: &result.Stratum{Name: "level", Value: value},
				NTasks: 50, NAttempts: 50, Mean: r.Mean, Interval: Interval(*r.Mean-0.1, *r.Mean+0.08, "wilson")})
		}
		res.Summaries = append(res.Summaries,
			result.Summary{Benchmark: "bench", Run: r.Run, Metric: "cost_usd", NTasks: 100, NAttempts: 100, Mean: F(0.1234), SD: F(0.05), Median: F(0.1), Interval: Interval(0.1134, 0.1334, "bca")},
			result.Summary{Benchmark: "bench", Run: r.Run, Metric: "steps", NTasks: 0, Notes: []string{"no attempt has steps"}})
		res.Failures = append(res.Failures,
			result.Failure{Benchmark: "bench", Run: r.Run, Category: "harness", Mode: "timeout", Source: "recorded", Count: 4, Of: 40, Share: F(0.1), Interval: Interval(0.04, 0.23, "wilson"), Successes: 1,
				SuccessesOf: 60, Lift: F(6), LiftInterval: Interval(1.02, 35.1, "koopman"), Primary: primary(4, 40),
				Examples: []result.Example{{Task: "task-1"}, {Task: "task-2"}, {Task: "task-3"}, {Task: "task-4"}}},
			result.Failure{Benchmark: "bench", Run: r.Run, Category: "harness", Mode: "max_turns", Source: "recorded", Count: 2, Of: 40, Share: F(0.05), Interval: Interval(0.01, 0.17, "wilson"), Primary: primary(2, 40)},
			result.Failure{Benchmark: "bench", Run: r.Run, Category: "none", Mode: "none", Source: "recorded", Count: 34, Of: 40, Share: F(0.85), Interval: Interval(0.71, 0.93, "wilson"), Primary: primary(34, 40)},
			result.Failure{Benchmark: "bench", Run: r.Run, Category: "tool use", Mode: "wrong_tool", Source: "detected", Count: 8, Of: 40, Share: F(0.2), SuccessesOf: 60, Successes: 6, Lift: F(2),
				LiftInterval: Interval(0.75, 5.3, "koopman"), Primary: primary(8, 40), Position: &result.Position{N: 8, Median: 0.5, Q1: 0.25, Q3: 1, Thirds: [3]int{2, 3, 3}},
				Examples: []result.Example{{Task: "task-9", Step: new(int), Tool: "server::tool", Excerpt: "not a tool of the plan"}}})
	}
	res.Breakdowns = []result.FailureBreakdown{{
		Benchmark:     "bench",
		Scopes:        []result.FailureScope{{Run: "run-01", Source: "detected", Failed: 40, Succeeded: 60, Explained: 8, Causes: &result.Causes{Agent: 5, Environment: 3, Unknown: 32}, Absent: []string{"improper_order"}, NotApplicable: []string{"side_effects", "query_mismatch"}}},
		CoOccurrences: []result.CoOccurrence{{Run: "run-01", Source: "detected", A: "wrong_tool", B: "extra_calls", Both: 3, OnlyA: 5, OnlyB: 1, Neither: 31, Expected: 0.8}},
		Transitions: []result.Transition{{A: "run-01", B: "run-02", Source: "detected", NTasks: 100, States: []string{"wrong_tool", "none", "success"},
			Matrix:  [][]float64{{4, 1, 3}, {2, 20, 10}, {5, 5.5, 49.5}},
			Changes: []result.ModeChange{{Mode: "wrong_tool", A: 8, B: 11, OnlyA: 4, OnlyB: 7, Test: result.Test{Method: "mcnemar_exact", P: F(0.5488), NUsed: 11, Exact: true}, PAdjusted: F(0.5488)}},
			Family:  "detected modes, run-01 against run-02: 1 tests, holm"}},
		Trends: []result.RetrievalTrend{{Run: "run-01", NTasks: 90, Smallest: 50, Largest: 400, Test: result.Test{Method: "kendall_tau_b", Statistic: new(result.Float), P: F(0.8)}}},
	}}
	res.Calls = []result.CallProfile{calls("bench", res.Rankings[0].Runs[0].Run, res.Rankings[0].Runs[1].Run)}
	hard := Pair("bench", "run-01", "run-06", 0.2, 0.05, 0.35, 0.01, 0.02)
	hard.Stratum = &result.Stratum{Name: "level", Value: "hard"}
	undefined := result.Comparison{Benchmark: "bench", Metric: "cost_usd", A: "run-01", B: "run-02", NTasks: 100, Headline: "paired_t", Notes: []string{"all differences are zero"}}
	res.Comparisons = append(res.Comparisons, hard, undefined)
	res.Comparisons[0].Others = []result.IntervalEstimate{*Interval(-0.025, 0.085, "tango")}
	res.Comparisons[0].Equivalence = &result.Equivalence{Margin: 0.1, P: F(0.003), Interval: Interval(-0.01, 0.07, "t"), Equivalent: true}
	res.Summaries[0].Others = []result.IntervalEstimate{*Interval(0.81, 0.96, "bca")}
	for i := range res.Ledger {
		dropped := 0.51 + 0.01*float64(i)
		res.Ledger[i].Policies = []result.PolicyScore{
			{Metric: "success", Policy: "fail", N: 100, NTasks: 100, Mean: F(0.5), Interval: Interval(0.40, 0.60, "wilson")},
			{Metric: "success", Policy: "drop", N: 98, NTasks: 98, Mean: &dropped, Interval: Interval(dropped-0.1, dropped+0.1, "wilson")},
			{Metric: "success", Policy: "worst", N: 100, NTasks: 100, Mean: F(0.5), Interval: Interval(0.40, 0.60, "wilson")},
		}
	}
	Ranks(res, 1.45)
	res.Curves = []result.SpecificationCurve{Curve("bench", "run-01", "run-02"), Curve("bench", "run-01", "run-06")}
	for i := range res.Curves[1].Choices { // every choice says the same
		k := &res.Curves[1].Choices[i]
		k.Difference, k.P, k.Significant = F(0.15), F(0.001), true
	}
	res.Curves[1].Holds, res.Curves[1].Significant, res.Curves[1].Against = 6, 6, 0
	res.Stability = []result.Stability{
		{Benchmark: "bench", Metric: "success", Varied: "missing", Setting: "drop", Order: []string{"run-01", "run-02", "run-03", "run-04", "run-05", "run-06"}, Leader: true, Tau: F(1), P: F(0.0028)},
		{Benchmark: "bench", Metric: "success", Varied: "metric", Setting: "reward", Order: []string{"run-02", "run-01", "run-03", "run-04", "run-05", "run-06"}, Tau: F(0.8667), P: F(0.017)},
	}
	res.Reported = []result.Reported{{Benchmark: "bench", Run: "run-01", Metric: "success", Column: "resolved", N: 100, MeanOurs: F(0.9), MeanReported: F(0.91), Differ: 1, Examples: []string{"task-5"}}}
	res.Claims = []result.Claim{{ID: "table-2", Printed: "91.0", Verdict: "refuted", Computed: "90.0", Arithmetic: "90/100"}}
	for _, code := range []string{"one", "two", "three", "four", "five"} {
		res.Warnings = append(res.Warnings, result.Warning{Code: code, Message: "Warning " + code + ".", Where: "bench", Decisive: code != "five"})
	}
	return res
}

// Ranks adds average ranks, a rank apart each, and Nemenyi's groups of two
// neighbours to the first ranking; the runs tie on a quarter of the tasks.
func Ranks(res *result.Results, cd float64) {
	r := &res.Rankings[0]
	r.Omnibus = &result.Test{Method: "cochran_q", Statistic: Statistic(42.5), DF: []float64{float64(len(r.Runs) - 1)}, P: F(0.0001), NUsed: 75}
	r.Nemenyi = &result.Nemenyi{NTasks: 100, CD: cd, TiedRows: 0.25}
	for i := range r.Runs {
		r.Runs[i].AverageRank = F(float64(i) + 1)
		if i > 0 {
			r.Nemenyi.Groups = append(r.Nemenyi.Groups, []string{r.Runs[i-1].Run, r.Runs[i].Run})
		}
	}
}

// Statistic points to a test statistic.
func Statistic(v float64) *result.Float {
	f := result.Float(v)
	return &f
}

// Curve is a pair under six choices: two policies and three corrections. A is
// better in four, significantly in two; equal in one; B is better in one,
// significantly.
func Curve(benchmark, a, b string) result.SpecificationCurve {
	c := result.SpecificationCurve{Benchmark: benchmark, A: a, B: b, Holds: 4, Significant: 2, Against: 1}
	for i, d := range []float64{-0.02, 0, 0.03, 0.03, 0.04, 0.04} {
		c.Choices = append(c.Choices, result.Specification{
			Missing: []string{"fail", "drop"}[i%2], Metric: "success", Test: "mcnemar_exact", Correction: []string{"holm", "BH", "none"}[i%3],
			Difference: F(d), P: F([]float64{0.01, 1, 0.4, 0.4, 0.03, 0.02}[i]), Significant: i == 0 || i > 3, Stated: i == 3,
		})
	}
	return c
}

func primary(count, of int) *result.PrimaryShare {
	share := float64(count) / float64(of)
	return &result.PrimaryShare{Count: count, Of: of, Share: &share, Interval: Interval(share/2, min(1, 2*share), "wilson_bonferroni")}
}

// HostileNames are names that try to break every format.
func HostileNames() []string {
	return []string{
		"a|b|c", "line\nbreak\r\n\ttab", "<script>alert(1)</script>", "`code` **bold** _it_ ~~no~~", "[link](javascript:alert(1))",
		"=HYPERLINK(\"http://evil\")", "+1", "-2", "@SUM(A1)", "\u202eright-to-left", "NaN", "007", "", "www.example.com http://example.com a@b.c",
		"&amp; <b>", strings.Repeat("long ", 2000), strings.Repeat("long ", 2000) + "!", "# heading", "1. list", "- item", "日本語 🚀", "\x00\x1b[31m", "$x^2$ \\frac{1}{2}", "```", "![img](x)", "<!-- -->",
	}
}

// Hostile is a benchmark whose every name is one of HostileNames.
func Hostile() *result.Results {
	res := Empty()
	names := HostileNames()
	for _, benchmark := range []string{"a|b \u202ebench <i>", ""} {
		var runs []Run
		for i, n := range names {
			mean := 0.9 - 0.02*float64(i)
			runs = append(runs, Run{n, mean, mean - 0.05, mean + 0.05, "a"})
		}
		Add(res, benchmark, runs...)
		for i, n := range names {
			c := Pair(benchmark, names[0], n, 0.02*float64(i), -0.1, 0.1, 0.5, 1)
			c.Notes, c.Flips, c.Family = []string{n}, []string{n}, n
			res.Comparisons = append(res.Comparisons, c)
			res.Failures = append(res.Failures, result.Failure{Benchmark: benchmark, Run: n, Category: n, Mode: n, Source: "recorded", Count: 1, Of: 10, Share: F(0.1), Primary: primary(1, 10), Examples: []result.Example{{Task: n, Tool: n, Excerpt: n}}})
			res.Summaries = append(res.Summaries, result.Summary{Benchmark: benchmark, Run: names[0], Metric: "success", Stratum: &result.Stratum{Name: n, Value: n}, NTasks: 1, NAttempts: 1, Mean: F(1), Notes: []string{n}})
			res.Warnings = append(res.Warnings, result.Warning{Code: n, Message: n, Where: n, Decisive: true})
			if i > 0 {
				curve := Curve(benchmark, names[0], n)
				for k := range curve.Choices {
					curve.Choices[k].Metric, curve.Choices[k].Missing, curve.Choices[k].Test = n, n, n
				}
				res.Curves = append(res.Curves, curve)
				res.Stability = append(res.Stability, result.Stability{Benchmark: benchmark, Metric: "success", Varied: n, Setting: n, Order: names, Notes: []string{n}})
			}
			res.Reported = append(res.Reported, result.Reported{Benchmark: benchmark, Run: n, Metric: "success", Column: n, N: 1, Differ: 1, Examples: []string{n}})
		}
		res.Calls = append(res.Calls, hostileCalls(benchmark, names))
		res.Breakdowns = append(res.Breakdowns, result.FailureBreakdown{
			Benchmark:     benchmark,
			Scopes:        []result.FailureScope{{Run: names[0], Source: "detected", Failed: 1, Absent: names, NotApplicable: names}},
			CoOccurrences: []result.CoOccurrence{{Run: names[0], Source: "recorded", A: names[0], B: names[1], Both: 1, Expected: 1}},
			Transitions: []result.Transition{{A: names[0], B: names[1], Source: "recorded", NTasks: 1, States: names[:2], Matrix: [][]float64{{1, 0}, {0, 0}},
				Changes: []result.ModeChange{{Mode: names[2], Test: result.Test{Method: names[3]}}}, Family: names[4]}},
		})
	}
	return res
}
