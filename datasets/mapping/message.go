package mapping

import (
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// The shapes of messages, each recognised by its members:
//
//	canonical          role, content, calls
//	OpenAI chat        role, content, tool_calls or function_call; tool_call_id
//	OpenAI Responses   items: type message, ..._call, ..._call_output
//	Anthropic          content blocks tool_use and tool_result (block.go)
//	LangChain          type ai, human, tool; tool_calls with args; {type, data}; {lc, kwargs}
//	Gemini             role, parts with functionCall and functionResponse (block.go)
//	OpenTelemetry      role, parts of type tool_call and tool_call_response (block.go)
//	Inspect events     event model and tool
//	ATIF               source, message, tool_calls, observation
//	tau2-bench         role tool with tool_messages, the answers to several calls
//
// One that mixes them is read as far as it goes.

// message reads one message of any shape. who is the speaker where the message itself does not
// name one; depth counts the objects that it was unwrapped from. The shape is decided by the
// members that are there, in the order of the cases: an object with a role is never taken for
// an event or an item.
func (c *conversation) message(o fields, who string, depth int) error {
	if inner, role, ok := unwrapped(&o, depth); ok {
		if inner == nil {
			return nil
		}
		return c.message(fieldsOf(inner), firstWord(role, who), depth+1)
	}
	if several := o.raw("tool_messages"); first(several) == '[' && holdsData(several) && depth == 0 {
		return c.messages(several, depth+1)
	}
	if event := o.peek("event"); event != "" && !o.has("role") {
		return c.event(&o, event, depth)
	}
	if v := o.raw("role"); !absent(v) && first(v) != '"' {
		return errorOf("role: expected a word", v)
	}
	kind := o.peek("type")
	role := o.word("role", "from")
	switch {
	case role != "":
	case isCall(kind) || isAnswer(kind):
		return c.listItem(&o, kind)
	case roles[strings.ToLower(kind)] != "":
		role = kind
	case kind == "reasoning" || kind == "compaction" || kind == "item_reference":
		return nil
	case who != "":
		role = who
	case kind != "" && kind != "message" && !o.has("content") && !o.has("parts") && !o.has("text"):
		o.get("type")
		c.unread.count("message of type", kind, likeCalls(kind, nil) || callInside(rawObject(&o), 0))
		c.addStep(kind, "")
		return nil
	default:
		if role = o.word("source"); role == "" && kind != "" && kind != "message" {
			role = kind
		}
	}
	if copied := o.get("is_copied_context"); string(copied) == "true" {
		return nil // ATIF: a step of an earlier context
	}
	return c.spokenMessage(&o, roleOf(role), kind)
}

// messages reads messages that stand in place of one.
func (c *conversation) messages(raw json.RawMessage, depth int) error {
	list, err := elements(raw)
	for _, m := range list {
		if first(m) != '{' {
			return errorOf("expected a message as an object", m)
		}
		if err := c.message(fieldsOf(m), "", depth); err != nil {
			return err
		}
	}
	return err
}

// unwrapped is the message inside another object; inner is nil for an object that is known to
// hold none.
func unwrapped(o *fields, depth int) (inner json.RawMessage, role string, ok bool) {
	const deepest = 4
	if depth > deepest || o.has("role") {
		return nil, "", false
	}
	if kwargs := o.raw("kwargs"); o.has("lc") && first(kwargs) == '{' { // LangChain, serialised
		if ids, err := elements(o.raw("id")); err == nil && len(ids) > 0 {
			role, _ = text(ids[len(ids)-1])
		}
		return kwargs, role, true
	}
	if data := o.raw("data"); first(data) == '{' && o.peek("event") == "" {
		switch kind := o.peek("type"); {
		case kind == "message":
			return data, "", true
		case roles[strings.ToLower(kind)] != "": // LangChain, messages_to_dict
			return data, kind, true
		case kind != "": // MCP-Atlas: an error of the harness between the messages
			return nil, "", true
		}
	}
	if m := o.raw("message"); first(m) == '{' {
		if v := fieldsOf(m); v.has("role") || v.has("content") {
			return m, o.peek("type"), true
		}
	}
	return nil, "", false
}

// spokenMessage reads a message with a speaker: its text, its calls in blocks or beside the
// content, and where it is a tool's, the call that it answers. A message of results alone
// becomes a message for each of them.
func (c *conversation) spokenMessage(o *fields, role, kind string) error {
	c.inItem = role == "assistant" && kind == "message"
	b := blocks{conversation: c, role: role, at: -1}
	content := o.get("content", "parts")
	if content == nil {
		content = o.get("message", "value")
	}
	var said string
	var err error
	if first(content) == '[' {
		said, err = b.read(content)
	} else {
		said, err = text(content)
	}
	if err != nil {
		return err
	}
	if said == "" { // SWE-agent
		said = o.word("text") + o.word("system_prompt")
	}
	if said != "" || !b.results && b.at < 0 { // results alone stand as messages of their own
		b.setContent(said)
	}
	if err := b.callsBeside(o); err != nil {
		return err
	}
	if role == "assistant" && b.at >= 0 && len(c.steps[b.at].Calls) == 0 {
		c.unread.inText(said)
	}
	if role == "tool" && !b.results {
		if err := c.toolMessage(o, said); err != nil {
			return err
		}
	}
	if v := o.get("observation"); first(v) == '{' {
		if err := c.observation(v); err != nil {
			return err
		}
	} else if v != nil {
		c.unread.count("key", "observation", false)
	}
	c.style.setAside(o)
	c.unread.countUnused("key", o)
	return nil
}

// callsBeside reads the calls that stand beside a message's content.
func (b *blocks) callsBeside(o *fields) error {
	own := o.get("calls")
	beside := o.get("tool_calls", "toolCalls", "function_calls")
	single := o.get("function_call", "functionCall")
	if extra := o.get("additional_kwargs"); first(extra) == '{' { // LangChain: as the API had them
		inner := fieldsOf(extra)
		if !holdsData(beside) && !holdsData(single) {
			beside, single = inner.get("tool_calls"), inner.get("function_call")
		}
	}
	if own != nil && b.at >= 0 && b.steps[b.at].Calls == nil {
		b.steps[b.at].Calls = []datasets.ToolCall{}
	}
	for _, list := range []json.RawMessage{own, beside, single} {
		calls, err := listOf(list)
		if err != nil {
			return err
		}
		for _, raw := range calls {
			if empty(raw) {
				continue
			}
			if b.style.UserCalls && (b.role == "user" || requestorOf(raw) == "user") {
				b.userCalls++
				continue
			}
			if err := b.call(raw, ""); err != nil {
				return err
			}
		}
	}
	invalid, err := listOf(o.get("invalid_tool_calls"))
	for _, raw := range invalid {
		call, err := b.unread.readCall(raw, "")
		if err != nil {
			return err
		}
		call.IsError = datasets.Known(true)
		b.add(call)
	}
	return err
}

// listOf is the elements of a list, of a text that holds a list, or a single object as a list
// of one.
func listOf(raw json.RawMessage) ([]json.RawMessage, error) {
	if first(raw) == '"' {
		s, err := text(raw)
		if err != nil || strings.TrimSpace(s) == "" {
			return nil, err
		}
		raw = json.RawMessage(s)
	}
	if first(raw) == '{' {
		return []json.RawMessage{raw}, nil
	}
	return elements(raw)
}

// empty reports whether an object has no member with a value, as columnar files write an absent
// struct.
func empty(raw json.RawMessage) bool {
	if first(raw) != '{' {
		return absent(raw)
	}
	for _, m := range fieldsOf(raw).members {
		if !absent(m.value) {
			return false
		}
	}
	return true
}
