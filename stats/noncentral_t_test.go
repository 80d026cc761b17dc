package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// TestNoncentralT compares with quadratures at 40 digits (testdata/noncentral_t.py).
func TestNoncentralT(t *testing.T) {
	data, err := os.ReadFile("testdata/noncentral_t.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][4]float64 // t, df, delta, P(T > t)
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for _, r := range rows {
		got := NoncentralTSF(r[0], r[1], r[2])
		e := relativeError(got, r[3])
		worst = math.Max(worst, e)
		if e > 1e-11 {
			t.Errorf("t=%v df=%v delta=%v: %v, want %v, relative error %.1e", r[0], r[1], r[2], got, r[3], e)
		}
	}
	t.Logf("%d rows, worst relative error %.1e", len(rows), worst)
}

// anyMagnitude draws a number of either sign from 1e-300 to 1e300, mostly near 1.
func anyMagnitude(t *rapid.T, name string) float64 {
	exponent := rapid.OneOf(rapid.Float64Range(-2, 3), rapid.Float64Range(-300, 300)).Draw(t, "log10 |"+name+"|")
	return math.Copysign(math.Pow(10, exponent), float64(rapid.IntRange(0, 1).Draw(t, "sign of "+name))-0.5)
}

func TestNoncentralTIsADistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, delta := anyMagnitude(t, "t"), anyMagnitude(t, "delta")
		df := math.Pow(10, rapid.Float64Range(-2, 15).Draw(t, "log10 df"))
		sf, cdf := NoncentralTSF(x, df, delta), NoncentralTCDF(x, df, delta)
		if !(sf >= 0 && sf <= 1 && cdf >= 0 && cdf <= 1) || math.Abs(sf+cdf-1) > 1e-11 {
			t.Fatalf("t=%v df=%v delta=%v: %v and %v", x, df, delta, sf, cdf)
		}
		// A 1% step is beyond every rounding.
		if right := NoncentralTSF(x+math.Abs(x)/100, df, delta); right > sf*(1+1e-11) {
			t.Fatalf("t=%v df=%v delta=%v: %v, and %v farther right", x, df, delta, sf, right)
		}
		if up := NoncentralTSF(x, df, delta+math.Abs(delta)/100); up < sf*(1-1e-11) {
			t.Fatalf("t=%v df=%v delta=%v: %v, and %v for a larger delta", x, df, delta, sf, up)
		}
	})
}

func BenchmarkNoncentralT(b *testing.B) {
	for b.Loop() {
		NoncentralTSF(2.5, 50, 1)
		NoncentralTSF(20, 1, 5)
		NoncentralTSF(2e5, 1, 3)
		NoncentralTSF(200, 10, 30)
	}
}
