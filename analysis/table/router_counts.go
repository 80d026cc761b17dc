package table

import "slices"

// routerCounts are counts of the calls of a router, executions first, which mean something
// only where the benchmark has one. Of an attempt that executed nothing, nothing tells
// whether it had one: such attempts count 0 executions, so that those that gave up before
// are not missing from the mean, and where every attempt of a benchmark counts 0 nobody had
// a router and there are no such metrics.
var routerCounts = []string{"executions", "retrievals"}

// withoutRouter leaves the counts of a router out of a benchmark that has none.
func (b *Benchmark) withoutRouter() {
	m := slices.Index(b.Metrics, routerCounts[0])
	if m < 0 || slices.ContainsFunc(b.Logged, func(r RunTable) bool { return !r.Cells[m].allZero() }) {
		return
	}
	for _, name := range routerCounts {
		if m := slices.Index(b.Metrics, name); m >= 0 {
			for r := range b.Logged {
				b.Logged[r].Cells[m] = scoreList{}
			}
		}
	}
}
