package mapping

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"mcpstats/datasets"
)

// A catalog of tools comes in several shapes, which are read by what they hold:
//
//	{"servers": [{"name", "category", "tools": [...]}], "equal_function_sets": [[...]]}
//	{"tools": [...]}, what a server answers to tools/list, in its envelope or without
//	[{"name", "tools": [...]}]                       a list of servers
//	[{"name", "tools": {"NAME": {"tools": [...]}}}]  as crawlers of servers write it
//	[{"server", "name"}], ["server::tool"]           a flat list of tools
//
// A tool is its name, an object with a name, or a function as chat APIs have it.

// catalogShape is the keys of a document or of a server.
type catalogShape struct {
	Servers   json.RawMessage `json:"servers"`
	Tools     json.RawMessage `json:"tools"`
	Result    *catalogShape   `json:"result"`
	EqualSets [][]string      `json:"equal_function_sets"`

	Name       string `json:"name"`
	ServerName string `json:"server_name"`
	Server     string `json:"server"`
	Category   string `json:"category"`
}

// maxCatalogDepth bounds servers within servers.
const maxCatalogDepth = 3

// ReadCatalog reads a catalog of tools in any of its shapes. Errors say what is none: the
// server and the tool, from 1.
func ReadCatalog(document []byte) (*datasets.ToolCatalog, error) {
	c, err := readCatalog(document)
	if err != nil {
		return nil, fmt.Errorf("is no catalog of tools: %w", err)
	}
	return c, nil
}

func readCatalog(document []byte) (*datasets.ToolCatalog, error) {
	out := &datasets.ToolCatalog{}
	if first(document) == '[' {
		return out, readServers(out, document)
	}
	var c catalogShape
	if err := json.Unmarshal(document, &c); err != nil {
		return nil, err
	}
	if c.Result != nil {
		c = *c.Result
	}
	if c.Servers == nil && c.Tools == nil {
		return nil, errors.New("it has neither \"servers\" nor \"tools\"")
	}
	for _, set := range c.EqualSets {
		if len(set) > 1 {
			out.EqualSets = append(out.EqualSets, set)
		}
	}
	if c.EqualSets != nil && out.EqualSets == nil {
		out.EqualSets = [][]string{}
	}
	if c.Servers != nil {
		if err := readServers(out, c.Servers); err != nil {
			return nil, err
		}
	}
	if c.Tools == nil {
		return out, nil
	}
	return out, readTools(out, datasets.CatalogServer{Name: cmp.Or(c.ServerName, c.Server)}, c.Tools, len(out.Servers)+1, 0)
}

// readServers reads a list of servers, or a flat list of tools.
func readServers(out *datasets.ToolCatalog, raw json.RawMessage) error {
	if first(raw) == '{' {
		return readNamed(out, datasets.CatalogServer{}, raw, 0)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for i, one := range list {
		if first(one) != '{' {
			if err := addFlat(out, "", one); err != nil {
				return fmt.Errorf("entry %d: %w", i+1, err)
			}
			continue
		}
		var s catalogShape
		if err := json.Unmarshal(one, &s); err != nil {
			return fmt.Errorf("server %d: %w", i+1, jsonError(err))
		}
		var err error
		if s.Tools == nil {
			err = addFlat(out, cmp.Or(s.Server, s.ServerName), one)
		} else {
			err = readTools(out, datasets.CatalogServer{Name: cmp.Or(s.Name, s.ServerName, s.Server), Category: s.Category}, s.Tools, i+1, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readTools reads what a server's "tools" are: a list, or servers within it by their names.
func readTools(out *datasets.ToolCatalog, server datasets.CatalogServer, raw json.RawMessage, number, depth int) error {
	if first(raw) == '{' {
		return readNamed(out, server, raw, depth+1)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("server %d: %w", number, jsonError(err))
	}
	for j, one := range list {
		tool, err := catalogTool(one)
		if err != nil {
			return fmt.Errorf("server %d, tool %d: %w", number, j+1, err)
		}
		if s, name := SplitTool(tool.Name); s != "" && (s == server.Name || slices.Contains(server.Aliases, s)) {
			tool.Name = name
		}
		server.Tools = append(server.Tools, tool)
	}
	addServer(out, server)
	return nil
}

// readNamed reads servers by their names. Where a server holds one server of another name, both
// names are its own.
func readNamed(out *datasets.ToolCatalog, outer datasets.CatalogServer, raw json.RawMessage, depth int) error {
	var named map[string]json.RawMessage
	if err := json.Unmarshal(raw, &named); err != nil || depth > maxCatalogDepth {
		return errors.New("expected servers by their names, each with its tools")
	}
	for i, name := range slices.Sorted(maps.Keys(named)) {
		s := catalogShape{Tools: named[name]}
		if first(named[name]) == '{' {
			s.Tools = nil
			if err := json.Unmarshal(named[name], &s); err != nil || s.Tools == nil {
				return fmt.Errorf("server %q: expected its tools", name)
			}
		}
		if first(s.Tools) != '[' && first(s.Tools) != '{' {
			return fmt.Errorf("server %q: expected its tools", name)
		}
		server := datasets.CatalogServer{Name: name, Category: cmp.Or(s.Category, outer.Category)}
		for _, alias := range []string{outer.Name, s.ServerName} {
			if alias != "" && alias != name && !slices.Contains(server.Aliases, alias) && (alias != outer.Name || len(named) == 1) {
				server.Aliases = append(server.Aliases, alias)
			}
		}
		if err := readTools(out, server, s.Tools, i+1, depth); err != nil {
			return err
		}
	}
	return nil
}

func catalogTool(raw json.RawMessage) (datasets.CatalogTool, error) {
	name, err := toolName(raw)
	if err == nil && name == "" {
		err = errors.New("it has no name")
	}
	if err != nil {
		return datasets.CatalogTool{}, err
	}
	var more struct {
		Category json.RawMessage `json:"category"`
	}
	tool := datasets.CatalogTool{Name: name}
	if first(raw) == '{' {
		tool.Effect = AnnotatedEffect(raw)
		if json.Unmarshal(raw, &more) == nil && first(more.Category) == '"' {
			tool.Category, _ = text(more.Category)
		}
	}
	return tool, nil
}

// addFlat adds one tool of a flat list, to the server that it or its name states.
func addFlat(out *datasets.ToolCatalog, server string, raw json.RawMessage) error {
	tool, err := catalogTool(raw)
	if err != nil {
		return err
	}
	if s, name := SplitTool(tool.Name); s != "" && (server == "" || s == server) {
		server, tool.Name = s, name
	}
	addServer(out, datasets.CatalogServer{Name: server, Tools: []datasets.CatalogTool{tool}})
	return nil
}

// addServer adds a server, or its tools to the server of that name.
func addServer(out *datasets.ToolCatalog, server datasets.CatalogServer) {
	for i := range out.Servers {
		if s := &out.Servers[i]; s.Name == server.Name {
			s.Tools = append(s.Tools, server.Tools...)
			s.Category = cmp.Or(s.Category, server.Category)
			return
		}
	}
	out.Servers = append(out.Servers, server)
}

// CatalogEffects is what the tools' annotations say of their effects, as "server::tool". A tool is
// entered without its server too, for logs that do not name servers, where all servers that have a
// tool of the name say the same of it.
func CatalogEffects(c *datasets.ToolCatalog) map[string]string {
	out := map[string]string{}
	bare := map[string]string{} // by name alone; empty where servers differ
	for _, s := range c.Servers {
		for _, tool := range s.Tools {
			if known, ok := bare[tool.Name]; ok && known != tool.Effect {
				bare[tool.Name] = ""
			} else {
				bare[tool.Name] = tool.Effect
			}
			for _, name := range append([]string{s.Name}, s.Aliases...) {
				if tool.Effect != "" && name != "" {
					out[name+"::"+tool.Name] = tool.Effect
				}
			}
		}
	}
	for name, effect := range bare {
		if effect != "" {
			out[name] = effect
		}
	}
	return out
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
