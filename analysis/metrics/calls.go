package metrics

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// calls are counts and shares over the conversation. Without a conversation in
// the log they are undefined.
func calls() []table.Metric {
	const undefined = "; undefined where the log has no conversation, or what looks like calls in it is not understood."
	errors := tally("tool_error_rate", "Share of the tool calls that the log marks as errors, of those of which it says whether they failed; undefined where it says so of none.", "share", toolErrorRate)
	errors.Better = result.Lower
	recovery := tally("recovery_rate", "Share of the failed calls after which the next message that calls tools makes a call that succeeds; undefined where no call failed or the log has no conversation.", "share", recoveryRate)
	recovery.Better = result.Higher
	recovery.Cite = "MCP-Atlas (error recovery), ComplexMCP (recovery after failure); the definition is ours"
	repeated := count("repeated_calls", "Calls with the same server, tool and arguments as an earlier call of the attempt"+undefined+" So it is where the arguments of a tool that was called more than once are not in the log.", "calls", repeatedCalls)
	repeated.Better = result.Lower
	repeated.Cite = "ComplexMCP (repeated calls); the definition is ours"
	repeated.Needs |= datasets.Of(datasets.ColCallTexts)
	return []table.Metric{
		errors,
		recovery,
		tally("steps", "Messages of the conversation, the system prompt included"+undefined, "messages", steps),
		tally("tool_calls", "Tool calls made, route and execute-tool included"+undefined, "calls", toolCalls),
		executedTools("distinct_tools", "Different tool names executed, those inside execute-tool's arguments where a router is used"+undefined,
			func(e trace.Execution) trace.Execution { return trace.Execution{Tool: e.Tool} }),
		executedTools("distinct_server_tools", "Different tools executed by server and name, those inside execute-tool's arguments where a router is used"+undefined,
			func(e trace.Execution) trace.Execution { return trace.Execution{Server: e.Server, Tool: e.Tool} }),
		repeated,
	}
}

// count is a metric of the conversation that is neither good nor bad unless said.
func count(name, doc, unit string, score func(*datasets.Trajectory) (float64, bool)) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    liveMCPBench,
		Unit:    unit,
		Scale:   result.Interval,
		Better:  result.Neither,
		Missing: result.Drop,
		Needs:   datasets.Of(datasets.ColSteps),
		Score:   score,
	}
}

// tally is a count for which a reader need not decode the names of tools.
func tally(name, doc, unit string, score func(*datasets.Trajectory) (float64, bool)) table.Metric {
	m := count(name, doc, unit, score)
	m.Needs = datasets.Of(datasets.ColCalls)
	return m
}

func steps(t *datasets.Trajectory) (float64, bool) {
	return float64(len(t.Steps)), t.Steps != nil
}

func toolCalls(t *datasets.Trajectory) (float64, bool) {
	return float64(numCalls(t)), t.Steps != nil && !t.CallsUnread()
}

func numCalls(t *datasets.Trajectory) int {
	n := 0
	for i := range t.Steps {
		n += len(t.Steps[i].Calls)
	}
	return n
}

func toolErrorRate(t *datasets.Trajectory) (float64, bool) {
	all, failed := 0, 0
	for i := range t.Steps {
		bad, good := marked(t.Steps[i].Calls)
		failed += bad
		all += bad + good
	}
	if all == 0 {
		return 0, false
	}
	return float64(failed) / float64(all), true
}

// marked counts the calls that the log says failed, and those that it says did not.
func marked(calls []datasets.ToolCall) (failed, succeeded int) {
	for i := range calls {
		switch e := calls[i].IsError; {
		// A call without a mark is neither: taken for a success, it would flatter the logs
		// that mark little.
		case e.Value:
			failed++
		case e.Known:
			succeeded++
		}
	}
	return failed, succeeded
}

// recoveryRate judges the calls of one message together, by the next message with calls:
// calls made in parallel are no reaction to each other's failure. One success makes up for
// all failures of the message before, since nothing in a log says which call answers
// which.
func recoveryRate(t *datasets.Trajectory) (float64, bool) {
	all, recovered, pending := 0, 0, 0
	for i := range t.Steps {
		calls := t.Steps[i].Calls
		if len(calls) == 0 {
			continue
		}
		failed, succeeded := marked(calls)
		switch {
		case succeeded > 0:
			recovered += pending
		case failed == 0:
			all -= pending // whether the next call succeeded is not known
		}
		pending = failed
		all += failed
	}
	if all == 0 {
		return 0, false
	}
	return float64(recovered) / float64(all), true
}

// repeatedCalls compares arguments as the log writes them. Where those of a tool
// that was called again are not known, whether the call was repeated is not.
func repeatedCalls(t *datasets.Trajectory) (float64, bool) {
	type call struct{ server, tool, arguments string }
	if t.Steps == nil || t.CallsUnread() {
		return 0, false
	}
	n := numCalls(t)
	if n < 2 {
		return 0, true
	}
	seen := make(map[call]bool, n)
	times := make(map[call]int, n) // calls of the tool
	unknown := map[call]bool{}     // the arguments of one of them are not known
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			seen[call{c.Server, c.Tool, c.Arguments}] = true
			tool := call{c.Server, c.Tool, ""}
			times[tool]++
			if c.Arguments == "" {
				unknown[tool] = true
			}
		}
	}
	for tool := range unknown {
		if times[tool] > 1 {
			return 0, false
		}
	}
	return float64(n - len(seen)), true
}

// executedTools counts different executed tools. A call of execute-tool that
// does not say which tool is none.
func executedTools(name, doc string, identity func(trace.Execution) trace.Execution) table.Metric {
	m := count(name, doc, "tools", func(t *datasets.Trajectory) (float64, bool) {
		seen := make([]trace.Execution, 0, 16)
		trace.EachExecution(t, func(e trace.Execution) {
			if id := identity(e); e.Tool != "" && !slices.Contains(seen, id) {
				seen = append(seen, id)
			}
		})
		return float64(len(seen)), t.Steps != nil && !t.CallsUnread()
	})
	m.Needs |= datasets.Of(datasets.ColCallTexts)
	return m
}
