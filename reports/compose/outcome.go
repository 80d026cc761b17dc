package compose

import (
	"mcpstats/analysis/result"
)

// outcome is what a comparison shows, in the words that a table has for it.
type outcome string

const (
	aBetter    outcome = "A better"
	bBetter    outcome = "B better"
	aHigher    outcome = "A higher" // for a metric of which neither direction is known to be good
	bHigher    outcome = "B higher"
	notShown   outcome = "no difference shown"
	equivalent outcome = "equivalent"
	notTested  outcome = "not tested"
)

// outcome reads a comparison: a difference where the adjusted p-value says so,
// equivalence where a margin was set and both one-sided tests reject, and
// otherwise nothing shown either way.
func (c *composer) outcome(p *result.Comparison) outcome {
	return readOutcome(p, c.metricOf(p))
}

// metricOf is what is known of a comparison's metric.
func (c *composer) metricOf(p *result.Comparison) result.MetricInfo {
	for _, m := range c.res.Metrics {
		if m.Benchmark == p.Benchmark && m.Name == p.Metric {
			return m
		}
	}
	return result.MetricInfo{Name: p.Metric, Better: result.Unknown.String()}
}

func readOutcome(p *result.Comparison, m result.MetricInfo) outcome {
	switch {
	case p.Difference == nil || p.P == nil:
		return notTested
	// Significance comes before equivalence: a difference can be both real and too small
	// to matter, and then the sentence says both.
	case p.Significant && *p.Difference != 0:
		up := *p.Difference > 0
		switch {
		case !m.Directed() && up:
			return aHigher
		case !m.Directed():
			return bHigher
		case up == (m.Better != "lower"):
			return aBetter
		default:
			return bBetter
		}
	}
	if p.Equivalence != nil && p.Equivalence.Equivalent {
		return equivalent
	}
	return notShown
}
