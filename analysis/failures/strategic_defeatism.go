package failures

import (
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

// strategicDefeatism does not ask whether another way was left: an agent that reports an
// outage truthfully, after trying everything, is a hit too.
func strategicDefeatism() *table.Detector {
	return &table.Detector{
		Name: "strategic_defeatism", Category: environment,
		Doc: "A call failed, and the final answer says that the agent gave up (\"I apologize\", \"I was unable\", \"technical difficulties\" ...) rather than that it found another way. Only English phrases are recognised. " +
			"Not applicable where no call failed, or the log has no final answer.",
		Cite:  "ComplexMCP, strategic defeatism; the rule is ours",
		Needs: onAnswer,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			failed := false
			for _, c := range executions(trace.Calls(t)) {
				failed = failed || c.Failed
			}
			words := answer(t)
			if !failed || words == "" {
				return nil, false
			}
			sign, at := firstSign(words, givesUp)
			if sign == "" {
				return nil, true
			}
			return []table.Hit{atEnd(t, words[min(at, len(words)):])}, true
		},
	}
}
