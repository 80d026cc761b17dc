package metrics

import (
	"slices"

	"mcpstats/datasets"
)

// relevance is where the expected tools stand in a ranking.
type relevance struct {
	relevant int   // different expected tools
	ranks    []int // of those found, ascending, from 1
}

// rankRelevant finds the expected tools among the first k different tools of the
// ranking: a repeated tool counts at its first occurrence and takes no further
// place. It is not defined where nothing is expected or there is no ranking.
func rankRelevant(t *datasets.Trajectory, k int) (relevance, bool) {
	if t.Ranked == nil {
		return relevance{}, false
	}
	expected := expectedTools(t.Expected)
	if len(expected) == 0 {
		return relevance{}, false
	}
	r := relevance{relevant: len(expected)}
	for rank, tool := range distinct(t.Ranked) {
		if rank > k || len(r.ranks) == len(expected) {
			break
		}
		if slices.Contains(expected, tool) {
			r.ranks = append(r.ranks, rank)
		}
	}
	return r, true
}

// expectedTools is the union of the equal function sets, in order of appearance.
func expectedTools(needs []datasets.Need) []string {
	if len(needs) == 1 && len(needs[0].AnyOf) == 1 {
		return needs[0].AnyOf
	}
	var tools []string
	for _, n := range needs {
		for _, tool := range n.AnyOf {
			if !slices.Contains(tools, tool) {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// distinct yields the tools of a ranking with their ranks from 1, repetitions
// left out.
func distinct(ranked []datasets.Ranked) func(yield func(int, string) bool) {
	const short = 64 // up to here comparing with what came before beats hashing
	return func(yield func(int, string) bool) {
		var seen map[string]bool
		rank := 0
		for i, entry := range ranked {
			switch {
			case i < short:
				if holds(ranked[:i], entry.Tool) {
					continue
				}
			case seen[entry.Tool]:
				continue
			case seen == nil:
				seen = make(map[string]bool, len(ranked))
				for _, before := range ranked[:i] {
					seen[before.Tool] = true
				}
				if seen[entry.Tool] {
					continue
				}
			}
			if seen != nil {
				seen[entry.Tool] = true
			}
			rank++
			if !yield(rank, entry.Tool) {
				return
			}
		}
	}
}

// holds tells whether a ranking has the tool.
func holds(ranked []datasets.Ranked, tool string) bool {
	for i := range ranked {
		if ranked[i].Tool == tool {
			return true
		}
	}
	return false
}

// anyRanked tells whether one of the tools is among the first k different ones.
func anyRanked(ranked []datasets.Ranked, tools []string, k int) bool {
	for rank, tool := range distinct(ranked) {
		if rank > k {
			return false
		}
		if slices.Contains(tools, tool) {
			return true
		}
	}
	return false
}
