package analysis

import "fmt"

// warnWithoutOutcome speaks of runs of which so many promised attempts have no outcome
// that what they count as can decide the comparison.
func (e *evaluation) warnWithoutOutcome(res *Results) []Warning {
	var runs []string
	for _, row := range res.Ledger {
		without := row.Missing + row.NullOutcome
		if row.Benchmark != e.bench.Name || row.Expected == 0 || float64(without) <= manyWithout*float64(row.Expected) {
			continue
		}
		runs = append(runs, fmt.Sprintf("%s %d of %d", row.Run, without, row.Expected))
	}
	if len(runs) == 0 || e.primary < 0 {
		return nil
	}
	treated := e.policyWords()
	if e.measures[e.primary].Missing == Drop {
		treated = "left out under every policy"
	}
	return []Warning{e.warn("many_without_outcome", "", true,
		"more than 10%% of the promised attempts have no outcome (%s): %s.", firstOf(runs, namedRuns), treated)}
}
