package trace

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
)

// EqualJSON tells whether two documents hold the same value: keys in any order,
// numbers by value (1 and 1.0 are one number). Text that is no JSON equals
// nothing.
func EqualJSON(a, b string) bool {
	x, ok := DecodeJSON(a)
	if !ok {
		return false
	}
	y, ok := DecodeJSON(b)
	return ok && reflect.DeepEqual(x, y)
}

// DecodeJSON reads one JSON document whose numbers compare by value: those that a double holds
// exactly become it, others stay as written.
func DecodeJSON(s string) (any, bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(s)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	return byValue(v), true
}

// byValue replaces the numbers that a double holds exactly by that double, so
// that two notations of a number are equal and two large identifiers are not.
func byValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			v[key] = byValue(member)
		}
	case []any:
		for i, element := range v {
			v[i] = byValue(element)
		}
	case json.Number:
		const exact = 1 << 53
		if f, err := v.Float64(); err == nil && -exact < f && f < exact {
			return f
		}
	}
	return v
}
