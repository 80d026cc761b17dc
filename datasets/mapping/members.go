package mapping

import (
	"bytes"
	"slices"
	"strings"

	"github.com/goccy/go-json"
)

// fields are the members of a JSON object. They record which of them a reader has asked for:
// what is left over was not understood (unread.countUnused).
type fields struct {
	members []part
}

// part is one member of an object, its value as written.
type part struct {
	key   string
	value json.RawMessage
	used  bool
}

// fieldsOf splits an object that is known to be valid JSON, without decoding the values. Where
// a key stands twice the last value counts, as it does for decoders.
func fieldsOf(raw json.RawMessage) (o fields) {
	var places map[string]int
	i := skipSpace(raw, 0) + 1
	for i < len(raw) {
		if i = skipSpace(raw, i); i >= len(raw) || raw[i] != '"' {
			return o
		}
		end := skipValue(raw, i)
		key := keyText(raw[i:end])
		i = skipSpace(raw, end) + 1 // the colon
		start := skipSpace(raw, i)
		i = skipValue(raw, start)
		if at, twice := o.find(key, &places); twice {
			o.members[at].value = raw[start:i]
		} else {
			o.members = append(o.members, part{key: key, value: raw[start:i]})
		}
		i = skipSpace(raw, i) + 1 // a comma or the end
	}
	return o
}

// find is the place of a key among the members read so far. Objects whose keys are data have
// thousands of them; from some number on their places are kept in a map, which find fills.
func (o *fields) find(key string, places *map[string]int) (at int, there bool) {
	const few = 32
	if len(o.members) < few {
		at = slices.IndexFunc(o.members, func(m part) bool { return m.key == key })
		return at, at >= 0
	}
	if *places == nil {
		*places = make(map[string]int, 4*few)
		for i, m := range o.members {
			(*places)[m.key] = i
		}
	}
	if at, there = (*places)[key]; !there {
		(*places)[key] = len(o.members)
	}
	return at, there
}

// keyText is what a quoted key says.
func keyText(quoted json.RawMessage) string {
	if bytes.IndexByte(quoted, '\\') >= 0 {
		if s, err := text(quoted); err == nil {
			return s
		}
	}
	return string(bytes.Trim(quoted, `"`))
}

// skipSpace is the place of the next byte that is not white space.
func skipSpace(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\n' || raw[i] == '\r') {
		i++
	}
	return i
}

// skipValue is where the value at i ends.
func skipValue(raw []byte, i int) int {
	depth := 0
	for i < len(raw) {
		switch raw[i] {
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			if i++; depth == 0 {
				return min(i, len(raw))
			}
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			i++
			if depth--; depth == 0 {
				return i
			}
		case ',', ' ', '\t', '\n', '\r', ':':
			if depth == 0 {
				return i
			}
			i++
		default:
			i++
		}
	}
	return len(raw)
}

// get is the value of the first of the keys that is present and not null, and marks it as read.
func (o *fields) get(keys ...string) json.RawMessage {
	var found json.RawMessage
	for _, key := range keys {
		for i := range o.members {
			if m := &o.members[i]; m.key == key {
				if found == nil && !absent(m.value) {
					found = m.value
					m.used = true
				}
				m.used = m.used || absent(m.value)
			}
		}
	}
	return found
}

// raw is a member's value, without marking it as read.
func (o *fields) raw(key string) json.RawMessage {
	for _, m := range o.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// has reports whether a member is present, even if null.
func (o *fields) has(key string) bool {
	return slices.ContainsFunc(o.members, func(m part) bool { return m.key == key })
}

// word is the first of the keys' values that is a non-empty string, and marks it as read;
// values of other types are passed over.
func (o *fields) word(keys ...string) string {
	for _, key := range keys {
		for i := range o.members {
			if m := &o.members[i]; m.key == key && first(m.value) == '"' {
				m.used = true
				s, err := text(m.value)
				if err == nil && s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// peek is a member that is a string, without marking it as read.
func (o *fields) peek(key string) string {
	v := o.raw(key)
	if first(v) != '"' {
		return ""
	}
	s, err := text(v)
	if err != nil {
		return ""
	}
	return s
}

// holdsData reports whether a value says anything: an empty list, an empty text,
// a number or a truth value is neither a message nor a call.
func holdsData(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	switch first(raw) {
	case '{', '[':
		return len(bytes.TrimSpace(raw[1:len(raw)-1])) > 0
	case '"':
		return len(strings.TrimSpace(string(raw[1:len(raw)-1]))) > 0
	}
	return false
}
