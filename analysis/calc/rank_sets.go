package calc

import (
	"errors"
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var rankSetsHandlers = []handler{
	define(Statistic{
		Name: "rank_sets", What: "ranks and simultaneous comparisons",
		Takes: `options test: "ranks" (inputs scores, runs by tasks; options pairwise "paired_t" or "mcnemar_exact", correction, alpha, better), ` +
			`"max_t" (inputs differences, comparisons by tasks; options statistic "t" or "mean", enumeration "auto", "exact" or "monte_carlo", replicates, seed), ` +
			`"max_t_intervals" (inputs differences and resamples, lists of task indices; options conf_level, studentize "replicate" or "fixed", replicates and seed without resamples)`,
		Methods: slices.Concat(of(result.PairedTest, "paired_t", "sign", "mcnemar_exact"), of(result.OtherTest, "max_t_sign_flips"), of(result.IntervalMethod, result.RankSetMethod, result.RankRangeMethod, "max_t"),
			of(result.CorrectionMethod, result.Corrections...)),
	}, rankSets),
}

type rankSetsInputs struct {
	Scores      []numbers `json:"scores"`
	Differences []numbers `json:"differences"`
	Resamples   [][]int   `json:"resamples"`
}

type rankSetsOptions struct {
	Test        string  `json:"test"`
	Pairwise    string  `json:"pairwise"`
	Correction  string  `json:"correction"`
	Alpha       float64 `json:"alpha" within:"(0, 1)"`
	Better      string  `json:"better"`
	Statistic   string  `json:"statistic"`
	Enumeration string  `json:"enumeration"`
	ConfLevel   float64 `json:"conf_level" within:"(0, 1)"`
	Studentize  string  `json:"studentize"`
	Replicates  int     `json:"replicates" within:"the whole numbers from 1"`
	Seed        uint64  `json:"seed"`
}

func rankSets(in rankSetsInputs, opt rankSetsOptions) (any, error) {
	switch opt.Test {
	case "ranks":
		return ranks(in.Scores, opt)
	case "max_t":
		return maxT(rowsOf(in.Differences), opt)
	case "max_t_intervals":
		return maxTIntervals(in, opt)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "ranks", "max_t", "max_t_intervals"`, opt.Test)
}

func rowsOf(rows []numbers) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		out[i] = row
	}
	return out
}

type ranksResult struct {
	Means     numbers `json:"means"`
	P         numbers `json:"p"` // of the pairs (0,1), (0,2), ..., (R-2,R-1)
	PAdjusted numbers `json:"p_adjusted"`
	RankLow   []int   `json:"rank_low"`
	RankHigh  []int   `json:"rank_high"`
	TieGroups [][]int `json:"tie_groups"`
}

// ranks compares all pairs of runs and takes from the significant ones which ranks each run
// may have. A pair whose means are equal is never separated, whatever its p-value.
func ranks(scores []numbers, opt rankSetsOptions) (any, error) {
	if len(scores) < 2 {
		return nil, errors.New("inputs.scores: give at least two runs, one list of task scores each")
	}
	if opt.Better != "" && opt.Better != "higher" && opt.Better != "lower" {
		return nil, fmt.Errorf(`options.better: %q is not one of "higher", "lower"`, opt.Better)
	}
	if opt.Alpha == 0 {
		opt.Alpha = 0.05
	}
	var r ranksResult
	for _, s := range scores {
		m, err := stats.Mean(s)
		if err != nil {
			return nil, err
		}
		r.Means = append(r.Means, m)
	}
	for i, a := range scores {
		for _, b := range scores[i+1:] {
			p, err := pairwiseP(a, b, opt.Pairwise)
			if err != nil {
				return nil, err
			}
			r.P = append(r.P, p)
		}
	}
	r.PAdjusted = r.P
	if opt.Correction != "none" {
		correction := stats.Holm
		if opt.Correction != "" {
			correction = stats.Adjustment(opt.Correction)
		}
		adjusted, err := stats.Adjust(correction, r.P)
		if err != nil {
			return nil, err
		}
		r.PAdjusted = adjusted
	}
	better, separated := make([][]bool, len(scores)), make([][]bool, len(scores))
	for i := range scores {
		better[i], separated[i] = make([]bool, len(scores)), make([]bool, len(scores))
	}
	k := 0
	for i := range scores {
		for j := i + 1; j < len(scores); j++ {
			if r.PAdjusted[k] <= opt.Alpha && r.Means[i] != r.Means[j] {
				first := (r.Means[i] > r.Means[j]) == (opt.Better != "lower")
				better[i][j], better[j][i] = first, !first
				separated[i][j], separated[j][i] = true, true
			}
			k++
		}
	}
	sets, err := stats.RankSets(better)
	if err != nil {
		return nil, err
	}
	for _, s := range sets {
		r.RankLow, r.RankHigh = append(r.RankLow, s.Low), append(r.RankHigh, s.High)
	}
	if r.TieGroups, err = stats.TieGroups(separated); err != nil {
		return nil, err
	}
	return r, nil
}

// pairwiseP is the two-sided p-value of one pair. Differences that are all equal have
// no t; the sign test answers for them.
func pairwiseP(a, b []float64, test string) (float64, error) {
	diff, err := stats.Subtract(a, b)
	if err != nil {
		return 0, err
	}
	switch test {
	case "", "paired_t":
		r, err := stats.PairedT(diff, stats.PairedTOptions{})
		var undefined *stats.UndefinedError
		if errors.As(err, &undefined) {
			sign, err := stats.SignTest(diff, stats.TwoSided)
			return sign.P, err
		}
		return r.P, err
	case "mcnemar_exact":
		plus, minus, _ := diff.Signs()
		r, err := stats.McNemarExact(plus, minus)
		return r.P, err
	}
	return 0, fmt.Errorf(`options.pairwise: %q is not one of "paired_t", "mcnemar_exact"`, test)
}

type maxTResult struct {
	Statistic  numbers  `json:"statistic"`
	SingleStep numbers  `json:"p_single_step"`
	StepDown   numbers  `json:"p_step_down"`
	Vectors    number   `json:"n_vectors"`
	Exact      bool     `json:"exact"`
	Notes      []string `json:"notes,omitempty"`
}

// maxT adjusts the comparisons for each other by flipping the signs of whole tasks, so that
// their correlation counts.
func maxT(differences [][]float64, o rankSetsOptions) (any, error) {
	opt := stats.MaxTOptions{Resamples: o.Replicates, Seed: o.Seed}
	switch o.Statistic {
	case "", "t":
	case "mean":
		opt.Statistic = stats.PlainMean
	default:
		return nil, fmt.Errorf(`options.statistic: %q is not one of "t", "mean"`, o.Statistic)
	}
	var err error
	if opt.Null, err = nullDistribution("enumeration", o.Enumeration, "monte_carlo"); err != nil {
		return nil, err
	}
	r, err := stats.MaxT(differences, opt)
	if err != nil {
		return nil, err
	}
	return maxTResult{Statistic: r.Statistic, SingleStep: r.SingleStep, StepDown: r.StepDown, Vectors: number(r.Vectors), Exact: r.Exact, Notes: r.Notes}, nil
}

type maxTIntervalsResult struct {
	Critical  number  `json:"critical"`
	Estimate  numbers `json:"estimate"`
	SE        numbers `json:"se"`
	Low       numbers `json:"low"`
	High      numbers `json:"high"`
	PAdjusted numbers `json:"p_adjusted"`
}

// maxTIntervals are intervals that hold together, from resamples that are given or drawn.
func maxTIntervals(in rankSetsInputs, o rankSetsOptions) (any, error) {
	opt := stats.MaxTIntervalOptions{Level: o.ConfLevel, Replicates: o.Replicates, Seed: o.Seed}
	switch o.Studentize {
	case "", "replicate":
	case "fixed":
		opt.Studentize = stats.BySample
	default:
		return nil, fmt.Errorf(`options.studentize: %q is not one of "replicate", "fixed"`, o.Studentize)
	}
	var rows []stats.UnitDifferences
	for _, d := range in.Differences {
		rows = append(rows, stats.TaskDifferences(d))
	}
	switch {
	case in.Resamples != nil && len(rows) > 0:
		n := len(in.Differences[0])
		for b, draw := range in.Resamples {
			if len(draw) != n {
				return nil, fmt.Errorf("inputs.resamples: resample %d draws %d tasks of %d; a resample is as large as the sample", b, len(draw), n)
			}
			for _, i := range draw {
				if i < 0 || i >= n {
					return nil, fmt.Errorf("inputs.resamples: resample %d draws task %d; the tasks are 0 to %d", b, i, n-1)
				}
			}
		}
		opt.Replicates = len(in.Resamples)
		opt.Draw = func(r int, dst []uint32) {
			for k, i := range in.Resamples[r] {
				dst[k] = uint32(i)
			}
		}
	case opt.Replicates == 0:
		opt.Replicates = 10000
	}
	r, err := stats.MaxTIntervals(rows, opt)
	if err != nil {
		return withoutValues(err, "critical")
	}
	out := maxTIntervalsResult{Critical: number(r.Critical), Estimate: r.Estimate, SE: r.SE, PAdjusted: r.P}
	for _, i := range r.Intervals {
		out.Low, out.High = append(out.Low, i.Low), append(out.High, i.High)
	}
	return out, nil
}
