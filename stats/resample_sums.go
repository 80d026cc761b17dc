package stats

import "math"

// sumPlan is a set of vectors arranged for summation over resamples: eight to a block, so
// that a drawn unit's eight values share a cache line. A vector's values are added in the
// order of the draws, or exactly, so that no sum depends on the other vectors.
//
// Counting the units of 0/1 vectors by bits, packing whole numbers two to a word, and
// summing a lone vector over four resamples side by side were tried and given up: all
// pairs of 12 runs x 1,000 tasks x 6 metrics take 1.16 s of processor time with the three
// and 1.18 s without; 90 runs x 2,075 tasks 6.1 s and 6.9 s of verdicts, and the same of rates.
type sumPlan struct {
	n        int
	together int // resamples that are summed together
	blocks   []rowBlock
}

// A block is read once for many resamples, as long as their draws and one block stay
// in the second-level cache together: read anew for every resample, the blocks of a
// large table come from memory ten thousand times.
const (
	mostTogether  = 16
	drawsTogether = 1 << 16 // of all resamples that are summed together
)

// rowBlock holds up to eight columns; rows[i] are the values of unit i.
type rowBlock struct {
	columns []sumColumn
	rows    [][8]float64
}

// sumColumn is a vector's values, or marks the units that hold one of them.
type sumColumn struct {
	vector int
	counts bool    // 1 where the vector holds level, else 0
	level  float64 // what a unit counted is worth
}

// mostLevels is the number of distinct values up to which a vector of fractions is summed
// by counting each: rates over up to five attempts. Such sums are rounded once a value and
// not once a draw, and resamples with the same counts have the same sum.
const mostLevels = 6

func newSumPlan(x [][]float64, n int) *sumPlan {
	plan := &sumPlan{n: n, together: min(max(drawsTogether/n, 1), mostTogether)}
	var columns []sumColumn
	for v := range x {
		levels, few := distinctValues(x[v], mostLevels)
		if !few || integers(levels) { // integers add up exactly either way
			columns = append(columns, sumColumn{vector: v})
			continue
		}
		for _, level := range append(levels[1:], levels[0]) {
			columns = append(columns, sumColumn{vector: v, counts: true, level: level})
		}
	}
	for len(columns) > 0 {
		size := min(8, len(columns))
		plan.blocks = append(plan.blocks, newRowBlock(columns[:size], x, n))
		columns = columns[size:]
	}
	return plan
}

func newRowBlock(columns []sumColumn, x [][]float64, n int) rowBlock {
	b := rowBlock{columns: columns, rows: make([][8]float64, n)}
	for k, c := range columns {
		for i, value := range x[c.vector] {
			switch {
			case !c.counts:
				b.rows[i][k] = value
			case value == c.level:
				b.rows[i][k] = 1
			}
		}
	}
	return b
}

// integers reports whether the values are integers small enough for exact sums.
func integers(value []float64) bool {
	for _, v := range value {
		if v != math.Trunc(v) || math.Abs(v) > 1<<20 {
			return false
		}
	}
	return true
}

// distinctValues lists the distinct values of x in order of appearance; ok is
// false where there are more than limit.
func distinctValues(x []float64, limit int) (value []float64, ok bool) {
next:
	for _, xi := range x {
		for _, v := range value {
			if xi == v {
				continue next
			}
		}
		if len(value) == limit {
			return nil, false
		}
		value = append(value, xi)
	}
	return value, true
}

// scratch is one goroutine's room for draws, by resample.
func (plan *sumPlan) scratch() [][]uint32 {
	draws := make([][]uint32, plan.together)
	for k := range draws {
		draws[k] = make([]uint32, plan.n)
	}
	return draws
}

// sum adds the totals of the resamples first to last-1, at most plan.together, to sums.
func (plan *sumPlan) sum(scratch [][]uint32, rs Resampler, first, last int, sums [][]float64) {
	drawn := scratch[:last-first]
	for k, draws := range drawn {
		rs.Draw(first+k, draws)
	}
	for b := range plan.blocks {
		block := &plan.blocks[b]
		for k, draws := range drawn {
			totals := rowSums(block.rows, draws)
			for at, c := range block.columns {
				if c.counts {
					totals[at] *= c.level
				}
				sums[c.vector][first+k] += totals[at]
			}
		}
	}
}

// rowSums adds the drawn rows, each column for itself: eight sums that do not wait for one
// another.
func rowSums(rows [][8]float64, draws []uint32) [8]float64 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for _, i := range draws {
		row := &rows[i]
		s0 += row[0]
		s1 += row[1]
		s2 += row[2]
		s3 += row[3]
		s4 += row[4]
		s5 += row[5]
		s6 += row[6]
		s7 += row[7]
	}
	return [8]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}
