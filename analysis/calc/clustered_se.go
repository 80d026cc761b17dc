package calc

import (
	"errors"

	"mcpstats/stats"
)

var clusteredSEHandlers = []handler{
	define("clustered_se", "mean with cluster-robust standard errors CR0 and CR1; inputs y, cluster (labels); option conf_level", clusteredSE),
}

type clusteredInputs struct {
	Y       numbers `json:"y"`
	Cluster []label `json:"cluster"`
}

type clusteredOptions struct {
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
}

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
	return append(r, fields{
		{"se_cr1", number(c.SECR1)},
		{"ci_low_cr0_z", number(c.IntervalCR0.Low)}, {"ci_high_cr0_z", number(c.IntervalCR0.High)},
		{"ci_low_cr1_t", number(c.IntervalCR1.Low)}, {"ci_high_cr1_t", number(c.IntervalCR1.High)},
	}...), nil
}
