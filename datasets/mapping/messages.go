package mapping

import (
	"fmt"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// message is one step in either of two shapes: the canonical {"role", "content",
// "calls"} and the chat API's, in which an assistant message carries
// "tool_calls" and a message of role "tool" answers one of them by its id.
type message struct {
	Role         string          `json:"role"`
	Content      json.RawMessage `json:"content"`
	Calls        []call          `json:"calls"`
	ToolCalls    []chatCall      `json:"tool_calls"`
	FunctionCall *chatFunction   `json:"function_call"` // the chat API before tool_calls
	ToolCallID   string          `json:"tool_call_id"`
	Error        json.RawMessage `json:"error"` // Inspect: {"type", "message"}
	IsError      bool            `json:"is_error"`

	Text   string          `json:"text"`          // SWE-agent, instead of content
	System string          `json:"system_prompt"` // SWE-agent, of the system's message
	Type   string          `json:"type"`          // MCP-Atlas: message or error, around data
	Data   json.RawMessage `json:"data"`
}

type call struct {
	ID        string          `json:"id"`
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Result    json.RawMessage `json:"result"`
	Error     json.RawMessage `json:"error"`
	IsError   *bool           `json:"is_error"`
	LatencyMS json.RawMessage `json:"latency_ms"`
}

type chatCall struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Function  json.RawMessage `json:"function"` // an object, or in Inspect the name
	Arguments json.RawMessage `json:"arguments"`
}

type chatFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Steps reads a conversation: canonical steps or chat API messages, or an object
// whose "messages" holds them. The result of a call is taken from the message
// that answers it; that message stays a step of its own.
func Steps(document string) ([]datasets.Step, error) {
	raw := json.RawMessage(document)
	if absent(raw) {
		return nil, nil
	}
	if first(raw) == '{' {
		var o struct {
			Messages json.RawMessage `json:"messages"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return nil, jsonError(err)
		}
		if o.Messages == nil {
			return nil, fmt.Errorf(`expected a list of messages or an object with "messages", found %s`, TextCell(document).excerpt())
		}
		raw = o.Messages
	}
	list, err := elements(raw)
	if list == nil || err != nil {
		return nil, err
	}
	steps := make([]datasets.Step, 0, len(list))
	open := map[string]*datasets.ToolCall{} // the calls that no message has answered, by id
	for i, raw := range list {
		var m message
		if first(raw) != '{' {
			return nil, fmt.Errorf("message %d: expected an object, found %s", i+1, TextCell(string(raw)).excerpt())
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, jsonError(err))
		}
		if m.Role == "" && !absent(m.Data) {
			if m.Type != "message" {
				continue // an error of the harness between the messages
			}
			if err := json.Unmarshal(m.Data, &m); err != nil {
				return nil, fmt.Errorf("message %d: %w", i+1, jsonError(err))
			}
		}
		step, err := m.step(open)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func (m *message) step(open map[string]*datasets.ToolCall) (datasets.Step, error) {
	content, err := contentText(m.Content)
	if err != nil {
		return datasets.Step{}, err
	}
	if content == "" {
		content = m.Text + m.System
	}
	step := datasets.Step{Role: m.Role, Content: content}
	if step.Role == "ai" { // SWE-agent
		step.Role = "assistant"
	}
	if m.Calls != nil {
		step.Calls = make([]datasets.ToolCall, 0, len(m.Calls)+len(m.ToolCalls))
	}
	for _, c := range m.Calls {
		call, err := c.toolCall()
		if err != nil {
			return step, err
		}
		step.Calls = append(step.Calls, call)
	}
	if m.FunctionCall != nil {
		function, err := json.Marshal(m.FunctionCall)
		if err != nil {
			return step, jsonError(err)
		}
		m.ToolCalls = append(m.ToolCalls, chatCall{Function: function})
	}
	for _, c := range m.ToolCalls {
		call, err := c.toolCall()
		if err != nil {
			return step, err
		}
		step.Calls = append(step.Calls, call)
	}
	for i := range step.Calls {
		if c := &step.Calls[i]; c.ID != "" && c.Result == "" && c.Error == "" {
			open[c.ID] = c
		}
	}
	if call := open[m.ToolCallID]; m.ToolCallID != "" && call != nil {
		delete(open, m.ToolCallID)
		call.Result = content
		if call.Error, err = errorText(m.Error); err != nil {
			return step, err
		}
		call.IsError = m.IsError || !absent(m.Error)
	}
	return step, nil
}

func (c *call) toolCall() (datasets.ToolCall, error) {
	t := datasets.ToolCall{ID: c.ID, Server: c.Server, Tool: c.Tool}
	var err error
	if t.Arguments, err = text(c.Arguments); err != nil {
		return t, err
	}
	if t.Result, err = contentText(c.Result); err != nil {
		return t, err
	}
	if t.Result == "" && first(c.Result) == '[' { // a list that is no list of texts
		t.Result = string(c.Result)
	}
	if t.Error, err = errorText(c.Error); err != nil {
		return t, err
	}
	// A log that has no flag of its own says by the message that there was an error.
	if t.IsError = t.Error != ""; c.IsError != nil {
		t.IsError = *c.IsError
	}
	v, known, err := number(c.LatencyMS)
	t.LatencyMS = datasets.Maybe[float64]{Value: v, Known: known}
	return t, err
}

func (c *chatCall) toolCall() (datasets.ToolCall, error) {
	f := chatFunction{Name: c.Name, Arguments: c.Arguments}
	switch first(c.Function) {
	case '{':
		if err := json.Unmarshal(c.Function, &f); err != nil {
			return datasets.ToolCall{}, jsonError(err)
		}
	case '"':
		name, err := text(c.Function)
		if err != nil {
			return datasets.ToolCall{}, err
		}
		f.Name = name
	}
	arguments, err := text(f.Arguments)
	server, tool := SplitTool(f.Name)
	return datasets.ToolCall{ID: c.ID, Server: server, Tool: tool, Arguments: arguments}, err
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

// ContentText is a message's content as text: a string, or a list of parts whose
// texts are joined by newlines.
func ContentText(raw []byte) (string, error) { return contentText(raw) }

// contentText is a message's content: a string, or a list of parts whose texts
// are joined by newlines; a part that is no text is left out.
func contentText(raw json.RawMessage) (string, error) {
	if first(raw) != '[' {
		return text(raw)
	}
	list, err := elements(raw)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, part := range list {
		if first(part) == '"' {
			s, err := text(part)
			if err != nil {
				return "", err
			}
			texts = append(texts, s)
			continue
		}
		var o struct {
			Text *string `json:"text"`
		}
		if json.Unmarshal(part, &o) == nil && o.Text != nil {
			texts = append(texts, *o.Text)
		}
	}
	return strings.Join(texts, "\n"), nil
}

// errorText is an error's message: a string, or an object with "message".
func errorText(raw json.RawMessage) (string, error) {
	if first(raw) == '{' {
		var o struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(raw, &o) == nil && o.Message != "" {
			return o.Message, nil
		}
	}
	return text(raw)
}
