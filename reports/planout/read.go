package planout

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"mcpstats/analysis/result"
	"mcpstats/internal/yamltext"
)

// Error is a mistake in a plan, with the line it is on.
type Error struct {
	Line    int
	Unknown string // the name of a field that plans do not have; else empty
	Message string // one line, without file and line
}

// Error is the message alone; who knows the file's name puts it and the line before.
func (e *Error) Error() string { return e.Message }

// Read reads a plan, which may leave out what has a default; name is the file as
// the user named it, for messages. The values are checked by Plan.Resolve.
//
// Errors begin with file and line: a field that plans do not have or that stands
// twice, a value of the wrong kind, YAML that cannot be read.
func Read(name string, text []byte) (result.Plan, error) {
	var plan result.Plan
	_, err := Overlay(text, &plan, nil)
	var fault *Error
	if errors.As(err, &fault) {
		message := fault.Message
		if fault.Unknown != "" {
			message += "; expected one of " + strings.Join(Fields(), ", ")
		}
		return result.Plan{}, fmt.Errorf("%s:%d: %s", name, fault.Line, message)
	}
	return plan, err
}

// Fields are the names of a plan's fields, in the order of plan.yaml.
func Fields() []string {
	var names []string
	t := reflect.TypeFor[result.Plan]()
	for i := range t.NumField() {
		if name := fieldName(t.Field(i)); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return name
}

// Overlay lays the fields that a YAML text gives over a plan, and texts under other
// names over extra. lines are the lines the fields stand on, from 1. Errors are of
// type *Error; the plan is then half laid.
func Overlay(text []byte, plan *result.Plan, extra map[string]*string) (lines map[string]int, err error) {
	file, err := yamltext.Parse(text, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxError(err)
	}
	targets := map[string]reflect.Value{}
	v := reflect.ValueOf(plan).Elem()
	for i := range v.NumField() {
		if name := fieldName(v.Type().Field(i)); name != "-" {
			targets[name] = v.Field(i)
		}
	}
	for name, to := range extra {
		targets[name] = reflect.ValueOf(to).Elem()
	}
	lines = map[string]int{}
	read := false
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if _, comment := doc.Body.(*ast.CommentGroupNode); comment {
			continue
		}
		if read {
			return lines, fault(doc.Body, "a second YAML document; a plan is one")
		}
		read = true
		if err := overlayMap(doc.Body, targets, lines); err != nil {
			return lines, err
		}
	}
	return lines, nil
}

func overlayMap(body ast.Node, targets map[string]reflect.Value, lines map[string]int) error {
	var values []*ast.MappingValueNode
	switch n := body.(type) {
	case *ast.NullNode:
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return fault(body, "expected lines such as \"alpha: 0.05\", found %s", kind(body))
	}
	for _, e := range values {
		name, ok := word(e.Key)
		if !ok {
			return fault(e.Key, "expected a field's name, found %s", kind(e.Key))
		}
		to, known := targets[name]
		if !known {
			return &Error{Line: lineOf(e.Key), Unknown: name, Message: fmt.Sprintf("unknown field %s", quoted(name))}
		}
		if first, twice := lines[name]; twice {
			return fault(e.Key, "%s is given twice, first on line %d", name, first)
		}
		lines[name] = lineOf(e.Key)
		if err := set(to, name, e.Value); err != nil {
			return err
		}
	}
	return nil
}

// set gives a field its value.
func set(to reflect.Value, name string, node ast.Node) error {
	switch to.Kind() {
	case reflect.String:
		text, ok := word(node)
		if !ok && !empty(node) {
			return fault(node, "%s is %s, expected one name", name, kind(node))
		}
		to.SetString(text)
	case reflect.Slice:
		if name == "where" {
			return setWhere(to, node)
		}
		return setList(to, name, node)
	case reflect.Map:
		return setMap(to, name, node)
	case reflect.Bool:
		yes, ok := node.(*ast.BoolNode)
		if !ok {
			return fault(node, "%s is %s, expected true or false", name, kind(node))
		}
		to.SetBool(yes.Value)
	case reflect.Float64:
		text, _ := word(node)
		x, err := strconv.ParseFloat(plain(text), 64)
		if n, whole := node.(*ast.IntegerNode); whole {
			x, err = toFloat(n), nil
		}
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return fault(node, "%s is %s, expected a number", name, kind(node))
		}
		if x == 0 && name != mayBeZero {
			return zero(node, name)
		}
		to.SetFloat(x)
	default: // int, uint64
		bits := to.Type().Bits()
		if to.CanInt() {
			bits--
		}
		n, ok := count(node)
		if !ok || bits < 64 && n >= 1<<bits {
			return fault(node, "%s is %s, expected a whole number above 0", name, kind(node))
		}
		if n == 0 {
			return zero(node, name)
		}
		to.Set(reflect.ValueOf(n).Convert(to.Type()))
	}
	return nil
}

// mayBeZero is the one number that says something at 0.
const mayBeZero = "equivalence_margin"

// zero refuses a field written as 0, where a plan has its default: who writes 0
// wants none.
func zero(node ast.Node, name string) error {
	return fault(node, "%s is 0, expected a number above 0; leave the line out for the default", name)
}

func setList(to reflect.Value, name string, node ast.Node) error {
	if empty(node) {
		to.SetZero()
		return nil
	}
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		return fault(node, "%s is %s, expected a list such as [a, b]", name, kind(node))
	}
	words := make([]string, len(list.Values))
	for i, v := range list.Values {
		if words[i], ok = word(v); !ok {
			return fault(v, "%s: item %d is %s, expected one name", name, i+1, kind(v))
		}
	}
	to.Set(reflect.ValueOf(words))
	return nil
}

// exampleMaps show what the fields that are maps look like.
var exampleMaps = map[string]string{"better": "{error_rate: lower}", "labels": "{gpt-4o-2024-08-06: GPT-4o}"}

// setMap reads names with a word each.
func setMap(to reflect.Value, name string, node ast.Node) error {
	to.SetZero()
	if empty(node) {
		return nil
	}
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return fault(node, "%s is %s, expected a map such as %s", name, kind(node), exampleMaps[name])
	}
	words := map[string]string{}
	for _, e := range values {
		key, ok := word(e.Key)
		if !ok {
			return fault(e.Key, "%s: expected a name, found %s", name, kind(e.Key))
		}
		if _, twice := words[key]; twice {
			return fault(e.Key, "%s: %s is given twice", name, quoted(key))
		}
		if words[key], ok = word(e.Value); !ok {
			return fault(e.Value, "%s: %s is %s, expected one word", name, quoted(key), kind(e.Value))
		}
	}
	to.Set(reflect.ValueOf(words))
	return nil
}

func syntaxError(err error) error {
	line, message := 1, ""
	var at yaml.Error
	if errors.As(err, &at) {
		message = at.GetMessage() // Error quotes the text around, which may be long
		if t := at.GetToken(); t != nil && t.Position != nil {
			line = max(1, t.Position.Line)
		}
	}
	if message == "" {
		message = err.Error()
	}
	message, _, _ = strings.Cut(message, "\n")
	return &Error{Line: line, Message: fmt.Sprintf("not valid YAML (%s); expected lines such as \"alpha: 0.05\" or \"runs: [a, b]\"", message)}
}
