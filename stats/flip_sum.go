package stats

import (
	"math"
	"math/rand/v2"
)

// flipSum is the sum of differences under random flips of their signs.
type flipSum struct {
	size  []float64 // sizes of the non-zero differences, scaled by a power of two
	noise []float64 // rounding errors, scaled likewise
	sum   float64   // observed, scaled
	total float64   // observed, unscaled
	tol   float64   // sums closer than this are equal
}

func newFlipSum(diff Differences) (flipSum, error) {
	exp, err := scaleOf("differences", diff.D)
	if err != nil {
		return flipSum{}, err
	}
	scale := math.Ldexp(1, -exp)
	var f flipSum
	var sum sum2
	var sizes, noise float64
	for i, d := range diff.D {
		if diff.sign(i) == 0 {
			continue
		}
		f.size = append(f.size, math.Abs(d)*scale)
		f.noise = append(f.noise, diff.Noise[i]*scale)
		sum = sum.add(d * scale)
		sizes += math.Abs(d) * scale
		noise += diff.Noise[i] * scale
	}
	f.sum = sum.hi
	f.total = math.Ldexp(sum.hi, exp)
	f.tol = math.Max(1e-12*sizes, noise)
	return f, nil
}

// finestUnit is the largest number of units that the smallest difference may hold.
const finestUnit = 1000

// lattice returns the sizes, and the observed sum, in whole multiples of a common unit, where
// there is one within the rounding errors and the dynamic programme over it takes at most the
// given number of cell updates.
func (f flipSum) lattice(updates float64) (weights []int, sum int, ok bool) {
	n := len(f.size)
	if n == 0 || n > maxFlips {
		return nil, 0, false
	}
	base, largest := 0, 0.0
	for i, s := range f.size {
		if s < f.size[base] {
			base = i
		}
		largest = math.Max(largest, s)
	}
	weights = make([]int, n)
	for parts := 1; parts <= finestUnit; parts++ {
		unit := f.size[base] / float64(parts)
		if largest/unit > updates {
			return nil, 0, false
		}
		if f.multiples(unit, f.noise[base]/float64(parts), weights) {
			squares := 0.0
			for _, w := range weights {
				squares += float64(w) * float64(w)
			}
			// Hoeffding's band of about ten standard deviations, half of it by symmetry.
			return weights, int(math.Round(f.sum / unit)), float64(n)*3*math.Sqrt(squares) <= updates
		}
	}
	return nil, 0, false
}

// multiples fills weights with size/unit and reports whether all are whole within
// the errors of size and unit.
func (f flipSum) multiples(unit, unitNoise float64, weights []int) bool {
	for i, s := range f.size {
		k := math.Round(s / unit)
		tol := f.noise[i] + k*unitNoise
		if tol > unit/8 || math.Abs(s-k*unit) > tol {
			return false
		}
		weights[i] = int(k)
	}
	return true
}

// enumerate counts the sign flips, of 2^n, at least as extreme as observed. It
// lists the sums of either half of the differences in order and pairs the lists.
func (f flipSum) enumerate(alt Alternative) float64 {
	low := sortedFlips(f.size[:len(f.size)/2])
	high := sortedFlips(f.size[len(f.size)/2:])
	atLeast := func(limit float64) float64 {
		count, j := 0, len(high)
		for _, u := range low {
			for j > 0 && u+high[j-1] >= limit {
				j--
			}
			count += len(high) - j
		}
		return float64(count)
	}
	switch {
	case alt == Greater:
		return atLeast(f.sum - f.tol)
	case alt == Less:
		return atLeast(-f.sum - f.tol)
	case math.Abs(f.sum) <= f.tol:
		return float64(len(low)) * float64(len(high))
	default:
		return 2 * atLeast(math.Abs(f.sum)-f.tol)
	}
}

// sortedFlips returns all sums of +-size in ascending order.
func sortedFlips(size []float64) []float64 {
	sums := make([]float64, 1, 1<<len(size))
	next := make([]float64, 0, 1<<len(size))
	for _, s := range size {
		next = next[:0]
		i := 0
		for _, u := range sums {
			for i < len(sums) && sums[i]-s <= u+s {
				next = append(next, sums[i]-s)
				i++
			}
			next = append(next, u+s)
		}
		sums, next = next, sums
	}
	return sums
}

// sample counts the random sign flips at least as extreme as observed. The 256
// sums of every eight differences are tabulated, so a flip costs one look-up for eight signs.
func (f flipSum) sample(resamples int, seed uint64, alt Alternative) float64 {
	blocks := (len(f.size) + 7) / 8
	table := make([][256]float64, blocks)
	for b := range table {
		part := f.size[8*b : min(8*b+8, len(f.size))]
		t := &table[b]
		for _, s := range part {
			t[0] -= s
		}
		for bit, s := range part {
			for mask := range 1 << bit {
				t[mask|1<<bit] = t[mask] + 2*s
			}
		}
		for mask := 1 << len(part); mask < 256; mask++ {
			t[mask] = t[mask&(1<<len(part)-1)]
		}
	}
	source := rand.NewPCG(seed, 0)
	limit := math.Abs(f.sum) - f.tol
	extreme := 0
	for range resamples {
		sum := 0.0
		for b := 0; b < blocks; b += 8 {
			bits := source.Uint64()
			for i := range table[b:min(b+8, blocks)] {
				sum += table[b+i][bits&255]
				bits >>= 8
			}
		}
		if alt == TwoSided && math.Abs(sum) >= limit || alt == Greater && sum >= f.sum-f.tol || alt == Less && sum <= f.sum+f.tol {
			extreme++
		}
	}
	return float64(extreme)
}
