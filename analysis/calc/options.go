package calc

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/stats"
)

// alternative is an alternative hypothesis by name: "two-sided" (also where it is
// left out), "greater" or "larger", "less" or "smaller".
type alternative string

func (a alternative) value() (stats.Alternative, error) {
	switch a {
	case "", "two-sided":
		return stats.TwoSided, nil
	case "greater", "larger":
		return stats.Greater, nil
	case "less", "smaller":
		return stats.Less, nil
	}
	return 0, fmt.Errorf(`options.alternative: %q is not one of "two-sided", "greater", "less"`, string(a))
}

// nullDistribution is where p-values come from, by name: "auto" (also where it is left
// out), "exact", or the first of instead, the others being further names of the same:
// what stands for the exact distribution, as "approx" or "monte_carlo".
func nullDistribution(option, given string, instead ...string) (stats.NullDistribution, error) {
	switch {
	case given == "" || given == "auto":
		return stats.Auto, nil
	case given == "exact":
		return stats.Exact, nil
	case slices.Contains(instead, given):
		return stats.Asymptotic, nil
	}
	return 0, fmt.Errorf(`options.%s: %q is not one of "auto", "exact", %q`, option, given, instead[0])
}

// pairs are paired scores a and b, or their differences d.
type pairs struct {
	A numbers `json:"a"`
	B numbers `json:"b"`
	D numbers `json:"d"`
}

// differences drops the pairs (or differences) with a missing value and counts them.
func (p pairs) differences() (diff stats.Differences, dropped int, err error) {
	if p.D != nil {
		if p.A != nil || p.B != nil {
			return diff, 0, fmt.Errorf("inputs: give either a and b or d, not both")
		}
		d, _, dropped, err := stats.CompletePairs(p.D, p.D)
		if err != nil {
			return diff, 0, err
		}
		diff, err = stats.DifferencesOf(d)
		return diff, dropped, err
	}
	a, b, dropped, err := stats.CompletePairs(p.A, p.B)
	if err != nil {
		return diff, 0, err
	}
	diff, err = stats.Subtract(a, b)
	return diff, dropped, err
}

// clusteredPairs are pairs, or differences, that may come in clusters.
type clusteredPairs struct {
	pairs
	Cluster []label `json:"cluster"`
}

// differences drops the pairs (or differences) with a missing value, each beside its
// label, and counts them. cluster numbers the clusters from 0 in order of first
// appearance; it is nil where no labels are given.
func (p clusteredPairs) differences() (diff stats.Differences, cluster []int, dropped int, err error) {
	if p.Cluster == nil {
		diff, dropped, err = p.pairs.differences()
		return diff, nil, dropped, err
	}
	lists := []*numbers{&p.A, &p.B, &p.D}
	for _, list := range lists {
		if *list != nil && len(*list) != len(p.Cluster) {
			return diff, nil, 0, fmt.Errorf("inputs.cluster: %d labels for %d values; give one for each", len(p.Cluster), len(*list))
		}
	}
	missing := func(i int) bool {
		return slices.ContainsFunc(lists, func(list *numbers) bool { return *list != nil && math.IsNaN((*list)[i]) })
	}
	var labels []label
	var kept []int
	for i, l := range p.Cluster {
		if !missing(i) {
			labels, kept = append(labels, l), append(kept, i)
		}
	}
	for _, list := range lists {
		if *list == nil {
			continue
		}
		complete := make(numbers, len(kept))
		for k, i := range kept {
			complete[k] = (*list)[i]
		}
		*list = complete
	}
	diff, _, err = p.pairs.differences()
	cluster, _ = firstSeen(labels)
	return diff, cluster, len(p.Cluster) - len(kept), err
}
