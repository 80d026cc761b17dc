package stats

import (
	"math"
	"math/bits"
)

// interleaved is the number of resamples that a lone vector is summed over side by
// side, so that its additions need not wait for one another.
const interleaved = 4

// A block is read once for many resamples, as long as their draws and one block stay
// in the second-level cache together: read anew for every resample, the blocks of a
// large table come from memory ten thousand times.
const (
	mostTogether  = 4 * interleaved
	drawsTogether = 1 << 16 // of all resamples that are summed together
)

// sumPlan is a set of vectors arranged for summation over resamples. A vector's
// values are added in the order of the draws, or exactly, whichever arrangement
// it is in, so that no sum depends on the other vectors.
type sumPlan struct {
	n        int
	together int // resamples that are summed together, a multiple of interleaved
	whole    []wholeBlock
	blocks   []denseBlock
	lone     []loneVector
	levels   []levelVector
}

type loneVector struct {
	vector int
	x      []float64
}

// denseBlock holds up to eight vectors, interleaved so that a unit's eight
// values share a cache line.
type denseBlock struct {
	vectors []int
	rows    [][8]float64
}

// levelVector is a vector of few distinct values: indicator[k] has a bit for
// each unit whose value is value[k+1]; all others hold value[0].
type levelVector struct {
	vector    int
	value     []float64
	indicator [][]uint64
}

// maxLevels is the number of distinct values up to which counting bits is
// faster than adding: about 60 ns an indicator against 500 ns a thousand units.
const maxLevels = 6

func newSumPlan(x [][]float64, n int) *sumPlan {
	plan := &sumPlan{n: n, together: min(max(drawsTogether/n/interleaved, 1)*interleaved, mostTogether)}
	var dense []int
	var few [][]float64 // distinct values of the vectors of few levels
	var leveled []int
	allIntegers := true
	for v := range x {
		if value, ok := distinctValues(x[v], maxLevels); ok {
			leveled, few = append(leveled, v), append(few, value)
			allIntegers = allIntegers && integers(value)
		} else {
			dense = append(dense, v)
		}
	}
	if len(leveled) < minLeveled && allIntegers {
		dense = append(dense, leveled...) // exact either way
		leveled = nil
	}
	for i, v := range leveled {
		plan.levels = append(plan.levels, newLevelVector(v, x[v], few[i]))
	}
	var whole, rest []int
	for _, v := range dense {
		if packable(x[v], n) {
			whole = append(whole, v)
		} else {
			rest = append(rest, v)
		}
	}
	if len(whole) < minWhole {
		whole, rest = nil, dense
	}
	for len(whole) > 0 {
		size := min(mostWhole, len(whole))
		plan.whole = append(plan.whole, newWholeBlock(whole[:size], x, n))
		whole = whole[size:]
	}
	dense = rest
	for len(dense) > 0 {
		if len(dense) < minBlock {
			for _, v := range dense {
				plan.lone = append(plan.lone, loneVector{vector: v, x: x[v]})
			}
			break
		}
		block := denseBlock{vectors: dense[:min(8, len(dense))], rows: make([][8]float64, n)}
		dense = dense[len(block.vectors):]
		for column, v := range block.vectors {
			for i, value := range x[v] {
				block.rows[i][column] = value
			}
		}
		plan.blocks = append(plan.blocks, block)
	}
	return plan
}

// minLeveled is the number of vectors of few levels below which counting the
// draws costs more than it saves; minBlock is the same for filling a block, and
// minWhole for packing whole numbers.
const (
	minLeveled = 8
	minBlock   = 4
	minWhole   = 8
)

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

func newLevelVector(vector int, x, value []float64) levelVector {
	words := (len(x) + 63) / 64
	l := levelVector{vector: vector, value: value, indicator: make([][]uint64, len(value)-1)}
	for k := range l.indicator {
		set := make([]uint64, words)
		for i, xi := range x {
			if xi == value[k+1] {
				set[i/64] |= 1 << (i % 64)
			}
		}
		l.indicator[k] = set
	}
	return l
}

// sumScratch is one goroutine's working memory.
type sumScratch struct {
	draws  [][]uint32  // by resample
	counts []uint8     // how often each unit was drawn
	planes [8][]uint64 // bit p of every unit's count
}

func (plan *sumPlan) scratch() *sumScratch {
	s := &sumScratch{draws: make([][]uint32, plan.together)}
	for k := range s.draws {
		s.draws[k] = make([]uint32, plan.n)
	}
	if len(plan.levels) > 0 {
		words := (plan.n + 63) / 64
		s.counts = make([]uint8, words*64)
		for p := range s.planes {
			s.planes[p] = make([]uint64, words)
		}
	}
	return s
}

// sum writes the totals of the resamples first to last-1, at most plan.together.
func (plan *sumPlan) sum(s *sumScratch, rs Resampler, first, last int, sums [][]float64) {
	drawn := s.draws[:last-first]
	for k, draws := range drawn {
		rs.Draw(first+k, draws)
	}
	for b := range plan.whole {
		for k, draws := range drawn {
			plan.whole[b].sum(draws, first+k, sums)
		}
	}
	for b := range plan.blocks {
		block := &plan.blocks[b]
		for k, draws := range drawn {
			total := block.sum(draws)
			for column, v := range block.vectors {
				sums[v][first+k] = total[column]
			}
		}
	}
	if len(plan.levels) > 0 {
		for k, draws := range drawn {
			plan.sumLevels(s.slice(draws), first+k, sums)
		}
	}
	for _, l := range plan.lone {
		for k := 0; k < len(drawn); k += interleaved {
			total := l.sum((*[interleaved][]uint32)(s.draws[k:]))
			copy(sums[l.vector][first+k:last], total[:])
		}
	}
}

// sumLevels writes the totals of the vectors of few levels for one resample.
func (plan *sumPlan) sumLevels(planes [][]uint64, r int, sums [][]float64) {
	for i := range plan.levels {
		l := &plan.levels[i]
		rest := plan.n
		total := 0.0
		for k, set := range l.indicator {
			count := weightedCount(planes, set)
			rest -= count
			total += l.value[k+1] * float64(count)
		}
		sums[l.vector][r] = total + l.value[0]*float64(rest)
	}
}

// sum adds the draws of all interleaved resamples; those not in use hold earlier
// draws, whose totals nobody reads.
func (l loneVector) sum(draws *[interleaved][]uint32) (total [interleaved]float64) {
	d0 := draws[0]
	d1, d2, d3 := draws[1][:len(d0)], draws[2][:len(d0)], draws[3][:len(d0)]
	var s0, s1, s2, s3 float64
	for i := range d0 {
		s0 += l.x[d0[i]]
		s1 += l.x[d1[i]]
		s2 += l.x[d2[i]]
		s3 += l.x[d3[i]]
	}
	return [interleaved]float64{s0, s1, s2, s3}
}

func (b *denseBlock) sum(draws []uint32) [8]float64 {
	return rowSums(b.rows, draws)
}

// rowSums adds the drawn rows, each column for itself.
func rowSums[T float64 | uint64](rows [][8]T, draws []uint32) [8]T {
	var s0, s1, s2, s3, s4, s5, s6, s7 T
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
	return [8]T{s0, s1, s2, s3, s4, s5, s6, s7}
}

// slice counts the draws of each unit and cuts the counts into bit planes, eight
// units at a time; it returns the planes in use. A count above 255 would need an
// event of probability below 1e-500.
func (s *sumScratch) slice(draws []uint32) [][]uint64 {
	clear(s.counts)
	for _, i := range draws {
		s.counts[i]++
	}
	const ones, gather = 0x0101010101010101, 0x0102040810204080
	used := 1
	for w := range s.planes[0] {
		for p := range used {
			s.planes[p][w] = 0
		}
		for octet := range 8 {
			c := s.counts[w*64+octet*8:]
			eight := uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
				uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
			for p := 0; eight != 0; p++ {
				if p == used {
					clear(s.planes[p])
					used++
				}
				s.planes[p][w] |= (eight & ones) * gather >> 56 << (octet * 8)
				eight = eight >> 1 & 0x7f7f7f7f7f7f7f7f
			}
		}
	}
	return s.planes[:used]
}

// weightedCount is the number of draws that fell on the units of set.
func weightedCount(planes [][]uint64, set []uint64) int {
	total := 0
	for p, plane := range planes {
		count := 0
		plane = plane[:len(set)]
		for w, bit := range set {
			count += bits.OnesCount64(plane[w] & bit)
		}
		total += count << p
	}
	return total
}
