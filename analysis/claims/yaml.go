package claims

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// at is an error with its file and line.
func at(name string, line int, format string, a ...any) error {
	return &datasets.FileError{File: fmt.Sprintf("%s:%d", name, line), Err: fmt.Errorf(format, a...)}
}

func lineOf(node ast.Node) int {
	if node == nil {
		return 0
	}
	if t := node.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// entry is one key of a YAML map with its value.
type entry struct {
	key   string
	value ast.Node
	line  int
}

// entries are the keys of a map in the order of the file.
func entries(node ast.Node) ([]entry, error) {
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return nil, fmt.Errorf("expected a map, found %s", excerpt(node))
	}
	out := make([]entry, len(values))
	for i, v := range values {
		key, _, err := scalar(v.Key)
		if err != nil {
			return nil, err
		}
		out[i] = entry{key, v.Value, lineOf(v.Key)}
	}
	return out, nil
}

// items are the elements of a list; a value that is not a list counts as a list of one.
func items(node ast.Node) []ast.Node {
	if n, ok := node.(*ast.SequenceNode); ok {
		return n.Values
	}
	return []ast.Node{node}
}

// scalar is a node's text as written; bare tells an integer without quotes.
func scalar(node ast.Node) (text string, bare bool, err error) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, false, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), false, nil
	case *ast.IntegerNode:
		return n.GetToken().Value, true, nil
	case *ast.FloatNode:
		return n.GetToken().Value, false, nil
	}
	return "", false, fmt.Errorf("expected one value, found %s", excerpt(node))
}

// excerpt names a node in a message.
func excerpt(node ast.Node) string {
	switch node.(type) {
	case nil:
		return "nothing"
	case *ast.NullNode:
		return "nothing"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a map"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode, *ast.TagNode:
		return "a YAML anchor, alias or tag, which a claims file does not have"
	}
	text := strings.Join(strings.Fields(node.String()), " ")
	return fmt.Sprintf("%q", clipText(text))
}

func syntaxError(name string, err error) error {
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
		return at(name, syntax.Token.Position.Line, "not valid YAML: %s", syntax.Message)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return &datasets.FileError{File: name, Err: fmt.Errorf("not valid YAML: %s", line)}
}
