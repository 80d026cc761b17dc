package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// atStep is evidence in one message of the conversation.
func atStep(t *datasets.Trajectory, step int, tool, excerpt string) table.Hit {
	return table.Hit{Step: datasets.Known(step), Place: place(step, len(t.Steps)), Tool: tool, Excerpt: excerpt}
}

// atEnd is evidence in the agent's last message, or in the last one where it has none.
func atEnd(t *datasets.Trajectory, excerpt string) table.Hit {
	end, ok := table.LastStep(t)
	if !ok {
		return table.Hit{Excerpt: excerpt}
	}
	return atStep(t, end, "", excerpt)
}

// place is how far along the i-th of n is.
func place(i, n int) datasets.Maybe[float64] {
	if n < 2 {
		return datasets.Known(0.0)
	}
	return datasets.Known(float64(i) / float64(n-1))
}

// failedCall is evidence of a call that failed, with what it was answered.
func failedCall(t *datasets.Trajectory, c *trace.Call) table.Hit {
	return atStep(t, c.Step, toolOf(c), trace.Answer(c.Logged))
}

// toolOf is a call's tool as "server::tool".
func toolOf(c *trace.Call) string {
	if c.Server == "" {
		return c.Tool
	}
	return c.Server + "::" + c.Tool
}

// executions are the calls that are no search for tools.
func executions(calls []trace.Call) []*trace.Call {
	var out []*trace.Call
	for i := range calls {
		if !calls[i].Search {
			out = append(out, &calls[i])
		}
	}
	return out
}

// searchesOf are the calls that look for tools.
func searchesOf(calls []trace.Call) []*trace.Call {
	var out []*trace.Call
	for i := range calls {
		if calls[i].Search {
			out = append(out, &calls[i])
		}
	}
	return out
}

// answer is the agent's final answer: the response, or else the last thing that
// the assistant said after its last call.
func answer(t *datasets.Trajectory) string {
	if t.Response != "" {
		return t.Response
	}
	for i := len(t.Steps) - 1; i >= 0 && len(t.Steps[i].Calls) == 0; i-- {
		if s := &t.Steps[i]; s.Role == "assistant" && s.Content != "" {
			return s.Content
		}
	}
	return ""
}

// conversation and its texts are what most detectors look at.
var (
	onCalls     = datasets.Of(datasets.ColSteps)
	onCallTexts = onCalls | datasets.Of(datasets.ColCallTexts)
	onAnswer    = onCallTexts | datasets.Of(datasets.ColStepTexts, datasets.ColResponse)
	onPlan      = onCallTexts | datasets.Of(datasets.ColExpected, datasets.ColPredicted)
)

// firstSign finds the first of the signs that a text holds, in any case, and where.
func firstSign(text string, signs []string) (sign string, at int) {
	text = strings.ToLower(text)
	at = len(text)
	for _, s := range signs {
		if i := strings.Index(text, s); i >= 0 && i < at {
			sign, at = s, i
		}
	}
	return sign, at
}
