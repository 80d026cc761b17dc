package mapping

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// A style settles what a conversation of unknown origin leaves to guesses: here a user who
// calls tools too, answers that name their call by their own id, and one message that
// answers two calls. Expected values are read off the document.
func TestStyle(t *testing.T) {
	const document = `[
		{"role":"user","content":"hi","turn_idx":0,"tool_calls":[{"id":"u1","name":"toggle","arguments":{},"requestor":"user"}]},
		{"role":"tool","id":"u1","requestor":"user","content":"toggled","turn_idx":1},
		{"role":"assistant","content":null,"turn_idx":2,"raw_data":{"message":{"tool_calls":[{"name":"find","arguments":{}}]}},
			"tool_calls":[{"id":"a1","name":"find","arguments":{"n": 1},"requestor":"assistant"},{"id":"a2","name":"book","arguments":{},"requestor":"assistant"}]},
		{"role":"tool","turn_idx":3,"tool_messages":[{"role":"tool","id":"a2","content":"full","error":true},{"role":"tool","id":"a1","content":"found"}]},
		{"role":"tool","id":"lost","content":"of no call","turn_idx":4},
		{"role":"assistant","content":"done","turn_idx":5}]`
	var got datasets.Trajectory
	talk, err := Style{ErrorsMarked: true, AnswerID: true, UserCalls: true, Aside: []string{"raw_data"}}.SetSteps(&got, document)
	if err != nil {
		t.Fatal(err)
	}
	want := datasets.Trajectory{Steps: []datasets.Step{
		{Role: "user", Content: "hi"}, {Role: "tool", Content: "toggled"},
		{Role: "assistant", Calls: []datasets.ToolCall{
			{ID: "a1", Tool: "find", Arguments: `{"n":1}`, Result: "found", IsError: datasets.Known(false)},
			{ID: "a2", Tool: "book", Arguments: "{}", Result: "full", IsError: datasets.Known(true)}}},
		{Role: "tool", Content: "full"}, {Role: "tool", Content: "found"}, {Role: "tool", Content: "of no call"},
		{Role: "assistant", Content: "done"}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff(Talk{Starts: []int{0, 1, 2, 3, 5, 6}, UserCalls: 1}, talk); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}

	// Without the style the user's call counts, and data that may hold calls is reported.
	if err := SetSteps(&got, document); err != nil {
		t.Fatal(err)
	}
	if calls := got.Steps[0].Calls; len(calls) != 1 || len(got.Unread) != 1 || !got.Unread[0].Calls {
		t.Errorf("calls of the user %v, unread %v", calls, got.Unread)
	}
}
