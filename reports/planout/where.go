package planout

import (
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/analysis/result"
)

// setWhere reads the conditions of a slice: one text, a list of texts, or a map of fields:
//
//	where: level=L4
//	where: [level=L3|L4, steps>=10]
//	where: {level: [L3, L4], difficulty: "!=easy", steps: ">=10"}
func setWhere(to reflect.Value, node ast.Node) error {
	var texts []string
	switch n := node.(type) {
	case *ast.MappingNode:
		for _, e := range n.Values {
			text, err := conditionOf(e)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
	case *ast.MappingValueNode:
		text, err := conditionOf(n)
		if err != nil {
			return err
		}
		texts = []string{text}
	case *ast.SequenceNode:
		if err := setList(to, "where", node); err != nil {
			return err
		}
		texts = to.Interface().([]string)
	default:
		if text, ok := word(node); ok {
			texts = []string{text}
		} else if !empty(node) {
			return fault(node, "where is %s, expected conditions such as level=L4, or {level: L4}", kind(node))
		}
	}
	for _, text := range texts {
		if _, err := result.ParseConditions(text); err != nil {
			return fault(node, "where: %v", err)
		}
	}
	to.Set(reflect.ValueOf(texts))
	return nil
}

// conditionOf is one entry of a map: a field with a value, several, or a sign and a value.
func conditionOf(e *ast.MappingValueNode) (string, error) {
	field, ok := word(e.Key)
	if !ok {
		return "", fault(e.Key, "where: expected a field's name, found %s", kind(e.Key))
	}
	c := result.Condition{Field: field, Op: "="}
	values := []ast.Node{e.Value}
	if list, ok := e.Value.(*ast.SequenceNode); ok {
		values = list.Values
	}
	for _, v := range values {
		text, ok := word(v)
		if !ok {
			return "", fault(v, "where: %s is %s, expected a value, or several in [ ]", quoted(field), kind(v))
		}
		c.Values = append(c.Values, text)
	}
	if len(c.Values) == 1 {
		for _, op := range result.Operators {
			if rest, found := strings.CutPrefix(c.Values[0], op); found {
				c.Op, c.Values[0] = op, strings.TrimSpace(rest)
				break
			}
		}
	}
	if len(c.Values) == 0 {
		return "", fault(e.Value, "where: %s has no value", quoted(field))
	}
	if _, err := result.ParseConditions(c.String()); err != nil {
		return "", fault(e.Value, "where: %v", err)
	}
	return c.String(), nil
}
