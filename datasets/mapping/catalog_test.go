package mapping

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// The forms of catalogs, and what holds of a tool whose server a log does not name.
func TestCatalogEffects(t *testing.T) {
	for document, want := range map[string]map[string]string{
		`{"servers": [{"name": "crm", "category": "Office", "tools": [{"name": "zap", "annotations": {"readOnlyHint": true}}, {"name": "drop", "annotations": {"destructiveHint": true}}, {"name": "plain"}]}]}`: {
			"crm::zap": "reads (annotations)", "zap": "reads (annotations)", "crm::drop": "destroys (annotations)", "drop": "destroys (annotations)"},
		`{"tools": [{"name": "zap", "annotations": {"readOnlyHint": false}}], "nextCursor": "x"}`:                                               {"zap": "writes (annotations)"},
		`{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "zap", "annotations": {"readOnlyHint": false, "destructiveHint": false}}]}}`: {"zap": "adds (annotations)"},
		`{"servers": [{"name": "crm", "tools": [{"name": "look", "read_only": true}]}]}`:                                                        {"crm::look": "reads (annotations)", "look": "reads (annotations)"},
		// Two servers that say different things, or one that says nothing, leave the bare name open.
		`{"servers": [{"name": "a", "tools": [{"name": "zap", "annotations": {"readOnlyHint": true}}]}, {"name": "b", "tools": [{"name": "zap", "annotations": {"readOnlyHint": false}}]}]}`: {
			"a::zap": "reads (annotations)", "b::zap": "writes (annotations)"},
		`{"servers": [{"name": "a", "tools": [{"name": "zap"}]}, {"name": "b", "tools": [{"name": "zap", "annotations": {"readOnlyHint": true}}]}, {"name": "c", "tools": ["zap"]}]}`: {"b::zap": "reads (annotations)"},
		`{"servers": []}`: {},
	} {
		c, err := ReadCatalog([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", document, err)
			continue
		}
		if got := CatalogEffects(c); !maps.Equal(got, want) {
			t.Errorf("%s: %v; expected %v", document, got, want)
		}
	}
	for document, want := range map[string]string{
		`{"servers": [{"name": "a", "tools": [{"nome": "x"}]}]}`: "server 1, tool 1",
		`{"servers": {"a": 1}}`:                                  "no catalog of tools",
		`{"tasks": []}`:                                          "neither",
		`{"tools": [`:                                            "no catalog of tools",
	} {
		if _, err := ReadCatalog([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected an error with %q", document, err, want)
		}
	}
}

// The log's own annotations stand, with the server or without, and shared maps stay as they are.
func TestWithCatalog(t *testing.T) {
	known := map[string]string{"zap": "reads (annotations)", "crm::look": "writes (annotations)"}
	catalog := map[string]string{"crm::zap": "writes (annotations)", "crm::look": "reads (annotations)", "crm::drop": "destroys (annotations)"}
	got := WithCatalog(known, catalog)
	want := map[string]string{"zap": "reads (annotations)", "crm::look": "writes (annotations)", "crm::drop": "destroys (annotations)"}
	if !maps.Equal(got, want) || len(known) != 2 || len(catalog) != 3 {
		t.Errorf("%v, expected %v", got, want)
	}
	if got := WithCatalog(nil, catalog); !maps.Equal(got, catalog) {
		t.Errorf("%v, expected the catalog", got)
	}
}

// The shapes in which catalogs come: which servers there are, with which names, categories and
// tools. Written by hand from the shapes' descriptions.
func TestReadCatalog(t *testing.T) {
	for document, want := range map[string]string{
		`{"servers": [{"name": "crm", "category": "Office", "tools": [{"name": "zap", "category": "x"}, "look"]}], "equal_function_sets": [["a", "b"], ["c"]]}`: "crm/Office: zap/x look; 1 equal",
		`{"tools": [{"name": "zap"}]}`: ": zap",
		`[{"name": "Bing CN", "category": "Discovery", "tools": {"bing": {"server_name": "bing", "tools": [{"name": "search"}]}}}]`: "bing=Bing CN/Discovery: search",
		`[{"name": "Two", "tools": {"b": {"tools": ["x"]}, "a": {"tools": ["y"]}}}]`:                                                "a: y | b: x",
		`[{"server": "s", "name": "t"}, {"server": "s", "name": "u"}, {"server_name": "r", "name": "t"}]`:                           "s: t u | r: t",
		`["s::t", "plain", "mcp__s__v"]`:                             "s: t v | : plain",
		`[{"type": "function", "function": {"name": "t"}}]`:          ": t",
		`{"servers": {"b": {"tools": [{"name": "x"}]}, "a": ["y"]}}`: "a: y | b: x",
	} {
		c, err := ReadCatalog([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", document, err)
			continue
		}
		var servers []string
		for _, s := range c.Servers {
			says := s.Name
			for _, alias := range s.Aliases {
				says += "=" + alias
			}
			if s.Category != "" {
				says += "/" + s.Category
			}
			says += ":"
			for _, tool := range s.Tools {
				says += " " + tool.Name
				if tool.Category != "" {
					says += "/" + tool.Category
				}
			}
			servers = append(servers, says)
		}
		got := strings.Join(servers, " | ")
		if c.EqualSets != nil {
			got += fmt.Sprintf("; %d equal", len(c.EqualSets))
		}
		if got != want {
			t.Errorf("%s: %s, expected %s", document, got, want)
		}
	}
}
