package stats

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// LogHistogram counts values in buckets that are 1/64 of a power of two wide, so
// that a quantile can be found to within a relative error of 1/128 from counts
// alone: the linearly interpolated mapping of DDSketch (Masson, Rim and Lee 2019,
// "DDSketch: a fast and fully-mergeable quantile sketch with relative-error
// guarantees"). A value's bucket is the upper bits of its double, which is the same
// on every machine. Merging adds counts: no order of merging shows. The zero value
// is empty.
type LogHistogram struct {
	counts   map[int32]uint64 // by bucket; negative buckets hold negative values
	n        uint64
	min, max float64
}

// HistogramBucket is one bucket with a count.
type HistogramBucket struct {
	Bucket int32
	Count  uint64
}

// bucketShift leaves the exponent and six bits of the mantissa of a double.
const bucketShift = 52 - 6

// lastBucket holds the largest double.
const lastBucket = 0x7ff<<6 - 1

// smallest is the least normal double; the relative error holds from it on, and
// smaller magnitudes count as 0.
const smallest = 0x1p-1022

func bucketOf(x float64) int32 {
	if math.Abs(x) < smallest {
		return 0
	}
	b := int32(math.Float64bits(math.Abs(x)) >> bucketShift)
	if x < 0 {
		return -b
	}
	return b
}

// middle is the value that stands for a bucket.
func middle(bucket int32) float64 {
	switch {
	case bucket == 0:
		return 0
	case bucket < 0:
		return -middle(-bucket)
	}
	return math.Float64frombits(uint64(bucket)<<bucketShift | 1<<(bucketShift-1))
}

// Add counts a finite number.
func (h *LogHistogram) Add(x float64) {
	if h.counts == nil {
		h.counts = map[int32]uint64{}
		h.min, h.max = x, x
	}
	h.counts[bucketOf(x)]++
	h.n++
	h.min, h.max = min(h.min, x), max(h.max, x)
}

// Merge adds another histogram's counts.
func (h *LogHistogram) Merge(o *LogHistogram) {
	if o.n == 0 {
		return
	}
	if h.counts == nil {
		h.counts = make(map[int32]uint64, len(o.counts))
		h.min, h.max = o.min, o.max
	}
	for b, c := range o.counts {
		h.counts[b] += c
	}
	h.n += o.n
	h.min, h.max = min(h.min, o.min), max(h.max, o.max)
}

// Range is the smallest and the largest of the observed values.
func (h *LogHistogram) Range() (lo, hi float64) { return h.min, h.max }

// Buckets lists the counts, ascending by value.
func (h *LogHistogram) Buckets() []HistogramBucket {
	out := make([]HistogramBucket, 0, len(h.counts))
	for b, c := range h.counts {
		out = append(out, HistogramBucket{b, c})
	}
	slices.SortFunc(out, func(a, b HistogramBucket) int { return int(a.Bucket) - int(b.Bucket) })
	return out
}

// LogHistogramOf makes a histogram again of its buckets and range. Errors: buckets
// or counts that no finite numbers have: a bucket out of range, twice or empty, or a
// total that overflows.
func LogHistogramOf(buckets []HistogramBucket, lo, hi float64) (LogHistogram, error) {
	h := LogHistogram{counts: make(map[int32]uint64, len(buckets)), min: lo, max: hi}
	for _, b := range buckets {
		if b.Bucket < -lastBucket || b.Bucket > lastBucket {
			return LogHistogram{}, &ArgumentError{Arg: "buckets", Reason: fmt.Sprintf("bucket %d holds no double; the last is %d", b.Bucket, lastBucket)}
		}
		total, carry := bits.Add64(h.n, b.Count, 0)
		if _, twice := h.counts[b.Bucket]; twice || b.Count == 0 || carry != 0 {
			return LogHistogram{}, &ArgumentError{Arg: "buckets", Reason: fmt.Sprintf("bucket %d is given twice, empty or too full", b.Bucket)}
		}
		h.counts[b.Bucket] = b.Count
		h.n = total
	}
	if len(buckets) > 0 && !(lo <= hi && !math.IsInf(lo, 0) && !math.IsInf(hi, 0)) {
		return LogHistogram{}, &ArgumentError{Arg: "lo, hi", Reason: fmt.Sprintf("no range from %v to %v", lo, hi)}
	}
	return h, nil
}

// Quantile is the q-quantile by linear interpolation between the order statistics
// around 1 + q(n-1) (Hyndman and Fan's type 7), each known to within a relative
// error of 1/128; so is the quantile where both have the same sign. Errors: an empty
// histogram, q outside 0 to 1.
func (h *LogHistogram) Quantile(q float64) (float64, error) {
	switch {
	case h.n == 0:
		return 0, &UndefinedError{Stat: "quantile", Reason: "no values"}
	case !(q >= 0 && q <= 1):
		return 0, &ArgumentError{Arg: "q", Reason: fmt.Sprintf("is %v; give 0 to 1", q)}
	}
	at := q * float64(h.n-1)
	below := math.Floor(at)
	lo := h.orderStatistic(uint64(below))
	if at == below {
		return lo, nil
	}
	return lo + (at-below)*(h.orderStatistic(uint64(below)+1)-lo), nil
}

// orderStatistic is the k-th smallest value, from 0.
func (h *LogHistogram) orderStatistic(k uint64) float64 {
	seen := uint64(0)
	for _, b := range h.Buckets() {
		if seen += b.Count; seen > k {
			return min(max(middle(b.Bucket), h.min), h.max)
		}
	}
	return h.max
}
