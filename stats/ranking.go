package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Gain is what a relevant item at grade g adds to a discounted cumulative gain.
type Gain int

const (
	LinearGain      Gain = iota // g (Jarvelin and Kekalainen 2002; trec_eval's ndcg_cut)
	ExponentialGain             // 2^g - 1 (Burges et al. 2005)
)

// Repeats says what becomes of an item that is retrieved again.
type Repeats int

const (
	DropRepeats Repeats = iota // the later places are removed before cutting at k
	KeepPlaces                 // the later places stay and hold nothing relevant
)

// A Ranking is a list of retrieved items, best first, judged by relevance grade.
// An item counts at its first place alone.
type Ranking struct {
	grades   []float64 // of the places, in order
	ideal    []float64 // grades above 0 of all judged items, descending
	relevant int
}

// JudgeRanking looks up the items' grades; what has no grade is not relevant,
// and what has a grade of 0 is judged not relevant. Errors: a negative or
// non-finite grade; an UndefinedError where no item is relevant, since no metric
// exists then (trec_eval leaves the query out of its means).
func JudgeRanking(items []string, relevance map[string]float64, repeats Repeats) (Ranking, error) {
	var r Ranking
	for _, g := range relevance {
		if !(g >= 0) || math.IsInf(g, 0) {
			return Ranking{}, &ArgumentError{Arg: "relevance", Reason: fmt.Sprintf("grade %v; grades are numbers of at least 0", g)}
		}
		if g > 0 {
			r.ideal = append(r.ideal, g)
		}
	}
	if r.relevant = len(r.ideal); r.relevant == 0 {
		return Ranking{}, &UndefinedError{Stat: "ranking metrics", Reason: "no item is relevant"}
	}
	slices.SortFunc(r.ideal, func(a, b float64) int { return cmp.Compare(b, a) })
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		switch {
		case !seen[item]:
			seen[item] = true
			r.grades = append(r.grades, relevance[item])
		case repeats == KeepPlaces:
			r.grades = append(r.grades, 0)
		}
	}
	return r, nil
}

// hits is the number of relevant items among the first k >= 1.
func (r Ranking) hits(k int) int {
	hits := 0
	for _, g := range r.grades[:min(k, len(r.grades))] {
		if g > 0 {
			hits++
		}
	}
	return hits
}

// Recall is the share of the relevant items that are among the first k.
func (r Ranking) Recall(k int) float64 { return float64(r.hits(k)) / float64(r.relevant) }

// Precision is the share of the first k places that hold a relevant item; the
// denominator is k even where fewer were retrieved (trec_eval's P_k).
func (r Ranking) Precision(k int) float64 { return float64(r.hits(k)) / float64(k) }

// Hit is 1 where any of the first k is relevant, else 0 (trec_eval's success_k).
func (r Ranking) Hit(k int) float64 { return float64(min(1, r.hits(k))) }

// ReciprocalRank is 1 over the rank of the first relevant item, 0 where none is.
func (r Ranking) ReciprocalRank() float64 {
	for i, g := range r.grades {
		if g > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// AveragePrecision is the sum, over the ranks of relevant items, of the precision
// there, over the number of relevant items (trec_eval's map).
func (r Ranking) AveragePrecision() float64 {
	hits, total := 0, 0.0
	for i, g := range r.grades {
		if g > 0 {
			hits++
			total += float64(hits) / float64(i+1)
		}
	}
	return total / float64(r.relevant)
}

// NDCG is the discounted cumulative gain of the first k, discount log2(rank+1),
// over that of the ideal order of all judged items.
func (r Ranking) NDCG(k int, gain Gain) float64 {
	// Only the ratio counts: grades whose gains a float64 does not hold are taken
	// relative to the highest.
	const holds = 512
	amount := func(g float64) float64 { return g }
	top := r.ideal[0]
	switch {
	case gain == ExponentialGain && top > holds:
		amount = func(g float64) float64 { return math.Exp2(g-top) - math.Exp2(-top) }
	case gain == ExponentialGain:
		amount = func(g float64) float64 {
			if g < 1 {
				return math.Expm1(g * math.Ln2) // keeps the smallest grades above 0
			}
			return math.Exp2(g) - 1
		}
	case math.Ilogb(top) > holds:
		amount = func(g float64) float64 { return g / top }
	}
	return discounted(r.grades, k, amount) / discounted(r.ideal, k, amount)
}

func discounted(grades []float64, k int, amount func(g float64) float64) float64 {
	total := 0.0
	for i, g := range grades[:min(k, len(grades))] {
		total += amount(g) / math.Log2(float64(i+2))
	}
	return total
}
