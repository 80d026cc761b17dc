package stats

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// ItemSubsets says how well the runs' order on a few items is their order on all.
type ItemSubsets struct {
	Order  []int     // all items, the most discriminating first, by all runs
	Size   []int     // numbers of items tried, ascending
	Tau    []float64 // by size: mean Kendall's tau-b of held-out runs between these items and all
	Random []float64 // the same of as many items drawn at random
	Least  int       // the smallest size from which on Tau stays at the goal; 0: none but all
	Splits int       // halvings of the runs that entered
}

// ItemSubsetOptions are the parameters of KeepOrder.
type ItemSubsetOptions struct {
	Goal   float64 // of Tau; 0 means 0.95
	Splits int     // random halvings of the runs; 0 means 50
	Seed   uint64
}

// KeepOrder looks for the fewest items that put runs into the order in which all items put them.
// The runs are halved at random, items are chosen by one half (by their item-rest correlation
// there, the highest first), and the other half's order on the chosen items is held against its
// order on all: chosen and judged by the same runs, a subset would look better than it is. A
// run's score is its mean over the items that it answered.
//
// A subset keeps the order of runs like these; it is no estimate of their means.
//
// Errors: those of SingleResponses; *ArgumentError for a goal that is not in (0, 1];
// *UndefinedError for fewer than eight runs, fewer than two items, and where no half has runs
// that differ.
//
// Compare: Vivek et al. 2024 (Anchor Points, arXiv 2309.08638); Polo et al. 2024
// (tiny benchmarks, arXiv 2402.14992).
func KeepOrder(r Responses, opt ItemSubsetOptions) (ItemSubsets, error) {
	const stat, fewest = "subset", 8
	if opt.Goal == 0 {
		opt.Goal = 0.95
	}
	if opt.Splits == 0 {
		opt.Splits = 50
	}
	if err := r.check(); err != nil {
		return ItemSubsets{}, err
	}
	switch runs := len(r.Solved); {
	case opt.Goal <= 0 || opt.Goal > 1:
		return ItemSubsets{}, &ArgumentError{Arg: "goal", Reason: fmt.Sprintf("%v; a tau is above 0 and at most 1", opt.Goal)}
	case runs < fewest:
		return ItemSubsets{}, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("%d runs; at least %d are needed to choose by one half and judge by the other", runs, fewest)}
	case r.items() < 2:
		return ItemSubsets{}, &UndefinedError{Stat: stat, Reason: "one item; at least two are needed"}
	}
	out := ItemSubsets{Order: r.byDiscrimination(), Size: subsetSizes(r.items())}
	sums, random, counted := make([]float64, len(out.Size)), make([]float64, len(out.Size)), make([]int, len(out.Size))
	for split := range opt.Splits {
		rng := rand.New(rand.NewPCG(opt.Seed, uint64(split)))
		shuffled := rng.Perm(len(r.Solved))
		half := len(shuffled) / 2
		chosen := r.ofRuns(shuffled[:half]).byDiscrimination()
		held := r.ofRuns(shuffled[half:])
		drawn := rng.Perm(r.items())
		a, b := held.orderKept(chosen, out.Size), held.orderKept(drawn, out.Size)
		if a == nil || b == nil {
			continue
		}
		out.Splits++
		for k := range out.Size {
			sums[k], random[k], counted[k] = sums[k]+a[k], random[k]+b[k], counted[k]+1
		}
	}
	if out.Splits == 0 {
		return ItemSubsets{}, &UndefinedError{Stat: stat, Reason: "the runs do not differ"}
	}
	for k := range out.Size {
		out.Tau = append(out.Tau, sums[k]/float64(counted[k]))
		out.Random = append(out.Random, random[k]/float64(counted[k]))
	}
	for k := len(out.Size) - 1; k >= 0 && out.Tau[k] >= opt.Goal; k-- {
		if out.Size[k] < r.items() {
			out.Least = out.Size[k]
		}
	}
	return out, nil
}

// subsetSizes are 1, 2, 3, 4, 5 and on in steps of about a quarter, up to all items.
func subsetSizes(items int) []int {
	var out []int
	for n := 1; n < items; n = max(n+1, n*5/4) {
		out = append(out, n)
	}
	return append(out, items)
}

// ofRuns are the answers of some of the runs.
func (r Responses) ofRuns(runs []int) Responses {
	var out Responses
	for _, i := range runs {
		out.Solved, out.Tried = append(out.Solved, r.Solved[i]), append(out.Tried, r.Tried[i])
	}
	return out
}

// byDiscrimination lists the items by their item-rest correlation, the highest first and those
// without one last; equal ones stand in the order of the items.
func (r Responses) byDiscrimination() []int {
	order := make([]int, r.items())
	for j := range order {
		order[j] = j
	}
	rest := make([]float64, len(order))
	sums := r.Sums()
	for j := range order {
		rest[j] = -2 // below any correlation
		if s, ok := r.itemRest(sums, j); ok {
			rest[j] = s
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rest[b], rest[a]) })
	return order
}

// orderKept is, for each size, tau-b between the runs' means over the first items of an order and
// over all; 0 where those of the first do not vary. Nil where the means over all do not.
func (r Responses) orderKept(order, sizes []int) []float64 {
	sum, answered := make([]float64, len(r.Solved)), make([]float64, len(r.Solved))
	mean := func() []float64 {
		out := make([]float64, len(sum))
		for i := range out {
			if answered[i] > 0 {
				out[i] = sum[i] / answered[i]
			}
		}
		return out
	}
	var means [][]float64
	at := 0
	for _, n := range sizes {
		for ; at < n; at++ {
			for i := range sum {
				if j := order[at]; r.Tried[i][j] > 0 {
					sum[i], answered[i] = sum[i]+r.share(i, j), answered[i]+1
				}
			}
		}
		means = append(means, mean())
	}
	whole := means[len(means)-1]
	if allEqual(whole) {
		return nil
	}
	out := make([]float64, len(sizes))
	for k, m := range means {
		if tau, err := KendallCorrelation(m, whole); err == nil {
			out[k] = tau.TauB
		}
	}
	return out
}
