package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// DeriveSeed returns a seed for the generator named by keys, e.g. benchmark,
// metric, stratum, pair and statistic. Different keys give unrelated generators
// whatever the order in which they are asked for; the keys "ab","c" and "a","bc"
// differ. (FNV-1a over length-prefixed keys, finished by SplitMix64's mixer.)
func DeriveSeed(seed uint64, keys ...string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	add := func(b byte) { h = (h ^ uint64(b)) * prime }
	for shift := 0; shift < 64; shift += 8 {
		add(byte(seed >> shift))
	}
	for _, key := range keys {
		for l, shift := uint64(len(key)), 0; shift < 64; shift += 8 {
			add(byte(l >> shift))
		}
		for i := range len(key) {
			add(key[i])
		}
	}
	return mix64(h)
}

// mix64 is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func mix64(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// A Resampler yields bootstrap resamples of Units tasks or clusters: resample r
// is Units draws with replacement, a function of (Seed, r) alone. Everything
// computed from one Resampler therefore shares its resamples, in whatever order
// or goroutine it is computed.
type Resampler struct {
	Units      int
	Replicates int
	Seed       uint64
}

func (rs Resampler) check() error {
	switch {
	case rs.Units < 1 || rs.Units > math.MaxInt32:
		return &ArgumentError{Arg: "units", Reason: fmt.Sprintf("%d units to resample; give 1 to %d", rs.Units, math.MaxInt32)}
	case rs.Replicates < 1:
		return &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("%d replicates; give at least one", rs.Replicates)}
	}
	return nil
}

// Draw fills dst, which holds Units elements, with the units of resample r.
// Each 64-bit output makes two draws by multiplication and shift (Lemire 2019)
// without rejection: a unit's probability is off by less than 2^-32.
func (rs Resampler) Draw(r int, dst []uint32) {
	var pcg rand.PCG
	pcg.Seed(rs.Seed, mix64(uint64(r)))
	n := uint64(rs.Units)
	i := 0
	for ; i+1 < len(dst); i += 2 {
		u := pcg.Uint64()
		dst[i] = uint32((u >> 32) * n >> 32)
		dst[i+1] = uint32((u & math.MaxUint32) * n >> 32)
	}
	if i < len(dst) {
		dst[i] = uint32((pcg.Uint64() >> 32) * n >> 32)
	}
}

// Sums returns, for each vector of x, its total over each resample:
// sums[v][r] = sum over the units i drawn in resample r of x[v][i]. All vectors
// are Units long and share the resamples, so the replicates of a difference of
// two runs' means are (sums[a][r]-sums[b][r])/Units, and R runs need R vectors
// and not one a pair. Sums of integers are exact.
//
// Vectors of few distinct values are summed by counting bits, the others eight
// at a time; the work is spread over the processors by blocks of resamples,
// which does not change any sum. Errors: a vector of another length or with a
// value that is not finite.
func (rs Resampler) Sums(x [][]float64) ([][]float64, error) {
	if err := rs.check(); err != nil {
		return nil, err
	}
	for v := range x {
		if len(x[v]) != rs.Units {
			return nil, &ArgumentError{Arg: "x", Reason: fmt.Sprintf("vector %d has %d values; the resampler draws %d units", v, len(x[v]), rs.Units)}
		}
		for i, value := range x[v] {
			if math.IsNaN(value) || math.IsInf(value, 0) {
				return nil, &ArgumentError{Arg: "x", Reason: fmt.Sprintf("vector %d, value %d is %v; resampling needs finite values", v, i, value)}
			}
		}
	}
	sums := make([][]float64, len(x))
	all := make([]float64, len(x)*rs.Replicates)
	for v := range sums {
		sums[v] = all[v*rs.Replicates : (v+1)*rs.Replicates : (v+1)*rs.Replicates]
	}
	plan := newSumPlan(x, rs.Units)
	rs.parallel(len(x), func() func(r int) {
		scratch := plan.scratch()
		return func(r int) {
			rs.Draw(r, scratch.draws)
			plan.sum(scratch, r, sums)
		}
	})
	return sums, nil
}

// parallel calls, for every replicate once, the functions that worker makes, one
// for each goroutine. weight scales the work of one replicate.
func (rs Resampler) parallel(weight int, worker func() func(r int)) {
	const block = 64
	const worthwhile = 1 << 18 // draws below which goroutines cost more than they save
	workers := min(runtime.GOMAXPROCS(0), (rs.Replicates+block-1)/block)
	if float64(rs.Units)*float64(rs.Replicates)*float64(1+weight) < worthwhile {
		workers = 1
	}
	if workers == 1 {
		replicate := worker()
		for r := range rs.Replicates {
			replicate(r)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			replicate := worker()
			for {
				first := int(next.Add(block)) - block
				if first >= rs.Replicates {
					return
				}
				for r := first; r < min(first+block, rs.Replicates); r++ {
					replicate(r)
				}
			}
		})
	}
	wg.Wait()
}

// sumPlan is a set of vectors arranged for summation over resamples.
type sumPlan struct {
	n       int
	blocks  []denseBlock
	levels  []levelVector
	nLevels int // indicator bit sets in all
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
	plan := &sumPlan{n: n}
	for v := range x {
		if value, ok := distinctValues(x[v], maxLevels); ok {
			plan.levels = append(plan.levels, newLevelVector(v, x[v], value))
			continue
		}
		last := len(plan.blocks) - 1
		if last < 0 || len(plan.blocks[last].vectors) == 8 {
			plan.blocks = append(plan.blocks, denseBlock{rows: make([][8]float64, n)})
			last++
		}
		b := &plan.blocks[last]
		column := len(b.vectors)
		b.vectors = append(b.vectors, v)
		for i, value := range x[v] {
			b.rows[i][column] = value
		}
	}
	return plan
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
	draws  []uint32
	counts []uint8     // how often each unit was drawn
	planes [8][]uint64 // bit p of every unit's count
}

func (plan *sumPlan) scratch() *sumScratch {
	s := &sumScratch{draws: make([]uint32, plan.n)}
	if len(plan.levels) > 0 {
		words := (plan.n + 63) / 64
		s.counts = make([]uint8, words*64)
		for p := range s.planes {
			s.planes[p] = make([]uint64, words)
		}
	}
	return s
}

// sum writes the totals of resample r, whose draws are in s, to sums.
func (plan *sumPlan) sum(s *sumScratch, r int, sums [][]float64) {
	for b := range plan.blocks {
		block := &plan.blocks[b]
		total := block.sum(s.draws)
		for column, v := range block.vectors {
			sums[v][r] = total[column]
		}
	}
	if len(plan.levels) == 0 {
		return
	}
	planes := s.slice()
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

func (b *denseBlock) sum(draws []uint32) [8]float64 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for _, i := range draws {
		row := &b.rows[i]
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

// slice counts the draws of each unit and cuts the counts into bit planes, eight
// units at a time; it returns the planes in use. A count above 255 would need an
// event of probability below 1e-500.
func (s *sumScratch) slice() [][]uint64 {
	clear(s.counts)
	for _, i := range s.draws {
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
