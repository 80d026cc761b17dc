package mapping

import (
	"bytes"
	std "encoding/json"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// The names under which tools write the parts of a call and of its answer, the
// most telling first.
var (
	callIDs       = []string{"call_id", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "source_call_id", "id"}
	callNames     = []string{"name", "function_name", "tool_name", "toolName"}
	callServers   = []string{"server", "server_name", "serverName", "server_label"}
	callArguments = []string{"arguments", "args", "input", "parameters", "params", "kwargs", "action", "queries", "code", "query"}
	callResults   = []string{"result", "output", "outputs", "results", "content", "response", "observation"}
)

// callName is the tool's name where an object has one, in any of the shapes.
func (o *fields) callName() string {
	for _, key := range append([]string{"tool", "function"}, callNames...) {
		if s := o.peek(key); s != "" {
			return s
		}
	}
	for _, key := range []string{"function", "custom"} {
		for _, m := range o.members {
			if m.key == key && first(m.value) == '{' {
				inner := fieldsOf(m.value)
				return inner.peek("name")
			}
		}
	}
	return ""
}

// readCall reads a call of any shape: canonical {server, tool, arguments, result},
// OpenAI's {id, function: {name, arguments}}, LangChain's {name, args}, Anthropic's
// {name, input}, Gemini's {name, args}, ATIF's {function_name, arguments}. unnamed
// is the tool where the call has no name of its own.
func (u unread) readCall(raw json.RawMessage, unnamed string) (c datasets.ToolCall, err error) {
	if first(raw) == '"' { // the name alone
		name, err := text(raw)
		c.Server, c.Tool = SplitTool(name)
		return c, err
	}
	if first(raw) != '{' {
		return c, errorOf("expected a call as an object", raw)
	}
	o := fieldsOf(raw)
	c.ID = o.word(callIDs...)
	c.Server = o.word(callServers...)
	inner := &o
	for _, key := range []string{"function", "custom"} {
		if v := o.get(key); first(v) == '{' {
			f := fieldsOf(v)
			inner = &f
		} else if v != nil && c.Tool == "" {
			c.Tool = o.word(key)
		}
	}
	if tool := o.word("tool"); tool != "" {
		c.Tool = tool
	} else if name := firstWord(inner.word(callNames...), o.word(callNames...), c.Tool, unnamed); name != "" {
		server, tool := SplitTool(name)
		if c.Tool = tool; c.Server == "" {
			c.Server = server
		} else if server == "" {
			c.Tool = name
		}
	}
	arguments := inner.get(callArguments...)
	if arguments == nil && inner != &o {
		arguments = o.get(callArguments...)
	}
	if c.Arguments, err = compactText(arguments); err != nil {
		return c, err
	}
	if err := u.readResult(&c, &o); err != nil {
		return c, err
	}
	v, known, err := Number(o.get("latency_ms"))
	if err != nil {
		return c, err
	}
	c.LatencyMS = datasets.Maybe[float64]{Value: v, Known: known}
	c.Labels = u.callLabels(&o)
	if c.Tool == "" {
		u.countUnused("key of a call", &o)
	}
	return c, nil
}

// callLabels are the judgments on one call: a list of words, or one word. What else stands under
// that key is somebody's own and is counted as not understood.
func (u unread) callLabels(o *fields) []string {
	v := o.get("labels")
	switch first(v) {
	case '"':
		if s, err := text(v); err == nil && s != "" {
			return []string{s}
		}
	case '[':
		var words []*string
		if json.Unmarshal(v, &words) == nil {
			labels := make([]string, 0, len(words))
			for _, w := range words {
				if w != nil {
					labels = append(labels, *w)
				}
			}
			return labels
		}
	}
	if holdsData(v) {
		u.count("key of a call", "labels", false)
	}
	return nil
}

func firstWord(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// readResult takes what came back, from the call itself or from the message that
// answers it.
func (u unread) readResult(c *datasets.ToolCall, o *fields) (err error) {
	if v := o.get(callResults...); v != nil {
		if c.Result, err = resultText(v); err != nil {
			return err
		}
	}
	return readMark(c, o)
}

// readMark takes whether the call failed, where the log marks that: by a flag, a
// status, or an error beside the result, be it null.
func readMark(c *datasets.ToolCall, o *fields) error {
	message := o.get("error", "error_message")
	switch string(message) {
	case "true", "false":
		c.IsError = datasets.Known(string(message) == "true")
	default:
		s, err := errorText(message)
		if err != nil {
			return err
		}
		if c.Error = s; s != "" {
			c.IsError = datasets.Known(true)
		} else if o.has("error") {
			c.IsError = datasets.Known(false)
		}
	}
	switch strings.ToLower(o.word("status")) {
	case "error", "failed", "failure":
		c.IsError = datasets.Known(true)
	case "success", "ok":
		c.IsError = datasets.Known(false)
	}
	if flag := o.get("is_error", "isError"); flag != nil {
		v, known, err := Number(flag)
		if err != nil {
			return err
		}
		c.IsError = datasets.Maybe[bool]{Value: v != 0, Known: known}
	}
	return nil
}

// compactText is a string's value, or the JSON of any other value without white
// space: how a file is laid out makes no two calls different.
func compactText(raw json.RawMessage) (string, error) {
	if c := first(raw); c != '{' && c != '[' {
		return text(raw)
	}
	var b bytes.Buffer
	if err := std.Compact(&b, raw); err != nil {
		return "", jsonError(err)
	}
	return b.String(), nil
}

// resultText is a result as text: the texts of its parts, else its JSON.
func resultText(raw json.RawMessage) (string, error) {
	if first(raw) == '[' {
		s, err := contentText(raw)
		if err == nil && s == "" && holdsData(raw) {
			s = string(raw)
		}
		return s, err
	}
	return text(raw)
}
