package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// bet adds differences and looks after each.
func bet(t interface{ Fatal(...any) }, opt BettingOptions, d ...float64) *Betting {
	b, err := NewBetting(opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range d {
		if err := b.Add(x); err != nil {
			t.Fatal(err)
		}
		b.Confidence()
	}
	return b
}

// By hand, margin 0.1, so that m = 0.45: the first bet, sqrt(2 ln 40/(0.25 ln 2)) = 6.52,
// is cut to 0.5/0.45, and to 0.5/0.55 on the other side. After d = 1 the capitals are 1 + (0.5/0.45) 0.55
// = 1.61111 and 1 - (0.5/0.55) 0.55 = 0.5.
func TestBettingByHand(t *testing.T) {
	b := bet(t, BettingOptions{Margin: 0.1}, 1)
	if math.Abs(b.NotWorse()-1.6111111111111112) > 1e-14 || math.Abs(b.Worse()-0.5) > 1e-14 || math.Abs(b.Bet()-math.Sqrt(2*math.Log(40)/(0.25*math.Ln2))) > 1e-14 {
		t.Errorf("%v, %v, %v", b.NotWorse(), b.Worse(), b.Bet())
	}
}

// The ends of the confidence sequence are where a grid of means puts them, they never
// widen, and a run exchanged with its base has them mirrored.
func TestBettingConfidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 40).Draw(t, "d")
		opt := BettingOptions{Alpha: 0.2}
		b, _ := NewBetting(opt)
		mirror, _ := NewBetting(opt)
		last := Interval{Low: -1, High: 1}
		const grid = 400
		held := make([]bool, grid+1)
		for i := range held {
			held[i] = true
		}
		var lambdas, xs []float64
		for _, x := range d {
			_ = b.Add(x)
			_ = mirror.Add(-x)
			ci, mi := b.Confidence(), mirror.Confidence()
			if ci.Low < last.Low || ci.High > last.High {
				t.Fatalf("%v widened to %v", last, ci)
			}
			if math.Abs(ci.Low+mi.High) > 1e-12 || math.Abs(ci.High+mi.Low) > 1e-12 {
				t.Fatalf("%v mirrored is %v", ci, mi)
			}
			last = ci
			lambdas, xs = append(lambdas, b.Bet()), append(xs, (x+1)/2)
			for i := range held {
				m := float64(i) / grid
				up, down := 1.0, 1.0
				for k, v := range xs {
					up *= 1 + math.Min(lambdas[k], 0.5/m)*(v-m)
					down *= 1 - math.Min(lambdas[k], 0.5/(1-m))*(v-m)
				}
				held[i] = held[i] && 0.5*up < 1/0.2 && 0.5*down < 1/0.2
			}
			for i, in := range held {
				m := 2*float64(i)/grid - 1
				if in != (m >= ci.Low-1e-12 && m <= ci.High+1e-12) && math.Abs(m-ci.Low) > 1e-9 && math.Abs(m-ci.High) > 1e-9 {
					t.Fatalf("after %d the grid says %v of %v, the interval is %v", len(xs), in, m, ci)
				}
			}
		}
	})
}

// Calibration, in short: where the true mean is at
// the margin, a look after every task ends in a false pass or a false fail in at most
// alpha of the streams, and the sequence misses the mean in at most alpha.
func TestBettingFalseAlarms(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 18))
	const streams, tasks = 3000, 100
	for name, draw := range map[string]func() float64{
		"three points": func() float64 { // -1, 0, 1 with the mean -0.1
			switch u := rng.Float64(); {
			case u < 0.25:
				return -1
			case u < 0.4:
				return 1
			}
			return 0
		},
		"two points": func() float64 {
			if rng.Float64() < 0.45 {
				return 1
			}
			return -1
		},
	} {
		pass, fail, missed := 0, 0, 0
		for range streams {
			b, _ := NewBetting(BettingOptions{Margin: 0.1})
			for range tasks {
				_ = b.Add(draw())
			}
			ci := b.Confidence()
			if b.FirstNotWorse() > 0 {
				pass++
			}
			if b.FirstWorse() > 0 {
				fail++
			}
			if ci.Low > -0.1 || ci.High < -0.1 {
				missed++
			}
		}
		// alpha and three binomial standard errors: 0.05 + 3 sqrt(0.05 0.95/3000) = 0.062.
		for what, n := range map[string]int{"false passes": pass, "false fails": fail, "misses": missed} {
			if share := float64(n) / streams; share > 0.062 {
				t.Errorf("%s: %v %s", name, share, what)
			}
		}
	}
}

func TestBettingRefuses(t *testing.T) {
	var wrong *ArgumentError
	for _, opt := range []BettingOptions{{Margin: -0.1}, {Margin: 1}, {Margin: math.NaN()}, {Alpha: 1}, {Cap: 1}, {Hedge: -1}} {
		if _, err := NewBetting(opt); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	b, _ := NewBetting(BettingOptions{})
	for _, d := range []float64{1.01, -2, math.NaN()} {
		if err := b.Add(d); !errors.As(err, &wrong) || b.N() != 0 {
			t.Errorf("%v: %v", d, err)
		}
	}
	if b.Decision() != GateUndecided {
		t.Error(b.Decision())
	}
}

// The t test is the paired t test of the differences moved by the margin; of the score
// test Tango's interval at twice the level ends where the test just passes.
func TestNotWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.IntRange(-8, 8), 2, 30).Draw(t, "d")
		margin := float64(rapid.IntRange(0, 8).Draw(t, "margin")) / 16
		x, moved := make([]float64, len(d)), make([]float64, len(d))
		for i := range d {
			x[i], moved[i] = float64(d[i])/8, float64(d[i])/8+margin
		}
		diff, _ := DifferencesOf(x)
		r, err := NotWorseT(diff, margin, 0.05)
		if err != nil {
			t.Skip()
		}
		shifted, _ := DifferencesOf(moved)
		want, err := PairedT(shifted, PairedTOptions{Alternative: Greater, Level: 0.95})
		if err != nil || math.Abs(r.P-want.P) > 1e-12 || math.Abs(r.Lower+margin-want.Interval.Low) > 1e-12 || r.Pass != (r.Lower >= -margin) {
			t.Fatalf("%+v, want %+v", r, want)
		}
		if r.Pass != (r.Mean >= r.NeededMean) {
			t.Fatalf("%+v", r)
		}
		n, b := rapid.IntRange(5, 60).Draw(t, "n"), 0
		b = rapid.IntRange(0, n).Draw(t, "new only")
		c := rapid.IntRange(0, n-b).Draw(t, "base only")
		ci, err := Tango(PairedTable{FirstOnly: b, SecondOnly: c, Neither: n - b - c}, 0.9)
		if err != nil || ci.Low > -0.01 || ci.Low < -0.98 {
			return
		}
		inside, err := NotWorseTango(b, c, n, -ci.Low-1e-6, 0.05)
		outside, err2 := NotWorseTango(b, c, n, -ci.Low+1e-6, 0.05)
		if err != nil || err2 != nil || inside.Pass || !outside.Pass {
			t.Fatalf("%d, %d of %d, interval from %v: p %v and %v (%v, %v)", b, c, n, ci.Low, inside.P, outside.P, err, err2)
		}
	})
	var undefined *UndefinedError
	if _, err := NotWorseTango(0, 0, 50, 0, 0.05); !errors.As(err, &undefined) || !undefined.Degenerate {
		t.Error(err)
	}
	if _, err := NotWorseTango(0, 0, 0, 0.1, 0.05); !errors.As(err, &undefined) {
		t.Error(err)
	}
	zeros, _ := DifferencesOf([]float64{0, 0, 0})
	if _, err := NotWorseT(zeros, 0.1, 0.05); !errors.As(err, &undefined) {
		t.Error(err)
	}
}

func BenchmarkBetting(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range b.N {
		g, _ := NewBetting(BettingOptions{Margin: 0.05})
		for range 1000 {
			_ = g.Add(float64(rng.IntN(3) - 1))
			g.Confidence()
		}
	}
}
