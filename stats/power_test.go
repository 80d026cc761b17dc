package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMcNemarPowerAgainstTrinomial sums over every table of a small study.
func TestMcNemarPowerAgainstTrinomial(t *testing.T) {
	const n, p10, p01, alpha = 40, 0.3, 0.1, 0.05
	for test := McNemarTestExact; test <= McNemarTestChi2CC; test++ {
		want := 0.0
		for b := range n + 1 {
			for c := range n - b + 1 {
				if b+c == 0 {
					continue
				}
				var r Result
				var err error
				switch test {
				case McNemarTestExact:
					r, err = McNemarExact(b, c)
				case McNemarTestMidP:
					r, err = McNemarMidP(b, c)
				default:
					r, err = McNemarChi2(b, c, test == McNemarTestChi2CC)
				}
				if err != nil {
					t.Fatal(err)
				}
				if r.P <= alpha {
					want += BinomialPMF(b, n, p10) * BinomialPMF(c, n-b, p01/(1-p10))
				}
			}
		}
		got, err := McNemarPower(p10, p01, n, test, PowerOptions{})
		if err != nil || relativeError(got, want) > 1e-12 {
			t.Errorf("test %d: %v (%v), want %v", test, got, err, want)
		}
	}
}

func TestMcNemarSampleSizeIsMinimal(t *testing.T) {
	for _, opt := range []PowerOptions{{}, {Power: 0.9, Alpha: 0.01}} {
		n, err := McNemarSampleSize(0.2, 0.1, McNemarTestExact, opt)
		if err != nil {
			t.Fatal(err)
		}
		target := opt.Power
		if target == 0 {
			target = 0.8
		}
		at, _ := McNemarPower(0.2, 0.1, n, McNemarTestExact, opt)
		below, _ := McNemarPower(0.2, 0.1, n-1, McNemarTestExact, opt)
		if at < target || below >= target {
			t.Errorf("n=%d: power %v, at n-1 %v, wanted %v", n, at, below, target)
		}
		connor, err := PowerMcNemarConnor(0.2, 0.1, n, opt)
		if err != nil || float64(n) < connor.SampleSize || float64(n) > 1.25*connor.SampleSize {
			t.Errorf("n=%d is far from Connor's %v (%v)", n, connor.SampleSize, err)
		}
	}
}

func TestDetectableInvertsPower(t *testing.T) {
	for _, n := range []int{2, 10, 95, 1000} {
		for _, alt := range []Alternative{TwoSided, Greater, Less} {
			opt := PowerOptions{Alternative: alt, Power: 0.9}
			d, err := PairedTDetectable(n, opt)
			if err != nil {
				t.Fatal(err)
			}
			if alt == Less {
				d = -d
			}
			if p, err := PairedTPower(d, n, opt); err != nil || math.Abs(p-0.9) > 1e-10 {
				t.Errorf("n=%d: power %v at the detectable difference %v (%v)", n, p, d, err)
			}
			if size, err := PairedTSampleSize(d, opt); err != nil || relativeError(size, float64(n)) > 1e-9 {
				t.Errorf("n=%d: sample size %v for %v (%v)", n, size, d, err)
			}
		}
	}
	d, possible, err := McNemarDetectable(100, 0.3, McNemarTestExact, PowerOptions{})
	if p, perr := McNemarPower((0.3+d)/2, (0.3-d)/2, 100, McNemarTestExact, PowerOptions{}); err != nil || perr != nil || !possible || math.Abs(p-0.8) > 1e-9 {
		t.Errorf("McNemar: difference %v, possible %v, power %v (%v, %v)", d, possible, p, err, perr)
	}
	// Five discordant pairs cannot reach .05: 2/32.
	if _, possible, err := McNemarDetectable(5, 1, McNemarTestExact, PowerOptions{}); err != nil || possible {
		t.Errorf("five tasks: possible %v (%v)", possible, err)
	}
}

// TestPairedTPowerBySimulation: the share of rejections lies within 4 standard errors.
func TestPairedTPowerBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	const runs, n, dz = 20000, 12, 0.7
	want, err := PairedTPower(dz, n, PowerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rejected := 0
	a, zero := make([]float64, n), make([]float64, n)
	for range runs {
		for i := range a {
			a[i] = rng.NormFloat64() + dz
		}
		if r, err := PairedT(subtracted(a, zero), PairedTOptions{}); err != nil {
			t.Fatal(err)
		} else if r.P <= 0.05 {
			rejected++
		}
	}
	got := float64(rejected) / runs
	if se := math.Sqrt(want * (1 - want) / runs); math.Abs(got-want) > 4*se {
		t.Errorf("simulated %v, computed %v, standard error %v", got, want, se)
	}
}

func TestTwoProportionsDetectableInvertsPower(t *testing.T) {
	for _, n := range []int{20, 95, 1000} {
		for _, p1 := range []float64{0, 0.1, 0.5} {
			for _, alternative := range []Alternative{TwoSided, Greater} {
				opt := PowerOptions{Alternative: alternative}
				p2, possible, err := TwoProportionsDetectable(p1, n, opt)
				if err != nil || !possible || p2 <= p1 {
					t.Fatalf("p1=%v n=%d: %v, %v (%v)", p1, n, p2, possible, err)
				}
				if r, err := PowerTwoProportions(p2, p1, n, opt); err != nil || math.Abs(r.Arcsine-0.8) > 1e-9 {
					t.Errorf("p1=%v n=%d: power %v at %v (%v)", p1, n, r.Arcsine, p2, err)
				}
			}
		}
	}
	// From 0.9, h to 1 is 0.6435: two tasks reach z = 0.6435, far below 1.96.
	if _, possible, err := TwoProportionsDetectable(0.9, 2, PowerOptions{}); err != nil || possible {
		t.Errorf("two tasks: possible %v (%v)", possible, err)
	}
}

func TestPowerErrors(t *testing.T) {
	var argument *ArgumentError
	fails := func(name string, err error) {
		t.Helper()
		if !errors.As(err, &argument) {
			t.Errorf("%s: error %v is no ArgumentError", name, err)
		}
	}
	_, err := PairedTPower(0.5, 1, PowerOptions{})
	fails("n = 1", err)
	_, err = PairedTSampleSize(0, PowerOptions{})
	fails("d = 0", err)
	_, err = PairedTSampleSize(1e-9, PowerOptions{})
	fails("a difference of 1e-9", err)
	_, err = PairedTPower(0.5, 10, PowerOptions{Alpha: 2})
	fails("alpha = 2", err)
	_, err = PairedTDetectable(10, PowerOptions{Power: 0.01})
	fails("power below alpha", err)
	_, err = McNemarPower(0.7, 0.6, 10, McNemarTestExact, PowerOptions{})
	fails("probabilities above 1", err)
	_, err = McNemarSampleSize(0.1, 0.1, McNemarTestExact, PowerOptions{})
	fails("no difference", err)
	_, err = PowerTwoProportions(0, 0, 10, PowerOptions{})
	fails("both 0", err)
	_, err = TwoProportionsSampleSize(0.4, 0.4, PowerOptions{})
	fails("equal proportions", err)
	_, _, err = TwoProportionsDetectable(1, 10, PowerOptions{})
	fails("nothing above 1", err)
	_, err = PairedMeanSampleSize(0, 1, PowerOptions{})
	fails("delta = 0", err)
}

func BenchmarkMcNemarPower1000(b *testing.B) {
	for b.Loop() {
		if _, err := McNemarPower(0.15, 0.1, 1000, McNemarTestExact, PowerOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
