package mapping

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// SetSteps reads a conversation that is written in a known style; else it is as the
// function SetSteps.
func (s Style) SetSteps(t *datasets.Trajectory, document string) (Talk, error) {
	raw := json.RawMessage(document)
	if absent(raw) {
		return Talk{}, nil
	}
	if first(raw) == '{' {
		var o struct {
			Messages json.RawMessage `json:"messages"`
			Steps    json.RawMessage `json:"steps"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return Talk{}, jsonError(err)
		}
		if raw = o.Messages; raw == nil {
			raw = o.Steps
		}
		if raw == nil {
			return Talk{}, fmt.Errorf(`expected a list of messages or an object with "messages", found %s`, TextCell(document).excerpt())
		}
	}
	list, err := elements(raw)
	if list == nil || err != nil {
		return Talk{}, err
	}
	talk := Talk{Starts: make([]int, len(list))}
	c := &conversation{style: s, errorsMarked: s.ErrorsMarked, steps: make([]datasets.Step, 0, len(list)), unread: unread{}}
	for i, raw := range list {
		if first(raw) != '{' {
			return Talk{}, fmt.Errorf("message %d: expected an object, found %s", i+1, TextCell(string(raw)).excerpt())
		}
		talk.Starts[i] = len(c.steps)
		if err := c.message(fieldsOf(raw), "", 0); err != nil {
			return Talk{}, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	c.markSuccesses()
	t.Steps, t.Unread = c.steps, c.unread.sorted()
	talk.UserCalls = c.userCalls
	return talk, nil
}

// conversation is what has been read so far of one conversation. Steps are appended only; calls
// are found again by their places, since the slices that hold them grow.
type conversation struct {
	style  Style
	steps  []datasets.Step
	unread unread

	userCalls int // calls that the style leaves out

	open         []callAt // the calls that no message has answered, in order
	answered     []callAt
	errorsMarked bool // a failed call is marked in this log, so that one without a mark did not fail
	inItem       bool // the last message was an item of the assistant's turn, to which further calls belong
}

// callAt is where a call stands.
type callAt struct{ step, call int }

// at is the call at a place; valid until the next call is added.
func (c *conversation) at(i callAt) *datasets.ToolCall { return &c.steps[i.step].Calls[i.call] }

// addStep adds a message.
func (c *conversation) addStep(role, content string) {
	c.steps = append(c.steps, datasets.Step{Role: role, Content: content})
}

// call adds a call to a message. A log may record one call twice, as a block and as a tool
// call; the id shows it. A call that carries its own result counts as answered.
func (c *conversation) call(step int, v datasets.ToolCall) {
	s := &c.steps[step]
	for i := range s.Calls {
		if v.ID != "" && s.Calls[i].ID == v.ID {
			return
		}
	}
	s.Calls = append(s.Calls, v)
	i := callAt{step, len(s.Calls) - 1}
	c.errorsMarked = c.errorsMarked || v.IsError.Known
	if v.Result != "" || v.Error != "" {
		c.answered = append(c.answered, i)
		return
	}
	c.open = append(c.open, i)
}

// answer hands a result to its call: the open call with its id, else the first open one of its
// tool's name, else the only open one. An answer that fits no call is counted in unread, unless
// it repeats one that has been given.
func (c *conversation) answer(id, tool string, v datasets.ToolCall) {
	found := -1
	for i, at := range c.open {
		call := c.at(at)
		switch {
		case id != "":
			if call.ID == id {
				found = i // the last: an id may come again in a later turn
			}
		case tool != "":
			if found < 0 && (call.Tool == tool || call.Server+"::"+call.Tool == tool) {
				found = i
			}
		case len(c.open) == 1:
			found = 0
		}
	}
	c.errorsMarked = c.errorsMarked || v.IsError.Known
	if found < 0 {
		again := func(at callAt) bool { return id+tool == "" || c.at(at).ID == id || c.at(at).Tool == tool }
		if v.Result != "" && !slices.ContainsFunc(c.answered, again) {
			c.unread.count("an answer to a call", id+tool, true)
		}
		return
	}
	call := c.at(c.open[found])
	c.answered = append(c.answered, c.open[found])
	c.open = append(c.open[:found], c.open[found+1:]...)
	call.Result, call.Error, call.IsError = v.Result, v.Error, v.IsError
}

// markSuccesses makes IsError false for answered calls without a mark, where the log marks the
// calls that failed. Where nothing in the log marks any, whether a call failed stays unknown.
func (c *conversation) markSuccesses() {
	if !c.errorsMarked {
		return
	}
	for _, at := range c.answered {
		if call := c.at(at); !call.IsError.Known {
			call.IsError = datasets.Known(false)
		}
	}
}

// roles are the spellings of who speaks.
var roles = map[string]string{
	"ai": "assistant", "aimessage": "assistant", "aimessagechunk": "assistant", "model": "assistant", "gpt": "assistant", "chatgpt": "assistant", "bot": "assistant", "agent": "assistant", "assistant": "assistant",
	"human": "user", "humanmessage": "user", "humanmessagechunk": "user", "user": "user",
	"system": "system", "systemmessage": "system", "systemmessagechunk": "system", "developer": "developer",
	"tool": "tool", "function": "tool", "toolmessage": "tool", "toolmessagechunk": "tool", "functionmessage": "tool", "tool_response": "tool", "function_response": "tool", "ipython": "tool",
}

// roleOf is a role as steps have it; one that is not known stays as it is.
func roleOf(word string) string {
	if role, ok := roles[strings.ToLower(word)]; ok {
		return role
	}
	return word
}

// SplitTool splits a qualified tool name: "server::tool", and "mcp__server__tool"
// as MCP clients hand it to chat APIs. Any other name has no server.
func SplitTool(name string) (server, tool string) {
	if s, t, ok := strings.Cut(name, "::"); ok {
		return s, t
	}
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		if s, t, ok := strings.Cut(rest, "__"); ok {
			return s, t
		}
	}
	return "", name
}
