package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The moments of sums are those that Describe computes of the values.
func TestMomentsOfSumsAgainstDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom([]float64{0, 1, 1e9, -1e12}).Draw(t, "base")
		groups := make([]SumGroup, rapid.IntRange(1, 3).Draw(t, "groups"))
		var x []float64
		for i := range groups {
			g := &groups[i]
			g.Divisor, g.Shift = float64(rapid.IntRange(1, 4).Draw(t, "divisor")), float64(rapid.IntRange(0, 2).Draw(t, "shift"))
			for _, v := range rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 20).Draw(t, "totals") {
				g.N++
				g.Total.Add(base + v)
				g.Squares.AddProduct(base+v, base+v)
				x = append(x, (base+v+g.Shift)/g.Divisor)
			}
		}
		want, err := Describe(x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := MomentsOfSums(groups)
		if err != nil {
			t.Fatal(err)
		}
		// x itself was rounded: by 2^-53 of its size.
		slack := 4e-16 * (math.Abs(base) + 10)
		if got.N != want.N || math.Abs(got.Mean-want.Mean) > slack || math.Abs(got.SD-want.SD) > 4*slack {
			t.Fatalf("%+v, of the values %+v", got, want)
		}
	})
}

// 1e15+1, 1e15+2, 1e15+3: mean 1e15+2, variance 1. Doubles lose the squares.
func TestMomentsOfSumsFarFromZero(t *testing.T) {
	var g SumGroup
	g.Divisor = 1
	for _, v := range []float64{1e15 + 1, 1e15 + 2, 1e15 + 3} {
		g.N++
		g.Total.Add(v)
		g.Squares.AddProduct(v, v)
	}
	m, err := MomentsOfSums([]SumGroup{g})
	if err != nil || m.Mean != 1e15+2 || m.SD != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := MomentsOfSums([]SumGroup{{N: 1}}); err == nil {
		t.Error("no divisor is no error")
	}
	if _, err := MomentsOfSums(nil); err == nil {
		t.Error("no units are no error")
	}
}

// 0.1 three times: equal values have no spread, whatever their sums' last bits.
func TestMomentsOfSumsOfEqualValues(t *testing.T) {
	g := SumGroup{Divisor: 3}
	for range 3 {
		g.N++
		g.Total.Add(0.1)
		g.Squares.AddProduct(0.1, 0.1)
	}
	m, err := MomentsOfSums([]SumGroup{g})
	if err != nil || m.SD != 0 || m.Mean != 0.1/3 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := TIntervalOfMoments(m, 0.95); err == nil {
		t.Error("no spread is no error")
	}
}
