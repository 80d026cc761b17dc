package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Quantiles of values of one sign lie within 1/128 of the exact ones.
func TestLogHistogramQuantileBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sign := rapid.SampledFrom([]float64{1, -1}).Draw(t, "sign")
		x := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return sign * math.Ldexp(rapid.Float64Range(1, 2).Draw(t, "m"), rapid.IntRange(-1000, 1000).Draw(t, "e"))
		}), 1, 80).Draw(t, "x")
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		var h LogHistogram
		for _, v := range x {
			h.Add(v)
		}
		got, err := h.Quantile(q)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(x)
		at := q * float64(len(x)-1)
		k := int(math.Floor(at))
		want := x[k]
		if k+1 < len(x) {
			want += (at - float64(k)) * (x[k+1] - x[k])
		}
		if math.Abs(got-want) > math.Abs(want)*(1.0/128+1e-12) {
			t.Fatalf("quantile %v: %v, exactly %v", q, got, want)
		}
	})
}

// Merging is commutative and associative, and survives being written.
func TestLogHistogramMerges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all LogHistogram
		parts := make([]LogHistogram, 4)
		for _, v := range rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 0, 50).Draw(t, "x") {
			all.Add(v)
			parts[rapid.IntRange(0, 3).Draw(t, "part")].Add(v)
		}
		var merged LogHistogram
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "order") {
			lo, hi := parts[i].Range()
			again, err := LogHistogramOf(parts[i].Buckets(), lo, hi)
			if err != nil {
				t.Fatal(err)
			}
			merged.Merge(&again)
		}
		if diff := cmp.Diff(all.Buckets(), merged.Buckets()); diff != "" {
			t.Fatal(diff)
		}
		lo, hi := all.Range()
		if l, h := merged.Range(); l != lo || h != hi || merged.n != all.n {
			t.Fatalf("merged %v to %v of %d; in one go %v to %v of %d", l, h, merged.n, lo, hi, all.n)
		}
	})
}

func TestLogHistogramEdges(t *testing.T) {
	var h LogHistogram
	if _, err := h.Quantile(0.5); err == nil {
		t.Error("a median of nothing")
	}
	for _, v := range []float64{0, 0, 1, 1} {
		h.Add(v)
	}
	for q, want := range map[float64]float64{0: 0, 1.0 / 3: 0, 0.5: 0.5, 1: 1} {
		if got, err := h.Quantile(q); err != nil || math.Abs(got-want) > want/128 {
			t.Errorf("quantile %v of 0 0 1 1: %v, %v; want %v", q, got, err, want)
		}
	}
	if _, err := LogHistogramOf([]HistogramBucket{{1, 2}, {1, 3}}, 0, 1); err == nil {
		t.Error("a bucket given twice is no error")
	}
	for _, v := range []float64{math.MaxFloat64, -math.MaxFloat64} {
		var largest LogHistogram
		largest.Add(v)
		if _, err := LogHistogramOf(largest.Buckets(), v, v); err != nil {
			t.Error(err)
		}
		b := largest.Buckets()[0].Bucket
		for _, beyond := range []int32{b + int32(math.Copysign(1, v)), math.MinInt32, math.MaxInt32} {
			if _, err := LogHistogramOf([]HistogramBucket{{beyond, 1}}, 0, 1); err == nil {
				t.Errorf("bucket %d, which no double has, is no error", beyond)
			}
		}
	}
}
