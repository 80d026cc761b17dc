package trace

import (
	"encoding/json"
	"strings"
)

// SplitTool cuts "server::tool" at its last "::"; a bare tool has no server.
func SplitTool(id string) (server, tool string) {
	if i := strings.LastIndex(id, "::"); i >= 0 {
		return id[:i], id[i+2:]
	}
	return "", id
}

// PlannedTool is a predicted tool as "server::tool", also where a log keeps the
// JSON object in which orchestrators answer ({"server": ..., "tool_name": ...}).
func PlannedTool(item string) string {
	if item == "" || item[0] != '{' {
		return item
	}
	o, ok := ReadToolObject(item)
	if !ok {
		return item
	}
	server := o.Server
	if server == "" && o.ServerName != nil {
		server = *o.ServerName
	}
	if server == "" {
		return o.ToolName
	}
	return server + "::" + o.ToolName
}

// ToolObject is a tool in the notation of MSC-Bench's orchestrators.
type ToolObject struct {
	Server     string  `json:"server"`
	ServerName *string `json:"server_name"`
	ToolName   string  `json:"tool_name"`
}

// ReadToolObject reads that notation; false: the item is no such object.
func ReadToolObject(item string) (o ToolObject, ok bool) {
	err := json.Unmarshal([]byte(item), &o)
	return o, err == nil
}

// IsRejection tells whether a predicted tool is the notation for "no tool": a
// tool named "No", of no server or of the server "No".
func IsRejection(item string) bool {
	server, tool := SplitTool(item)
	return IsNo(tool) && (server == "" || IsNo(server))
}

// OnlyRejections tells whether a plan predicts no tool: nothing, or tools named
// "No" alone.
func OnlyRejections(predicted []string) bool {
	for _, item := range predicted {
		if !IsRejection(PlannedTool(item)) {
			return false
		}
	}
	return true
}

// IsNo tells whether a word is "No", in any case.
func IsNo(s string) bool { return strings.EqualFold(strings.TrimSpace(s), "no") }

// NamesBenchmark tells whether a benchmark's name is the given one (lower case,
// letters and digits alone), whatever its case and separators.
func NamesBenchmark(name, want string) bool {
	i := 0
	for _, c := range []byte(name) {
		if c == '-' || c == '_' || c == ' ' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if i == len(want) || c != want[i] {
			return false
		}
		i++
	}
	return i == len(want)
}
