package calls

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// Profiles is the benchmark's profile; none where the log has no calls.
func Profiles(st *study.Study) []result.CallProfile {
	some := false
	for _, r := range st.Runs {
		some = some || len(st.Bench.Logged[r].Used.Tools) > 0
	}
	if !some || st.Primary < 0 {
		return nil
	}
	p := &profiling{st: st, ends: make([][]modes.Outcome, len(st.Bench.Runs))}
	for _, r := range st.Runs {
		p.ends[r] = modes.Outcomes(st, r)
	}
	out := result.CallProfile{Benchmark: st.Bench.Name}
	out.Tools, out.Servers = p.tools()
	out.Labels = p.labels()
	out.Errors, out.OtherErrors = p.errors()
	out.FirstErrors = p.firstErrors()
	out.Spent = p.spent()
	out.Contrasts = p.contrasts()
	return []result.CallProfile{out}
}

// profiling is the work on one benchmark.
type profiling struct {
	st   *study.Study
	ends [][]modes.Outcome // by run and attempt
}

// eachUsed visits the usages of the plan's runs: run by run, attempts in their order.
func (p *profiling) eachUsed(visit func(r int, end modes.Outcome, u *table.Used)) {
	for _, r := range p.st.Runs {
		for u := range p.st.Bench.Logged[r].Used.All() {
			visit(r, p.ends[r][u.Attempt], &u)
		}
	}
}

// unit is what an attempt's shares are counted by: its task, or the cluster of that.
func (p *profiling) unit(r int, attempt int32) int32 {
	task := p.st.Bench.Logged[r].Attempts[attempt].Task
	if of := p.st.Cluster; of != nil {
		return of[task]
	}
	return task
}

// name is what results call a run; nothing for all of them together.
func (p *profiling) name(r int) string {
	if r < 0 {
		return ""
	}
	return p.st.Bench.Runs[r]
}

// scopes are the runs, by their indices, and behind them all together (-1) where there are several.
func (p *profiling) scopes() []int {
	if len(p.st.Runs) == 1 {
		return p.st.Runs
	}
	return append(slices.Clone(p.st.Runs), -1)
}

// inScopes are the scopes that a run's attempts belong to.
func (p *profiling) inScopes(r int) []int {
	if len(p.st.Runs) == 1 {
		return []int{r}
	}
	return []int{r, -1}
}

// tally counts k of n, unit by unit.
type tally map[int32][2]int

func (t tally) add(unit int32, k, n int) {
	c := t[unit]
	t[unit] = [2]int{c[0] + k, c[1] + n}
}

// share is the tally's share and its interval.
func (t tally) share(st *study.Study) (k, n int, share *float64, interval *result.IntervalEstimate) {
	var counts stats.ClusterCounts
	for _, c := range t { // sums of whole numbers: in any order the same
		counts.Add(c[0], c[1])
	}
	return counts.K, counts.N, study.Ratio(counts.K, counts.N), st.ShareInterval(counts, 1)
}

// spread is a list of values with how often each occurs.
type spread map[float64]int

// quantiles are those of type 7, as stats.Quantiles has them of the values one by one.
func (s spread) quantiles(ps ...float64) []*float64 {
	values := make([]float64, 0, len(s))
	n := 0
	for v, times := range s {
		values = append(values, v)
		n += times
	}
	slices.Sort(values)
	at := func(rank int) float64 {
		for _, v := range values {
			if rank -= s[v]; rank < 0 {
				return v
			}
		}
		return values[len(values)-1]
	}
	out := make([]*float64, len(ps))
	for i, p := range ps {
		if n == 0 {
			continue
		}
		h := float64(n-1) * p
		low := int(h)
		x := at(low)
		if part := h - float64(low); part > 0 {
			x += part * (at(low+1) - x)
		}
		out[i] = result.Number(x)
	}
	return out
}

// median is that of type 7; nil of nothing.
func median(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	q, err := stats.Quantiles(values, []float64{0.5}, stats.QuantileType7)
	if err != nil {
		return nil
	}
	return result.Number(q[0])
}

// settled counts an attempt: judged is 1 where it has an outcome, won where it succeeded.
func settled(end modes.Outcome) (won, judged int) {
	switch end {
	case modes.Succeeded:
		return 1, 1
	case modes.Failed:
		return 0, 1
	}
	return 0, 0
}

func byName(a, b table.UsageTool) int {
	return cmp.Or(result.CompareNatural(a.Server, b.Server), result.CompareNatural(a.Tool, b.Tool))
}
