package formats

import (
	"strconv"

	"github.com/goccy/go-json"

	"mcpstats/datasets/mapping"
)

// nested reports whether a value is a list or a map.
func (v *otelValue) nested() bool { return v.Array != nil || v.Map != nil || v.JSON != nil }

// plainOTel is a plain JSON value as OTLP would wrap it.
func plainOTel(value []byte) (v otelValue) {
	switch kindOf(value) {
	case mapping.Nested:
		v.JSON = value
	case mapping.Text:
		s := plain(value)
		v.String = &s
	case mapping.Bool:
		yes := value[0] == 't'
		v.Bool = &yes
	case mapping.Int:
		n := text(value)
		v.Int = &n
	case mapping.Float:
		var n number
		if n.UnmarshalJSON(value) == nil {
			v.Double = &n
		}
	}
	return v
}

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
	case v.JSON != nil:
		var any any
		if json.Unmarshal(v.JSON, &any) != nil {
			return nil
		}
		return any
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
