package formats

import (
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// ohEvent is an action or an observation.
type ohEvent struct {
	ID          number          `json:"id"`
	Time        string          `json:"timestamp"`
	Source      string          `json:"source"`
	Message     json.RawMessage `json:"message"`
	Action      string          `json:"action"`
	Observation string          `json:"observation"`
	Cause       number          `json:"cause"`
	Content     json.RawMessage `json:"content"`
	Args        json.RawMessage `json:"args"`
	Success     *bool           `json:"success"`
	Extras      struct {
		Exit     number `json:"exit_code"`
		Metadata struct {
			Exit number `json:"exit_code"`
		} `json:"metadata"`
		Name text `json:"name"`
	} `json:"extras"`
	Tool struct {
		Name     string `json:"function_name"`
		ID       string `json:"tool_call_id"`
		Response struct {
			Choices []struct {
				Message struct {
					Content json.RawMessage `json:"content"`
					Calls   []struct {
						ID       string `json:"id"`
						Function struct {
							Arguments json.RawMessage `json:"arguments"`
						} `json:"function"`
					} `json:"tool_calls"`
				} `json:"message"`
			} `json:"choices"`
		} `json:"model_response"`
	} `json:"tool_call_metadata"`
}

// ohSilent are the actions that are no calls of a tool: what is said, and what the program does
// with its agent.
var ohSilent = []string{"message", "system", "null", "recall", "change_agent_state", "condensation", "condensation_request", "init", "start", "pause", "resume", "stop", "summarize", "loop_recovery"}

// ohHistory reads the events, and reports whether the agent said that it was done.
func ohHistory(t *datasets.Trajectory, raw json.RawMessage) (finished bool, err error) {
	if !stated(raw) {
		return false, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return false, err
	}
	var events []ohEvent
	paired := false
	for _, item := range list {
		var pair []ohEvent
		if len(item) > 0 && item[0] == '[' { // before 0.9: an action with its observation
			err, paired = json.Unmarshal(item, &pair), true
		} else {
			pair = make([]ohEvent, 1)
			err = json.Unmarshal(item, &pair[0])
		}
		if err != nil {
			return false, err
		}
		events = append(events, pair...)
	}
	t.Steps = []datasets.Step{}
	type place struct{ step, call int }
	called := map[float64]place{} // by the action's id
	last := place{-1, 0}
	for i := range events {
		e := &events[i]
		switch {
		case e.Action != "" && e.Source != "user" && !slices.Contains(ohSilent, e.Action):
			finished = finished || e.Action == "finish" || e.Action == "reject"
			last = place{len(t.Steps), 0}
			t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Content: e.thought(), Calls: []datasets.ToolCall{e.call()}})
			if e.ID.Known {
				called[e.ID.Value] = last
			}
		case e.Action == "message", e.Action == "system":
			role := map[bool]string{true: "user", false: "assistant"}[e.Source == "user"]
			if e.Action == "system" {
				role = "system"
			}
			t.Steps = append(t.Steps, datasets.Step{Role: role, Content: e.said()})
		case e.Observation != "":
			at, ok := called[e.Cause.Value]
			if !e.Cause.Known || !ok {
				if at = last; !paired || last.step < 0 || i == 0 || events[i-1].Action == "" {
					continue // of no call: a recalled note, a change of state
				}
			}
			c := &t.Steps[at.step].Calls[at.call]
			c.Result = textOf(e.Content)
			c.IsError = e.failed()
			if failed := c.IsError; failed.Value {
				c.Error = c.Result
			}
			t.Steps = append(t.Steps, datasets.Step{Role: "tool", Content: c.Result})
		}
	}
	if n := len(events); n > 0 {
		t.LatencyMS = elapsed(events[0].Time, events[n-1].Time)
	}
	t.Response = lastWords(t.Steps)
	return finished, nil
}

// call is an action as a call: of the tool that the action is, or of the server's tool that it
// asks for.
func (e *ohEvent) call() datasets.ToolCall {
	c := datasets.ToolCall{ID: e.Tool.ID, Tool: e.Action, Arguments: e.arguments()}
	if e.Action == "call_tool_mcp" || e.Action == "mcp" {
		var asked struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if json.Unmarshal(e.Args, &asked) == nil && asked.Name != "" {
			c.Server, c.Tool = mapping.SplitTool(asked.Name)
			c.Arguments = plain(asked.Arguments)
		}
	}
	return c
}

// ohOwn are the members of an action's arguments that the program adds to the model's.
var ohOwn = []string{"thought", "confirmation_state", "security_risk", "hidden", "blocking", "is_static", "cwd", "translated_ipython_code", "impl_source", "image_urls", "wait_for_response"}

// arguments are what the model wrote; without its answer, the action's, without what the program
// puts beside.
func (e *ohEvent) arguments() string {
	for _, choice := range e.Tool.Response.Choices {
		for _, c := range choice.Message.Calls {
			if c.ID == e.Tool.ID && stated(c.Function.Arguments) {
				return plain(c.Function.Arguments)
			}
		}
	}
	var args map[string]json.RawMessage
	if !stated(e.Args) || json.Unmarshal(e.Args, &args) != nil {
		return ""
	}
	for _, key := range ohOwn {
		if key != "thought" || e.Action != "think" { // there it is the model's own
			delete(args, key)
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		return ""
	}
	return string(b)
}

// thought is what the model said beside its call.
func (e *ohEvent) thought() string {
	for _, choice := range e.Tool.Response.Choices {
		if said := textOf(choice.Message.Content); said != "" {
			return said
		}
	}
	v, _ := eachNamed(e.Args, "thought")
	return plain(v)
}

// said is a message's text.
func (e *ohEvent) said() string {
	if v, _ := eachNamed(e.Args, "content"); len(v) > 0 {
		return textOf(v)
	}
	if stated(e.Content) {
		return textOf(e.Content)
	}
	return textOf(e.Message)
}

// failed reports whether an observation says that its action failed; unknown where it says
// nothing about that.
func (e *ohEvent) failed() datasets.Maybe[bool] {
	switch {
	case e.Observation == "error":
		return datasets.Known(true)
	case e.Extras.Metadata.Exit.Known:
		return datasets.Known(e.Extras.Metadata.Exit.Value != 0)
	case e.Extras.Exit.Known:
		return datasets.Known(e.Extras.Exit.Value != 0)
	case e.Success != nil:
		return datasets.Known(!*e.Success)
	case e.Observation == "read" || e.Observation == "edit":
		// The editor's tool reports its mistakes in the text.
		return datasets.Known(strings.HasPrefix(textOf(e.Content), "ERROR:"))
	}
	return datasets.Maybe[bool]{}
}
