package scale

import (
	"math"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// sumsTasks is a run's task values by one metric under a policy, as sums.
type sumsTasks struct {
	groups            []stats.SumGroup
	cells             []*SumsCell
	set               TaskSet
	attempts, imputed int
	left              int                 // attempts without a score that are left out
	median            *stats.LogHistogram // nil where a policy changes the values
}

// tasks reads a run's cells within a slice; nil where no task has a value.
func (e *sumsStudy) tasks(m *table.Measure, r int, stratum *result.Stratum, policy string) *sumsTasks {
	column := sumsColumn{run: e.Bench.Runs[r], metric: m.Name}
	if stratum != nil {
		column.stratum = *stratum
	}
	out := &sumsTasks{median: &stats.LogHistogram{}}
	for _, c := range e.cells[column] {
		if c.Tasks.N == 0 {
			continue
		}
		g := stats.SumGroup{N: c.Tasks.N, Total: c.Total, Squares: c.Squares, Divisor: float64(c.Scored)}
		attempts := c.Scored
		if expected := max(c.Attempts, int(e.Bench.Promised[r].Trials)); m.Missing != result.Drop && policy != "drop" {
			lack := expected - c.Scored
			g.Divisor, attempts = float64(expected), expected
			g.Shift = m.Worth(policy) * float64(lack)
			out.imputed += lack * c.Tasks.N
			if lack > 0 {
				out.median = nil
			}
		} else {
			out.left += (c.Attempts - c.Scored) * c.Tasks.N
			if c.Scored == 0 {
				continue
			}
		}
		out.groups = append(out.groups, g)
		out.cells = append(out.cells, c)
		out.set.merge(c.Tasks)
		out.attempts += attempts * c.Tasks.N
		if out.median != nil {
			out.median.Merge(&c.Means)
		}
	}
	if len(out.groups) == 0 {
		return nil
	}
	return out
}

// units is the effective number of units of sampling, where the sums hold
// replicates; else 0.
func (v *sumsTasks) units() int {
	weights := make([]float64, len(v.cells[0].Weights))
	for _, c := range v.cells {
		for b, w := range c.Weights {
			weights[b] += float64(w)
		}
	}
	n, err := stats.PoissonUnits(weights, v.set.N)
	if err != nil {
		return 0
	}
	return n
}

// replicates are the means by replicate; nil where the sums hold none. A replicate
// in which no task has a weight, as happens among few tasks, is NaN.
func (v *sumsTasks) replicates() []float64 {
	if v.cells[0].Weights == nil {
		return nil
	}
	out := make([]float64, len(v.cells[0].Weights))
	for b := range out {
		sum, weight := 0.0, 0.0
		for i, c := range v.cells {
			g := &v.groups[i]
			w := float64(c.Weights[b])
			sum += (c.Replicates[b].Value() + g.Shift*w) / g.Divisor
			weight += w
		}
		out[b] = sum / weight
		if weight == 0 {
			out[b] = math.NaN()
		}
	}
	return out
}
