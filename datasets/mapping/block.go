package mapping

import (
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// blocks reads the parts of one message's content. Providers differ in where a call stands (a
// block of the content, a member beside it, an item of its own); all of them end in the step
// that belongs to the message.
type blocks struct {
	*conversation
	role string

	at      int  // the message's step; -1: it has none yet
	results bool // a block was a call's answer
}

// setContent puts the message among the steps, or sets the text of the step that it has
// already.
func (b *blocks) setContent(said string) {
	if b.at >= 0 {
		b.steps[b.at].Content = said
		return
	}
	b.addStep(b.role, said)
	b.at = len(b.steps) - 1
}

// read takes the calls and answers out of a list of blocks, and returns the texts of the
// others, joined by newlines.
func (b *blocks) read(raw json.RawMessage) (string, error) {
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
		if first(part) != '{' {
			continue
		}
		o := fieldsOf(part)
		said, ok, err := b.block(&o)
		if err != nil {
			return "", err
		}
		if ok {
			texts = append(texts, said)
		}
	}
	return strings.Join(texts, "\n"), nil
}

// block reads one block: a text, a call, or a call's answer. isText is false for a text that
// the model only thought. A block of an unknown type is counted in unread.
func (b *blocks) block(o *fields) (said string, isText bool, err error) {
	kind := o.peek("type")
	for _, m := range o.members { // Gemini's and Bedrock's blocks are named by their one member
		if first(m.value) != '{' {
			continue
		}
		switch inner := fieldsOf(m.value); m.key {
		case "functionCall", "function_call", "toolUse", "toolInvocation":
			return "", false, b.call(m.value, "")
		case "executableCode", "executable_code":
			return "", false, b.call(m.value, "code_execution")
		case "functionResponse", "function_response", "toolResult":
			return "", false, b.answer(&inner, m.key == "toolResult")
		case "codeExecutionResult", "code_execution_result":
			return "", false, b.answer(&inner, false)
		}
	}
	switch {
	case isAnswer(kind):
		return "", false, b.answer(o, strings.HasSuffix(kind, "tool_result"))
	case isCall(kind):
		return "", false, b.call(rawObject(o), strings.TrimSuffix(kind, "_call"))
	case strings.HasPrefix(kind, "tool-") && o.has("toolCallId"), kind == "dynamic-tool":
		return "", false, b.call(rawObject(o), strings.TrimPrefix(kind, "tool-"))
	case quietBlocks[kind]:
		return "", false, nil
	}
	for _, key := range []string{"text", "content", "refusal"} {
		if v := o.get(key); first(v) == '"' && (key != "content" || kind == "text") {
			said, err = text(v)
			return said, string(o.get("thought")) != "true", err
		}
	}
	if kind == "text" || kind == "input_text" || kind == "output_text" || len(o.members) == 0 {
		return "", false, nil
	}
	name := kind
	for _, m := range o.members {
		if kind == "" && quietBlocks[m.key] {
			return "", false, nil
		}
		if name == "" && !absent(m.value) {
			name = m.key
		}
	}
	if name != "" {
		b.unread.count("block", name, likeCalls(name, rawObject(o)))
	}
	return "", false, nil
}

// call adds the call that a block is. unnamed is the tool's name where the block's type stands
// for it, as in web_search_call.
func (b *blocks) call(raw json.RawMessage, unnamed string) error {
	call, err := b.unread.readCall(raw, unnamed)
	if err != nil {
		return err
	}
	b.add(call)
	return nil
}

// add puts a call into the message, which gets a step if it has none yet.
func (b *blocks) add(call datasets.ToolCall) {
	if b.at < 0 {
		b.setContent("")
	}
	b.conversation.call(b.at, call)
}

// answer hands a block to the call that it answers, and makes it a message of its own. marks
// says that blocks of its kind mark failures, so that an unmarked one is a success.
func (b *blocks) answer(o *fields, marks bool) error {
	var answer datasets.ToolCall
	if err := b.unread.readResult(&answer, o); err != nil {
		return err
	}
	b.errorsMarked = b.errorsMarked || marks
	b.results = true
	b.conversation.answer(o.word(callIDs...), o.word(callNames...), answer)
	b.addStep("tool", answer.Result)
	return nil
}

// isCall recognises a call by the type of a block or an item: tool_use, server_tool_use,
// function_call, web_search_call, tool-call.
func isCall(kind string) bool {
	return kind == "tool-call" || kind == "tool_call" || strings.HasSuffix(kind, "tool_use") || strings.HasSuffix(kind, "_call")
}

// isAnswer recognises an answer by its type: tool_result, function_call_output,
// tool_call_response.
func isAnswer(kind string) bool {
	return kind == "tool-result" || kind == "tool_call_response" || kind == "tool_response" || kind == "function_response" ||
		strings.HasSuffix(kind, "tool_result") || strings.HasSuffix(kind, "_call_output")
}

// listItem reads a call or an answer that stands in the list of messages itself, an item of
// OpenAI's Responses. Consecutive calls are one turn, and belong to one message.
func (c *conversation) listItem(o *fields, kind string) error {
	b := blocks{conversation: c, role: "assistant", at: -1}
	if isAnswer(kind) {
		c.inItem = false
		return b.answer(o, strings.HasSuffix(kind, "tool_result"))
	}
	if c.inItem && len(c.steps) > 0 {
		b.at = len(c.steps) - 1
	}
	unnamed := ""
	if kind != "tool_call" && kind != "function_call" {
		unnamed = strings.TrimSuffix(kind, "_call")
	}
	c.inItem = true
	return b.call(rawObject(o), unnamed)
}

// rawObject is an object as JSON again, for readers that take the document.
func rawObject(o *fields) json.RawMessage {
	out := []byte{'{'}
	for i, m := range o.members {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			continue
		}
		out = append(append(append(out, key...), ':'), m.value...)
	}
	return append(out, '}')
}

// event reads one of Inspect's events: what a model answered, and calls with their results. The
// other events are about the harness.
func (c *conversation) event(o *fields, event string, depth int) error {
	c.errorsMarked = true
	switch event {
	case "model":
		output := objectOr(o.get("output"))
		choices, err := elements(output.get("choices"))
		if err != nil || len(choices) == 0 {
			return err
		}
		choice := objectOr(choices[0])
		if m := choice.get("message"); first(m) == '{' {
			return c.message(fieldsOf(m), "assistant", depth+1)
		}
	case "tool":
		var answer datasets.ToolCall
		if err := c.unread.readResult(&answer, o); err != nil {
			return err
		}
		id := o.peek("id")
		if !c.isOpen(id) {
			call, err := c.unread.readCall(rawObject(o), "")
			if err != nil {
				return err
			}
			c.addStep("assistant", "")
			c.call(len(c.steps)-1, call)
		} else {
			c.answer(id, "", answer)
		}
		c.addStep("tool", answer.Result)
	}
	return nil
}

// objectOr is an object's members, none where the value is not an object.
func objectOr(raw json.RawMessage) fields {
	if first(raw) != '{' {
		return fields{}
	}
	return fieldsOf(raw)
}
