package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// ruleKeys are the keys of a rule and the kinds of canonical columns that they make
// sense for, nil being all.
var ruleKeys = []struct {
	name  string
	kinds []datasets.Kind
}{
	{"column", nil}, {"constant", nil}, {"values", nil}, {"path", nil}, {"part", nil},
	{"zero", []datasets.Kind{datasets.KindDuration, datasets.KindPrice, datasets.KindCount}},
	{"from", []datasets.Kind{datasets.KindDuration}}, {"to", []datasets.Kind{datasets.KindDuration}},
	{"unit", []datasets.Kind{datasets.KindDuration, datasets.KindPrice}},
	{"join", joinable}, {"with", joinable}, {"otherwise", nil},
	{"better", measured}, {"scale", measured},
	{"scores", []datasets.Kind{datasets.KindRanking}}, {"base", []datasets.Kind{datasets.KindIndex}}, {"reference", []datasets.Kind{datasets.KindJudgments}},
}

// measured are the kinds whose entries are metrics.
var measured = []datasets.Kind{datasets.KindMetrics}

// joinable are the kinds of canonical columns that several columns can make together.
var joinable = []datasets.Kind{datasets.KindID, datasets.KindLabel}

// keysFor are the rule keys of a canonical column.
func keysFor(d *Definition) []string {
	var keys []string
	for _, k := range ruleKeys {
		if k.kinds == nil || slices.Contains(k.kinds, d.Kind) {
			keys = append(keys, k.name)
		}
	}
	if listMembers[d.Kind] != nil {
		keys = append(keys, "list")
	}
	return keys
}

// parseRule reads what a mapping says of one column: its source's name, null for
// none, or a map of rule keys.
func parseRule(d *Definition, node ast.Node) (rule, error) {
	var r rule
	switch node.(type) {
	case *ast.NullNode:
		return r, nil
	case *ast.MappingNode, *ast.MappingValueNode:
	default:
		column, err := scalar(node)
		r.column = column
		return r, err
	}
	entries, err := mappingNode(node)
	if err != nil {
		return r, err
	}
	if members := listMembers[d.Kind]; members != nil && slices.ContainsFunc(entries, isList) {
		r.column, r.shape, err = parseShape(entries, members)
		return r, err
	}
	for _, e := range entries {
		key, err := scalar(e.Key)
		if err != nil {
			return r, err
		}
		if err := r.set(d, key, e.Value); err != nil {
			return r, err
		}
	}
	switch ways := countTrue(r.column != "", r.fixed, r.from != "" || r.to != "", r.join != nil, r.glob != nil); {
	case ways != 1:
		return r, fmt.Errorf("expected one of column, constant, path%s%s", map[bool]string{true: ", from and to"}[d.Kind == datasets.KindDuration], map[bool]string{true: ", join"}[slices.Contains(joinable, d.Kind)])
	case r.separated && r.join == nil:
		return r, fmt.Errorf("with goes with join")
	case (r.from == "") != (r.to == ""):
		return r, fmt.Errorf("from and to go together")
	case r.part != "" && r.glob == nil:
		return r, fmt.Errorf("part goes with path")
	}
	return r, nil
}

// isList reports whether an entry is the key list.
func isList(e *ast.MappingValueNode) bool {
	key, err := scalar(e.Key)
	return err == nil && key == "list"
}

// countTrue is how many of the conditions hold.
func countTrue(conditions ...bool) (n int) {
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

// set takes one key of a rule, and refuses those that make no sense for the column.
func (r *rule) set(d *Definition, key string, node ast.Node) error {
	known := false
	for _, k := range keysFor(d) {
		known = known || k == key
	}
	if !known {
		return fmt.Errorf("unknown key %q; the keys here are %s", key, strings.Join(keysFor(d), ", "))
	}
	switch key {
	case "values":
		return r.rename(node)
	case "join":
		return r.joined(node)
	}
	value, err := scalar(node)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	switch key {
	case "column":
		r.column = value
	case "path":
		r.glob, err = ParseGlob(value)
		return err
	case "part":
		r.part = value
	case "constant":
		r.constant, r.fixed = value, true
	case "from":
		r.from = value
	case "to":
		r.to = value
	case "scores":
		r.scores = value
	case "unit":
		if dim := dimensionOf(d.Name); dim.factor[value] == 0 {
			return fmt.Errorf("unit: expected one of %s, found %q", strings.Join(dim.units, ", "), value)
		}
		r.unit = value
	case "with":
		r.with, r.separated = value, true
	case "otherwise":
		if value != "unknown" {
			return fmt.Errorf("otherwise: expected unknown, found %q", value)
		}
		r.lenient = true
	case "zero":
		if value != "unknown" {
			return fmt.Errorf("zero: expected unknown, found %q", value)
		}
		r.zero = true
	case "better":
		if value != "higher" && value != "lower" && value != "neither" {
			return fmt.Errorf("better: expected higher, lower or neither, found %q", value)
		}
		r.better = value
	case "scale":
		if value != "ordinal" && value != "interval" {
			return fmt.Errorf("scale: expected ordinal (ranks, such as ratings from 1 to 5) or interval, found %q", value)
		}
		r.scale = value
	case "base":
		if r.base, err = strconv.Atoi(value); err != nil {
			return fmt.Errorf("base: expected the first index, 0 or 1, found %q", value)
		}
	case "reference":
		if r.reference, err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("reference: expected true or false, found %q", value)
		}
	}
	return nil
}

// joined reads the columns that make one id together.
func (r *rule) joined(node ast.Node) error {
	list, ok := node.(*ast.SequenceNode)
	if !ok || len(list.Values) < 2 {
		return fmt.Errorf("join: expected a list of two columns or more, found %s", excerptNode(node))
	}
	for _, v := range list.Values {
		name, err := scalar(v)
		if err != nil {
			return fmt.Errorf("join: %w", err)
		}
		r.join = append(r.join, name)
	}
	if !r.separated {
		r.with = "/"
	}
	return nil
}

// rename reads the values of a rule; one that is renamed to null is unknown.
func (r *rule) rename(node ast.Node) error {
	entries, err := mappingNode(node)
	if err != nil {
		return fmt.Errorf("values: %w", err)
	}
	r.values = make(map[string]string, len(entries))
	for _, e := range entries {
		from, err := scalar(e.Key)
		if err != nil {
			return fmt.Errorf("values: %w", err)
		}
		to := ""
		if _, null := e.Value.(*ast.NullNode); !null {
			if to, err = scalar(e.Value); err != nil {
				return fmt.Errorf("values: %s: %w", from, err)
			}
		}
		r.values[from] = to
	}
	return nil
}

// ofPath decides which named part of the file's path fills the rule's field: the one that is
// asked for, else the one that is called like the field or its key, else the only one.
func (r *rule) ofPath() error {
	if r.glob == nil {
		return nil
	}
	names := r.glob.names
	switch {
	case len(names) == 0:
		return fmt.Errorf("path: %q names no part; put one into braces, as in {path: \"jobs/{%s}/*.json\"}", r.glob.text, r.field)
	case r.part == "" && slices.Contains(names, r.key):
		r.part = r.key
	case r.part == "" && slices.Contains(names, r.field):
		r.part = r.field
	case r.part == "" && len(names) == 1:
		r.part = names[0]
	}
	if !slices.Contains(names, r.part) {
		return fmt.Errorf("path: say which part is meant: {path: %q, part: %s}", r.glob.text, names[0])
	}
	return nil
}

// mended is the line of a mapping with another column in the place of one that is not there, for
// a message; "" where there is no other column, and for rules that one line does not hold. Of
// several columns that make an id together, one with nothing near it is left out.
func (r *rule) mended(name, other string) string {
	if r.shape != nil || strings.Contains(other, "'") || strings.ContainsAny(strings.Join(r.join, "")+r.from+r.to+r.key, "'") {
		return ""
	}
	put := func(column string) string {
		if column == name {
			return yamlText(other)
		}
		return yamlText(column)
	}
	switch {
	case r.join != nil:
		var columns []string
		for _, c := range r.join {
			if c != name || other != "" && !slices.Contains(r.join, other) {
				columns = append(columns, put(c))
			}
		}
		with := ""
		if r.separated {
			with = ", with: " + strconv.Quote(r.with)
		}
		switch {
		case len(columns) > 1:
			return fmt.Sprintf("write %s: {join: [%s]%s}", r.field, strings.Join(columns, ", "), with)
		case len(columns) == 1:
			return fmt.Sprintf("write %s: %s", r.field, columns[0])
		}
		return ""
	case other == "":
		return ""
	case r.from != "" && r.key == "":
		return fmt.Sprintf("write %s: {from: %s, to: %s}", r.field, put(r.from), put(r.to))
	case r.column != name:
		return ""
	case r.key != "":
		return fmt.Sprintf("write %s: {%s: %s}", r.field, yamlText(r.key), yamlText(other))
	}
	return "write " + r.field + ": " + yamlText(other)
}
