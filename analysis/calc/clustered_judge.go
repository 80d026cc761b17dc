package calc

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var clusteredJudgeHandlers = []handler{
	define(Statistic{
		Name: "clustered_judge", What: "a judge y against a reference x, 0 or 1 an attempt, where attempts come in clusters (tasks)",
		Takes: "inputs x, y, cluster (labels); option test: " +
			"agreement (CR1), kappa (cluster bootstrap by inputs.resamples, lists of cluster numbers in order of first appearance, or drawn by seed and replicates), bias (t and sign test of the task means); option conf_level",
		Methods: slices.Concat(of(result.IntervalMethod, "cr1_t", "percentile", "t"), of(result.CoefficientMethod, "kappa"), of(result.PairedTest, "paired_t", "sign")),
	}, clusteredJudge),
	define(Statistic{
		Name: "failure_share", What: "share of attempts that failed in one way, with its own design effect",
		Takes:   "inputs failed (0 or 1), cluster (labels: tasks); options conf_level, among (how many shares hold together)",
		Methods: of(result.IntervalMethod, "wilson_effective", "wilson_effective_bonferroni"),
	}, failureShare),
}

type clusteredJudgeInputs struct {
	X         []label `json:"x"`
	Y         []label `json:"y"`
	Cluster   []label `json:"cluster"`
	Resamples [][]int `json:"resamples"`
}

type clusteredJudgeOptions struct {
	Test       string  `json:"test"`
	ConfLevel  float64 `json:"conf_level" within:"(0, 1)"`
	Replicates int     `json:"replicates" within:"the whole numbers from 1"`
	Seed       uint64  `json:"seed"`
}

// clusteredJudge checks and numbers the labels, and picks the statistic by the option test.
func clusteredJudge(in clusteredJudgeInputs, opt clusteredJudgeOptions) (any, error) {
	if len(in.X) == 0 || len(in.X) != len(in.Y) || len(in.X) != len(in.Cluster) {
		return nil, fmt.Errorf("inputs.x, y, cluster: %d, %d and %d values; give three lists of equal length, at least one attempt", len(in.X), len(in.Y), len(in.Cluster))
	}
	cluster, groups := firstSeen(in.Cluster)
	xs, ys, values := categories(in.X, in.Y)
	switch opt.Test {
	case "agreement":
		same := make([]bool, len(xs))
		for i := range xs {
			same[i] = xs[i] == ys[i]
		}
		return agreementByCluster(same, cluster, groups, opt.ConfLevel)
	case "kappa":
		tables := make([][][]int, groups)
		for g := range tables {
			tables[g] = make([][]int, len(values))
			for i := range values {
				tables[g][i] = make([]int, len(values))
			}
		}
		for i, g := range cluster {
			tables[g][xs[i]][ys[i]]++
		}
		return kappaByCluster(tables, in.Resamples, opt)
	case "bias":
		if len(values) != 2 || values[0].isText || values[0].number != 0 || values[1].number != 1 {
			return nil, errors.New("inputs.x, y: bias is of verdicts 0 and 1")
		}
		return biasByCluster(xs, ys, cluster, groups, opt.ConfLevel)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "agreement", "kappa", "bias"`, opt.Test)
}

// firstSeen numbers labels in order of first appearance.
func firstSeen(labels []label) (index []int, n int) {
	at := map[label]int{}
	for _, l := range labels {
		if _, ok := at[l]; !ok {
			at[l] = len(at)
		}
		index = append(index, at[l])
	}
	return index, len(at)
}

// shareByCluster counts by cluster.
func shareByCluster(yes []bool, cluster []int, groups int) (stats.ClusteredShare, error) {
	k, n := make([]int, groups), make([]int, groups)
	for i, g := range cluster {
		n[g]++
		if yes[i] {
			k[g]++
		}
	}
	return stats.ShareOfClusters(k, n)
}

// agreementByCluster is the share of equal verdicts with the CR1 error of its clusters, and
// intervals by the normal and the t distribution: with few clusters the former is too narrow.
func agreementByCluster(same []bool, cluster []int, groups int, level float64) (any, error) {
	s, err := shareByCluster(same, cluster, groups)
	r := fields{{"n", s.N}, {"G", s.Clusters}, {"agreement", number(s.Share)}}
	if err != nil {
		return withReason(r, err)
	}
	t, err := s.TInterval(level)
	if err != nil {
		return nil, err
	}
	half := stats.NormalISF((1-t.Level)/2) * s.SE
	return append(r, fields{{"se_cr1", number(s.SE)}, {"ci_z", ends{number(s.Share - half), number(s.Share + half)}}, {"ci_t", endsOf(t)}}...), nil
}

// kappaByCluster resamples whole clusters, by the draws that are given or by its own.
func kappaByCluster(tables [][][]int, resamples [][]int, opt clusteredJudgeOptions) (any, error) {
	if resamples == nil {
		replicates := opt.Replicates
		if replicates == 0 {
			replicates = 10_000
		}
		sampler := stats.Resampler{Units: len(tables), Replicates: replicates, Seed: opt.Seed}
		draws := make([]uint32, len(tables))
		for r := range replicates {
			sampler.Draw(r, draws)
			drawn := make([]int, len(draws))
			for i, d := range draws {
				drawn[i] = int(d)
			}
			resamples = append(resamples, drawn)
		}
	}
	k, err := stats.KappaOfClusters(tables, resamples, opt.ConfLevel)
	if err != nil {
		return withoutValues(err, "kappa")
	}
	return fields{{"n", k.N}, {"G", k.Clusters}, {"kappa", number(k.Value)}, {"replicates_used", k.Replicates},
		{"se_bootstrap", number(k.SEBootstrap)}, {"ci_percentile", endsOf(k.Interval)}, {"se_jackknife", number(k.SEJackknife)}}, nil
}

// biasByCluster tests the differences, judge less reference, of the tasks' means.
func biasByCluster(x, y, cluster []int, groups int, level float64) (any, error) {
	sum, n, d := make([]int, groups), make([]int, groups), make([]float64, groups)
	for i, g := range cluster {
		sum[g] += y[i] - x[i]
		n[g]++
	}
	mean := 0.0
	for g := range d {
		d[g] = float64(sum[g]) / float64(n[g])
		mean += d[g] / float64(groups)
	}
	diff, err := stats.DifferencesOf(d)
	if err != nil {
		return nil, err
	}
	sign, err := stats.SignTest(diff, stats.TwoSided)
	if err != nil {
		return nil, err
	}
	r := fields{{"mean", number(mean)}, {"df", groups - 1}, {"positive", sign.Plus}, {"negative", sign.Minus}, {"p_sign", number(sign.P)}}
	t, err := stats.PairedT(diff, stats.PairedTOptions{Level: level})
	if err != nil {
		nan := number(math.NaN())
		return withReason(append(r, fields{{"t", nan}, {"p_t", nan}, {"ci_t", ends{nan, nan}}}...), err)
	}
	r[0].value = number(t.MeanDiff)
	return append(r, fields{{"t", number(t.Statistic)}, {"p_t", number(t.P)}, {"ci_t", endsOf(t.Interval)}}...), nil
}

type failureShareInputs struct {
	Failed  []label `json:"failed"`
	Cluster []label `json:"cluster"`
}

type failureShareOptions struct {
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
	Among     int     `json:"among" within:"the whole numbers from 1"`
}

// failureShare is the share with its score interval at the effective sample size, and with
// among the wider one that holds for so many shares together.
func failureShare(in failureShareInputs, opt failureShareOptions) (any, error) {
	if len(in.Failed) == 0 || len(in.Failed) != len(in.Cluster) {
		return nil, fmt.Errorf("inputs.failed, cluster: %d and %d values; give two lists of equal length, at least one attempt", len(in.Failed), len(in.Cluster))
	}
	failed := make([]bool, len(in.Failed))
	for i, l := range in.Failed {
		if l.isText || l.number != 0 && l.number != 1 {
			return nil, fmt.Errorf("inputs.failed: attempt %d is neither 0 nor 1", i)
		}
		failed[i] = l.number == 1
	}
	cluster, groups := firstSeen(in.Cluster)
	s, err := shareByCluster(failed, cluster, groups)
	r := fields{{"n", s.N}, {"k", s.K}, {"G", s.Clusters}, {"share", number(s.Share)}}
	if err != nil {
		return withReason(r, err)
	}
	iv, err := s.ScoreInterval(opt.ConfLevel)
	if err != nil {
		return nil, err
	}
	r = append(r, fields{{"se_cr1", number(s.SE)}, {"design_effect", number(s.DesignEffect)}, {"n_effective", number(s.EffectiveN)}, {"interval", endsOf(iv)}}...)
	if opt.Among > 0 {
		if iv, err = s.ScoreInterval(amongSeveral(opt.ConfLevel, opt.Among)); err != nil {
			return nil, err
		}
		r.add("interval_bonferroni", endsOf(iv))
	}
	return r, nil
}

// withReason adds to what there is why the rest is not.
func withReason(r fields, err error) (any, error) {
	var undefined *stats.UndefinedError
	if !errors.As(err, &undefined) {
		return nil, err
	}
	if undefined.Degenerate {
		r.add("degenerate", true)
	} else {
		r.add("undefined", true)
	}
	r.add("reason", undefined.Reason)
	return r, nil
}
