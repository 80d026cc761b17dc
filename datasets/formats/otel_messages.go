package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
)

// What a model was asked and what it answered, where a convention before the present one
// keeps it: in attributes numbered message by message (OpenInference, OpenLLMetry), in JSON
// under other names (Vercel's AI SDK, Pydantic AI), or in an event a message (GenAI of 2025).

// askedElsewhere is a model's input as a JSON list of messages; "" where there is none.
func (s *otelSpan) askedElsewhere() string {
	if list := s.numbered("llm.input_messages.", "message."); list != "" {
		return list
	}
	if list := s.numbered("gen_ai.prompt.", ""); list != "" {
		return list
	}
	if v := s.text("ai.prompt.messages", "pydantic_ai.all_messages", "all_messages_events"); strings.HasPrefix(v, "[") {
		return v
	}
	// The function that a program calls has {system, prompt} or {system, messages}.
	var whole struct {
		System   json.RawMessage   `json:"system"`
		Prompt   json.RawMessage   `json:"prompt"`
		Messages []json.RawMessage `json:"messages"`
	}
	if v := s.text("ai.prompt"); !strings.HasPrefix(v, "{") || unmarshal([]byte(v), &whole) != nil {
		return ""
	}
	var out []json.RawMessage
	if system := plain(whole.System); system != "" {
		out = append(out, otelMessage{Role: "system", Content: system}.raw())
	}
	if len(whole.Prompt) > 0 && whole.Prompt[0] == '[' {
		_ = json.Unmarshal(whole.Prompt, &whole.Messages)
	} else if prompt := plain(whole.Prompt); prompt != "" {
		out = append(out, otelMessage{Role: "user", Content: prompt}.raw())
	}
	return listOf(append(out, whole.Messages...))
}

// answeredElsewhere is a model's output as a JSON list of messages; "" where there is none.
func (s *otelSpan) answeredElsewhere() string {
	if list := s.numbered("llm.output_messages.", "message."); list != "" {
		return list
	}
	if list := s.numbered("gen_ai.completion.", ""); list != "" {
		return list
	}
	said, calls := s.text("ai.response.text", "ai.result.text"), s.text("ai.response.toolCalls", "ai.result.toolCalls")
	if said == "" && calls == "" {
		return ""
	}
	m := otelMessage{Role: "assistant", Content: said}
	if strings.HasPrefix(calls, "[") && checkJSON([]byte(calls)) == nil {
		m.Calls = json.RawMessage(calls)
	}
	return listOf([]json.RawMessage{m.raw()})
}

// otelMessage is a message as chat APIs have it, which mapping.SetSteps reads.
type otelMessage struct {
	Role    string          `json:"role"`
	Content string          `json:"content,omitempty"`
	CallID  string          `json:"tool_call_id,omitempty"`
	Calls   json.RawMessage `json:"tool_calls,omitempty"`
}

// raw is the message as JSON.
func (m otelMessage) raw() json.RawMessage {
	b, err := json.Marshal(m)
	if err != nil {
		return json.RawMessage("{}")
	}
	return b
}

// listOf is a JSON list; "" for an empty one.
func listOf(list []json.RawMessage) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(b)
}

// numbered reads messages whose parts are attributes of their own, as in
// llm.input_messages.0.message.tool_calls.1.tool_call.function.name: behind the prefix and the
// message's number each part stands under `inner`.
func (s *otelSpan) numbered(prefix, inner string) string {
	type call struct{ id, name, arguments string }
	type talk struct {
		otelMessage
		texts map[int]string
		calls map[int]*call
	}
	all := map[int]*talk{}
	for i := range s.Attributes {
		rest, ok := strings.CutPrefix(s.Attributes[i].Key, prefix)
		if !ok {
			continue
		}
		number, part, ok := strings.Cut(rest, ".")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			continue
		}
		m := all[n]
		if m == nil {
			m = &talk{texts: map[int]string{}, calls: map[int]*call{}}
			all[n] = m
		}
		value := s.text(s.Attributes[i].Key)
		switch part = strings.TrimPrefix(part, inner); part {
		case "role":
			m.Role = value
		case "content":
			m.Content = value
		case "tool_call_id":
			m.CallID = value
		default:
			list, rest, _ := strings.Cut(part, ".")
			number, rest, _ := strings.Cut(rest, ".")
			k, err := strconv.Atoi(number)
			switch {
			case err != nil:
			case list == "contents" && rest == "message_content.text":
				m.texts[k] = value
			case list == "tool_calls":
				c := m.calls[k]
				if c == nil {
					c = &call{}
					m.calls[k] = c
				}
				switch strings.TrimPrefix(strings.TrimPrefix(rest, "tool_call."), "function.") {
				case "id":
					c.id = value
				case "name":
					c.name = value
				case "arguments":
					c.arguments = value
				}
			}
		}
	}
	var out []json.RawMessage
	for _, n := range sortedKeys(all) {
		m := all[n]
		if m.Content == "" {
			for _, k := range sortedKeys(m.texts) {
				m.Content += m.texts[k]
			}
		}
		var calls []map[string]any
		for _, k := range sortedKeys(m.calls) {
			c := m.calls[k]
			calls = append(calls, map[string]any{"id": c.id, "function": map[string]any{"name": c.name, "arguments": c.arguments}})
		}
		if len(calls) > 0 {
			m.Calls, _ = json.Marshal(calls)
		}
		m.Role = cmp.Or(m.Role, "assistant")
		out = append(out, m.raw())
	}
	return listOf(out)
}

// sortedKeys are a map's keys in their order.
func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// otelSpeakers are the events that hold one message each, and who speaks in it.
var otelSpeakers = map[string]string{
	"gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant", "gen_ai.tool.message": "tool", "gen_ai.choice": "assistant",
}

// message reads the message that an event holds: in its body, in one attribute as JSON, or in
// an attribute a member; "" for an event that is none. answer says that it is what the model
// answered.
func (ev *otelEvent) message() (raw json.RawMessage, answer bool) {
	name := cmp.Or(ev.Event, ev.Name)
	role, ok := otelSpeakers[name]
	if !ok {
		name = ev.text("event.name")
		if role, ok = otelSpeakers[name]; !ok {
			return nil, false
		}
	}
	answer = name == "gen_ai.choice"
	var inner struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		ID      string          `json:"id"`
		Calls   json.RawMessage `json:"tool_calls"`
		Message json.RawMessage `json:"message"`
	}
	body := ev.text("gen_ai.event.content")
	if body == "" && ev.Body.nested() {
		if b, err := json.Marshal(ev.Body.plain(0)); err == nil {
			body = string(b)
		}
	}
	m := otelMessage{Role: role}
	if strings.HasPrefix(body, "{") && unmarshal([]byte(body), &inner) == nil {
		if message := inner.Message; len(message) > 0 && message[0] == '{' {
			_ = json.Unmarshal(message, &inner)
		} else if inner.Content == nil {
			inner.Content = inner.Message
		}
		m.Content, m.CallID, m.Calls = plain(inner.Content), inner.ID, inner.Calls
	} else {
		m.Content, m.CallID = ev.text("content", "message"), ev.text("id")
		if calls := ev.text("tool_calls"); strings.HasPrefix(calls, "[") && checkJSON([]byte(calls)) == nil {
			m.Calls = json.RawMessage(calls)
		}
	}
	if m.Role != "tool" {
		m.CallID = ""
	}
	if strings.HasPrefix(m.Content, "[{") && checkJSON([]byte(m.Content)) == nil { // blocks
		b, err := json.Marshal(map[string]any{"role": m.Role, "content": json.RawMessage(m.Content)})
		if err == nil {
			return b, answer
		}
	}
	return m.raw(), answer
}
