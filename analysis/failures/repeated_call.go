package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// again is how many times the same call is made before it counts as repeated: a
// second look is common among attempts that succeed.
const again = 3

// repeatedCall cannot tell a loop from waiting: an agent that polls a job until it is done
// makes the same call again and again, and rightly.
func repeatedCall() *table.Detector {
	return &table.Detector{
		Name: "repeated_call", Category: toolUse,
		Doc:   fmt.Sprintf("The same tool was called with the same arguments, as the log writes them, at least %d times. Not applicable without a conversation.", again),
		Cite:  "ComplexMCP, loops after failure; the rule is ours",
		Needs: onCallTexts,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			type key struct{ server, tool, arguments string }
			calls := trace.Calls(t)
			if len(calls) < again {
				return nil, t.Steps != nil
			}
			var hits []table.Hit
			times := make(map[key]int, len(calls))
			for _, c := range calls {
				if c.Arguments == "" {
					continue // not known, which is not equal
				}
				k := key{c.Server, c.Tool, c.Arguments}
				if times[k]++; times[k] >= again {
					hits = append(hits, atStep(t, c.Step, toolOf(&c), c.Arguments))
				}
			}
			return hits, len(times) > 0
		},
	}
}
