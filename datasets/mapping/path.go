package mapping

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
)

// Path leads into a nested value: evaluation.utility, scores[0].value, calls[*].name,
// messages[-1].content, usage."gpt-4.1".tokens. Keys are parted by points; one that holds a
// point or a bracket stands in double quotes. [0] is the first element of a list and [-1] the
// last; [*] is every element, and .* every member of an object.
//
// Records are found by paths too. There {name} is every member of an object or element of a
// list, whose key or number becomes the column of that name: task_run_results.{model}.
type Path struct {
	steps []step
	ends  []int // by step: where it ends in the text, so that the text before is a column's name
}

// step is one step of a path.
type step struct {
	key   string
	index int
	is    stepKind
}

type stepKind uint8

const (
	byKey   stepKind = iota
	byIndex          // from 0, or from the end where negative
	all              // every element or member
	named            // every element or member, the key kept as the column step.key
)

// ParsePath reads a path.
func ParsePath(text string) (p Path, err error) {
	rest := text
	for first := true; rest != ""; first = false {
		switch {
		case rest[0] == '[':
			rest, err = p.bracket(rest)
		case !first && rest[0] != '.':
			return Path{}, pathError(text, fmt.Errorf("expected a point or a bracket, found %q", rest))
		default:
			if !first {
				rest = rest[1:]
			}
			rest, err = p.member(rest)
		}
		if err != nil {
			return Path{}, pathError(text, err)
		}
		p.ends = append(p.ends, len(text)-len(rest))
	}
	if len(p.steps) == 0 {
		return Path{}, pathError(text, errors.New("it is empty"))
	}
	return p, nil
}

// pathError says how paths are written.
func pathError(text string, err error) error {
	return fmt.Errorf(`%q is no path: %w; paths are written as a.b, a[0].b, a[*], a[-1], a."key.with.points"`, text, err)
}

// bracket reads [0], [-1], [*] or ["key"].
func (p *Path) bracket(rest string) (string, error) {
	inside, after, ok := strings.Cut(rest[1:], "]")
	if strings.HasPrefix(rest, `["`) {
		inside, after, ok = strings.Cut(rest[1:], `"]`)
		key, err := unquote(inside + `"`)
		if !ok || err != nil {
			return "", errors.New("the quotes in the bracket are not closed")
		}
		p.steps = append(p.steps, step{key: key})
		return after, nil
	}
	if !ok {
		return "", errors.New("the bracket is not closed")
	}
	if inside == "*" {
		p.steps = append(p.steps, step{is: all})
		return after, nil
	}
	i, err := strconv.Atoi(inside)
	if err != nil {
		return "", fmt.Errorf("expected a number or * in brackets, found %q", inside)
	}
	p.steps = append(p.steps, step{index: i, is: byIndex})
	return after, nil
}

// member reads a key, bare or in quotes, a * or a {name}.
func (p *Path) member(rest string) (string, error) {
	if strings.HasPrefix(rest, `"`) {
		end := 1
		for end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(rest) {
			return "", errors.New("a quote is not closed")
		}
		key, err := unquote(rest[:end+1])
		p.steps = append(p.steps, step{key: key})
		return rest[end+1:], err
	}
	end := strings.IndexAny(rest, ".[")
	if end < 0 {
		end = len(rest)
	}
	key := rest[:end]
	switch name, opened := strings.CutPrefix(key, "{"); {
	case key == "":
		return "", errors.New("a key is missing")
	case key == "*":
		p.steps = append(p.steps, step{is: all})
	case opened && strings.HasSuffix(name, "}") && len(name) > 1:
		p.steps = append(p.steps, step{key: strings.TrimSuffix(name, "}"), is: named})
	default:
		p.steps = append(p.steps, step{key: key})
	}
	return rest[end:], nil
}

// unquote reads a key in double quotes as JSON does.
func unquote(quoted string) (key string, err error) {
	if err := json.Unmarshal([]byte(quoted), &key); err != nil {
		return "", fmt.Errorf("%s is no text in quotes", quoted)
	}
	return key, nil
}

// many reports whether the path can lead to several values.
func (p Path) many() bool {
	for _, s := range p.steps {
		if s.is == all || s.is == named {
			return true
		}
	}
	return false
}

// lack is where a path ended early: the keys of an object that lacks the one asked for, or the
// value that is no object. It is nil where the way was there and its end null, or a list shorter.
type lack struct {
	key  string   // that is asked for
	keys []string // that are there; nil: the value is none that has keys
	is   Kind     // of the value
}

// find is what the path leads to, in order. Texts that hold JSON are entered as the JSON that
// they hold, as logs often keep documents in texts.
func (p Path) find(raw json.RawMessage) (found []json.RawMessage, missing *lack) {
	at := []json.RawMessage{raw}
	for _, s := range p.steps {
		var next []json.RawMessage
		for _, v := range at {
			v = inner(v)
			got, l := s.from(v)
			if next = append(next, got...); l != nil && missing == nil {
				missing = l
			}
		}
		at = next
	}
	return at, missing
}

// inner is the JSON that a text holds, any other value as it is.
func inner(raw json.RawMessage) json.RawMessage {
	if first(raw) != '"' {
		return raw
	}
	s, err := text(raw)
	if err != nil || len(s) == 0 {
		return raw
	}
	if c := first(json.RawMessage(s)); c != '{' && c != '[' || !validJSON(s) {
		return raw
	}
	return json.RawMessage(s)
}

// from takes one step from a value.
func (s step) from(raw json.RawMessage) ([]json.RawMessage, *lack) {
	if absent(raw) {
		return nil, nil
	}
	switch c := first(raw); {
	case c == '{' && s.is != byIndex:
		o := fieldsOf(raw)
		if s.is != byKey {
			out := make([]json.RawMessage, len(o.members))
			for i, m := range o.members {
				out[i] = m.value
			}
			return out, nil
		}
		if v := o.raw(s.key); v != nil {
			return []json.RawMessage{v}, nil
		}
		l := &lack{key: s.key, keys: []string{}, is: Nested}
		for _, m := range o.members {
			l.keys = append(l.keys, m.key)
		}
		return nil, l
	case c == '[' && s.is != byKey:
		list, err := elements(raw)
		if err != nil {
			return nil, nil
		}
		if s.is != byIndex {
			return list, nil
		}
		i := s.index
		if i < 0 {
			i += len(list)
		}
		if i < 0 || i >= len(list) {
			return nil, nil
		}
		return list[i : i+1], nil
	}
	return nil, &lack{key: s.String(), is: JSONKind(raw)}
}

// String is the step as paths write it.
func (s step) String() string {
	switch s.is {
	case byIndex:
		return "[" + strconv.Itoa(s.index) + "]"
	case all:
		return "[*]"
	case named:
		return "{" + s.key + "}"
	}
	return PathKey(s.key)
}

// PathKey is a key as paths write it: in quotes where it has points or brackets.
func PathKey(key string) string {
	if key == "" || key == "*" || strings.ContainsAny(key, ".[]\"{}") || strings.HasPrefix(key, "$") || strings.HasPrefix(key, "^") {
		return quoted(key)
	}
	return key
}

// cell is what the path leads to as one cell: the value, or where the path can lead to several
// the list of them. What is not there is null.
func (p Path) cell(base Cell) (Cell, *lack, error) {
	raw, ok := base.document()
	if !ok {
		if base.Kind == Null || base.Kind == Text && isAbsent(base.Text) {
			return Cell{}, nil, nil
		}
		return Cell{}, &lack{key: p.steps[0].String(), is: base.Kind}, nil
	}
	found, missing := p.find(raw)
	if p.many() {
		if len(found) == 0 {
			return Cell{}, missing, nil
		}
		return NestedCell(joinList(found)), nil, nil
	}
	if len(found) == 0 {
		return Cell{}, missing, nil
	}
	c, err := JSONCell(found[0])
	if err == nil {
		c = Spelled(found[0], c, false)
	}
	return c, nil, err
}

// document is the JSON of a nested cell, or of a text that holds some.
func (c Cell) document() (json.RawMessage, bool) {
	if c.Kind == Nested {
		return json.RawMessage(c.Text), true
	}
	if c.Kind != Text {
		return nil, false
	}
	raw := json.RawMessage(Exact([]byte(strings.TrimSpace(c.Text))))
	if b := first(raw); b != '{' && b != '[' || !validJSON(string(raw)) {
		return nil, false
	}
	return raw, true
}

// joinList is values as a JSON list.
func joinList(values []json.RawMessage) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(v)
	}
	b.WriteByte(']')
	return b.String()
}
