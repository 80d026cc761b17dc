package mapping

import (
	"encoding/json"
	"errors"
	"fmt"
)

// catalogServer is one server of a catalog.
type catalogServer struct {
	Name  string            `json:"name"`
	Tools []json.RawMessage `json:"tools"`
}

// CatalogEffects reads a catalog of tools that lies beside logs, {"servers": [{"name", "tools":
// [...]}]}, or MCP's answer to tools/list, {"tools": [...]}, in its envelope or without: what the
// tools' annotations say of their effects, as "server::tool". A tool is entered without its server
// too, for logs that do not name servers, where all servers that have a tool of the name say the
// same of it.
func CatalogEffects(document []byte) (map[string]string, error) {
	type list struct {
		Servers []catalogServer   `json:"servers"`
		Tools   []json.RawMessage `json:"tools"`
	}
	var c struct {
		list
		Result *list `json:"result"`
	}
	if err := json.Unmarshal(document, &c); err != nil {
		return nil, fmt.Errorf("is no catalog of tools: %w", err)
	}
	if c.Result != nil {
		c.list = *c.Result
	}
	if c.Servers == nil && c.Tools == nil {
		return nil, errors.New("is no catalog of tools: it has neither \"servers\" nor \"tools\"")
	}
	out := map[string]string{}
	bare := map[string]string{} // by name alone; empty where servers differ
	for i, s := range append(c.Servers, catalogServer{Tools: c.Tools}) {
		for j, raw := range s.Tools {
			name, err := toolName(raw)
			if err != nil {
				return nil, fmt.Errorf("is no catalog of tools: server %d, tool %d: %w", i+1, j+1, err)
			}
			effect := AnnotatedEffect(raw)
			if known, ok := bare[name]; ok && known != effect {
				bare[name] = ""
			} else {
				bare[name] = effect
			}
			if effect != "" && s.Name != "" {
				out[s.Name+"::"+name] = effect
			}
		}
	}
	for name, effect := range bare {
		if effect != "" {
			out[name] = effect
		}
	}
	return out, nil
}

// WithCatalog adds what a catalog says of tools of which the log itself says nothing. A map that
// attempts share is not written to.
func WithCatalog(known, catalog map[string]string) map[string]string {
	if len(known) == 0 {
		return catalog
	}
	more := map[string]string{}
	for name, effect := range catalog {
		_, tool := SplitTool(name)
		if known[name] == "" && known[tool] == "" {
			more[name] = effect
		}
	}
	return withEffects(known, more)
}
