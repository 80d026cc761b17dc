package calls

import (
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// sides are the attempts at one task: sums and counts of those that failed, and of those
// that succeeded.
type sides struct {
	sum [2]stats.ExactSum
	n   [2]int
}

// contrasts compares failed attempts with those at the same task that succeeded: within
// each run, where tasks were attempted several times, and over all runs.
func (p *profiling) contrasts() []result.Contrast {
	out := []result.Contrast{}
	for _, q := range []struct {
		name string
		of   func(r int) quantity
	}{
		{result.QuantityCalls, func(r int) quantity { return ofUsage(&p.st.Bench.Logged[r], numCalls) }},
		{result.QuantityErrors, func(r int) quantity { return ofUsage(&p.st.Bench.Logged[r], numFailed).where(p.told(r)) }},
		{result.QuantitySteps, func(r int) quantity {
			return ofUsage(&p.st.Bench.Logged[r], func(u *table.Used) int { return u.Messages })
		}},
		{result.QuantityTokens, func(r int) quantity { return cells(p.st, r, result.QuantityTokens) }},
		{result.QuantityTime, func(r int) quantity { return cells(p.st, r, result.QuantityTime) }},
		{result.QuantityCost, func(r int) quantity { return cells(p.st, r, result.QuantityCost) }},
	} {
		byTask := map[int][]sides{} // by scope, then by task
		for _, r := range p.st.Runs {
			values := q.of(r)
			for a, at := range p.st.Bench.Logged[r].Attempts {
				end := p.ends[r][a]
				if end == modes.Unsettled || !values.known[a] {
					continue
				}
				side := 0
				if end == modes.Succeeded {
					side = 1
				}
				for _, scope := range p.inScopes(r) {
					if byTask[scope] == nil {
						byTask[scope] = make([]sides, len(p.st.Bench.Tasks))
					}
					s := &byTask[scope][at.Task]
					s.sum[side].Add(values.value[a])
					s.n[side]++
				}
			}
		}
		for _, scope := range p.scopes() {
			if c, ok := contrast(p.st, byTask[scope]); ok {
				c.Run, c.Quantity = p.name(scope), q.name
				out = append(out, c)
			}
		}
	}
	return out
}

// contrast pairs the tasks that have attempts of both outcomes.
func contrast(st *study.Study, tasks []sides) (c result.Contrast, ok bool) {
	var failed, passed []float64
	var cluster []int
	for t := range tasks {
		s := &tasks[t]
		if s.n[0] == 0 || s.n[1] == 0 {
			continue
		}
		c.Failed, c.Passed = c.Failed+s.n[0], c.Passed+s.n[1]
		failed = append(failed, s.sum[0].Value()/float64(s.n[0]))
		passed = append(passed, s.sum[1].Value()/float64(s.n[1]))
		if st.Cluster != nil {
			cluster = append(cluster, int(st.Cluster[t]))
		}
	}
	c.NTasks = len(failed)
	if c.NTasks == 0 {
		return c, false
	}
	c.MeanFailed, c.MeanPassed = mean(failed), mean(passed)
	diff, err := stats.Subtract(failed, passed)
	if err != nil {
		return c, false
	}
	c.Difference = mean(diff.D)
	if cluster != nil {
		if m, err := stats.ClusterRobustMean(diff.D, cluster, st.Plan.Level); err == nil {
			i := study.Estimate(m.IntervalCR1)
			c.Interval = &i
		}
	} else if t, err := stats.MeanInterval(diff.D, st.Plan.Level); err == nil {
		i := study.Estimate(t)
		c.Interval = &i
	}
	return c, true
}

func mean(x []float64) *float64 {
	m, err := stats.Describe(x)
	if err != nil {
		return nil
	}
	return result.Number(m.Mean)
}

func numCalls(u *table.Used) int {
	n := 0
	for _, t := range u.Tools {
		n += t.Calls
	}
	return n
}

func numFailed(u *table.Used) int {
	n := 0
	for _, t := range u.Tools {
		n += t.Failed
	}
	return n
}

// told are the attempts of a run of all whose calls the log tells whether they failed.
func (p *profiling) told(r int) []bool {
	run := &p.st.Bench.Logged[r]
	out := make([]bool, len(run.Attempts))
	for u := range run.Used.All() {
		out[u.Attempt] = true
		for _, t := range u.Tools {
			out[u.Attempt] = out[u.Attempt] && t.Told == t.Calls
		}
	}
	return out
}

// where is the quantity at some attempts alone.
func (q quantity) where(these []bool) quantity {
	for a := range q.known {
		q.known[a] = q.known[a] && these[a]
	}
	return q
}
