package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/goccy/go-json"
)

// sightings tell whether a path of a shape led anywhere in any record. A Field is shared by
// goroutines.
type sightings struct {
	mu      sync.Mutex
	found   bool
	missing *lack
}

func (s *sightings) note(found bool, missing *lack) {
	if s == nil || !found && missing == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found = s.found || found
	if s.missing == nil {
		s.missing = missing
	}
}

// shaping is a shape at work in one plan.
type shaping struct {
	*shape
	seen  []sightings // of the members, then of the conditions
	calls *shaping
}

func newShaping(s *shape) *shaping {
	if s == nil {
		return nil
	}
	return &shaping{shape: s, seen: make([]sightings, len(s.members)+len(s.when)), calls: newShaping(s.calls)}
}

// missing is what is wrong with a path that no element of any record has, "" for nothing.
func (s *shaping) missing() error {
	if s == nil {
		return nil
	}
	for i := range s.seen {
		m := func() shapeMember {
			if i < len(s.members) {
				return s.members[i]
			}
			return s.when[i-len(s.members)].shapeMember
		}()
		if !s.seen[i].found && s.seen[i].missing != nil {
			return s.seen[i].missing.error(fmt.Sprintf("%s: %q is in no element of the list", m.to, m.from))
		}
	}
	return s.calls.missing()
}

// cell is a log's list as a canonical one.
func (s *shaping) cell(c Cell) (Cell, error) {
	if c.Kind == Null || c.Kind == Text && isAbsent(c.Text) {
		return Cell{}, nil
	}
	raw, ok := c.document()
	if !ok {
		return Cell{}, fmt.Errorf("list: expected a list, found %s %s", c.Kind, c.excerpt())
	}
	out, err := s.list(raw)
	return NestedCell(string(out)), err
}

// list is the elements that meet the conditions, in the canonical shape. An object is the list
// of its values, each with its key.
func (s *shaping) list(raw json.RawMessage) (json.RawMessage, error) {
	raw = inner(raw)
	out := []byte{'['}
	add := func(v json.RawMessage, key string) error {
		element, err := s.element(v, key)
		if err != nil || element == nil {
			return err
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, element...)
		return nil
	}
	switch first(raw) {
	case '[':
		list, err := elements(raw)
		if err != nil {
			return nil, err
		}
		for i, v := range list {
			if err := add(v, strconv.Itoa(i)); err != nil {
				return nil, fmt.Errorf("element %d: %w", i+1, err)
			}
		}
	case '{':
		for _, m := range fieldsOf(raw).members {
			if err := add(m.value, m.key); err != nil {
				return nil, fmt.Errorf("%q: %w", m.key, err)
			}
		}
	default:
		return nil, errors.New("list: expected a list or an object, found " + TextCell(string(raw)).excerpt())
	}
	return append(out, ']'), nil
}

// element is one element in the canonical shape, nil where it does not meet the conditions. A
// list of names becomes a list of texts.
func (s *shaping) element(raw json.RawMessage, key string) (json.RawMessage, error) {
	for i := range s.when {
		c := &s.when[i]
		v, err := c.value(raw, key, &s.seen[len(s.members)+i])
		if err != nil {
			return nil, err
		}
		if word, err := text(v); err != nil || !slices.Contains(c.oneOf, word) {
			return nil, err
		}
	}
	out := []byte{'{'}
	put := func(name string, v json.RawMessage) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, quoted(name)...), ':'), v...)
	}
	for i := range s.members {
		m := &s.members[i]
		v, err := m.value(raw, key, &s.seen[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.to, err)
		}
		if m.to == "any_of" && !absent(v) && first(v) != '[' { // a need of one tool
			v = json.RawMessage("[" + string(v) + "]")
		}
		if !absent(v) {
			put(m.to, v)
		}
	}
	if s.calls != nil {
		calls, err := s.callsOf(raw)
		if err != nil {
			return nil, fmt.Errorf("calls: %w", err)
		}
		put("calls", calls)
	}
	return append(out, '}'), nil
}

// callsOf are the calls of a step: of a list inside of it, or the step itself where it meets
// the conditions and names a tool.
func (s *shaping) callsOf(raw json.RawMessage) (json.RawMessage, error) {
	c := s.calls
	if c.shape.list != nil {
		found, _ := c.shape.list.find(raw)
		if c.shape.list.many() {
			return c.list(json.RawMessage(joinList(found)))
		}
		if len(found) == 0 || absent(found[0]) {
			return json.RawMessage("[]"), nil
		}
		return c.list(found[0])
	}
	call, err := c.element(raw, "")
	if err != nil || call == nil {
		return json.RawMessage("[]"), err
	}
	if o := fieldsOf(call); !o.has("name") {
		return json.RawMessage("[]"), nil
	}
	return json.RawMessage("[" + string(call) + "]"), nil
}

// value is what a member of an element is.
func (m *shapeMember) value(raw json.RawMessage, key string, seen *sightings) (json.RawMessage, error) {
	if m.constant != nil {
		return m.constant, nil
	}
	v := raw
	switch {
	case m.key:
		v = json.RawMessage(quoted(key))
	case m.path != nil:
		found, missing := m.path.find(inner(raw))
		seen.note(len(found) > 0, missing)
		switch {
		case m.path.many():
			v = json.RawMessage(joinList(found))
		case len(found) == 0:
			return nil, nil
		default:
			v = found[0]
		}
	}
	if m.values == nil || absent(v) {
		return v, nil
	}
	word, err := text(v)
	if err != nil {
		return nil, err
	}
	to, ok := m.values[word]
	switch {
	case !ok:
		return v, nil
	case to == "":
		return nil, nil
	}
	return json.RawMessage(quoted(to)), nil
}
