package columnar

import (
	"cmp"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// mostShares bounds how many goroutines decode one batch. A log has few long
// leaves, and more goroutines would wait for the longest of them.
const mostShares = 4

// unit is a set of leaves that one goroutine must decode together: a single leaf, or the leaves
// of a map. An Arrow map is a list of pairs, and there is no Arrow type for half a pair.
type unit struct {
	leaves []int
	cost   int64
}

// units are the units of the kept leaves below a field, in the schema's order; costs are for
// the caller to fill in.
func units(f *pqarrow.SchemaField, kept map[int]bool) (list []unit) {
	if f.IsLeaf() {
		if kept[f.ColIndex] {
			list = append(list, unit{leaves: []int{f.ColIndex}})
		}
		return list
	}
	for i := range f.Children {
		list = append(list, units(&f.Children[i], kept)...)
	}
	if f.Field.Type.ID() == arrow.MAP && len(list) > 1 {
		var whole unit
		for _, u := range list {
			whole.leaves = append(whole.leaves, u.leaves...)
		}
		return []unit{whole}
	}
	return list
}

// shares divides units among at most n goroutines: the costliest unit first, each to
// the goroutine that has least to do so far; within a share leaves are in order. That is
// Graham's rule of the longest processing time, whose slowest share takes at most 4/3 of
// the best division's (SIAM J. Appl. Math. 17, 1969). Ties go to the first, so that the
// division depends on the file and on n alone; the decoded values do not depend on it.
func shares(list []unit, n int) [][]int {
	n = max(1, min(n, mostShares, len(list)))
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b unit) int { return cmp.Compare(b.cost, a.cost) })
	out, load := make([][]int, n), make([]int64, n)
	for _, u := range list {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		out[least] = append(out[least], u.leaves...)
		load[least] += max(1, u.cost)
	}
	for _, leaves := range out {
		slices.Sort(leaves)
	}
	return out
}
