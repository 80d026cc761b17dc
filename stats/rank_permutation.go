package stats

import "math"

// permutationLimit is the largest n for which all orders of a ranking are
// enumerated where nothing faster is exact: 40,320 orders, about a millisecond.
const permutationLimit = 8

// KendallPermutationP is the two-sided permutation p-value of Kendall's S, ties
// allowed: the share of all orders of y with |C-D| at least as large as observed.
// Errors: those of KendallCorrelation; more than 9 pairs.
func KendallPermutationP(x, y []float64) (float64, error) {
	rx, ry, err := permutableRanks(x, y)
	if err != nil {
		return 0, err
	}
	sign := func(d int) int {
		switch {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	}
	return rankPermutationP(rx, ry, func(placed []int, next int) int {
		i, s := len(placed), 0
		for j, v := range placed {
			s += sign(rx[i]-rx[j]) * sign(next-v)
		}
		return s
	}), nil
}

// SpearmanPermutationP is the two-sided permutation p-value of Spearman's rho,
// ties allowed: the share of all orders of y with |rho| at least as large as
// observed. Errors: as KendallPermutationP.
func SpearmanPermutationP(x, y []float64) (float64, error) {
	rx, ry, err := permutableRanks(x, y)
	if err != nil {
		return 0, err
	}
	return rankPermutationP(rx, ry, func(placed []int, next int) int { return rx[len(placed)] * next }), nil
}

// permutableRanks returns doubled mid-ranks less their mean, all integers.
func permutableRanks(x, y []float64) (rx, ry []int, err error) {
	if err := checkRankable(x, y); err != nil {
		return nil, nil, err
	}
	if len(x) > permutationLimit+1 {
		return nil, nil, &ArgumentError{Arg: "x", Reason: "more than 9 pairs; their orders are too many to enumerate"}
	}
	return centredRanks(x), centredRanks(y), nil
}

// centredRanks are the doubled mid-ranks of x, less their mean n+1.
func centredRanks(x []float64) []int {
	dense := newDenseRanks(x)
	byGroup := make([]int, len(dense.sizes))
	start := 0
	for g, n := range dense.sizes {
		byGroup[g] = 2*start + n + 1 - (len(x) + 1)
		start += n
	}
	ranks := make([]int, len(x))
	for i, g := range dense.rank {
		ranks[i] = byGroup[g]
	}
	return ranks
}

// rankPermutationP enumerates the distinct orders of ry, each of which as many
// permutations share, building the statistic from gain(placed, next), what the
// value next adds behind those placed. All sums are of integers, so that "at
// least as large" is exact.
func rankPermutationP(rx, ry []int, gain func(placed []int, next int) int) float64 {
	n := len(rx)
	observed := 0
	for i := range ry {
		observed += gain(ry[:i], ry[i])
	}
	if observed < 0 {
		observed = -observed
	}
	var values, left []int
	for _, v := range ry {
		k := 0
		for k < len(values) && values[k] != v {
			k++
		}
		if k == len(values) {
			values, left = append(values, v), append(left, 0)
		}
		left[k]++
	}
	placed := make([]int, 0, n)
	var hits, orders int
	var place func(s int)
	place = func(s int) {
		if len(placed) == n {
			orders++
			if s >= observed || -s >= observed {
				hits++
			}
			return
		}
		for k, v := range values {
			if left[k] == 0 {
				continue
			}
			left[k]--
			s1 := s + gain(placed, v)
			placed = append(placed, v)
			place(s1)
			placed = placed[:len(placed)-1]
			left[k]++
		}
	}
	place(0)
	return math.Min(1, float64(hits)/float64(orders))
}
