package metrics

import (
	"math"
	"testing"

	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// message is a step that makes calls.
func message(calls ...datasets.ToolCall) datasets.Step {
	return datasets.Step{Role: "assistant", Calls: calls}
}

func call(server, tool, arguments string) datasets.ToolCall {
	return datasets.ToolCall{Server: server, Tool: tool, Arguments: arguments, IsError: datasets.Known(false)}
}

// unmarked is a call of which the log does not say whether it failed.
func unmarked(c datasets.ToolCall) datasets.ToolCall {
	c.IsError = datasets.Maybe[bool]{}
	return c
}

func failing(c datasets.ToolCall) datasets.ToolCall {
	c.IsError = datasets.Known(true)
	return c
}

func TestCallsByHand(t *testing.T) {
	a, b := call("s", "a", `{"x":1}`), call("s", "b", "{}")
	for _, c := range []struct {
		name  string
		steps []datasets.Step
		want  map[string]float64
	}{
		{"no conversation", nil, map[string]float64{
			"steps": undefined, "tool_calls": undefined, "distinct_tools": undefined, "distinct_server_tools": undefined,
			"repeated_calls": undefined, "tool_error_rate": undefined, "recovery_rate": undefined, "executions": undefined}},
		{"no calls", []datasets.Step{{Role: "user"}, {Role: "assistant"}}, map[string]float64{
			"steps": 2, "tool_calls": 0, "distinct_tools": 0, "distinct_server_tools": 0,
			"repeated_calls": 0, "tool_error_rate": undefined, "recovery_rate": undefined, "executions": 0}},
		{"one name on two servers, one call repeated",
			[]datasets.Step{message(a, call("r", "a", `{"x":1}`)), {Role: "tool"}, message(a, b)}, map[string]float64{
				"steps": 3, "tool_calls": 4, "distinct_tools": 2, "distinct_server_tools": 3,
				"repeated_calls": 1, "tool_error_rate": 0, "recovery_rate": undefined, "retrievals": undefined}},
		// a fails, a fails again, b succeeds: the second failure is recovered.
		{"recovered at the second try", []datasets.Step{message(failing(a)), message(failing(a)), message(b)}, map[string]float64{
			"tool_error_rate": 2. / 3, "recovery_rate": 0.5, "repeated_calls": 1}},
		{"the end after an error", []datasets.Step{message(a), message(failing(b)), {Role: "assistant"}}, map[string]float64{
			"tool_error_rate": 0.5, "recovery_rate": 0}},
		// A call beside the failed one is no reaction to it.
		{"parallel success is no recovery", []datasets.Step{message(failing(a), b)}, map[string]float64{
			"tool_error_rate": 0.5, "recovery_rate": 0}},
		{"two failures in one message, then one success", []datasets.Step{message(failing(a), failing(b)), {Role: "tool"}, message(failing(a), b)}, map[string]float64{
			"tool_error_rate": 0.75, "recovery_rate": 2. / 3}},
		// Nothing marks failures; arguments of different tools need not be compared.
		{"unknown errors", []datasets.Step{message(unmarked(a), unmarked(b)), message(unmarked(call("s", "c", "")))}, map[string]float64{
			"tool_calls": 3, "tool_error_rate": undefined, "recovery_rate": undefined, "repeated_calls": 0}},
		{"unknown arguments of a tool called twice", []datasets.Step{message(a, b, call("s", "c", ""), call("s", "c", `{}`))}, map[string]float64{
			"tool_calls": 4, "repeated_calls": undefined, "distinct_tools": 3, "tool_error_rate": 0}},
		// Of three calls one failed, one did not, one is not told; what came after the failure is not known.
		{"some errors known", []datasets.Step{message(b), message(failing(a)), message(unmarked(b))}, map[string]float64{
			"tool_error_rate": 0.5, "recovery_rate": undefined}},
		{"behind a router", []datasets.Step{
			message(call("", "route", `{"query":"q"}`)),
			message(call("", "execute-tool", `{"server_name":"s","tool_name":"a","params":{"x":1}}`)),
			message(call("", "execute-tool", `{"server_name":"r","tool_name":"a"}`)),
			message(call("", "execute-tool", `broken`)),
		}, map[string]float64{
			"tool_calls": 4, "executions": 3, "retrievals": 1, "distinct_tools": 1, "distinct_server_tools": 2}},
		{"a tool that is called route", []datasets.Step{message(call("maps", "route", "{}"))}, map[string]float64{
			"executions": undefined, "retrievals": undefined, "distinct_tools": 1}},
	} {
		for name, want := range c.want {
			check(t, c.name+": "+name, scoreOf(t, name, &datasets.Trajectory{Steps: c.steps}), want)
		}
	}
	live := &datasets.Trajectory{Benchmark: "LiveMCPBench", Steps: []datasets.Step{message(call("", "route", "{}"))}}
	check(t, "LiveMCPBench without an execution", scoreOf(t, "executions", live), 0)
}

func TestExpectedCallsByHand(t *testing.T) {
	withArguments := func(n datasets.Need, arguments string) datasets.Need {
		n.Arguments = arguments
		return n
	}
	var forty []datasets.ToolCall // more than the matching's buffer holds
	for _, id := range ids(40) {
		server, tool := trace.SplitTool(id)
		forty = append(forty, call(server, tool, ""))
	}
	for _, c := range []struct {
		name                             string
		expected                         []datasets.Need
		calls                            []datasets.ToolCall
		precision, recall, f1, arguments float64
	}{
		{"not known", nil, []datasets.ToolCall{call("", "a", "")}, undefined, undefined, undefined, undefined},
		{"any order", []datasets.Need{need("a"), after(need("b"), 0)}, []datasets.ToolCall{call("", "b", ""), call("", "a", "")}, 1, 1, 1, undefined},
		{"one extra, one missing", []datasets.Need{need("a"), need("b")}, []datasets.ToolCall{call("", "a", ""), call("", "c", "")}, 0.5, 0.5, 0.5, undefined},
		{"nothing expected, one made", []datasets.Need{}, []datasets.ToolCall{call("", "a", "")}, 0, 1, 0, undefined},
		{"nothing expected, none made", []datasets.Need{}, nil, 1, 1, 1, undefined},
		{"servers differ", []datasets.Need{need("s::a")}, []datasets.ToolCall{call("r", "a", "")}, 0, 0, 0, undefined},
		{"no server in the log", []datasets.Need{need("s::a")}, []datasets.ToolCall{call("", "a", "")}, 1, 1, 1, undefined},
		{"forty", many(40), forty, 1, 1, 1, undefined},
		{"behind a router", []datasets.Need{withArguments(need("s::a"), `{"x":1}`)},
			[]datasets.ToolCall{call("", "route", ""), call("", "execute-tool", `{"server_name":"s","tool_name":"a","params":{"x":1.0}}`)}, 1, 1, 1, 1},
		// Arguments: the second call's are right, and one call meets one need.
		{"arguments", []datasets.Need{withArguments(need("a"), `{"x":1,"y":[true]}`), withArguments(need("a"), `{"x":1,"y":[true]}`), need("b")},
			[]datasets.ToolCall{call("", "a", `{"x":2}`), call("", "a", `{"y":[true],"x":1}`)}, 1, 2. / 3, 0.8, 0.5},
	} {
		tr := &datasets.Trajectory{Expected: c.expected, Steps: []datasets.Step{message(c.calls...)}}
		check(t, c.name+": tool_call_precision", scoreOf(t, "tool_call_precision", tr), c.precision)
		check(t, c.name+": tool_call_recall", scoreOf(t, "tool_call_recall", tr), c.recall)
		check(t, c.name+": tool_call_f1", scoreOf(t, "tool_call_f1", tr), c.f1)
		check(t, c.name+": argument_match", scoreOf(t, "argument_match", tr), c.arguments)
	}
}

func TestOutcomesAndCosts(t *testing.T) {
	tr := &datasets.Trajectory{
		Success: datasets.Known(false), Reward: datasets.Known(0.25), LatencyMS: datasets.Known(1500.0), CostUSD: datasets.Known(0.02),
		PromptTokens: datasets.Known[int64](100), CompletionTokens: datasets.Known[int64](0),
	}
	for name, want := range map[string]float64{
		"success": 0, "reward": 0.25, "latency_ms": 1500, "cost_usd": 0.02,
		"prompt_tokens": 100, "completion_tokens": 0, "total_tokens": 100,
	} {
		check(t, name, scoreOf(t, name, tr), want)
	}
	tr.CompletionTokens = datasets.Maybe[int64]{}
	tr.Reward = datasets.Known(math.NaN())
	tr.CostUSD = datasets.Known(math.Inf(1))
	for _, name := range []string{"total_tokens", "completion_tokens", "reward", "cost_usd"} {
		check(t, name+", not known", scoreOf(t, name, tr), undefined)
	}
}
