package naive

import (
	"math"
	"testing"
)

// The second implementation is held by figures from tables and by hand.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
		within    float64
	}{
		{"t beyond 12.706 with 1 degree", TailT(12.7062047361747, 1), .025, 1e-9},
		{"t beyond 2.228 with 10 degrees", TailT(2.22813885198627, 10), .025, 1e-9},
		{"its quantile", QuantileT(30), 2.04227245630124, 1e-7},
		{"Wilson, 8 of 10", Wilson(8, 10)[0], 0.490162471536642, 1e-9}, // R: prop.test(8, 10, correct = FALSE)
		{"sign, 4 to 0", sign([]float64{1, 1, 1, 1, 0}), .125, 1e-12},
		{"Wilcoxon, 1 2 3, all above", must(wilcoxon([]float64{1, 2, 3})), .25, 1e-12},
		{"Wilcoxon with a zero: ranks 2, 3", must(wilcoxon([]float64{0, 1, -2})), 1, 1e-12}, // 2 of 5: .4 of all are nearer
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	pairs := []*Pair{{Headline: "x", P: map[string]float64{"x": .01}}, {Headline: "x", P: map[string]float64{"x": .04}}, {Headline: "x", P: map[string]float64{"x": .03}}, {Headline: "x"}}
	Holm(pairs)
	for i, want := range []float64{.03, .06, .06, 1} {
		if math.Abs(pairs[i].Adjusted-want) > 1e-12 {
			t.Errorf("Holm %d: %v, want %v", i, pairs[i].Adjusted, want)
		}
	}
}

func must(p float64, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return p
}
