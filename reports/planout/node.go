package planout

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

func fault(node ast.Node, format string, a ...any) error {
	return &Error{Line: lineOf(node), Message: fmt.Sprintf(format, a...)}
}

func lineOf(node ast.Node) int {
	if node == nil {
		return 1
	}
	if t := node.GetToken(); t != nil && t.Position != nil {
		return max(1, t.Position.Line)
	}
	return 1
}

// word is a value as written, whatever YAML would make of it: a run may be called
// 007, 1.10 or true.
func word(node ast.Node) (text string, ok bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// empty tells whether nothing is written, or null.
func empty(node ast.Node) bool {
	_, null := node.(*ast.NullNode)
	return node == nil || null
}

// kind names a value in a message.
func kind(node ast.Node) string {
	switch node.(type) {
	case nil, *ast.NullNode:
		return "empty"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a map"
	}
	if text, ok := word(node); ok {
		return quoted(text)
	}
	return "a YAML anchor, alias or tag, which a plan does not have"
}

// quoted is a name in a message, clipped where it is long.
func quoted(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "..."
	}
	return strconv.Quote(text)
}

// plain is a number without the underscores that YAML allows.
func plain(text string) string { return strings.ReplaceAll(text, "_", "") }

// toFloat is the value of an integer in any of YAML's bases.
func toFloat(n *ast.IntegerNode) float64 {
	switch v := n.Value.(type) {
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return math.NaN()
}

// count is a whole number from 0: an integer in any of YAML's bases, quoted or not,
// or one with an exponent, such as 1e4.
func count(node ast.Node) (n uint64, ok bool) {
	if whole, is := node.(*ast.IntegerNode); is {
		switch v := whole.Value.(type) {
		case int64:
			return uint64(v), v >= 0
		case uint64:
			return v, true
		}
		return 0, false
	}
	text, _ := word(node)
	if n, err := strconv.ParseUint(plain(text), 10, 64); err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(plain(text), 64)
	if err != nil || !(x >= 0 && x <= 1<<53) || x != math.Trunc(x) {
		return 0, false
	}
	return uint64(x), true
}
