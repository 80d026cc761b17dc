package stats

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// bigSum adds doubles without rounding in 4096 bits and rounds once.
func bigSum(terms [][2]float64) float64 {
	sum := new(big.Float).SetPrec(4600)
	for _, t := range terms {
		product := new(big.Float).SetPrec(4600).SetFloat64(t[0])
		sum.Add(sum, product.Mul(product, new(big.Float).SetPrec(4600).SetFloat64(t[1])))
	}
	v, _ := sum.Float64()
	return v
}

// anyDouble draws doubles of every magnitude whose products do not overflow and
// lose nothing below 2^-1074.
func anyDouble() *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		mantissa := rapid.Int64Range(-1<<53, 1<<53).Draw(t, "mantissa")
		return math.Ldexp(float64(mantissa), rapid.IntRange(-450, 350).Draw(t, "exponent"))
	})
}

func TestExactSumAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]float64 {
			return [2]float64{anyDouble().Draw(t, "a"), anyDouble().Draw(t, "b")}
		}), 0, 40).Draw(t, "terms")
		var s ExactSum
		for _, x := range terms {
			s.AddProduct(x[0], x[1])
		}
		if got, want := s.Value(), bigSum(terms); got != want {
			t.Fatalf("%v: got %b, math/big says %b", terms, got, want)
		}
	})
}

// However the terms are divided and merged, the same parts come out.
func TestExactSumMergesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(anyDouble(), 0, 60).Draw(t, "x")
		var all ExactSum
		for _, v := range x {
			all.Add(v)
		}
		shards := make([]ExactSum, rapid.IntRange(1, 7).Draw(t, "shards"))
		for _, v := range rapid.Permutation(x).Draw(t, "order") {
			shards[rapid.IntRange(0, len(shards)-1).Draw(t, "shard")].Add(v)
		}
		var merged ExactSum
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}).Draw(t, "merge") {
			if i < len(shards) {
				again, err := ExactSumOf(shards[i].Parts())
				if err != nil {
					t.Fatal(err)
				}
				merged.Merge(&again)
			}
		}
		if diff := cmp.Diff(all.Parts(), merged.Parts()); diff != "" {
			t.Fatal(diff)
		}
		if got, want := merged.Value(), all.Value(); got != want {
			t.Fatalf("merged %b, in one go %b", got, want)
		}
	})
}

func TestExactSumByHand(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{nil, 0},
		{[]float64{1e100, 1, -1e100}, 1},
		{[]float64{1, 0x1p-53, 0x1p-53}, 1 + 0x1p-52},  // each alone is lost
		{[]float64{1, 0x1p-53}, 1},                     // a tie goes to even
		{[]float64{1, 0x1p-53, 0x1p-200}, 1 + 0x1p-52}, // and not a tie any more
		{[]float64{1, 0x1p-53, -0x1p-200}, 1},
	} {
		s, err := ExactSumOf(c.x)
		if err != nil || s.Value() != c.want {
			t.Errorf("%v: %b, %v; want %b", c.x, s.Value(), err, c.want)
		}
	}
	if _, err := ExactSumOf([]float64{1, math.Inf(1)}); err == nil {
		t.Error("an infinite term is no error")
	}
}

// A sum that leaves the range of a double stays out of it, has parts that end, and
// is refused by what reads it.
func TestExactSumOverflows(t *testing.T) {
	var s ExactSum
	for _, v := range []float64{1, math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64, 1} {
		s.Add(v)
	}
	if v := s.Value(); !math.IsInf(v, 1) {
		t.Errorf("value %v", v)
	}
	if diff := cmp.Diff([]float64{math.Inf(1)}, s.Parts()); diff != "" {
		t.Error(diff)
	}
	if _, err := ExactSumOf([]float64{math.MaxFloat64, math.MaxFloat64}); err == nil {
		t.Error("a sum beyond the range of a double is no error")
	}
	var product ExactSum
	product.AddProduct(1e200, 1e200)
	if _, err := MomentsOfSums([]SumGroup{{N: 2, Total: ExactSum{}, Squares: product, Divisor: 1}}); err == nil {
		t.Error("squares beyond the range of a double are no error")
	}
}

func BenchmarkExactSumAdd(b *testing.B) {
	var s ExactSum
	for i := range b.N {
		s.Add(0.1 * float64(i%17))
	}
}
