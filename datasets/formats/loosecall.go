package formats

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

var errScores = errors.New("there are not as many scores as tools")

// looseCall reads a call as people log it: the tool under tool, name, tool_name
// or function, its input under arguments, args, parameters or input, what came
// back under result, output, observation or response, and a failure under error,
// is_error or success.
func looseCall(raw json.RawMessage) (datasets.ToolCall, error) {
	if len(raw) > 0 && raw[0] == '"' {
		server, tool := mapping.SplitTool(plain(raw))
		return datasets.ToolCall{Server: server, Tool: tool}, nil
	}
	k, err := keyedOf(element{Text: raw})
	if err != nil {
		return datasets.ToolCall{}, err
	}
	if inner := k.raw("function"); len(inner) > 0 && inner[0] == '{' {
		delete(k.at, "function")
		k.merge(inner)
	}
	name := k.text("tool", "toolname", "name", "function")
	if name == "" {
		return datasets.ToolCall{}, fmt.Errorf("no tool in %s", excerpt(raw))
	}
	var c datasets.ToolCall
	c.Server, c.Tool = mapping.SplitTool(name)
	if s := k.text("server", "sandbox"); s != "" {
		c.Server = s
	}
	c.ID = k.text("id", "callid")
	c.Arguments = k.text("arguments", "args", "parameters", "params", "input")
	c.Result = k.text("result", "output", "observation", "response")
	if v := k.raw("error"); bytes.Equal(v, []byte("false")) {
		c.IsError = datasets.Known(false)
	} else if v != nil {
		c.IsError = datasets.Known(true)
		if !bytes.Equal(v, []byte("true")) {
			c.Error = plain(v)
		}
	}
	for _, key := range []string{"iserror", "success"} {
		verdict, err := k.yes(key)
		if err != nil {
			return c, fmt.Errorf("%s: %w", key, err)
		}
		if verdict.Known {
			c.IsError = datasets.Known(verdict.Value == (key == "iserror"))
		}
	}
	c.LatencyMS, _, err = k.duration("latencyms", "durationms", "latencyseconds", "durationseconds")
	return c, err
}
