package stats

import (
	"fmt"
	"slices"
)

// maxTieGroups bounds the number of groups: a graph of n runs can have 3^(n/3).
const maxTieGroups = 10000

// TieGroups lists the groups of runs of which no two are separated: the maximal
// cliques of the graph of non-separated pairs (Bron and Kerbosch 1973, with
// pivoting). separated is symmetric; the order of runs is that of its rows, best
// first. A run may be in several groups, and a group need not be contiguous. Runs
// within a group and the groups themselves are in the order of the runs. Errors:
// a matrix that is not square and symmetric, more than 10,000 groups.
func TieGroups(separated [][]bool) ([][]int, error) {
	n := len(separated)
	for i, row := range separated {
		if len(row) != n {
			return nil, &ArgumentError{Arg: "separated", Reason: fmt.Sprintf("row %d has %d columns; the matrix must be %d by %d", i, len(row), n, n)}
		}
	}
	for i := range n {
		for j := range i {
			if separated[i][j] != separated[j][i] {
				return nil, &ArgumentError{Arg: "separated", Reason: fmt.Sprintf("runs %d and %d are separated one way and not the other", j, i)}
			}
		}
	}
	tied := func(i, j int) bool { return i != j && !separated[i][j] }
	keep := func(set []int, with int) []int {
		var out []int
		for _, v := range set {
			if tied(v, with) {
				out = append(out, v)
			}
		}
		return out
	}
	var groups [][]int
	var extend func(clique, candidates, excluded []int)
	extend = func(clique, candidates, excluded []int) {
		if len(groups) > maxTieGroups {
			return
		}
		if len(candidates) == 0 {
			if len(excluded) == 0 {
				group := slices.Sorted(slices.Values(clique))
				groups = append(groups, group)
			}
			return
		}
		pivot, most := -1, -1
		for _, set := range [][]int{candidates, excluded} {
			for _, v := range set {
				if k := len(keep(candidates, v)); k > most {
					pivot, most = v, k
				}
			}
		}
		for _, v := range slices.Clone(candidates) {
			if tied(v, pivot) {
				continue
			}
			extend(append(slices.Clone(clique), v), keep(candidates, v), keep(excluded, v))
			candidates = slices.DeleteFunc(slices.Clone(candidates), func(w int) bool { return w == v })
			excluded = append(slices.Clone(excluded), v)
		}
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n > 0 {
		extend(nil, all, nil)
	}
	if len(groups) > maxTieGroups {
		return nil, &ArgumentError{Arg: "separated", Reason: fmt.Sprintf("more than %d groups; the runs are too entangled to group", maxTieGroups)}
	}
	slices.SortFunc(groups, slices.Compare)
	return groups, nil
}
