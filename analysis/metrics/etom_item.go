package metrics

import (
	"encoding/json"
	"strings"

	"mcpstats/analysis/trace"
)

// etomItem is one item of a predicted plan as the public evaluator reads it. The
// evaluator reads an object that has both keys twice and differently: the graph
// takes server_name before server, everything else server before server_name.
type etomItem struct {
	server, tool string
	id           string // "server::tool" as the graph reads it
	parsed       bool   // false: no JSON, dropped by the graph without a word
	explicit     string // the object's key server alone: all that level 5 looks at
}

// parseError is the server that the evaluator's own output gives to an item it
// could not parse; the item's text stands as the tool.
const parseError = "parse_error"

// readETOMItems reads the items of a plan: "server::tool", the object notation of
// the orchestrators, or text. It is false where the evaluator breaks off with an
// exception: JSON that is no object.
func readETOMItems(predicted []string) ([]etomItem, bool) {
	items := make([]etomItem, len(predicted))
	for i, s := range predicted {
		item, ok := readETOMItem(s)
		if !ok {
			return nil, false
		}
		items[i] = item
	}
	return items, true
}

func readETOMItem(s string) (etomItem, bool) {
	text := strings.TrimSpace(s)
	unparsed := etomItem{server: parseError, tool: s}
	if strings.HasPrefix(text, "{") {
		o, ok := trace.ReadToolObject(text)
		if !ok {
			return unparsed, true
		}
		item := etomItem{server: o.Server, tool: o.ToolName, parsed: true, explicit: o.Server}
		graphServer := o.Server
		if o.ServerName != nil {
			graphServer = *o.ServerName
		}
		if item.server == "" {
			item.server = graphServer
		}
		item.id = graphServer + "::" + o.ToolName
		return item, true
	}
	if strings.HasPrefix(s, parseError+"::") {
		unparsed.tool = s[len(parseError)+2:]
		return unparsed, true
	}
	if !strings.Contains(s, "::") {
		return unparsed, !json.Valid([]byte(text))
	}
	server, tool := trace.SplitTool(s)
	return etomItem{server: server, tool: tool, id: s, parsed: true, explicit: server}, true
}

// refuses tells whether level 5 takes the item for "No". The bare word counts
// only where it is all of the answer.
func (i etomItem) refuses(alone bool) bool {
	if !i.parsed {
		return alone && trace.IsNo(i.tool)
	}
	return strings.EqualFold(i.tool, "no") && strings.EqualFold(i.explicit, "no")
}

// parsedIDs are the tools that the graph sees.
func parsedIDs(items []etomItem) []string {
	ids := make([]string, 0, len(items))
	for _, item := range items {
		if item.parsed {
			ids = append(ids, item.id)
		}
	}
	return ids
}
