package stats

import "math"

// wholeBlock holds up to sixteen vectors of whole numbers, two in each word: the
// sums of both halves cost one addition. No sum reaches 2^32, so that none spills
// into its neighbour, and all are exact, as they are in doubles.
type wholeBlock struct {
	vectors []int
	rows    [][8]uint64 // vector k is in word k/2, the odd ones in the upper half
}

// mostWhole is the number of vectors of a wholeBlock.
const mostWhole = 16

// packable reports whether the values are whole, not negative, and so small that n
// of them add up to less than 2^32.
func packable(x []float64, n int) bool {
	limit := math.Floor(math.MaxUint32 / float64(n))
	for _, v := range x {
		if !(v >= 0 && v <= limit) || v != math.Trunc(v) {
			return false
		}
	}
	return true
}

func newWholeBlock(vectors []int, x [][]float64, n int) wholeBlock {
	b := wholeBlock{vectors: vectors, rows: make([][8]uint64, n)}
	for k, v := range vectors {
		for i, value := range x[v] {
			b.rows[i][k/2] |= uint64(value) << (k % 2 * 32)
		}
	}
	return b
}

// sum writes the totals of resample r.
func (b *wholeBlock) sum(draws []uint32, r int, sums [][]float64) {
	total := rowSums(b.rows, draws)
	for k, v := range b.vectors {
		sums[v][r] = float64(uint32(total[k/2] >> (k % 2 * 32)))
	}
}
