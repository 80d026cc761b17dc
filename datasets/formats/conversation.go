package formats

import (
	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// failureTest reports whether a tool's result is an error by the harness's own way of
// writing it, and the message where it is the harness and not the tool that
// speaks.
type failureTest func(result string) (isError bool, message string)

// setSteps reads a conversation and marks the calls that failed.
func setSteps(t *datasets.Trajectory, messages json.RawMessage, isError failureTest) error {
	err := mapping.SetSteps(t, string(messages))
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			var failed bool
			failed, c.Error = isError(c.Result)
			c.IsError = datasets.Known(failed)
		}
	}
	return err
}

// lastWords is the last text that the assistant said: its answer, where a log
// names no other.
func lastWords(steps []datasets.Step) string {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Role == "assistant" && steps[i].Content != "" {
			return steps[i].Content
		}
	}
	return ""
}

// project empties what was not asked for, so that a reader of JSON delivers what
// a reader of columns would.
func project(t *datasets.Trajectory, want datasets.Columns) *datasets.Trajectory {
	if want == 0 || want == datasets.AllColumns {
		return t
	}
	if !want.Conversation() {
		t.Steps, t.Unread, t.ToolEffects = nil, nil, nil
	}
	for i := range t.Steps {
		if !want.Has(datasets.ColStepTexts) {
			t.Steps[i].Content = ""
		}
		if want.Has(datasets.ColCallTexts) {
			continue
		}
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			c.ID, c.Arguments, c.Result, c.Error, c.LatencyMS = "", "", "", "", datasets.Maybe[float64]{}
		}
	}
	if !want.Has(datasets.ColResponse) {
		t.Response = ""
	}
	if !want.Has(datasets.ColAvailable) {
		t.Available = nil
	}
	if !want.Has(datasets.ColAttributes) {
		t.Attributes = nil
	}
	if !want.Has(datasets.ColMetrics) {
		t.Metrics = nil
	}
	return t
}

// qualified is a tool's name as plans write it.
func qualified(server, tool string) string {
	if server == "" {
		return tool
	}
	return server + "::" + tool
}
