package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// sideEffects counts what ComplexMCP's misbehaving rate counts, by the states alone: which
// call did it is not known.
func sideEffects() *table.Detector {
	return &table.Detector{
		Name: "side_effects", Category: environment,
		Doc:         "State changed that should not have, or to what is neither the old nor the wanted value. Not applicable where the log lacks the states before, after and wanted, or one is not JSON.",
		Cite:        "ComplexMCP, misbehaving rate",
		Labels:      []string{"misbehaving"},
		Needs:       datasets.Of(datasets.ColStates),
		SeesOutcome: true,
		Explains:    true,
		Follow:      followState,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			change, known, err := trace.CompareStates(t)
			if err != nil || !known {
				return nil, false
			}
			if change.Misbehaving == 0 {
				return nil, true
			}
			// One hit for each element of the state, so that counts are of changes; all
			// lie at the end, as the log has the state only before and after the attempt.
			hits := make([]table.Hit, change.Misbehaving)
			for i := range hits {
				hits[i] = table.Hit{Place: datasets.Known(1.0), Excerpt: strings.Join(change.Wrong, ", ")}
			}
			return hits, true
		},
	}
}
