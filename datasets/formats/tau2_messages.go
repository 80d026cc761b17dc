package formats

import (
	"fmt"
	"strconv"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// tau2Message is one message: the assistant's and the user's carry calls, a tool's
// answers the call of its id.
type tau2Message struct {
	Role      string `json:"role"`
	Content   text   `json:"content"`
	ToolCalls []struct {
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Requestor string          `json:"requestor"`
	} `json:"tool_calls"`
	ID    string `json:"id"`
	Turn  number `json:"turn_idx"`
	Error bool   `json:"error"`
	Usage struct {
		Prompt     number `json:"prompt_tokens"`
		Completion number `json:"completion_tokens"`
	} `json:"usage"`
	// A message that answers several calls at once.
	ToolMessages []tau2Message `json:"tool_messages"`
}

// tau2Conversation reads the messages of a simulation.
func tau2Conversation(t *datasets.Trajectory, raw json.RawMessage) (turns map[float64]int, err error) {
	if !stated(raw) {
		return nil, nil
	}
	var messages []tau2Message
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, fmt.Errorf("not as tau2 writes them: %w", err)
	}
	var flat []tau2Message
	turns = map[float64]int{}
	for _, m := range messages {
		if _, ok := turns[m.Turn.Value]; m.Turn.Known && !ok {
			turns[m.Turn.Value] = len(flat)
		}
		if len(m.ToolMessages) > 0 {
			flat = append(flat, m.ToolMessages...)
			continue
		}
		flat = append(flat, m)
	}
	t.Steps = make([]datasets.Step, len(flat))
	open := map[string]*datasets.ToolCall{}
	users := 0
	for i, m := range flat {
		step := &t.Steps[i]
		step.Role, step.Content = m.Role, string(m.Content)
		if m.Role == "assistant" {
			addTokens(&t.PromptTokens, m.Usage.Prompt)
			addTokens(&t.CompletionTokens, m.Usage.Completion)
		}
		if m.Role == "user" {
			users += len(m.ToolCalls)
			continue
		}
		for _, c := range m.ToolCalls {
			if c.Requestor == "user" {
				users++
				continue
			}
			step.Calls = append(step.Calls, datasets.ToolCall{ID: c.ID, Tool: c.Name, Arguments: arguments(c.Arguments)})
		}
		for j := range step.Calls {
			open[step.Calls[j].ID] = &step.Calls[j]
		}
		if call := open[m.ID]; m.Role == "tool" && call != nil {
			delete(open, m.ID)
			call.Result, call.IsError = string(m.Content), datasets.Known(m.Error)
		}
	}
	if users > 0 {
		attribute(t, "user_calls", strconv.Itoa(users))
	}
	return turns, nil
}
