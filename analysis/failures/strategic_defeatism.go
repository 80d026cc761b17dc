package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// givesUp are words with which an agent says that it did not do what was asked,
// in lower case.
var givesUp = []string{
	"i apologize", "i'm sorry", "i am sorry", "i'm unable", "i am unable", "i was unable", "i wasn't able", "i was not able", "i couldn't", "i could not", "i cannot ", "i can't ",
	"having difficult", "having some technical", "technical difficulties", "technical issue", "encountering persistent", "i don't have access", "i do not have access",
	"tools aren't working", "tool isn't working", "tools are not working", "currently unavailable", "not currently available",
}

// tried is how many tools an agent must have executed from its first failed call on to have
// sought another way: who reports an outage after that reports it truthfully.
const tried = 3

// strategicDefeatism takes it that a way was left where few were tried. It cannot know
// whether any of those that were left led anywhere.
func strategicDefeatism() *table.Detector {
	return &table.Detector{
		Name: "strategic_defeatism", Category: environment,
		Doc: fmt.Sprintf("A call failed, fewer than %d tools were tried from there on, the last call failed too, and the final answer says that the agent gave up (\"I apologize\", \"I was unable\", \"technical difficulties\" ...) rather than that it found another way. "+
			"Only English phrases are recognised. Not applicable where no call failed, or the log has no final answer or not the tools' names.", tried),
		Cite:  "ComplexMCP, strategic defeatism; the rule is ours",
		Needs: onAnswer,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			calls := executions(trace.Calls(t))
			failed := false
			since := map[string]bool{}
			for _, c := range calls {
				failed = failed || c.Failed
				if failed {
					since[toolOf(c)] = true
				}
			}
			words := answer(t)
			if !failed || words == "" || !trace.Identified(calls) {
				return nil, false
			}
			// Whoever went on to something that worked did not give up.
			if len(since) >= tried || !calls[len(calls)-1].Failed {
				return nil, true
			}
			sign, at := firstSign(words, givesUp)
			if sign == "" {
				return nil, true
			}
			return []table.Hit{atEnd(t, words[min(at, len(words)):])}, true
		},
	}
}
