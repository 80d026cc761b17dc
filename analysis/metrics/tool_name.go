package metrics

import (
	"encoding/json"
	"strings"
)

// splitTool cuts "server::tool" at its last "::"; a bare tool has no server.
func splitTool(id string) (server, tool string) {
	if i := strings.LastIndex(id, "::"); i >= 0 {
		return id[:i], id[i+2:]
	}
	return "", id
}

// plannedTool is a predicted tool as "server::tool", also where a log keeps the
// JSON object in which orchestrators answer ({"server": ..., "tool_name": ...}).
func plannedTool(item string) string {
	if item == "" || item[0] != '{' {
		return item
	}
	o, ok := readToolObject(item)
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

// toolObject is a tool in the notation of MSC-Bench's orchestrators.
type toolObject struct {
	Server     string  `json:"server"`
	ServerName *string `json:"server_name"`
	ToolName   string  `json:"tool_name"`
}

func readToolObject(item string) (o toolObject, ok bool) {
	err := json.Unmarshal([]byte(item), &o)
	return o, err == nil
}

// isRejection tells whether a predicted tool is the notation for "no tool": a
// tool named "No", of no server or of the server "No".
func isRejection(item string) bool {
	server, tool := splitTool(item)
	return isNo(tool) && (server == "" || isNo(server))
}

func isNo(s string) bool { return strings.EqualFold(strings.TrimSpace(s), "no") }

// namesBenchmark tells whether a benchmark's name is the given one (lower case,
// letters and digits alone), whatever its case and separators.
func namesBenchmark(name, want string) bool {
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
