package scale

import (
	"math"
	"math/bits"

	"mcpstats/stats"
)

// tally is a cell while tasks arrive. Totals that fit are added by replicate as
// numbers of 128 bits, 64 of them behind the point: as exactly as stats.ExactSum
// does, in a tenth of the time.
type tally struct {
	SumsCell
	high []int64 // by replicate
	low  []uint64
}

// Totals below fixedLimit times weights below 16, of fewer than fixedTasks tasks,
// stay within 63 bits before the point.
const (
	fixedLimit = 1 << 40
	fixedTasks = 1 << 18
)

// newTally returns an empty cell; replicates is 0 where it has none.
func newTally(key SumsKey, replicates int) *tally {
	c := &tally{SumsCell: SumsCell{SumsKey: key}}
	if replicates > 0 {
		c.Weights, c.Replicates = make([]int64, replicates), make([]stats.ExactSum, replicates)
		c.high, c.low = make([]int64, replicates), make([]uint64, replicates)
	}
	return c
}

// add counts a task. weights are those of its replicates; nil where the cell has
// none.
func (c *tally) add(task TaskSet, total float64, graded bool, weights []uint8) {
	c.Tasks.merge(task)
	c.Graded = c.Graded || graded
	c.Total.Add(total)
	c.Squares.AddProduct(total, total)
	if c.Scored > 0 {
		c.Means.Add(total / float64(c.Scored))
	}
	for r, w := range weights {
		c.Weights[r] += int64(w)
	}
	if total == 0 || weights == nil {
		return
	}
	if high, low, ok := fixed(total); ok && c.Tasks.N < fixedTasks {
		for r, w := range weights {
			carry, product := bits.Mul64(low, uint64(w))
			sum, more := bits.Add64(c.low[r], product, 0)
			c.low[r] = sum
			c.high[r] += high*int64(w) + int64(carry+more)
		}
		return
	}
	for r, w := range weights {
		if w > 0 {
			c.Replicates[r].AddProduct(float64(w), total)
		}
	}
}

// fixed is a number as high + low/2^64; ok is false where it does not fit.
func fixed(x float64) (high int64, low uint64, ok bool) {
	size := math.Abs(x)
	whole := math.Floor(size)
	rest := math.Ldexp(size-whole, 64)
	if size >= fixedLimit || rest != math.Trunc(rest) {
		return 0, 0, false
	}
	high, low = int64(whole), uint64(rest)
	if x < 0 {
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		high = -high - int64(borrow)
	}
	return high, low, true
}

// settle puts what was added in 128 bits with the rest, in parts that a double holds.
func (c *tally) settle() {
	const half = 1<<32 - 1
	for r, high := range c.high {
		sum := &c.Replicates[r]
		sum.Add(float64(high &^ half))
		sum.Add(float64(high & half))
		sum.Add(float64(c.low[r]>>32) * 0x1p-32)
		sum.Add(float64(c.low[r]&half) * 0x1p-64)
	}
	c.high, c.low = nil, nil
}
