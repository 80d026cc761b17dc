package formats

import (
	"fmt"
	"strconv"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

func (v *otelValue) nested() bool { return v.Array != nil || v.Map != nil }

// cell is a scalar value as a cell; nested values and what is not as OTLP has it
// are null.
func (v *otelValue) cell() mapping.Cell {
	switch {
	case v.String != nil:
		return mapping.TextCell(*v.String)
	case v.Int != nil:
		if n, err := strconv.ParseInt(string(*v.Int), 10, 64); err == nil {
			return mapping.IntCell(n)
		}
	case v.Double != nil && v.Double.Known:
		return mapping.FloatCell(v.Double.Value)
	case v.Bool != nil:
		return mapping.BoolCell(*v.Bool)
	}
	return mapping.Cell{}
}

// plain is a value as JSON has it, without OTLP's wrapping.
func (v *otelValue) plain(depth int) any {
	const most = 64
	switch {
	case depth > most:
		return nil
	case v.Array != nil:
		var list struct {
			Values []otelValue `json:"values"`
		}
		if json.Unmarshal(v.Array, &list) != nil {
			return nil
		}
		out := make([]any, len(list.Values))
		for i := range list.Values {
			out[i] = list.Values[i].plain(depth + 1)
		}
		return out
	case v.Map != nil:
		var list struct {
			Values []otelAttribute `json:"values"`
		}
		if json.Unmarshal(v.Map, &list) != nil {
			return nil
		}
		out := make(map[string]any, len(list.Values))
		for i := range list.Values {
			out[list.Values[i].Key] = list.Values[i].Value.plain(depth + 1)
		}
		return out
	}
	switch c := v.cell(); c.Kind {
	case mapping.Text:
		return c.Text
	case mapping.Int:
		return c.Int
	case mapping.Float:
		return c.Float
	case mapping.Bool:
		return c.Int != 0
	}
	return nil
}

// otelMessage is one message of gen_ai.input.messages or gen_ai.output.messages.
type otelMessage struct {
	Role  string `json:"role"`
	Parts []struct {
		Type      string          `json:"type"`
		Content   json.RawMessage `json:"content"`
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Result    json.RawMessage `json:"result"`
		Response  json.RawMessage `json:"response"`
	} `json:"parts"`
}

// steps makes the conversation of the recorded messages, else of the calls alone.
func (t *otelTrace) steps(out *datasets.Trajectory) error {
	if out.Steps != nil {
		return nil
	}
	for _, text := range []string{t.messages, t.answer} {
		if text == "" {
			continue
		}
		var messages []otelMessage
		if err := unmarshal([]byte(text), &messages); err != nil {
			return fmt.Errorf("the messages: %w", err)
		}
		for _, m := range messages {
			out.Steps = append(out.Steps, m.step(out.Steps))
		}
	}
	if out.Steps == nil {
		for _, c := range t.calls {
			out.Steps = append(out.Steps, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{c.call}})
		}
		return nil
	}
	byID := map[string]*datasets.ToolCall{}
	for i := range t.calls {
		if id := t.calls[i].call.ID; id != "" {
			byID[id] = &t.calls[i].call
		}
	}
	for i := range out.Steps {
		for j := range out.Steps[i].Calls {
			c := &out.Steps[i].Calls[j]
			span := byID[c.ID]
			if span == nil {
				continue
			}
			c.IsError, c.Error, c.LatencyMS = span.IsError, span.Error, span.LatencyMS
			if c.Result == "" {
				c.Result = span.Result
			}
			if c.Server == "" {
				c.Server = span.Server
			}
		}
	}
	return nil
}

// step is a message as a step; a tool's answer goes to the call of its id too.
func (m *otelMessage) step(before []datasets.Step) datasets.Step {
	s := datasets.Step{Role: m.Role}
	for _, p := range m.Parts {
		switch p.Type {
		case "tool_call":
			server, tool := mapping.SplitTool(p.Name)
			s.Calls = append(s.Calls, datasets.ToolCall{ID: p.ID, Server: server, Tool: tool, Arguments: arguments(p.Arguments)})
		case "tool_call_response":
			result := plain(p.Result)
			if result == "" {
				result = plain(p.Response)
			}
			s.Content += result
			for i := range before {
				for j := range before[i].Calls {
					if c := &before[i].Calls[j]; c.ID == p.ID && p.ID != "" {
						c.Result = result
					}
				}
			}
		case "text", "":
			if s.Content != "" {
				s.Content += "\n"
			}
			s.Content += plain(p.Content)
		}
	}
	return s
}
