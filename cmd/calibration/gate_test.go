package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"mcpstats/internal/testlength"
)

// TestGateHoldsAtEveryLook: at the margin the betting test errs in at most 5% of the streams, and three
// standard errors, on either side; the t test, asked at every look, errs far more often, so that the
// simulation can tell.
func TestGateHoldsAtEveryLook(t *testing.T) {
	runs := 2000
	if testlength.Long() {
		runs = gateStreams
	}
	for _, p := range gatePopulations {
		e := gateExperiment(p, typeOneError, -gateMargin, 300, runs)
		for i, c := range e.simulate(8) {
			if i < 2 && c.observed > alpha+3*math.Sqrt(alpha*(1-alpha)/float64(runs)) {
				t.Errorf("%s, %s: %v of %d streams", c.method, c.setting, c.observed, runs)
			}
			if i == 3 && c.observed < 0.2 {
				t.Errorf("%s, %s: %v: looking at every task costs nothing", c.method, c.setting, c.observed)
			}
		}
	}
	cells := gateExperiment(gatePopulations[0], power, 0, 300, 500).simulate(8)
	if !(cells[0].observed > 0.1 && cells[0].observed < cells[1].observed) {
		t.Errorf("power %v at any look, %v at one", cells[0].observed, cells[1].observed)
	}
}

// TestGatePopulations: differences lie within -1 and 1 and have the mean that is asked for.
func TestGatePopulations(t *testing.T) {
	for _, p := range gatePopulations {
		for _, mean := range []float64{-gateMargin, 0} {
			draw, rng := p.draw(mean), rand.New(rand.NewPCG(3, 1))
			sum, squares := 0.0, 0.0
			const n = 200_000
			for range n {
				d := draw(rng)
				if d < -1 || d > 1 {
					t.Fatalf("%s: %v", p.name, d)
				}
				sum, squares = sum+d, squares+d*d
			}
			if se := math.Sqrt(squares) / n; math.Abs(sum/n-mean) > 5*se {
				t.Errorf("%s: mean %v, want %v", p.name, sum/n, mean)
			}
		}
	}
}
