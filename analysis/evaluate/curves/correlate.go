package curves

import (
	"fmt"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// correlate gives Pearson's, Spearman's and Kendall's coefficients of pairs, each with its
// interval: Fisher's, Bonett and Wright's, Fieller, Hartley and Pearson's. Where pairs come in
// units (several of one task or cluster), the intervals are percentile bootstrap intervals over
// the units, and there is no p, which would count pairs as independent.
func correlate(run string, x, y []float64, units []int, st *study.Study, keys ...string) []result.Correlation {
	level := st.Plan.Level
	out := []result.Correlation{
		coefficient("pearson", x, y, level, func(x, y []float64) (c found, err error) {
			p, err := stats.Pearson(x, y, level)
			return found{value: p.R, p: p.P, hasP: p.HasP, interval: p.Interval, hasInterval: p.HasInterval}, err
		}),
		coefficient("spearman", x, y, level, func(x, y []float64) (c found, err error) {
			s, err := stats.Spearman(x, y)
			if err != nil {
				return c, err
			}
			c = found{value: s.R, p: s.P, hasP: s.HasP}
			c.interval, c.whyNot = stats.SpearmanInterval(s.R, s.N, level)
			c.hasInterval = c.whyNot == nil
			if s.N <= exactPairs {
				if p, err := stats.SpearmanPermutationP(x, y); err == nil {
					c.p, c.hasP, c.exact = p, true, true
				}
			}
			return c, nil
		}),
		coefficient("kendall_tau_b", x, y, level, func(x, y []float64) (c found, err error) {
			k, err := stats.KendallTauB(x, y)
			if err != nil {
				return c, err
			}
			c = found{value: k.Statistic, p: k.P, hasP: true, exact: k.Exact}
			c.interval, c.whyNot = stats.KendallInterval(k.Statistic, k.N, level)
			c.hasInterval = c.whyNot == nil
			return c, nil
		}),
	}
	for i := range out {
		c := &out[i]
		c.Run = run
		if c.Value != nil && units != nil {
			c.P, c.Interval, c.Exact = nil, nil, false
			byUnits(c, x, y, units, st, append(keys, run, c.Method)...)
		}
	}
	return out
}

// exactPairs is how many pairs have a p from all orders of one of the two.
const exactPairs = 8

// found is what one coefficient's function gives.
type found struct {
	value, p                 float64
	hasP, exact, hasInterval bool
	interval                 stats.Interval
	whyNot                   error // there is no interval
}

func coefficient(method string, x, y []float64, level float64, of func(x, y []float64) (found, error)) result.Correlation {
	c := result.Correlation{Method: method, N: len(x)}
	f, err := of(x, y)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	c.Value = result.Number(f.value)
	if f.hasP {
		c.P, c.Exact = result.Number(f.p), f.exact
	}
	switch {
	case f.hasInterval:
		i := study.Estimate(f.interval)
		c.Interval = &i
	case f.whyNot != nil:
		c.Notes = append(c.Notes, stats.Reason(f.whyNot))
	case len(x) <= 3:
		c.Notes = append(c.Notes, fmt.Sprintf("%d pairs: no interval", len(x)))
	}
	return c
}

// slowPairs bounds the work of a bootstrap of correlations: beyond it fewer resamples are drawn.
const slowPairs = 20_000_000

// byUnits gives a coefficient the interval of pairs that come in units.
func byUnits(c *result.Correlation, x, y []float64, units []int, st *study.Study, keys ...string) {
	of := map[string]func(x, y []float64) (float64, bool){
		"pearson": func(x, y []float64) (float64, bool) {
			p, err := stats.Pearson(x, y, 0)
			return p.R, err == nil
		},
		"spearman": func(x, y []float64) (float64, bool) {
			s, err := stats.Spearman(x, y)
			return s.R, err == nil
		},
		"kendall_tau_b": func(x, y []float64) (float64, bool) {
			k, err := stats.KendallCorrelation(x, y)
			return k.TauB, err == nil
		},
	}[c.Method]
	replicates := st.Plan.Resamples
	if most := slowPairs / max(1, len(x)); replicates > most {
		replicates = max(1000, most)
		if replicates < st.Plan.Resamples {
			c.Notes = append(c.Notes, fmt.Sprintf("%d resamples", replicates))
		} else {
			replicates = st.Plan.Resamples
		}
	}
	b, err := stats.BootstrapStatistic(len(x), func(at []int) (float64, bool) {
		xs, ys := make([]float64, len(at)), make([]float64, len(at))
		for i, k := range at {
			xs[i], ys[i] = x[k], y[k]
		}
		return of(xs, ys)
	}, stats.BootstrapOptions{Method: stats.Percentile, Level: st.Plan.Level, Replicates: replicates, Cluster: units,
		Seed: stats.DeriveSeed(st.Plan.Seed, append([]string{st.Bench.Name, "correlation"}, keys...)...)})
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return
	}
	i := study.DrawnEstimate(st, b)
	c.Interval = &i
	c.Notes = append(c.Notes, b.Notes...)
}
