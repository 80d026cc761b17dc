package calc

import (
	"bytes"
	"encoding/json"
)

// fields is a JSON object whose keys depend on the case, in the order written.
type fields []field

type field struct {
	key   string
	value any
}

func (f *fields) add(key string, value any) { *f = append(*f, field{key, value}) }

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
