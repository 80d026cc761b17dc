package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCliffsDeltaCountsEveryPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.IntRange(1, 9).Draw(t, "levels")
		draw := func(name string) []float64 {
			x := make([]float64, rapid.IntRange(1, 40).Draw(t, name))
			for i := range x {
				for range rapid.IntRange(0, levels).Draw(t, "tenths") {
					x[i] += 0.1
				}
			}
			return x
		}
		a, b := draw("na"), draw("nb")
		balance := 0
		signs := make([][]float64, len(a))
		for i, x := range a {
			for _, y := range b {
				s := 0
				if x > y {
					s = 1
				} else if x < y {
					s = -1
				}
				balance += s
				signs[i] = append(signs[i], float64(s))
			}
		}
		na, nb := float64(len(a)), float64(len(b))
		delta := float64(balance) / (na * nb)
		got, err := CliffsDelta(a, b, 0.9)
		if err != nil || math.Abs(got.Value-delta) > 1e-15 {
			t.Fatalf("%+v, %v; want %v", got, err, delta)
		}
		if !got.HasInterval {
			return
		}
		// The variance as Cliff (1996, eq. 5.11) writes it, over the matrix of signs.
		var rows, columns, all float64
		for i := range a {
			mean := 0.0
			for j := range b {
				mean += signs[i][j] / nb
				all += (signs[i][j] - delta) * (signs[i][j] - delta)
			}
			rows += (mean - delta) * (mean - delta)
		}
		for j := range b {
			mean := 0.0
			for i := range a {
				mean += signs[i][j] / na
			}
			columns += (mean - delta) * (mean - delta)
		}
		v := (nb*nb*rows + na*na*columns - all) / (na * nb * (na - 1) * (nb - 1))
		v = max(v, (1-delta*delta)/(na*nb-1))
		z := NormalISF(0.05)
		half := z * math.Sqrt(v) * math.Sqrt((1-delta*delta)*(1-delta*delta)+z*z*v)
		low := (delta - delta*delta*delta - half) / (1 - delta*delta + z*z*v)
		if math.Abs(got.Interval.Low-max(-1, low)) > 1e-10 {
			t.Fatalf("low %v, want %v", got.Interval.Low, low)
		}
	})
}

// With g(x) = Gamma(x+1/2)/Gamma(x), Gamma(x+1) = x Gamma(x) gives g(x) g(x+1/2) = x,
// which ties the series to the Gamma function across the switch at x = 60.
func TestGammaHalfRatio(t *testing.T) {
	for _, x := range []float64{0.5, 1, 3.5, 59.5, 59.9, 60, 75, 1000, 1e6, 1e12} {
		if got := gammaHalfRatio(x) * gammaHalfRatio(x+0.5); !near(got, x, 4e-15) {
			t.Errorf("x=%v: %v", x, got)
		}
	}
}

// The noncentral t puts 2.5% beyond t at the interval's ends; NoncentralTSF is
// tested by itself.
func TestCohenDzInterval(t *testing.T) {
	a := []float64{5, 7, 6, 9, 12, 4, 8, 10}
	b := []float64{4, 7, 3, 8, 8, 5, 6, 7}
	d, err := CohenDz(subtracted(a, b), 0)
	if err != nil {
		t.Fatal(err)
	}
	// Differences 1 0 3 1 4 -1 2 3: mean 13/8, sum of squares 41, variance (41-169/8)/7.
	if want := 1.625 / math.Sqrt((41-169./8)/7); !near(d.Value, want, 1e-14) {
		t.Errorf("d_z %v, want %v", d.Value, want)
	}
	tt := d.Value * math.Sqrt(8)
	if p := NoncentralTSF(tt, 7, d.Interval.Low*math.Sqrt(8)); !near(p, 0.025, 1e-9) {
		t.Errorf("P(T > t) at the lower end: %v", p)
	}
	if p := NoncentralTCDF(tt, 7, d.Interval.High*math.Sqrt(8)); !near(p, 0.025, 1e-9) {
		t.Errorf("P(T < t) at the upper end: %v", p)
	}
}

func TestStandardizedDifferencesScale(t *testing.T) {
	a := []float64{5, 7, 6, 9, 12, 4, 8, 10}
	b := []float64{4, 7, 3, 8, 8, 5, 6, 7}
	dz := func(a, b []float64, level float64) (Effect, error) { return CohenDz(subtracted(a, b), level) }
	for _, f := range []func(a, b []float64, level float64) (Effect, error){dz, CohenDav, CohenDPooled} {
		base, err := f(a, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, exp := range []int{-990, 660} {
			sa, sb := make([]float64, len(a)), make([]float64, len(a))
			for i := range a {
				sa[i], sb[i] = math.Ldexp(a[i], exp), math.Ldexp(b[i], exp)
			}
			e, err := f(sa, sb, 0)
			if err != nil || !near(e.Value, base.Value, 1e-13) || !near(e.Interval.High, base.Interval.High, 1e-12) {
				t.Errorf("%s at 2^%d: %+v, %v; want %+v", base.Name, exp, e, err, base)
			}
		}
	}
}

func TestStandardizedDifferencesRefuseConstants(t *testing.T) {
	a, b := []float64{0.3, 0.4, 1.1}, []float64{0.2, 0.3, 1.0}
	if e, err := CohenDz(subtracted(a, b), 0); err == nil {
		t.Errorf("d_z of equal differences: %+v", e)
	}
	if e, err := CohenDav(a, b, 0); err != nil || !near(e.Value, 0.1/math.Sqrt(0.19), 1e-13) { // both variances are .38/2
		t.Errorf("d_av of equal differences: %+v, %v", e, err)
	}
	same := []float64{0.1 + 0.2, 0.3, 0.3}
	if e, err := CohenDPooled(same, []float64{2, 2, 2}, 0); err == nil {
		t.Errorf("d of two constants: %+v", e)
	}
}

func BenchmarkCohenDz(b *testing.B) {
	x := mixedVectors(1000, 2)
	for b.Loop() {
		if _, err := CohenDz(subtracted(x[4], x[10]), 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCliffsDelta(b *testing.B) {
	x := mixedVectors(1000, 2)
	for b.Loop() {
		if _, err := CliffsDelta(x[4], x[10], 0); err != nil {
			b.Fatal(err)
		}
	}
}

// The limits of d_z put the tail's probability beyond t whatever t and n are: differences
// that are nearly constant, one way or the other, too.
func TestNoncentralityInvertsTheTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Pow(10, rapid.Float64Range(-8, 15).Draw(t, "log10 |t|"))
		if rapid.Bool().Draw(t, "negative") {
			x = -x
		}
		df := float64(rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 5000)).Draw(t, "df"))
		tail := rapid.SampledFrom([]float64{0.025, 0.05, 0.005, 1e-6}).Draw(t, "tail")
		delta := noncentrality(x, df, tail)
		// delta is as good as its last places: the tail moves by that times its slope.
		slack := relativeError(NoncentralTSF(x, df, delta*(1+2e-13)), NoncentralTSF(x, df, delta*(1-2e-13)))
		if got := NoncentralTSF(x, df, delta); relativeError(got, tail) > 1e-9+slack {
			t.Fatalf("t=%v df=%v: delta %v has %v beyond t, want %v", x, df, delta, got, tail)
		}
	})
}
