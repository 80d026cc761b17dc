package stats

import (
	"fmt"
	"math"
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
// Vectors are summed eight at a time, and the work is spread over the processors
// by blocks of resamples, neither of which changes any sum. Errors: a vector of
// another length or with a value that is not finite.
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
	rs.parallel(len(x), func() func(first, last int) {
		scratch := plan.scratch()
		return func(first, last int) {
			for r := first; r < last; r += plan.together {
				plan.sum(scratch, rs, r, min(r+plan.together, last), sums)
			}
		}
	})
	return sums, nil
}

// parallel hands ranges of replicates [first, last) to the functions that worker
// makes, one for each goroutine. weight scales the work of one replicate.
func (rs Resampler) parallel(weight int, worker func() func(first, last int)) {
	const block = 64
	const worthwhile = 1 << 18 // draws below which goroutines cost more than they save
	workers := min(runtime.GOMAXPROCS(0), (rs.Replicates+block-1)/block)
	if float64(rs.Units)*float64(rs.Replicates)*float64(1+weight) < worthwhile {
		workers = 1
	}
	if workers == 1 {
		worker()(0, rs.Replicates)
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			replicates := worker()
			for {
				first := int(next.Add(block)) - block
				if first >= rs.Replicates {
					return
				}
				replicates(first, min(first+block, rs.Replicates))
			}
		})
	}
	wg.Wait()
}
