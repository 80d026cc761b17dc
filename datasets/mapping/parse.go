package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
	"mcpstats/internal/yamltext"
)

// Duplicates are the rules for several records of one attempt.
var Duplicates = []string{"first", "last", "trials", "error"}

// Parse reads a mapping; name is the file as the user named it, for messages.
// It is strict: an unknown or repeated key is an error that names the line and
// the known keys.
func Parse(name string, document []byte) (*Mapping, error) {
	file, err := yamltext.Parse(document)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	m := &Mapping{Name: name}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		entries, err := mappingNode(doc.Body)
		if err != nil {
			return nil, m.at(doc.Body, err)
		}
		for _, e := range entries {
			if err := m.entry(e); err != nil {
				return nil, m.at(e.Key, err)
			}
		}
	}
	if len(m.rules) == 0 && m.Duplicates == "" && m.Tasks == "" && m.files == nil && m.wide == nil && m.Joins == nil && m.effects.writes == nil && m.effects.reads == nil {
		return nil, &datasets.FileError{File: name, Err: errors.New("the mapping is empty"), Hint: "map a column, such as \"run: system\"; the keys are " + strings.Join(knownKeys(), ", ")}
	}
	if m.wide != nil {
		if err := m.wide.check(m); err != nil {
			return nil, &datasets.FileError{File: name, Err: err}
		}
	}
	return m, nil
}

// Entries splits a mapping that is written in one line at its commas, so that each entry can be
// read as a line of its own, where a path such as a[0].b needs no quotes. Commas within
// brackets, braces and quotes are the entry's.
func Entries(line string) (entries []string) {
	depth, quote, start := 0, byte(0), 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			} else if c == '\\' && quote == '"' {
				i++
			}
		case c == '"', c == '\'' && (i == 0 || strings.IndexByte(" {[,:", line[i-1]) >= 0):
			quote = c
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		case c == ',' && depth == 0:
			entries, start = append(entries, strings.TrimSpace(line[start:i])), i+1
		}
	}
	return append(entries, strings.TrimSpace(line[start:]))
}

// knownKeys are the keys of a mapping.
func knownKeys() []string {
	var keys []string
	for _, d := range Definitions {
		keys = append(keys, d.Name)
	}
	return append(keys, "labels", "duplicates", "tasks", "writes", "reads", "files", "wide", "join")
}

// at puts file and line before an error, unless it already has them.
func (m *Mapping) at(node ast.Node, err error) error {
	var placed *datasets.FileError
	if errors.As(err, &placed) {
		return err
	}
	line := 0
	if token := node.GetToken(); token != nil && token.Position != nil {
		line = token.Position.Line
	}
	return &datasets.FileError{File: fmt.Sprintf("%s:%d", m.Name, line), Err: err}
}

func (m *Mapping) entry(e *ast.MappingValueNode) error {
	key, err := scalar(e.Key)
	if err != nil {
		return err
	}
	if key == "duplicates" {
		value, err := scalar(e.Value)
		if err != nil || !slices.Contains(Duplicates, value) {
			return fmt.Errorf("duplicates: expected %s, found %s", strings.Join(Duplicates, ", "), e.Value)
		}
		m.Duplicates = value
		return nil
	}
	if key == "tasks" {
		value, err := scalar(e.Value)
		if err != nil || value == "" {
			return fmt.Errorf("tasks: expected how many tasks there are, or a file of their ids, found %s", e.Value)
		}
		m.Tasks = value
		return nil
	}
	if key == "writes" || key == "reads" {
		return m.effects.entry(key, e.Value)
	}
	if key == "files" {
		return m.section(e.Value, key, func(key string, node ast.Node) error {
			if m.files == nil {
				m.files = &Files{}
			}
			return m.files.entry(key, node)
		})
	}
	if key == "labels" { // of failures; on a call they would be members of calls
		key = "failure_labels"
	}
	if key == "wide" {
		if m.wide == nil {
			m.wide = &Wide{}
		}
		return m.section(e.Value, key, m.wide.entry)
	}
	if key == "join" {
		if seq, ok := e.Value.(*ast.SequenceNode); ok {
			for _, v := range seq.Values {
				if err := m.join(v); err != nil {
					return err
				}
			}
			return nil
		}
		return m.join(e.Value)
	}
	d := define(key)
	if d == nil {
		keys := knownKeys()
		hint := ""
		if near := spelling.Nearest(key, keys); near != "" {
			hint = fmt.Sprintf(" (nearest: %q)", near)
		}
		return fmt.Errorf("unknown key %q; the keys are %s%s", key, strings.Join(keys, ", "), hint)
	}
	if m.rule(key) != nil {
		return fmt.Errorf("key %q stands twice", key)
	}
	line := e.Key.GetToken().Position.Line
	if d.Keyed {
		return m.keyed(d, e.Value, line)
	}
	r, err := parseRule(d, e.Value)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return m.add(r, key, "", line)
}

// add keeps a rule under its column and, of a keyed one, its key.
func (m *Mapping) add(r rule, field, key string, line int) error {
	r.field, r.key, r.line = field, key, line
	if err := r.ofPath(); err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	m.rules = append(m.rules, r)
	return nil
}

// section reads a map of the mapping that is about no column.
func (m *Mapping) section(node ast.Node, name string, take func(key string, node ast.Node) error) error {
	entries, err := mappingNode(node)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, e := range entries {
		key, err := scalar(e.Key)
		if err == nil {
			if err = take(key, e.Value); err != nil {
				err = fmt.Errorf("%s: %w", key, err)
			}
		}
		if err != nil {
			return m.at(e.Key, fmt.Errorf("%s: %w", name, err))
		}
	}
	return nil
}

// keyed reads the rules of a map column: one column that holds the whole map, a
// list of columns that keep their names, or a map from key to rule.
func (m *Mapping) keyed(d *Definition, node ast.Node, line int) error {
	switch n := node.(type) {
	case *ast.SequenceNode:
		for _, v := range n.Values {
			name, err := scalar(v)
			if err != nil {
				return m.at(v, fmt.Errorf("%s: %w", d.Name, err))
			}
			m.rules = append(m.rules, rule{field: d.Name, key: name, column: name, line: line})
		}
		return nil
	case *ast.MappingNode, *ast.MappingValueNode:
		entries, err := mappingNode(node)
		if err != nil {
			return err
		}
		if listMembers[d.Kind] != nil && slices.ContainsFunc(entries, isList) {
			break
		}
		for _, e := range entries {
			key, err := scalar(e.Key)
			if err != nil {
				return m.at(e.Key, fmt.Errorf("%s: %w", d.Name, err))
			}
			r, err := parseRule(d, e.Value)
			if rating := ratingOf(d, key, e.Value); rating != "" {
				err = errors.New(rating)
			}
			if err != nil {
				return m.at(e.Key, fmt.Errorf("%s: %s: %w", d.Name, key, err))
			}
			if err := m.add(r, d.Name, key, e.Key.GetToken().Position.Line); err != nil {
				return m.at(e.Key, err)
			}
		}
		return nil
	}
	r, err := parseRule(d, node)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Name, err)
	}
	return m.add(r, d.Name, "", line)
}

// ratingOf is what to write instead of a judge's column with a scale or a direction, "" for any
// other rule. Judgments are verdicts, which are compared with the reference's one by one; a
// rating has no verdict until somebody says from where on it is a pass, and is a metric.
func ratingOf(d *Definition, key string, node ast.Node) string {
	if d.Kind != datasets.KindJudgments || !isMap(node) {
		return ""
	}
	entries, _ := mappingNode(node)
	column, rated, reference := "", "", ""
	better, scale := "higher", "ordinal"
	for _, e := range entries {
		name, err := scalar(e.Key)
		if err != nil {
			return ""
		}
		value, _ := scalar(e.Value)
		switch name {
		case "column":
			column = value
		case "scale":
			if rated = name; value == "interval" {
				scale = value
			}
		case "better":
			if value == "lower" || value == "neither" {
				better = value
			}
			if rated == "" {
				rated = name
			}
		case "reference":
			if value == "true" {
				reference = ", reference: true"
			}
		}
	}
	if rated == "" || column == "" {
		return ""
	}
	at := yamlText(column)
	return fmt.Sprintf("%s: a judgment is a verdict, 0 or 1, and has none; write ratings as a metric, metrics: {%s: {column: %s, better: %s, scale: %s}}, "+
		"or say which of them pass, as in judgments: {%s: {column: %s%s, values: {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}}}",
		rated, yamlText(key), at, better, scale, yamlText(key), at, reference)
}

// mappingNode are the entries of a YAML map. The parser has a type of its own for a map of one
// entry.
func mappingNode(node ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	}
	return nil, fmt.Errorf("expected a YAML map such as \"run: system\", found %s", excerptNode(node))
}

// scalar is a node's text as written, whatever YAML would make of it: a column
// may be called 2024 or true.
func scalar(node ast.Node) (string, error) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", fmt.Errorf("expected one word, found %s", excerptNode(node))
}

// excerptNode is a node in one line, for a message.
func excerptNode(node ast.Node) string {
	return TextCell(strings.Join(strings.Fields(node.String()), " ")).excerpt()
}

// bracesHint is what is most often wrong in a mapping that is no YAML.
const bracesHint = `within braces a path that has brackets or braces stands in quotes: {records: "runs.{run}"}`

// syntaxError is the parser's error with file and line, without the excerpt that it draws over
// several lines.
func syntaxError(name string, err error) error {
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
		return &datasets.FileError{File: fmt.Sprintf("%s:%d", name, syntax.Token.Position.Line), Err: fmt.Errorf("not valid YAML: %s", syntax.Message), Hint: bracesHint}
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return &datasets.FileError{File: name, Err: fmt.Errorf("not valid YAML: %s", line)}
}
