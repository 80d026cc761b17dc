package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// By hand: r = .5, n = 28: atanh .5 = .549306; SE = sqrt(1.125/25) = .212132; half = 1.959964 x
// .212132 = .415771; tanh .133535 = .132747, tanh .965077 = .746533. tau = .5, n = 23: SE =
// sqrt(.437/19) = .151658; half = .297243; tanh .252063 = .246857, tanh .846549 = .689262.
func TestRankCorrelationIntervalsByHand(t *testing.T) {
	for _, c := range []struct {
		name      string
		got       func() (Interval, error)
		low, high float64
	}{
		{"rho", func() (Interval, error) { return SpearmanInterval(.5, 28, 0) }, .132747, .746533},
		{"tau", func() (Interval, error) { return KendallInterval(.5, 23, 0) }, .246857, .689262},
	} {
		i, err := c.got()
		if err != nil || math.Abs(i.Low-c.low) > 1e-5 || math.Abs(i.High-c.high) > 1e-5 {
			t.Errorf("%s: %+v, %v; want %v to %v", c.name, i, err, c.low, c.high)
		}
	}
	var undefined *UndefinedError
	for _, f := range []func() (Interval, error){
		func() (Interval, error) { return SpearmanInterval(1, 20, 0) }, func() (Interval, error) { return KendallInterval(-1, 20, 0) },
		func() (Interval, error) { return SpearmanInterval(.5, 3, 0) }, func() (Interval, error) { return KendallInterval(.5, 4, 0) },
	} {
		if _, err := f(); !errors.As(err, &undefined) {
			t.Errorf("error %v, want an undefined one", err)
		}
	}
	if _, err := SpearmanInterval(math.NaN(), 20, 0); err == nil {
		t.Error("NaN is no correlation")
	}
}

// Of bivariate normal pairs with correlation p the true values are known: rho = 6/pi asin(p/2),
// tau = 2/pi asin p. The intervals hold them about as often as they say, as the source has it:
// within .015 of .95 at n = 30.
func TestRankCorrelationIntervalsCover(t *testing.T) {
	const n, draws = 30, 4000
	for _, p := range []float64{0, .4, .7} {
		rng := rand.New(rand.NewPCG(7, uint64(100*p)))
		rho, tau := 6/math.Pi*math.Asin(p/2), 2/math.Pi*math.Asin(p)
		holdsRho, holdsTau := 0, 0
		x, y := make([]float64, n), make([]float64, n)
		for range draws {
			for i := range x {
				x[i] = rng.NormFloat64()
				y[i] = p*x[i] + math.Sqrt(1-p*p)*rng.NormFloat64()
			}
			s, err := Spearman(x, y)
			if err != nil {
				t.Fatal(err)
			}
			k, err := KendallCorrelation(x, y)
			if err != nil {
				t.Fatal(err)
			}
			if i, err := SpearmanInterval(s.R, n, 0); err == nil && i.Low <= rho && rho <= i.High {
				holdsRho++
			}
			if i, err := KendallInterval(k.TauB, n, 0); err == nil && i.Low <= tau && tau <= i.High {
				holdsTau++
			}
		}
		for name, k := range map[string]int{"rho": holdsRho, "tau": holdsTau} {
			if c := float64(k) / draws; math.Abs(c-.95) > .015 {
				t.Errorf("%s: at a correlation of %v the interval covers %.3f", name, p, c)
			}
		}
	}
}
