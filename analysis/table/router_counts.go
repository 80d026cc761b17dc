package table

import "slices"

// executionCounts are counts of the calls of a router, executions first, which mean something
// only where the benchmark has one. Of an attempt that executed nothing, nothing tells
// whether it had one: such attempts count 0 executions, so that those that gave up before
// are not missing from the mean, and where every attempt of a benchmark counts 0 nobody had
// a router and there are no such metrics.
var executionCounts = []string{"executions", "retrievals"}

// executedCounts are counts of the tools executed. Where a benchmark has a router the search
// for tools is none of them, as an attempt that only searched cannot tell by itself.
var executedCounts = []string{"distinct_tools", "distinct_server_tools"}

// settleRouter makes the counts of attempts that executed nothing what they are in this
// benchmark.
func (b *Benchmark) settleRouter() {
	m := slices.Index(b.Metrics, executionCounts[0])
	if m < 0 {
		return
	}
	if !slices.ContainsFunc(b.Logged, func(r RunTable) bool { return !r.Cells[m].allZero() }) {
		for _, name := range executionCounts {
			if m := slices.Index(b.Metrics, name); m >= 0 {
				for r := range b.Logged {
					b.Logged[r].Cells[m] = scoreList{}
				}
			}
		}
		return
	}
	for r := range b.Logged {
		run := &b.Logged[r]
		none := make([]bool, len(run.Attempts))
		for c := range run.Cells[m].All() {
			none[c.Attempt] = c.Value == 0
		}
		if !slices.Contains(none, true) {
			continue
		}
		for _, name := range executedCounts {
			at := slices.Index(b.Metrics, name)
			if at < 0 {
				continue
			}
			var again cellList
			for c := range run.Cells[at].All() {
				if none[c.Attempt] {
					c.Value = 0
				}
				again.add(c)
			}
			run.Cells[at], _ = again.inFinalOrder(nil, len(run.Attempts))
		}
	}
}
