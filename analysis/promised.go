package analysis

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// statedPromise is what one input states that a run set out to attempt.
type statedPromise struct {
	input int
	datasets.Promise
}

// AddPromises takes what the log of that number states that its runs set out to
// attempt. Promises of runs that turn out to have no attempt are left aside: there is
// nothing that they could be the denominator of.
func (b *Builder) AddPromises(input int, promises []datasets.Promise) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range promises {
		if b.promises == nil {
			b.promises = map[string][]statedPromise{}
		}
		p.Tasks = slices.Clone(p.Tasks)
		b.promises[p.Benchmark] = append(b.promises[p.Benchmark], statedPromise{input, p})
	}
}

// sortPromises orders them so that the order in which inputs were read does not show.
func sortPromises(list []statedPromise) []statedPromise {
	slices.SortStableFunc(list, func(a, b statedPromise) int {
		return cmp.Or(strings.Compare(a.Run, b.Run), cmp.Compare(a.input, b.input))
	})
	return list
}
