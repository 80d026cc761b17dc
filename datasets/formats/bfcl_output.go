package formats

import (
	"cmp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// describe keeps why a test failed. A wrong answer is not an error of the harness, which
// error states: only an inference that broke off is. error_type stands beside error or in it.
func (f *bfclFailure) describe(t *datasets.Trajectory) {
	kind, message := f.Type, ""
	var inside struct {
		Type    string          `json:"error_type"`
		Message json.RawMessage `json:"error_message"`
	}
	if json.Unmarshal(f.Error, &inside) == nil && (inside.Type != "" || stated(inside.Message)) {
		kind += inside.Type
		message = joined(inside.Message)
	} else {
		message = joined(f.Error)
	}
	attribute(t, "evaluator_message", message)
	if kind == "" {
		return
	}
	t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: kind, Source: "bfcl evaluator"})
	switch {
	case strings.HasSuffix(kind, ":force_terminated"):
		t.Exit = datasets.ExitMaxTurns
	case strings.HasSuffix(kind, ":inference_error"):
		t.Exit, t.Error = datasets.ExitError, cmp.Or(t.Error, message, kind)
	}
}

// bfclOutput reads what the model said: a text, or calls [{"NAME": "ARGUMENTS"}],
// for many turns in lists of turns and steps.
func bfclOutput(t *datasets.Trajectory, raw json.RawMessage) {
	var walk func(json.RawMessage)
	walk = func(raw json.RawMessage) {
		if !stated(raw) {
			return
		}
		switch raw[0] {
		case '"':
			t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Content: plain(raw)})
		case '{':
			t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Calls: bfclCalls(raw)})
		case '[':
			var list []json.RawMessage
			if json.Unmarshal(raw, &list) != nil {
				return
			}
			// Lists nest without a mark of what they are: one of objects alone is the parallel calls of a
			// single step, any other is turns or steps.
			calls := len(list) > 0
			for _, item := range list {
				calls = calls && len(item) > 0 && item[0] == '{'
			}
			if !calls {
				for _, item := range list {
					walk(item)
				}
				return
			}
			step := datasets.Step{Role: "assistant"}
			for _, item := range list {
				step.Calls = append(step.Calls, bfclCalls(item)...)
			}
			t.Steps = append(t.Steps, step)
		}
	}
	// A model that answered nothing has an empty conversation, which is not the same as one that
	// is not logged.
	if stated(raw) {
		t.Steps = []datasets.Step{}
	}
	walk(raw)
	t.Response = lastWords(t.Steps)
}

// bfclCalls reads one object of calls, {"NAME": "ARGUMENTS"}: the functions' names are the
// keys, and the arguments JSON inside of a string.
func bfclCalls(raw json.RawMessage) (calls []datasets.ToolCall) {
	_ = eachMember(raw, func(name string, arguments []byte) {
		server, tool := mapping.SplitTool(name)
		calls = append(calls, datasets.ToolCall{Server: server, Tool: tool, Arguments: plain(arguments)})
	})
	return calls
}
