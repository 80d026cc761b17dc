package stats

import (
	"math"
	"testing"
)

// TestSimulatedPowerAgreesWithComputed: the two share no arithmetic, so that
// their agreement within 4 standard errors checks both.
func TestSimulatedPowerAgreesWithComputed(t *testing.T) {
	for test := McNemarTestExact; test <= McNemarTestChi2CC; test++ {
		want, err := McNemarPower(0.25, 0.1, 95, test, PowerOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := SimulateMcNemarPower(0.25, 0.1, 95, 5000, test, 7, PowerOptions{})
		if err != nil || math.Abs(got.Power-want) > 4*got.SE {
			t.Errorf("McNemar %d: simulated %+v, computed %v (%v)", test, got, want, err)
		}
	}
	// Normal quantiles as the differences: their distribution is close to normal.
	diff := make([]float64, 2000)
	squares := 0.0
	for i := range diff {
		diff[i] = 5 + 2*NormalISF(1-(float64(i)+0.5)/float64(len(diff)))
		squares += (diff[i] - 5) * (diff[i] - 5)
	}
	sd := math.Sqrt(squares / float64(len(diff)))
	for _, alternative := range []Alternative{TwoSided, Greater, Less} {
		opt := PowerOptions{Alternative: alternative, Alpha: 0.02}
		want, err := PairedTPower(1/sd, 25, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := SimulatePairedTPower(diff, 1, 25, 5000, 8, opt)
		if err != nil || math.Abs(got.Power-want) > 4*got.SE+1e-3 {
			t.Errorf("paired t, alternative %v: simulated %+v, computed %v (%v)", alternative, got, want, err)
		}
	}
}

func TestSimulatedPowerOfConstantDifferences(t *testing.T) {
	got, err := SimulatePairedTPower([]float64{0.3, 0.3, 0.3}, 0.5, 10, 200, 1, PowerOptions{})
	if err != nil || got.Power != 0 {
		t.Errorf("equal differences: %+v (%v); a t statistic does not exist for them", got, err)
	}
}
