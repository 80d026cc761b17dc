package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// relativeError returns |got-want|/|want|, 0 where both are equal.
func relativeError(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

// TestTails compares with 80-digit series summed in Python (testdata/tails.py).
func TestTails(t *testing.T) {
	data, err := os.ReadFile("testdata/tails.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Dist, Fn string
		Args     []float64
		Value    float64
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	functions := map[string]func(a []float64) float64{
		"normal sf":    func(a []float64) float64 { return NormalSF(a[0]) },
		"t sf":         func(a []float64) float64 { return StudentTSF(a[0], a[1]) },
		"f sf":         func(a []float64) float64 { return FSF(a[0], a[1], a[2]) },
		"chi2 sf":      func(a []float64) float64 { return ChiSquareSF(a[0], a[1]) },
		"chi2 cdf":     func(a []float64) float64 { return ChiSquareCDF(a[0], a[1]) },
		"binomial cdf": func(a []float64) float64 { return BinomialCDF(int(a[0]), int(a[1]), a[2]) },
	}
	worst := 0.0
	for _, r := range rows {
		got := functions[r.Dist+" "+r.Fn](r.Args)
		e := relativeError(got, r.Value)
		worst = math.Max(worst, e)
		if e > 2e-12 {
			t.Errorf("%s %s%v = %v, want %v, relative error %.1e", r.Dist, r.Fn, r.Args, got, r.Value, e)
		}
	}
	t.Logf("%d rows, worst relative error %.1e", len(rows), worst)
}

func TestBinomialMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		k := rapid.IntRange(0, n-1).Draw(t, "k")
		p := float64(rapid.IntRange(0, 1024).Draw(t, "p*1024")) / 1024 // 1-p is exact
		// P(X > k | p) = P(n-X <= n-k-1 | 1-p)
		if a, b := BinomialSF(k, n, p), BinomialCDF(n-k-1, n, 1-p); relativeError(a, b) > 1e-11 && math.Abs(a-b) > 1e-307 {
			t.Fatalf("n=%d k=%d p=%v: %v and %v", n, k, p, a, b)
		}
		if sum := BinomialSF(k, n, p) + BinomialCDF(k, n, p); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("n=%d k=%d p=%v: tails add up to %v", n, k, p, sum)
		}
	})
}

func TestQuantilesInvertTails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := math.Pow(10, -rapid.Float64Range(0.001, 295).Draw(t, "-log10 p"))
		df := math.Exp(rapid.Float64Range(0, 12).Draw(t, "ln df"))
		d1 := math.Exp(rapid.Float64Range(0, 6).Draw(t, "ln d1"))
		for _, c := range []struct {
			name string
			x    float64
			sf   func(x float64) float64
		}{
			{"normal", NormalISF(p), NormalSF},
			{"t", StudentTISF(p, df), func(x float64) float64 { return StudentTSF(x, df) }},
			{"chi2", ChiSquareISF(p, df), func(x float64) float64 { return ChiSquareSF(x, df) }},
			{"chi2 lower", ChiSquareQuantile(p, df), func(x float64) float64 { return ChiSquareCDF(x, df) }},
			{"f", FISF(p, d1, df), func(x float64) float64 { return FSF(x, d1, df) }},
		} {
			if math.IsInf(c.x, 0) || c.x > 1e300 || c.x < 1e-300 && c.x > -1e-300 {
				continue // beyond the range of float64
			}
			// A quantile is as good as its last place: p may move by that times the slope.
			slack := relativeError(c.sf(c.x*(1+1e-14)), c.sf(c.x*(1-1e-14)))
			if e := relativeError(c.sf(c.x), p); e > 1e-11+slack {
				t.Fatalf("%s: quantile %v of p=%v df=%v d1=%v has tail %v (%.1e)", c.name, c.x, p, df, d1, c.sf(c.x), e)
			}
		}
	})
}

func TestNoncentralTWithoutShiftIsStudent(t *testing.T) {
	for _, df := range []float64{1, 2, 7, 30, 500, 1e5} {
		for _, x := range []float64{-3, 0, 0.5, 2, 9, 30} {
			if e := relativeError(NoncentralTSF(x, df, 0), StudentTSF(x, df)); e > 1e-11 {
				t.Errorf("t=%v df=%v: relative error %.1e", x, df, e)
			}
		}
	}
}

func TestStudentizedRangeOfTwo(t *testing.T) {
	// The range of two normals is |Z1-Z2| = sqrt 2 |Z|.
	for _, q := range []float64{1e-8, 0.1, 1, 3, 10, 25, 50} {
		if e := relativeError(StudentizedRangeSF(q, 2), 2*NormalSF(q/math.Sqrt2)); e > 1e-12 {
			t.Errorf("q=%v: relative error %.1e", q, e)
		}
	}
	// Of three: 1-p is an integral, so only Bonferroni's bounds over the three pairs are known.
	for _, q := range []float64{4, 10, 30} {
		pair, p := 2*NormalSF(q/math.Sqrt2), StudentizedRangeSF(q, 3)
		if p > 3*pair || p < 2*pair {
			t.Errorf("q=%v: %v is not between 2 and 3 times %v", q, p, pair)
		}
	}
}
