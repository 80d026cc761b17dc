package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// saturated is from how many tools on a set of tools is large: ComplexMCP speaks
// of 300, PinePaper-ToolBench of 212.
const saturated = 100

// retrievalSaturation is a miss in a large set where the search works otherwise. It comes
// before retrieval_miss in the taxonomy, which sees the same needs.
func retrievalSaturation() *table.Detector {
	return &table.Detector{
		Name: "retrieval_saturation", Category: retrieval,
		Doc: fmt.Sprintf("In a set of at least %d tools, retrieval found tools for some needs of the plan and missed others: prerequisites drown in the set. One attempt cannot show that misses grow with the set: "+
			"where sets of several sizes were tried, the breakdown tests that trend. Not applicable where the plan, the size of the tool set or the retrievals are not known.", saturated),
		Cite:  "ComplexMCP, tool retrieval saturation; the rule is ours",
		Needs: onPlan | datasets.Of(datasets.ColRanked, datasets.ColAvailable),
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			found, ok := retrieve(t)
			if !ok || len(t.Available) == 0 || len(t.Expected) == 0 {
				return nil, false
			}
			// Where nothing came up at all the search itself failed, which is
			// retrieval_miss.
			if len(t.Available) < saturated || len(found.surfaced) == 0 {
				return nil, true
			}
			var hits []table.Hit
			for _, j := range found.missed {
				hits = append(hits, table.Hit{Place: place(j, len(t.Expected)), Tool: t.Expected[j].AnyOf[0],
					Excerpt: fmt.Sprintf("missed among %d tools, where %d of %d needs came up", len(t.Available), len(found.surfaced), len(t.Expected))})
			}
			return hits, true
		},
	}
}
