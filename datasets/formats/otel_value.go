package formats

import (
	"strconv"

	"github.com/goccy/go-json"

	"mcpstats/datasets/mapping"
)

// nested reports whether a value is a list or a map.
func (v *otelValue) nested() bool { return v.Array != nil || v.Map != nil }

// cell is a scalar value as a cell; nested values and what is not as OTLP has it
// are null.
func (v *otelValue) cell() mapping.Cell {
	switch {
	case v.String != nil:
		return mapping.TextCell(*v.String)
	case v.Int != nil:
		if n, err := strconv.ParseInt(string(*v.Int), 10, 64); err == nil {
			return mapping.IntCell(n)
		}
	case v.Double != nil && v.Double.Known:
		return mapping.FloatCell(v.Double.Value)
	case v.Bool != nil:
		return mapping.BoolCell(*v.Bool)
	}
	return mapping.Cell{}
}

// plain is a value as JSON has it, without OTLP's wrapping.
func (v *otelValue) plain(depth int) any {
	const most = 64
	switch {
	case depth > most:
		return nil
	case v.Array != nil:
		var list struct {
			Values []otelValue `json:"values"`
		}
		if json.Unmarshal(v.Array, &list) != nil {
			return nil
		}
		out := make([]any, len(list.Values))
		for i := range list.Values {
			out[i] = list.Values[i].plain(depth + 1)
		}
		return out
	case v.Map != nil:
		var list struct {
			Values []otelAttribute `json:"values"`
		}
		if json.Unmarshal(v.Map, &list) != nil {
			return nil
		}
		out := make(map[string]any, len(list.Values))
		for i := range list.Values {
			out[list.Values[i].Key] = list.Values[i].Value.plain(depth + 1)
		}
		return out
	}
	switch c := v.cell(); c.Kind {
	case mapping.Text:
		return c.Text
	case mapping.Int:
		return c.Int
	case mapping.Float:
		return c.Float
	case mapping.Bool:
		return c.Int != 0
	}
	return nil
}
