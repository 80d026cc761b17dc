package stats

import "math"

// A keyed value sorts by key and remembers where it stood.
type keyed struct {
	key   uint64
	index int32
}

// sortKey maps a float64 that is not NaN to an integer of the same order.
func sortKey(v float64) uint64 {
	const signBit = 1 << 63
	b := math.Float64bits(v + 0) // -0 becomes 0
	if b&signBit != 0 {
		return ^b
	}
	return b | signBit
}

// sortKeyed sorts by key, stably: by insertion where there are few, else by
// digits of 11 bits (a radix sort), skipping digits that are all alike.
func sortKeyed(a []keyed) []keyed {
	const few = 64
	if len(a) <= few {
		for i := 1; i < len(a); i++ {
			v := a[i]
			j := i
			for ; j > 0 && a[j-1].key > v.key; j-- {
				a[j] = a[j-1]
			}
			a[j] = v
		}
		return a
	}
	const bits, buckets, digits = 11, 1 << 11, 6
	var count [digits][buckets]int32
	for _, v := range a {
		for d := range digits {
			count[d][v.key>>(bits*d)&(buckets-1)]++
		}
	}
	b := make([]keyed, len(a))
	for d := range digits {
		c := &count[d]
		if c[a[0].key>>(bits*d)&(buckets-1)] == int32(len(a)) {
			continue
		}
		start := int32(0)
		for k, n := range c {
			c[k] = start
			start += n
		}
		for _, v := range a {
			k := v.key >> (bits * d) & (buckets - 1)
			b[c[k]] = v
			c[k]++
		}
		a, b = b, a
	}
	return a
}

// denseRanks are the ranks 0, 1, 2... of x, equal values sharing one; values that
// are equal up to rounding, as tieByRounding says, count as equal.
type denseRanks struct {
	rank  []int32
	order []int32 // the indices of x by ascending rank
	sizes []int   // how many values share each rank
}

func newDenseRanks(x []float64) denseRanks {
	a := make([]keyed, len(x))
	for i, v := range x {
		a[i] = keyed{sortKey(v), int32(i)}
	}
	a = sortKeyed(a)
	r := denseRanks{rank: make([]int32, len(x)), order: make([]int32, len(x))}
	first := math.Inf(-1)
	for at, v := range a {
		value := x[v.index]
		if at == 0 || value != first && !tieByRounding(first, value) {
			r.sizes = append(r.sizes, 0)
			first = value
		}
		g := len(r.sizes) - 1
		r.sizes[g]++
		r.rank[v.index] = int32(g)
		r.order[at] = v.index
	}
	return r
}

// tieByRounding reports whether first and v >= first may be one number but for
// the rounding of short means, as doubledRanks decides it.
func tieByRounding(first, v float64) bool {
	return v-first <= 0x1p-53*roundings*(math.Abs(first)+math.Abs(v))
}

// orderedBy returns the ranks r in the order of x's ranks, ascending within one of
// x's groups.
func (r denseRanks) orderedBy(x denseRanks) []int32 {
	next := make([]int32, len(x.sizes))
	start := int32(0)
	for g, n := range x.sizes {
		next[g] = start
		start += int32(n)
	}
	out := make([]int32, len(r.rank))
	for _, i := range r.order {
		g := x.rank[i]
		out[next[g]] = r.rank[i]
		next[g]++
	}
	return out
}

// countInversions sorts a by merging and returns the number of pairs i < j with
// a[i] > a[j].
func countInversions(a []int32) int64 {
	const block = 12 // insertion sort below this length
	var inversions int64
	n := len(a)
	for lo := 0; lo < n; lo += block {
		hi := min(lo+block, n)
		for i := lo + 1; i < hi; i++ {
			v := a[i]
			j := i
			for ; j > lo && a[j-1] > v; j-- {
				a[j] = a[j-1]
			}
			a[j] = v
			inversions += int64(i - j)
		}
	}
	if n <= block {
		return inversions
	}
	src, dst := a, make([]int32, n)
	for width := block; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			if mid == hi || src[mid-1] <= src[mid] {
				copy(dst[lo:hi], src[lo:hi])
				continue
			}
			inversions += mergeCounting(dst[lo:hi], src[lo:mid], src[mid:hi])
		}
		src, dst = dst, src
	}
	if &src[0] != &a[0] {
		copy(a, src)
	}
	return inversions
}

// mergeCounting merges left and right into dst and counts, for each of right, the
// larger ones of left.
func mergeCounting(dst, left, right []int32) (inversions int64) {
	i, j := 0, 0
	for k := range dst {
		if j == len(right) {
			copy(dst[k:], left[i:])
			break
		}
		if i == len(left) {
			copy(dst[k:], right[j:])
			break
		}
		l, r := left[i], right[j]
		if l <= r {
			dst[k] = l
			i++
		} else {
			dst[k] = r
			j++
			inversions += int64(len(left) - i)
		}
	}
	return inversions
}
