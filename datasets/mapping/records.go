package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-json"
)

// Records finds the records of one JSON document, and hands each over as the text of one
// object. Before its own members stand those that the mapping asks for from around it: the
// keys that led to it ({model}), members of the whole document ($.name) and of the object
// around it (^.name: the nearest that has it). A value that is no object becomes the member "value"; a null, which
// harnesses write for what was not attempted, is no record.
type Records struct {
	path  *Path
	outer []outer
}

// outer is a name of something around a record, and the way to it.
type outer struct {
	name  string
	whole bool // of the document; else of the nearest object around the record that has it
	path  *Path
}

// NewRecords prepares the rules of a mapping. The error is of a name that is no path.
func NewRecords(m *Mapping) (*Records, error) {
	r := &Records{path: m.FileRules().records}
	for _, name := range m.Outer() {
		o := outer{name: name, whole: name[0] == '$'}
		if rest := strings.TrimPrefix(name[1:], "."); rest != "" {
			p, err := ParsePath(rest)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m.Name, err)
			}
			o.path = &p
		}
		r.outer = append(r.outer, o)
	}
	return r, nil
}

// around is where a record stands: the objects that hold it, from the outside, and the keys
// that led there.
type around struct {
	objects []json.RawMessage
	members []byte // the named keys, as members of an object
	names   []string
}

// Each hands over the records of a document; take returns false to stop. The error is that
// there are none where the path leads.
func (r *Records) Each(document []byte, take func(record []byte) bool) error {
	if r.path == nil {
		w := walk{r: r}
		take(w.record(document, around{objects: []json.RawMessage{document}}))
		return nil
	}
	w := walk{r: r, take: take}
	w.step(document, r.path.steps, around{})
	if w.missing != nil && !w.any {
		return w.missing.error("records")
	}
	return nil
}

// walk is one search for records.
type walk struct {
	r       *Records
	take    func([]byte) bool
	any     bool // a place of records was found, even if an empty one
	stopped bool
	missing *lack
	known   map[known]json.RawMessage
}

// known is what has been looked up already: a document of many records is asked the same for
// each of them.
type known struct {
	name   int
	object *byte // its first
}

// step goes on from a value by the steps that are left. A list at the end holds the records.
func (w *walk) step(raw json.RawMessage, steps []step, at around) {
	if raw = inner(raw); w.stopped || absent(raw) {
		return
	}
	if first(raw) == '{' {
		at.objects = append(slices.Clip(at.objects), raw)
	}
	if len(steps) == 0 {
		w.any = true
		if first(raw) != '[' {
			w.stopped = !w.take(w.record(raw, at))
			return
		}
		list, _ := elements(raw)
		for _, v := range list {
			if first(v) == '[' || absent(v) { // a list of lists is no list of records
				continue
			}
			inside := at
			if first(v) == '{' {
				inside.objects = append(slices.Clip(at.objects), v)
			}
			if w.stopped = w.stopped || !w.take(w.record(v, inside)); w.stopped {
				return
			}
		}
		return
	}
	s := steps[0]
	if s.is == named {
		w.each(raw, s, steps[1:], at)
		return
	}
	found, missing := s.from(raw)
	if w.missing == nil {
		w.missing = missing
	}
	w.any = w.any || s.is != byKey && missing == nil
	for _, v := range found {
		w.step(v, steps[1:], at)
	}
}

// each goes on from every member of an object, or element of a list, its key kept.
func (w *walk) each(raw json.RawMessage, s step, steps []step, at around) {
	keep := func(key string) around {
		inside := at
		inside.members = append(append(append(append(slices.Clip(at.members), quoted(s.key)...), ':'), quoted(key)...), ',')
		inside.names = append(slices.Clip(at.names), s.key)
		return inside
	}
	switch first(raw) {
	case '{':
		w.any = true
		for _, m := range fieldsOf(raw).members {
			w.step(m.value, steps, keep(m.key))
		}
	case '[':
		w.any = true
		list, _ := elements(raw)
		for i, v := range list {
			w.step(v, steps, keep(fmt.Sprint(i)))
		}
	default:
		if w.missing == nil {
			w.missing = &lack{key: s.String(), is: JSONKind(raw)}
		}
	}
}

// record is the text of one record with what is kept from around it.
func (w *walk) record(raw json.RawMessage, at around) []byte {
	out := append([]byte{'{'}, at.members...)
	above := len(at.objects) // of the record's own place
	if first(raw) == '{' && above > 1 {
		above--
	}
	for n, o := range w.r.outer {
		if v := w.outer(n, at.objects[:min(above, len(at.objects))]); v != nil {
			out = append(append(append(append(out, quoted(o.name)...), ':'), v...), ',')
		}
	}
	if first(raw) != '{' {
		return append(append(append(out, `"value":`...), raw...), '}')
	}
	body := raw[skipSpace(raw, 0)+1:]
	if next := skipSpace(body, 0); next < len(body) && body[next] == '}' && len(out) > 1 {
		out = out[:len(out)-1] // the comma
	}
	return append(out, body...)
}

// outer is what the n-th name from around a record stands for, nil where nothing does.
func (w *walk) outer(n int, objects []json.RawMessage) json.RawMessage {
	o := &w.r.outer[n]
	for i := len(objects) - 1; i >= 0; i-- {
		if o.whole {
			i = 0
		}
		key := known{n, &objects[i][0]}
		v, seen := w.known[key]
		if !seen {
			v = o.in(objects[i])
			if w.known == nil {
				w.known = map[known]json.RawMessage{}
			}
			w.known[key] = v
		}
		if v != nil {
			return v
		}
	}
	return nil
}

// in is what the name stands for in one object.
func (o *outer) in(object json.RawMessage) json.RawMessage {
	if o.path == nil {
		return object
	}
	found, _ := o.path.find(object)
	switch {
	case len(found) == 0:
		return nil
	case o.path.many():
		return json.RawMessage(joinList(found))
	}
	return found[0]
}

// error says what the path asks for that is not there.
func (l *lack) error(what string) error {
	if l.keys == nil {
		return fmt.Errorf("%s: expected an object or a list with %s, found a %s", what, l.key, l.is)
	}
	if len(l.keys) == 0 {
		return errors.New(what + ": the object that should have the key " + l.key + " is empty")
	}
	return missingKey(fmt.Sprintf("%s: no key %q", what, l.key), l.keys, l.key)
}
