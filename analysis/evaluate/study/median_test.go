package study

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The median is what sorting gives, to the last bit.
func TestMedianIsTheMiddleOfTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SampledFrom([]int{1, 3, 50, 1 << 30}).Draw(t, "levels")
		x := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, levels), func(i int) float64 { return float64(i) / 7 }), 1, 400).Draw(t, "x")
		if rapid.Bool().Draw(t, "ordered") {
			slices.Sort(x)
		}
		given := slices.Clone(x)
		got := median(x)
		if !slices.Equal(x, given) {
			t.Fatal("the values were moved")
		}
		slices.Sort(x)
		n := len(x)
		want := x[n/2]
		if n%2 == 0 {
			want = x[n/2-1]/2 + x[n/2]/2
		}
		if got != want {
			t.Fatalf("median %v, want %v", got, want)
		}
	})
}
