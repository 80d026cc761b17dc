package stats

import (
	"fmt"
	"math"
	"slices"
)

// signedRanks are the mid-ranks of non-zero differences by size. Ranks are
// doubled, which makes mid-ranks whole numbers.
type signedRanks struct {
	doubled     []int // ascending
	plus, minus int   // sums of doubled ranks by sign
	zeros       int
	groups      int // number of different sizes
}

// rankSigned ranks the differences; with rankZeros the zeros take the lowest ranks.
func rankSigned(diff Differences, rankZeros bool) signedRanks {
	type entry struct {
		size, noise float64
		positive    bool
	}
	entries := make([]entry, 0, len(diff.D))
	for i, d := range diff.D {
		if s := diff.sign(i); s != 0 {
			entries = append(entries, entry{math.Abs(d), diff.Noise[i], s > 0})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int {
		switch {
		case x.size < y.size:
			return -1
		case x.size > y.size:
			return 1
		}
		return 0
	})
	r := signedRanks{doubled: make([]int, len(entries)), zeros: len(diff.D) - len(entries)}
	below := 0
	if rankZeros {
		below = r.zeros
	}
	for start := 0; start < len(entries); {
		// A group holds the differences that one number can stand for within the
		// rounding error of each.
		highest := entries[start].size + entries[start].noise
		end := start + 1
		for end < len(entries) && entries[end].size-entries[end].noise <= highest {
			highest = math.Min(highest, entries[end].size+entries[end].noise)
			end++
		}
		rank := 2*below + start + 1 + end
		for i := start; i < end; i++ {
			r.doubled[i] = rank
			if entries[i].positive {
				r.plus += rank
			} else {
				r.minus += rank
			}
		}
		r.groups++
		start = end
	}
	return r
}

// sigma is the null standard deviation of WPlus. Each non-zero difference adds the
// variance of a fair sign, rank^2/4; summed over mid-ranks this is the tie-corrected
// formula. With split zeros the zeros count as if they had signs, at their common
// mid-rank, as in scipy.
func (r signedRanks) sigma(zeros ZeroMethod) float64 {
	var sum float64
	for _, rank := range r.doubled {
		sum += float64(rank) * float64(rank)
	}
	variance := sum / 16
	if zeros == SplitZeros {
		m := float64(r.zeros)
		variance += m * (m + 1) * (m + 1) / 16
	}
	return math.Sqrt(variance)
}

func (r signedRanks) notes(n int) []string {
	var notes []string
	if r.zeros > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d differences are zero", r.zeros, n))
	}
	switch {
	case r.groups == 1 && len(r.doubled) > 1:
		notes = append(notes, "all non-zero differences have one size, as on binary data: the signed-rank test is the sign test here")
	case r.groups < len(r.doubled):
		notes = append(notes, fmt.Sprintf("ties: %d different sizes among %d non-zero differences, mid-ranks used", r.groups, len(r.doubled)))
	}
	return notes
}
