// Package sample holds results made by hand, for the tests of the packages that
// turn results into documents and documents into files. The numbers belong to no
// benchmark; those that a test reads are round, so that what they print as is
// plain from the code.
package sample

import (
	"fmt"

	"mcpstats/analysis/result"
)

// F points to a number.
func F(v float64) *float64 { return &v }

// Interval is a 95% interval.
func Interval(low, high float64, method string) *result.IntervalEstimate {
	return &result.IntervalEstimate{Low: result.Float(low), High: result.Float(high), Level: 0.95, Method: method}
}

// Empty is results without a benchmark: the default plan alone.
func Empty() *result.Results {
	plan := result.Plan{Alpha: 0.05, Level: 0.95, Correction: "holm", Resamples: 10000, Seed: result.DefaultSeed, Missing: "fail", Duplicates: "error", Zeros: "pratt"}
	return &result.Results{Version: result.Version, Provenance: result.Provenance{Tool: "mcpstats test", Seed: plan.Seed, Plan: plan}}
}

// Success is the metric of most samples.
func Success(benchmark string) result.MetricInfo {
	return result.MetricInfo{
		Benchmark: benchmark, Name: "success", Doc: "1 where the attempt succeeded.", Cite: "the harness", Unit: "share",
		Scale: "binary", Better: "higher", BetterFrom: "declaration", Missing: "counts as failure", Primary: true, Compared: true,
	}
}

// Run is one run of a sample: its mean, its 95% interval, its tie group.
type Run struct {
	Name           string
	Mean, Low, Hig float64
	Tie            string
}

// Add adds a benchmark of 100 tasks, one attempt each, whose runs are given best
// first, with the ledger, the summaries and the ranking, and no comparison.
func Add(res *result.Results, benchmark string, runs ...Run) {
	res.Metrics = append(res.Metrics, Success(benchmark))
	ranking := result.Ranking{Benchmark: benchmark, Metric: "success"}
	for i, r := range runs {
		res.Ledger = append(res.Ledger, result.LedgerRow{Benchmark: benchmark, Run: r.Name, Tasks: 100, Trials: 1, Promised: 100, PromisedBy: "habit", TrialsBy: "habit", Ranked: true, Expected: 100, Present: 100})
		res.Summaries = append(res.Summaries, result.Summary{
			Benchmark: benchmark, Run: r.Name, Metric: "success", NTasks: 100, NAttempts: 100,
			Mean: F(r.Mean), SD: F(0.5), SE: F(0.05), Median: F(1), Interval: Interval(r.Low, r.Hig, "wilson"),
		})
		ranking.Runs = append(ranking.Runs, result.RankedRun{
			Run: r.Name, Mean: F(r.Mean), Rank: float64(i + 1), RankUB: i + 1, TieGroup: r.Tie,
			RankInterval: Interval(float64(i+1), float64(i+1), result.RankSetMethod),
		})
	}
	res.Rankings = append(res.Rankings, ranking)
}

// Pair is a comparison on success over 100 tasks by the exact McNemar test.
func Pair(benchmark, a, b string, difference, low, high, p, adjusted float64) result.Comparison {
	c := result.Comparison{
		Benchmark: benchmark, Metric: "success", A: a, B: b, NTasks: 100,
		MeanA: F(0.5 + difference), MeanB: F(0.5), Difference: F(difference), Interval: Interval(low, high, "newcombe10"),
		Headline: "mcnemar_exact", P: F(p), PAdjusted: F(adjusted), Family: "success, all pairs", Significant: adjusted <= 0.05,
		Tests: []result.Test{{Method: "mcnemar_exact", P: F(p), NUsed: 20, Exact: true}},
		Wins:  15, Ties: 80, Losses: 5,
	}
	return c
}

// Two is two runs whose difference is shown where shown is set.
func Two(shown bool) *result.Results {
	res := Empty()
	Add(res, "bench", Run{"alpha", 0.60, 0.50, 0.69, "a"}, Run{"beta", 0.50, 0.40, 0.60, "b"})
	c := Pair("bench", "alpha", "beta", 0.10, 0.02, 0.18, 0.012, 0.012)
	if !shown {
		c = Pair("bench", "alpha", "beta", 0.10, -0.04, 0.23, 0.21, 0.21)
		res.Rankings[0].Runs[1].TieGroup = "a"
	}
	c.Flips = []string{"task-7", "task-9"}
	res.Comparisons = []result.Comparison{c}
	return res
}

// Many is n runs, each 3 points below the one before, all pairs compared; a pair
// is separated where the runs are at least gap places apart.
func Many(n, gap int) *result.Results {
	res := Empty()
	var runs []Run
	for i := range n {
		mean := 0.90 - 0.03*float64(i)
		runs = append(runs, Run{Name: fmt.Sprintf("run-%02d", i+1), Mean: mean, Low: mean - 0.08, Hig: mean + 0.05})
	}
	for i := range runs {
		for k := 0; k <= i; k++ {
			if k < n-gap+1 && i-k < gap {
				runs[i].Tie += string(rune('a' + k))
			}
		}
	}
	Add(res, "bench", runs...)
	for i := range n {
		for k := i + 1; k < n; k++ {
			d, p := 0.03*float64(k-i), 0.4
			if k-i >= gap {
				p = 0.0001
			}
			res.Comparisons = append(res.Comparisons, Pair("bench", runs[i].Name, runs[k].Name, d, d-0.05, d+0.05, p, p))
		}
	}
	return res
}
