package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"mcpstats/datasets"
)

// inspectSample is one attempt as a sample (EvalSample in log/_log.py).
func inspectSample(f *file, t *datasets.Trajectory) ([]byte, error) {
	o := object{{"id", t.Task}, {"epoch", t.Trial + 1}}
	// As messages and not as a text: Inspect's data sets know a text by its digest, which would tell
	// this sample from the same task in other logs.
	input := inspectMessages(asked(t.Steps))
	if len(input) == 0 {
		input = []object{{{"role", "user"}, {"content", ""}}}
	}
	o.add("input", input)
	o = append(o, member{"target", t.ExpectedAnswer})
	if t.Steps != nil {
		o.add("messages", inspectMessages(t.Steps))
	}
	if out := inspectOutput(f, t); out != nil {
		o.add("output", out)
	}
	if scores := f.scores(t); scores != nil {
		o.add("scores", scores)
	}
	if m := inspectMetadata(f, t); m != nil {
		o.add("metadata", m)
	}
	if usage := inspectUsage(t); usage != nil {
		o.add("model_usage", object{{cmp.Or(t.Model, t.Run), usage}})
	}
	o.add("uuid", t.Attributes["uuid"])
	o.add("total_time", seconds(t.LatencyMS))
	switch {
	case t.Exit == datasets.ExitTimeout:
		o.add("limit", object{{"type", "time"}, {"limit", 0}})
	case t.Exit == datasets.ExitMaxTurns:
		o.add("limit", object{{"type", "message"}, {"limit", 0}})
	case t.Exit == datasets.ExitError, t.Exit == datasets.ExitHarnessError, t.Error != "":
		o.add("error", object{{"message", cmp.Or(t.Error, string(t.Exit))}, {"traceback", ""}, {"traceback_ansi", ""}})
	}
	return encode(o)
}

// inspectMessages is a conversation in Inspect's dialect: a call has its arguments as an object,
// and a tool's message names the function and what went wrong.
func inspectMessages(steps []datasets.Step) []object {
	out := []object{}
	for _, m := range conversation(steps) {
		o := object{{"role", inspectRole(m.role)}, {"content", m.content}}
		var calls []object
		for _, c := range m.calls {
			v := object{{"id", c.id}, {"function", c.name}}
			arguments, ok := jsonObject(c.Arguments)
			v.add("arguments", arguments)
			if !ok && c.Arguments != "" {
				v.add("parse_error", "the arguments are no JSON object: "+c.Arguments)
			}
			v.add("type", "function")
			calls = append(calls, v)
		}
		if calls != nil && m.role == "assistant" {
			o.add("tool_calls", calls)
		}
		o.add("tool_call_id", m.id)
		if c := m.answers; c != nil {
			if c.IsError.Known { // with the function's name, a message without an error is a success
				o.add("function", c.name)
			}
			if c.Error != "" || c.IsError.Value {
				o.add("error", object{{"type", "unknown"}, {"message", cmp.Or(c.Error, c.Result, "error")}})
			}
		}
		out = append(out, o)
	}
	return out
}

// inspectRole is one of the four roles that Inspect has.
func inspectRole(role string) string {
	switch role {
	case "system", "user", "assistant", "tool":
		return role
	case "developer":
		return "system"
	}
	return "user"
}

// jsonObject is a text as the JSON object that it is, else as an empty one.
func jsonObject(s string) (json.RawMessage, bool) {
	if b := bytes.TrimSpace([]byte(s)); len(b) > 0 && b[0] == '{' && json.Valid(b) {
		return b, true
	}
	return json.RawMessage("{}"), false
}

// inspectOutput is the model's last answer; nil where the log has none and says of no end.
func inspectOutput(f *file, t *datasets.Trajectory) any {
	stop := ""
	switch t.Exit {
	case datasets.ExitCompleted:
		stop = "stop"
	case datasets.ExitRefused:
		stop = "content_filter"
	}
	if t.Response == "" && stop == "" {
		return nil
	}
	o := object{{"model", cmp.Or(f.model, f.run)}}
	if stop != "" {
		o.add("choices", []object{{{"message", object{{"role", "assistant"}, {"content", t.Response}}}, {"stop_reason", stop}}})
	}
	o.add("completion", t.Response)
	return o
}

// scores are the verdict and the judges' verdicts, each under the name of its scorer.
func (f *file) scores(t *datasets.Trajectory) any {
	var out object
	score := func(name string, value any, answer, explanation string) {
		if value == nil || slices.ContainsFunc(out, func(m member) bool { return m.key == name }) {
			return
		}
		s := object{{"value", value}}
		s.add("answer", answer)
		s.add("explanation", explanation)
		out = append(out, member{name, s})
	}
	judges := t.Judgments
	value, word := inspectValue(t)
	if f.headline != "" && value != nil && len(judges) > 0 {
		score(f.headline, value, t.PredictedAnswer, judges[0].Raw)
		judges = judges[1:]
	} else {
		score(ownScore, value, t.PredictedAnswer, "")
	}
	if word && t.Reward.Known && t.Reward.Value != inWords(value) {
		score(gradeScore, number(t.Reward), "", "")
	}
	for _, j := range judges {
		score(j.Judge, number(j.Verdict), "", j.Raw)
	}
	if out == nil {
		return nil
	}
	return out
}

// inspectValue is a verdict as scorers write it: C, I, or P for half of it; a number where there
// is a grade alone.
func inspectValue(t *datasets.Trajectory) (value any, word bool) {
	switch {
	case !t.Success.Known:
		return number(t.Reward), false
	case t.Success.Value:
		return "C", true
	case t.Reward == datasets.Known(0.5):
		return "P", true
	}
	return "I", true
}

// inWords is the grade that a word stands for.
func inWords(word any) float64 {
	switch word {
	case "C":
		return 1
	case "P":
		return 0.5
	}
	return 0
}

// inspectMetadata is the strata and attributes, but for those that stand in a place of their own.
func inspectMetadata(f *file, t *datasets.Trajectory) any {
	return facts(t, func(key string) bool { _, head := f.ids[key]; return head || key == "uuid" || key == "limit" })
}

// facts are the strata and attributes of an attempt in the order of their names.
func facts(t *datasets.Trajectory, elsewhere func(key string) bool) any {
	var out object
	for _, m := range []map[string]string{t.Strata, t.Attributes} {
		var keys []string
		for key := range m {
			if !elsewhere(key) && !slices.ContainsFunc(out, func(m member) bool { return m.key == key }) {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		for _, key := range keys {
			out = append(out, member{key, m[key]})
		}
	}
	if out == nil {
		return nil
	}
	return out
}

// inspectUsage is the tokens and the cost.
func inspectUsage(t *datasets.Trajectory) any {
	var o object
	o.add("input_tokens", known(t.PromptTokens))
	o.add("output_tokens", known(t.CompletionTokens))
	if t.PromptTokens.Known && t.CompletionTokens.Known {
		o.add("total_tokens", t.PromptTokens.Value+t.CompletionTokens.Value)
	}
	o.add("input_tokens_cache_read", known(t.CachedTokens))
	o.add("total_cost", number(t.CostUSD))
	if o == nil {
		return nil
	}
	return o
}

// seconds is a duration such that its product with 1000 is the number of milliseconds again:
// a quotient that was rounded may miss it by a bit.
func seconds(ms datasets.Maybe[float64]) any {
	v, ok := number(ms).(float64)
	if !ok {
		return nil
	}
	s := v / 1e3
	for _, c := range []float64{s, math.Nextafter(s, math.Inf(1)), math.Nextafter(s, math.Inf(-1))} {
		if c*1e3 == v {
			return c
		}
	}
	return s
}
