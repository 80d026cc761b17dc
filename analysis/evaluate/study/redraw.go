package study

import (
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Limits of bootstrap intervals that typically move by more than SteadyMovement of their
// width from one seed to another (see stats.Bootstrap.Movement) are read from more resamples:
// as many as are needed for half the bound in theory, at most mostRedrawn times those of
// the plan, and no more than mostDraws draws of units. The first resamples are the
// plan's, so that nothing but their number changes. What moves even then says so. A plan
// that asks for fewer than SteadyResamples has chosen speed, and gets what it asks for.
const (
	SteadyMovement  = 0.02
	SteadyResamples = 10_000
	mostRedrawn     = 16
	mostDraws       = 10_000_000
)

// Redrawn is the number of resamples to which a movement asks to go; 0 where it asks for
// none, or none can be had.
func Redrawn(movement float64, replicates, units int) int {
	if !(movement > SteadyMovement) || replicates < SteadyResamples {
		return 0
	}
	times := math.Ceil(4 * (movement / SteadyMovement) * (movement / SteadyMovement))
	most := min(mostRedrawn, mostDraws/(replicates*units))
	if most < 2 {
		return 0
	}
	return replicates * int(min(times, float64(most)))
}

// draws gives the replicates of a statistic, of so many resamples.
type draws func(resamples int) ([]float64, error)

// steady reads an interval of a statistic of so many units from its replicates, and where
// the limits move with the seed from more of them. of makes the interval of replicates.
func (st *Study) steady(replicates []float64, units int, more draws, of func([]float64) (stats.Bootstrap, error)) (stats.Bootstrap, error) {
	b, err := of(replicates)
	if err != nil {
		return b, err
	}
	to := Redrawn(b.Movement(), st.Plan.Resamples, units)
	if to == 0 {
		return b, nil
	}
	again, err := more(to)
	if err != nil { // the interval of the plan's resamples stands, with its note
		return b, nil
	}
	if finer, err := of(again); err == nil {
		return finer, nil
	}
	return b, nil
}

// MovementNote says that the limits of an interval move, as a sentence; empty where they
// are steady.
func MovementNote(i *result.IntervalEstimate) []string {
	if i.Movement == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the %s limits typically move by %.1f%% of the interval's width from one seed to another: read their last digits accordingly", i.Method, 100*i.Movement)}
}
