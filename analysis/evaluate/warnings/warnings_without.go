package warnings

import (
	"fmt"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// WarnWithoutOutcome speaks of runs of which so many promised attempts have no outcome
// that what they count as can decide the comparison.
func WarnWithoutOutcome(st *study.Study, res *result.Results) []result.Warning {
	var runs []string
	for _, row := range res.Ledger {
		without := row.Missing + row.NullOutcome
		if row.Benchmark != st.Bench.Name || row.Expected == 0 || float64(without) <= manyWithout*float64(row.Expected) {
			continue
		}
		runs = append(runs, fmt.Sprintf("%s %d of %d", row.Run, without, row.Expected))
	}
	if len(runs) == 0 || st.Primary < 0 {
		return nil
	}
	treated := policyWords(st)
	if st.Measures[st.Primary].Missing == result.Drop {
		treated = "left out under every policy"
	}
	return []result.Warning{st.Warn("many_without_outcome", "", true,
		"more than 10%% of the promised attempts have no outcome (%s): %s.", result.FirstOf(runs, study.NamedRuns), treated)}
}
