package calc

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"

	"mcpstats/stats"
)

// fields is a JSON object whose keys depend on the case, in the order written.
type fields []field

type field struct {
	key   string
	value any
}

// add appends a member; keys are not compared.
func (f *fields) add(key string, value any) { *f = append(*f, field{key, value}) }

// MarshalJSON writes the members in their order, which a map would lose.
func (f fields) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, entry := range f {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(entry.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(entry.value)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// withoutValues answers a statistic that does not exist: the keys as NaN, and why.
// Any other error is passed on.
func withoutValues(err error, keys ...string) (any, error) {
	var undefined *stats.UndefinedError
	if !errors.As(err, &undefined) {
		return nil, err
	}
	var f fields
	for _, key := range keys {
		f.add(key, number(math.NaN()))
	}
	if undefined.Degenerate {
		f.add("degenerate", true)
	} else {
		f.add("undefined", true)
	}
	f.add("reason", undefined.Reason)
	return f, nil
}
