package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// fruitless is how many searches in a row show that what was looked for did not
// come up, where the log does not say what was needed.
const fruitless = 3

// retrievalMiss holds what came up against the plan where there is one. Without a plan it sees
// only that nothing of what came up was used, which may have been right of the agent.
func retrievalMiss() *table.Detector {
	return &table.Detector{
		Name: "retrieval_miss", Category: retrieval,
		Doc: fmt.Sprintf("A need of the plan has no tool in any search result or ranking. Where the plan is not known: at least %d searches in a row found no tool that was ever executed. "+
			"Not applicable where the log has neither searches nor a ranking, or not what the searches found.", fruitless),
		Cite:   "LiveMCPBench, arXiv:2508.01780, section 4.5, retrieve error; the rule is ours",
		Labels: []string{"retrieve_error", "retrieval_error", "capability_discovery_missing"},
		Needs:  onPlan | datasets.Of(datasets.ColRanked),
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			found, ok := retrieve(t)
			if !ok {
				return nil, false
			}
			if len(t.Expected) > 0 {
				var hits []table.Hit
				for _, j := range found.missed {
					hits = append(hits, table.Hit{Place: place(j, len(t.Expected)), Tool: t.Expected[j].AnyOf[0], Excerpt: fmt.Sprintf("need %d of %d never came up", j+1, len(t.Expected))})
				}
				return hits, true
			}
			calls := trace.Calls(t)
			if t.Expected != nil || !trace.Identified(executions(calls)) {
				return nil, false
			}
			return fruitlessSearches(t, calls), true
		},
	}
}

// retrieved is which needs of the plan came up in the retrievals.
type retrieved struct {
	missed, surfaced []int
}

// retrieve is false where the log has neither searches nor a ranking, or does not hold
// what searches found.
func retrieve(t *datasets.Trajectory) (retrieved, bool) {
	seen := map[string]bool{}
	searched := t.Ranked != nil
	for _, entry := range t.Ranked {
		seen[entry.Tool] = true
	}
	bare := map[string]bool{}
	searches := searchesOf(trace.Calls(t))
	if !trace.ResultsLogged(searches) {
		return retrieved{}, false
	}
	for _, c := range searches {
		searched = true
		trace.EachSurfaced(c.Logged.Result, func(server, tool string) {
			seen[server+"::"+tool] = true
			bare[tool] = true
		})
	}
	var r retrieved
	for j, n := range t.Expected {
		if len(n.AnyOf) == 0 {
			continue
		}
		found := false
		for _, id := range n.AnyOf {
			server, tool := trace.SplitTool(id)
			// Either side may lack the server: some plans name bare tools, and some
			// searches return them.
			found = found || seen[id] || server == "" && bare[tool] || seen["::"+tool]
		}
		if found {
			r.surfaced = append(r.surfaced, j)
		} else {
			r.missed = append(r.missed, j)
		}
	}
	return r, searched
}

// fruitlessSearches finds runs of searches after which the agent never executed a
// tool that one of them found.
func fruitlessSearches(t *datasets.Trajectory, calls []trace.Call) []table.Hit {
	executed := map[string]bool{}
	for _, c := range executions(calls) {
		executed[c.Server+"::"+c.Tool] = true
	}
	var hits []table.Hit
	run := 0
	for i := range calls {
		c := &calls[i]
		if !c.Search {
			run = 0
			continue
		}
		used := false
		trace.EachSurfaced(c.Logged.Result, func(server, tool string) { used = used || executed[server+"::"+tool] })
		if used {
			run = 0
			continue
		}
		if run++; run == fruitless {
			hits = append(hits, atStep(t, c.Step, "", c.Arguments))
		}
	}
	return hits
}
