package stats

import (
	"errors"
	"math"
	"testing"
)

func near(got, want, rtol float64) bool {
	return math.Abs(got-want) <= rtol*math.Abs(want)
}

// y = 2x + e with |e| of 1e-9: r and p are as good as 1, and p is in the distance between. Expected from
// mpmath at 60 digits on the doubles below: r from the sums of squares, p =
// I_{1-r^2}((n-2)/2, 1/2).
func TestPearsonNearOne(t *testing.T) {
	x := []float64{1000001, 1000002, 1000004, 1000007, 1000011, 1000016}
	y := []float64{2, 4.000000002, 8, 13.999999999, 22, 32.000000001}
	c, err := Pearson(x, y, 0)
	if err != nil {
		t.Fatal(err)
	}
	const wantDistance, wantP = 3.9940049067886343e-21, 2.3928112793177531e-41
	if c.R != 1 || !near(c.distance, wantDistance, 1e-10) || !near(c.P, wantP, 1e-10) {
		t.Errorf("r %v, 1-r %v, p %v; want 1-r %v, p %v", c.R, c.distance, c.P, wantDistance, wantP)
	}
}

func TestPerfectCorrelationsHaveSmallestP(t *testing.T) {
	x := []float64{0.1, 0.2, 0.3, 0.4, 0.7}
	for _, sign := range []float64{1, -1} {
		y := make([]float64, len(x))
		for i := range x {
			y[i] = sign * 3 * x[i]
		}
		for name, correlate := range map[string]func() (Correlation, error){
			"pearson":  func() (Correlation, error) { return Pearson(x, y, 0.9) },
			"spearman": func() (Correlation, error) { return Spearman(x, y) },
		} {
			c, err := correlate()
			if err != nil || c.R != sign || c.P != math.SmallestNonzeroFloat64 || c.HasInterval {
				t.Errorf("%s: %+v, %v", name, c, err)
			}
		}
	}
}

func TestCorrelationRefusals(t *testing.T) {
	var argument *ArgumentError
	var undefined *UndefinedError
	for name, xy := range map[string][2][]float64{
		"lengths": {{1, 2}, {1, 2, 3}}, "one pair": {{1}, {2}}, "NaN": {{1, math.NaN()}, {1, 2}}, "infinite": {{1, 2}, {math.Inf(1), 2}},
	} {
		_, e1 := Pearson(xy[0], xy[1], 0)
		_, e2 := Spearman(xy[0], xy[1])
		_, e3 := KendallTauB(xy[0], xy[1])
		for _, err := range []error{e1, e2, e3} {
			if !errors.As(err, &argument) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	// 0.1+0.2 is not the double 0.3.
	constant := []float64{0.1 + 0.2, 0.3, 0.3}
	_, e1 := Pearson(constant, []float64{1, 2, 3}, 0)
	_, e2 := Spearman([]float64{1, 2, 3}, constant)
	_, e3 := KendallTauB(constant, []float64{1, 2, 3})
	for _, err := range []error{e1, e2, e3} {
		if !errors.As(err, &undefined) {
			t.Errorf("constant up to rounding: %v", err)
		}
	}
	if c, err := Pearson([]float64{1, 2}, []float64{3, 1}, 0); err != nil || c.R != -1 || c.HasP {
		t.Errorf("two pairs: %+v, %v; want r = -1 without p", c, err)
	}
}
