package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// binomialPMF is C(n,k) p^k (1-p)^(n-k) from logarithms.
func binomialPMF(n, k int, p float64) float64 {
	ln, _ := math.Lgamma(float64(n + 1))
	lk, _ := math.Lgamma(float64(k + 1))
	lnk, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(ln - lk - lnk + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// Each interval is checked by the equation that defines its ends.
func TestProportionIntervalsSolveTheirEquations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 7, 40, 300}).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		level := rapid.SampledFrom([]float64{0.5, 0.9, 0.95, 0.9999}).Draw(t, "level")
		z, tail := NormalISF((1-level)/2), (1-level)/2
		nf := float64(n)

		w, err := Wilson(k, n, level)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []float64{w.Low, w.High} {
			d := float64(k)/nf - p
			if math.Abs(d*d-z*z*p*(1-p)/nf) > 1e-12 {
				t.Fatalf("Wilson %+v: %v is no root of the score equation", w, p)
			}
		}
		cp, err := ClopperPearson(k, n, level)
		if err != nil {
			t.Fatal(err)
		}
		atLeast, atMost := 0.0, 0.0
		for j := k; j <= n && cp.Low > 0; j++ {
			atLeast += binomialPMF(n, j, cp.Low)
		}
		for j := 0; j <= k && cp.High < 1; j++ {
			atMost += binomialPMF(n, j, cp.High)
		}
		// A bound below 1 is known to 2^-53; near 1 the tail is steep: its slope
		// there is n C(n-1, k) p^k (1-p)^(n-k-1) = (n-k) P(k) / (1-p).
		steep := 0.0
		if k < n {
			steep = 0x1p-53 * float64(n-k) * binomialPMF(n, k, cp.High) / (1 - cp.High)
		}
		if k > 0 && !near(atLeast, tail, 1e-10) || k < n && math.Abs(atMost-tail) > 1e-10*tail+steep || k == 0 && cp.Low != 0 || k == n && cp.High != 1 {
			t.Fatalf("Clopper-Pearson %+v: tails %v and %v, want %v", cp, atLeast, atMost, tail)
		}
		for name, f := range map[string]func(k, n int, level float64) (Interval, error){
			"wald": Wald, "wilson": Wilson, "wilson_cc": WilsonCC, "clopper_pearson": ClopperPearson, "agresti_coull": AgrestiCoull, "jeffreys": Jeffreys, "jeffreys_bcd": JeffreysBoundary,
		} {
			a, err1 := f(k, n, level)
			b, err2 := f(n-k, n, level)
			if err1 != nil || err2 != nil || math.Abs(a.Low-(1-b.High)) > 1e-13 || math.Abs(a.High-(1-b.Low)) > 1e-13 {
				t.Fatalf("%s: failures %+v do not mirror successes %+v", name, b, a)
			}
			if p := float64(k) / nf; a.Method != name || a.Level != level || a.Low > p+1e-15 && k > 0 || a.High < p-1e-15 && k < n || a.Low < 0 || a.High > 1 {
				t.Fatalf("%s: %+v for %v", name, a, p)
			}
		}
	})
}

// Without discordant pairs Tango's limits are +-z^2/(n+z^2): at c = 0 and delta > 0
// the constrained estimate is 0 and the score equation is linear.
func TestTangoWithoutDiscordantPairs(t *testing.T) {
	z := NormalISF(0.025)
	for _, n := range []int{1, 10, 1000000} {
		iv, err := Tango(PairedTable{Both: n}, 0.95)
		if want := z * z / (float64(n) + z*z); err != nil || !near(iv.High, want, 1e-13) || !near(iv.Low, -want, 1e-13) {
			t.Errorf("n=%d: %+v, %v; want +-%v", n, iv, err, want)
		}
	}
}

func TestPairedIntervalsMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) int { return rapid.SampledFrom([]int{0, 0, 1, 2, 5, 17, 300}).Draw(t, name) }
		table := PairedTable{Both: draw("a"), FirstOnly: draw("b"), SecondOnly: draw("c"), Neither: draw("d")}
		if table.N() == 0 {
			return
		}
		swapped := PairedTable{Both: table.Both, FirstOnly: table.SecondOnly, SecondOnly: table.FirstOnly, Neither: table.Neither}
		for _, f := range []func(PairedTable, float64) (Interval, error){PairedWald, AgrestiMin, BonettPrice, Newcombe8, Newcombe10, Tango} {
			a, err1 := f(table, 0.9)
			b, err2 := f(swapped, 0.9)
			if err1 != nil || err2 != nil || math.Abs(a.Low+b.High) > 1e-13 || math.Abs(a.High+b.Low) > 1e-13 || a.Low < -1 || a.High > 1 || a.Low > a.High {
				t.Fatalf("%+v: %+v, swapped %+v", table, a, b)
			}
		}
	})
}

func TestIntervalRefusals(t *testing.T) {
	var argument *ArgumentError
	for _, c := range []struct {
		k, n  int
		level float64
	}{{0, 0, 0.95}, {3, 2, 0.95}, {-1, 2, 0.95}, {1, 2, 1}, {1, 2, -0.1}, {1, 2, math.NaN()}} {
		if _, err := Wilson(c.k, c.n, c.level); !errors.As(err, &argument) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := Tango(PairedTable{}, 0.95); !errors.As(err, &argument) {
		t.Errorf("no pairs: %v", err)
	}
	var undefined *UndefinedError
	if _, err := DiscordantOddsRatio(0, 0, 0); !errors.As(err, &undefined) {
		t.Errorf("no discordant pairs: %v", err)
	}
	if _, err := MeanInterval([]float64{0.1 + 0.2, 0.3}, 0); !errors.As(err, &undefined) || !undefined.Degenerate {
		t.Errorf("equal values: %v", err)
	}
}

// 1, 2, 3, 4: mean 2.5, sd sqrt(5/3), t(3) at .975 = 3.182446305284263 (tables: 3.1824).
func TestMeanInterval(t *testing.T) {
	iv, err := MeanInterval([]float64{1, 2, 3, 4}, 0.95)
	half := 3.182446305284263 * math.Sqrt(5./3) / 2
	if err != nil || !near(iv.Low, 2.5-half, 1e-12) || !near(iv.High, 2.5+half, 1e-12) {
		t.Errorf("%+v, %v", iv, err)
	}
}
