package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// keyed is one record of a benchmark whose files people write themselves, as
// JSON, JSON Lines or CSV: its values by key, whatever the spelling of the key
// (expectedTools, expected_tools, "Expected tools").
type keyed struct {
	element
	at map[string]json.RawMessage
}

// plainKey is a key as keyed compares them.
func plainKey(key string) string { return unpunctuated.Replace(strings.ToLower(key)) }

var unpunctuated = strings.NewReplacer("_", "", "-", "", " ", "", "@", "", ".", "")

// raw is the first of the keys that the record has a value for; nil for none.
func (k keyed) raw(keys ...string) json.RawMessage {
	for _, key := range keys {
		if v := k.at[key]; stated(v) && string(v) != `""` {
			return v
		}
	}
	return nil
}

// text is the value of the first of the keys as text.
func (k keyed) text(keys ...string) string { return plain(k.raw(keys...)) }

// number is the value of the first of the keys as a number.
func (k keyed) number(keys ...string) (n number, err error) {
	if v := k.raw(keys...); v != nil {
		err = n.UnmarshalJSON(v)
	}
	return n, err
}

// document is a nested value as JSON: an object or a list, or a text that holds
// one; names separated by a comma, a semicolon or a bar are a list too.
func (k keyed) document(keys ...string) string {
	v := k.raw(keys...)
	if v == nil || v[0] != '"' {
		return string(v)
	}
	s := strings.TrimSpace(plain(v))
	if s == "" || s[0] == '[' || s[0] == '{' {
		return s
	}
	names := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '|' })
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	b, err := json.Marshal(names)
	if err != nil {
		return s
	}
	return string(b)
}

// merge adds the members of an object, such as metadata, that the record itself
// has no value for.
func (k keyed) merge(object json.RawMessage) {
	if len(object) == 0 || object[0] != '{' {
		return
	}
	_ = eachMember(object, func(key string, value []byte) {
		if key = plainKey(key); !stated(k.at[key]) {
			k.at[key] = value
		}
	})
}

// keysOf lists the keys of a file's first record, as keyed compares them.
func keysOf(f File) []string {
	names := f.shape().Keys
	if len(names) == 0 && sniffCSV(f) != No {
		names, _, _ = csvNames(f)
	}
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = plainKey(name)
	}
	return keys
}

// hasAny reports whether any of the keys is there.
func hasAny(keys []string, wanted ...string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return slices.Contains(wanted, k) })
}

var errNoObject = errors.New("expected a JSON object")

// keyedOf reads the members of one record.
func keyedOf(e element) (keyed, error) {
	k := keyed{e, map[string]json.RawMessage{}}
	if err := checkRecord(e.Text); err != nil {
		return k, err
	}
	if len(e.Text) == 0 || e.Text[0] != '{' {
		return k, errNoObject
	}
	return k, eachMember(e.Text, func(key string, value []byte) { k.at[plainKey(key)] = value })
}

// eachKeyed hands over the records of a file: the rows of a CSV file, the lines
// of JSON Lines, the elements of a list, or those of one of the named members of
// an object; an object without any is a record itself. What an object says
// beside its list belongs to each of the records. The error of a record that
// cannot be read stands in its place; the error returned ends the file.
func eachKeyed(f File, lists []string, take func(keyed, error) bool) error {
	s := f.shape()
	one := func(e element, beside json.RawMessage) bool {
		k, err := keyedOf(e)
		if err != nil {
			return take(k, e.bad(f, "", err))
		}
		k.merge(beside)
		return take(k, nil)
	}
	switch {
	case s.List:
		return each(f, "", func(e element) bool { return one(e, nil) })
	case len(s.Keys) == 0 && sniffCSV(f) != No:
		return eachKeyedRow(f, take)
	case sniffLines(f) == Log && !slices.ContainsFunc(lists, func(name string) bool { return s.has(name) }):
		return eachLine(f, func(e element) bool { return one(e, nil) })
	}
	for _, name := range lists {
		beside, holds := besideList(f, name)
		if holds {
			return each(f, name, func(e element) bool { return one(e, beside) })
		}
	}
	e, err := whole(f)
	if err != nil {
		take(keyed{}, err)
		return nil
	}
	one(e, nil)
	return nil
}

// besideList looks for a list in an object's member, and returns the scalars that
// stand before it as an object.
func besideList(f File, name string) (beside json.RawMessage, holds bool) {
	r, err := f.Open()
	if err != nil {
		return nil, false
	}
	defer r.Close()
	s := f.scanner(r)
	if s.start() != nil {
		return nil, false
	}
	if c, err := s.peek(); err != nil || c != '{' {
		return nil, false
	}
	s.pos++
	out := []byte{'{'}
	for {
		key, more, err := s.key()
		if err != nil || !more {
			return nil, false
		}
		c, err := s.peek()
		if err != nil {
			return nil, false
		}
		if key == name {
			return append(out, '}'), c == '['
		}
		v, err := s.value(c != '{' && c != '[')
		if err != nil {
			return nil, false
		}
		text := cleanText(v.Bytes, v.Bare)
		if quoted, err := json.Marshal(key); err == nil && text != nil && checkJSON(text) == nil {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(append(out, quoted...), ':'), text...)
		}
	}
}

// eachKeyedRow reads a CSV file; a cell that holds a JSON list or object is one.
func eachKeyedRow(f File, take func(keyed, error) bool) error {
	names, comma, err := csvNames(f)
	if err != nil {
		return err
	}
	for i, name := range names {
		names[i] = plainKey(name)
	}
	for r, err := range csvRows(f, comma, len(names)) {
		if err != nil {
			return &datasets.FileError{File: f.Path, Err: err}
		}
		k := keyed{element{Row: r.Row}, make(map[string]json.RawMessage, len(names))}
		if r.Err != nil {
			if !take(k, k.bad(f, "", r.Err)) {
				return nil
			}
			continue
		}
		for i, c := range r.Cells {
			text := []byte(strings.TrimSpace(c.Text))
			switch {
			case len(text) == 0, bytes.EqualFold(text, []byte("nan")):
			case (text[0] == '[' || text[0] == '{') && checkJSON(text) == nil:
				k.at[names[i]] = text
			default:
				if b, err := json.Marshal(c.Text); err == nil {
					k.at[names[i]] = b
				}
			}
		}
		if !take(k, nil) {
			return nil
		}
	}
	return nil
}

// duration is the first of the keys as milliseconds; the unit is in the key.
func (k keyed) duration(keys ...string) (datasets.Maybe[float64], string, error) {
	for _, key := range keys {
		if k.raw(key) == nil {
			continue
		}
		n, err := k.number(key)
		if err != nil || !n.Known {
			return datasets.Maybe[float64]{}, key, err
		}
		return datasets.Known(n.Value * mapping.Milliseconds(key)), "", nil
	}
	return datasets.Maybe[float64]{}, "", nil
}

// latency takes the attempt's latency from the usual keys; one without a unit is kept
// as logged.
func (k keyed) latency(t *datasets.Trajectory) (column string, err error) {
	t.LatencyMS, column, err = k.duration("latencyms", "durationms", "elapsedms", "latencyus", "latencys", "latencyseconds", "durationseconds", "durations", "elapsedseconds")
	for _, key := range []string{"latency", "totaltime", "duration", "elapsed"} {
		if v := k.raw(key); v != nil && err == nil && !t.LatencyMS.Known && v[0] != '{' && v[0] != '[' {
			var n number
			if n, err = k.number(key); err != nil {
				return key, err
			}
			report(t, mapping.LatencyAsLogged, n)
			break
		}
	}
	return column, err
}

// trial takes the attempt's number from the usual keys, from 0.
func (k keyed) trial(t *datasets.Trajectory) error {
	n, err := k.number("trial", "attempt", "repeat", "episode", "run_index")
	if err == nil {
		t.Trial, err = n.index()
	}
	return err
}

// yes reads a verdict.
func (k keyed) yes(keys ...string) (datasets.Maybe[bool], error) {
	v := k.raw(keys...)
	if v == nil {
		return datasets.Maybe[bool]{}, nil
	}
	var n number
	switch {
	case v[0] == '"':
		yes, known, err := mapping.Verdict(mapping.TextCell(plain(v)))
		return datasets.Maybe[bool]{Value: yes, Known: known}, err
	case n.UnmarshalJSON(v) == nil && (n.Value == 0 || n.Value == 1):
		return datasets.Maybe[bool]{Value: n.Value == 1, Known: n.Known}, nil
	}
	return datasets.Maybe[bool]{}, errors.New("expected true or false, found " + excerpt(v))
}
