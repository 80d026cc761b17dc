package exchange

import "mcpstats/datasets"

var plainTarget = Target{
	Name: "messages", Title: "plain messages", Format: "jsonl", Ending: ".jsonl",
	Holds:   "benchmark, run, task, trial, model, agent, success, reward, exit, error, the messages with calls, arguments, results and marked errors, response, expected_answer, latency_ms, cost_usd and the tokens",
	Changes: "A call without an id is given one, and a result that stood inside of its call becomes a tool's message; calls have no latency of their own",
	apart:   func(*datasets.Trajectory) part { return part{} },
	record:  plainRecord, separator: "\n", tail: "\n",
}

// plainRecord is one attempt as a line. Its keys are the canonical columns' names, so that it is
// read without a mapping.
func plainRecord(_ *file, t *datasets.Trajectory) ([]byte, error) {
	var o object
	o.add("benchmark", t.Benchmark)
	o.add("run", t.Run)
	o.add("task", t.Task)
	o.add("trial", t.Trial)
	o.add("model", t.Model)
	o.add("agent", t.Agent)
	o.add("success", known(t.Success))
	o.add("reward", number(t.Reward))
	o.add("exit", string(t.Exit))
	o.add("error", t.Error)
	if t.Steps != nil {
		o.add("messages", chat(t.Steps))
	}
	o.add("response", t.Response)
	o.add("expected_answer", t.ExpectedAnswer)
	o.add("latency_ms", number(t.LatencyMS))
	o.add("cost_usd", number(t.CostUSD))
	o.add("prompt_tokens", known(t.PromptTokens))
	o.add("completion_tokens", known(t.CompletionTokens))
	o.add("cached_tokens", known(t.CachedTokens))
	return encode(o)
}

// chat is a conversation in the dialect of OpenAI's chat API. Whether a call failed has no place
// there; it is marked as MCP does, by is_error, and an error's message stands in error.
func chat(steps []datasets.Step) []object {
	out := []object{}
	for _, m := range conversation(steps) {
		o := object{{"role", m.role}}
		if m.content == "" && len(m.calls) > 0 {
			o = append(o, member{"content", nil})
		} else {
			o = append(o, member{"content", m.content})
		}
		var calls []object
		for _, c := range m.calls {
			f := object{{"name", c.name}}
			f.add("arguments", c.Arguments)
			calls = append(calls, object{{"id", c.id}, {"type", "function"}, {"function", f}})
		}
		if calls != nil {
			o.add("tool_calls", calls)
		}
		o.add("tool_call_id", m.id)
		if m.answers != nil {
			o.add("is_error", known(m.answers.IsError))
			o.add("error", m.answers.Error)
		}
		out = append(out, o)
	}
	return out
}
