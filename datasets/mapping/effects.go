package mapping

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-json"
	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// toolHints are what MCP servers say of a tool (tools/list, ToolAnnotations), and the word of
// catalogs that say it of themselves.
type toolHints struct {
	ReadOnly    *bool `json:"readOnlyHint"`
	Destructive *bool `json:"destructiveHint"`
}

// AnnotatedEffects are the effects of the tools of a list whose annotations tell: a tool that is
// said to be read-only reads, one that is said not to be writes. destructiveHint means something
// for tools that write alone; a tool that claims both contradicts itself. nil: none tells.
//
// MCP's defaults (not read-only, destructive) are not applied: a server that says nothing of its
// tool does not say that it destroys.
func AnnotatedEffects(document string) map[string]string {
	if !strings.Contains(document, "Hint\"") && !strings.Contains(document, "\"read_only\"") {
		return nil
	}
	list, err := toolList(document)
	if err != nil {
		return nil // whoever reads the names says so
	}
	var out map[string]string
	for _, raw := range list {
		if first(raw) != '{' {
			continue
		}
		name, err := toolName(raw)
		effect := annotatedEffect(raw)
		if err != nil || effect == "" {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = datasets.ToolEffect(effect, datasets.ByAnnotations)
	}
	return out
}

// AnnotatedEffect is what one tool's object says of its effect, with its source; "" for nothing.
func AnnotatedEffect(raw []byte) string {
	if effect := annotatedEffect(raw); effect != "" {
		return datasets.ToolEffect(effect, datasets.ByAnnotations)
	}
	return ""
}

func annotatedEffect(raw json.RawMessage) string {
	var o struct {
		toolHints
		Annotations *toolHints      `json:"annotations"`
		ReadOnly    *bool           `json:"read_only"`
		Function    json.RawMessage `json:"function"`
	}
	if json.Unmarshal(raw, &o) != nil {
		return ""
	}
	h := o.toolHints
	if o.Annotations != nil {
		h = *o.Annotations
	}
	if h.ReadOnly == nil {
		h.ReadOnly = o.ReadOnly
	}
	is := func(b *bool, v bool) bool { return b != nil && *b == v }
	switch {
	case is(h.ReadOnly, true) && is(h.Destructive, true):
		return datasets.ToolContradicts
	case is(h.ReadOnly, true):
		return datasets.ToolReads
	case is(h.Destructive, true):
		return datasets.ToolDestroys
	case is(h.ReadOnly, false) && is(h.Destructive, false):
		return datasets.ToolAdds
	case is(h.ReadOnly, false):
		return datasets.ToolWrites
	case first(o.Function) == '{':
		return annotatedEffect(o.Function)
	}
	return ""
}

// namesSetter reads a list of tools; of those that an agent could see, what their annotations say
// of them, too.
func namesSetter(p datasets.AnySlot) setter {
	plain := fieldSetter(documentSetter(Names))(p)
	return func(t *datasets.Trajectory, c Cell, f *Field) error {
		if f.Column != datasets.ColAvailable {
			return plain(t, c, f)
		}
		return documentSetter(func(document string) ([]string, error) {
			t.ToolEffects = withEffects(t.ToolEffects, AnnotatedEffects(document))
			return Names(document)
		})(&t.Available, c, f)
	}
}

// withEffects adds effects to those that are known.
func withEffects(known, more map[string]string) map[string]string {
	if len(more) == 0 {
		return known
	}
	if known = maps.Clone(known); known == nil {
		known = map[string]string{}
	}
	maps.Copy(known, more)
	return known
}

// effectRules are the mapping's writes and reads: tools by name, or by a pattern with *.
type effectRules struct{ writes, reads []string }

// entry reads the names or patterns of one of the keys.
func (r *effectRules) entry(key string, node ast.Node) error {
	nodes := []ast.Node{node}
	if seq, ok := node.(*ast.SequenceNode); ok {
		nodes = seq.Values
	}
	into, other := &r.writes, r.reads
	if key == "reads" {
		into, other = &r.reads, r.writes
	}
	for _, n := range nodes {
		name, err := scalar(n)
		switch {
		case err != nil || name == "":
			return fmt.Errorf("%s: expected names of tools, as %s: [update_order, \"send_*\"], found %s", key, key, n)
		case slices.Contains(other, name):
			return fmt.Errorf("%q stands under reads and writes", name)
		}
		*into = append(*into, name)
	}
	if len(nodes) == 0 {
		return errors.New(key + ": no tool is named")
	}
	return nil
}

// WithEffects puts what the mapping says of tools over what the log says. A map that attempts
// share is not written to.
func (m *Mapping) WithEffects(known map[string]string) map[string]string {
	if m == nil || m.effects.writes == nil && m.effects.reads == nil {
		return known
	}
	said := map[string]string{}
	for _, name := range m.effects.reads {
		said[name] = datasets.ToolEffect(datasets.ToolReads, datasets.ByMapping)
	}
	for _, name := range m.effects.writes {
		said[name] = datasets.ToolEffect(datasets.ToolWrites, datasets.ByMapping)
	}
	return withEffects(known, said)
}

// describe writes the rules in the mapping's own language.
func (r *effectRules) describe() string {
	out := ""
	for _, k := range []struct {
		key   string
		names []string
	}{{"writes", r.writes}, {"reads", r.reads}} {
		if k.names == nil {
			continue
		}
		var list []string
		for _, name := range k.names {
			list = append(list, yamlText(name))
		}
		out += k.key + ": [" + strings.Join(list, ", ") + "]\n"
	}
	return out
}
