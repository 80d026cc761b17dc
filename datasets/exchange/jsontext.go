package exchange

import (
	"bytes"
	"encoding/json"
	"math"

	"mcpstats/datasets"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

// add appends a member, but for a value that is not known: nil, or an empty text.
func (o *object) add(key string, value any) {
	if value == nil || value == "" {
		return
	}
	*o = append(*o, member{key, value})
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := encode(m.key)
		if err != nil {
			return nil, err
		}
		value, err := encode(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}

// encode is a value as JSON on one line, with <, > and & as they are: no page is made of it.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// number is a number that JSON can write, nil for one that is not known.
func number(v datasets.Maybe[float64]) any {
	if !v.Known || math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
		return nil
	}
	return v.Value
}

// known is a value, nil for one that is not known.
func known[T any](v datasets.Maybe[T]) any {
	if !v.Known {
		return nil
	}
	return v.Value
}
