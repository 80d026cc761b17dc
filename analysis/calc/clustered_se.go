package calc

import (
	"errors"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var clusteredSEHandlers = []handler{
	define(Statistic{
		Name: "clustered_se", What: "mean with cluster-robust standard errors CR0 and CR1, and whether it is zero",
		Takes:   "inputs y, cluster (labels); option conf_level",
		Methods: slices.Concat(of(result.PairedTest, "cluster_robust_t"), of(result.IntervalMethod, "cr0_z", "cr1_t", "cluster_robust_t")),
	}, clusteredSE),
}

type clusteredInputs struct {
	Y       numbers `json:"y"`
	Cluster []label `json:"cluster"`
}

type clusteredOptions struct {
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
}

// clusteredSE computes the mean, its errors and the t test. A single cluster has a mean and no
// error of it.
func clusteredSE(in clusteredInputs, opt clusteredOptions) (any, error) {
	clusters, _, _ := categories(in.Cluster, nil)
	c, err := stats.ClusterRobustMean(in.Y, clusters, opt.ConfLevel)
	var undefined *stats.UndefinedError
	if err != nil && !errors.As(err, &undefined) {
		return nil, err
	}
	r := fields{{"n", c.N}, {"G", c.Clusters}, {"mean", number(c.Mean)}, {"se_iid", number(c.SEIndependent)}, {"se_cr0", number(c.SECR0)}}
	if undefined != nil {
		r.add("degenerate", true)
		r.add("reason", undefined.Reason)
		return r, nil
	}
	r = append(r, fields{
		{"se_cr1", number(c.SECR1)},
		{"ci_low_cr0_z", number(c.IntervalCR0.Low)}, {"ci_high_cr0_z", number(c.IntervalCR0.High)},
		{"ci_low_cr1_t", number(c.IntervalCR1.Low)}, {"ci_high_cr1_t", number(c.IntervalCR1.High)},
	}...)
	diff, err := stats.DifferencesOf(in.Y)
	if err != nil {
		return nil, err
	}
	t, err := stats.ClusterRobustT(diff, clusters)
	if err != nil {
		nan := number(math.NaN())
		return withReason(append(r, fields{{"t", nan}, {"df", c.Clusters - 1}, {"p", nan}}...), err)
	}
	return append(r, fields{{"t", number(t.Statistic)}, {"df", number(t.DF[0])}, {"p", number(t.P)}}...), nil
}
