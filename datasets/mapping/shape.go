package mapping

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-json"
	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// A shape says how the elements of a log's own list become those of a canonical one:
//
//	steps: {list: history, role: source, content: message,
//	  calls: {when: {action: run}, name: action, arguments: args, result: observation}}
//	expected: {list: tools, any_of: name}
//	labels: {list: annotations, mode: type, annotator: who, step: index}
//
// Each member is a path into the element, "." being the element itself and {key} its key or
// number in the list; or {constant: x}, or {column: PATH, values: {...}}. What the log's list
// becomes is read like a list in the canonical shape, so that the same rules hold for both.
type shape struct {
	members []shapeMember
	calls   *shape      // of steps: the calls of each
	list    *Path       // of calls: a list inside of the element; nil: the element itself is the call
	from    string      // the list's path, as written
	when    []condition // elements that do not meet all of these are left out
}

// shapeMember is one member of a canonical element.
type shapeMember struct {
	to       string
	from     string // the path as written
	path     *Path  // nil: the whole element
	key      bool   // the element's key
	constant json.RawMessage
	values   map[string]string
}

// condition is met by elements whose value at a path is one of the texts.
type condition struct {
	shapeMember
	oneOf []string
}

// listMembers are the members that the elements of each kind of list have, the first being the one
// without which there is no element; nil where a kind is no list.
var listMembers = map[datasets.Kind][]string{
	datasets.KindSteps:     {"role", "content", "calls", "tool_call_id", "name"},
	datasets.KindPlan:      {"any_of", "after", "arguments"},
	datasets.KindNames:     {"name", "server"},
	datasets.KindRanking:   {"tool", "score"},
	datasets.KindClaims:    {"text", "score"},
	datasets.KindJudgments: {"judge", "verdict", "raw", "reference", "confidence", "error"},
	datasets.KindFailures:  {"mode", "source", "annotator", "step", "root", "note"},
}

// callMembers are those of the calls of a step.
var callMembers = []string{"name", "server", "id", "arguments", "result", "error", "is_error", "latency_ms", "labels"}

// parseShape reads a rule that has the key list; column is the path of the list.
func parseShape(entries []*ast.MappingValueNode, known []string) (column string, s *shape, err error) {
	s = &shape{}
	for _, e := range entries {
		key, err := scalar(e.Key)
		if err != nil {
			return "", nil, err
		}
		switch {
		case key == "list":
			column, err = scalar(e.Value)
		case key == "when":
			err = s.condition(e.Value)
		case !slices.Contains(known, key):
			err = fmt.Errorf("unknown key; the keys here are list, when, %s", strings.Join(known, ", "))
		case key == "calls" && isMap(e.Value):
			err = s.call(e.Value)
		default:
			var m shapeMember
			if m, err = parseMember(key, e.Value); err == nil {
				s.members = append(s.members, m)
			}
		}
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return column, s, nil
}

func isMap(node ast.Node) bool {
	_, err := mappingNode(node)
	return err == nil
}

// call reads what the calls of a step are made of.
func (s *shape) call(node ast.Node) error {
	entries, err := mappingNode(node)
	if err != nil {
		return err
	}
	list, c, err := parseShape(entries, callMembers)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(c.members, func(m shapeMember) bool { return m.to == "name" }) {
		return fmt.Errorf("name is missing: the path of the tool's name in the step")
	}
	if c.from = list; list != "" {
		p, err := ParsePath(list)
		if err != nil {
			return err
		}
		c.list = &p
	}
	s.calls = c
	return nil
}

// parseMember reads where one member comes from.
func parseMember(to string, node ast.Node) (m shapeMember, err error) {
	m.to = to
	if !isMap(node) {
		if m.from, err = scalar(node); err != nil {
			return m, err
		}
		return m, m.resolve()
	}
	entries, _ := mappingNode(node)
	for _, e := range entries {
		key, err := scalar(e.Key)
		if err != nil {
			return m, err
		}
		switch key {
		case "constant":
			value, err := scalar(e.Value)
			if err != nil {
				return m, err
			}
			m.constant = json.RawMessage(quoted(value))
		case "column":
			if m.from, err = scalar(e.Value); err != nil {
				return m, err
			}
		case "values":
			r := rule{}
			if err := r.rename(e.Value); err != nil {
				return m, err
			}
			m.values = r.values
		default:
			return m, fmt.Errorf("unknown key %q; the keys here are column, constant, values", key)
		}
	}
	if (m.constant == nil) == (m.from == "") {
		return m, fmt.Errorf("expected one of column, constant")
	}
	if m.constant != nil {
		return m, nil
	}
	return m, m.resolve()
}

// resolve reads the path.
func (m *shapeMember) resolve() error {
	switch m.from {
	case ".":
		return nil
	case "{key}":
		m.key = true
		return nil
	}
	p, err := ParsePath(m.from)
	m.path = &p
	return err
}

// condition reads what elements must meet: {action: run}, or {action: [run, ask]}.
func (s *shape) condition(node ast.Node) error {
	entries, err := mappingNode(node)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path, err := scalar(e.Key)
		if err != nil {
			return err
		}
		c := condition{shapeMember: shapeMember{to: "when", from: path}}
		if err := c.resolve(); err != nil {
			return err
		}
		values := []ast.Node{e.Value}
		if seq, ok := e.Value.(*ast.SequenceNode); ok {
			values = seq.Values
		}
		for _, v := range values {
			text, err := scalar(v)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			c.oneOf = append(c.oneOf, text)
		}
		s.when = append(s.when, c)
	}
	return nil
}

// describe writes the shape's keys in the mapping's language.
func (s *shape) describe() (keys []string) {
	if len(s.when) > 0 {
		var list []string
		for _, c := range s.when {
			var values []string
			for _, v := range c.oneOf {
				values = append(values, yamlText(v))
			}
			list = append(list, yamlText(c.from)+": ["+strings.Join(values, ", ")+"]")
		}
		keys = append(keys, "when: {"+strings.Join(list, ", ")+"}")
	}
	for _, m := range s.members {
		from := yamlText(m.from)
		switch {
		case m.constant != nil:
			from = "{constant: " + string(m.constant) + "}"
		case m.values != nil:
			from = "{column: " + from + ", values: " + yamlValues(m.values) + "}"
		}
		keys = append(keys, m.to+": "+from)
	}
	if s.calls != nil {
		inside := s.calls.describe()
		if s.calls.from != "" {
			inside = append([]string{"list: " + yamlText(s.calls.from)}, inside...)
		}
		keys = append(keys, "calls: {"+strings.Join(inside, ", ")+"}")
	}
	return keys
}
