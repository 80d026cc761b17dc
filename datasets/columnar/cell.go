package columnar

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets/mapping"
)

// bare is an array without its extension type, and without the mask of a struct
// around it.
func bare(a arrow.Array) arrow.Array {
	for {
		switch x := a.(type) {
		case array.ExtensionArray:
			a = x.Storage()
		case masked:
			a = x.Array
		default:
			return a
		}
	}
}

// cells gives access to a column's values as cells, whatever its type. Nested
// values are given as JSON documents, which the mapping reads in every shape that logs
// in JSON have: one reader of conversations for all formats.
//
// A cell keeps what a value says and its digits where a double would lose some: ids
// are compared by them (package mapping, exact.go).
func cells(a arrow.Array) (func(row int) (mapping.Cell, error), error) {
	value, err := values(bare(a))
	if err != nil {
		return nil, err
	}
	return func(row int) (mapping.Cell, error) {
		if a.IsNull(row) {
			return mapping.Cell{}, nil
		}
		return value(row)
	}, nil
}

// values is cells without the check for null. A type that is missing here makes a
// column unreadable, with the type's name: better than a column of wrong texts.
func values(a arrow.Array) (func(row int) (mapping.Cell, error), error) {
	if t, ok := textsOf(a); ok {
		return func(row int) (mapping.Cell, error) { return mapping.TextCell(t.Value(row)), nil }, nil
	}
	if d, ok := a.(*array.Dictionary); ok {
		inner, err := cells(d.Dictionary()) // which may hold a null itself
		if err != nil {
			return nil, err
		}
		return func(row int) (mapping.Cell, error) { return inner(d.GetValueIndex(row)) }, nil
	}
	if u, ok := a.(*array.Uint64); ok {
		return func(row int) (mapping.Cell, error) {
			return mapping.DigitsCell(strconv.FormatUint(u.Value(row), 10)), nil
		}, nil
	}
	if n, ok := integersOf(a); ok {
		return func(row int) (mapping.Cell, error) { return mapping.IntCell(n(row)), nil }, nil
	}
	if t, ok := a.DataType().(arrow.DecimalType); ok {
		f, _ := floatsOf(a)
		return func(row int) (mapping.Cell, error) { return decimal(f(row), a.ValueStr(row), t.GetScale()), nil }, nil
	}
	if f, ok := floatsOf(a); ok {
		return func(row int) (mapping.Cell, error) { return mapping.FloatCell(f(row)), nil }, nil
	}
	switch a := a.(type) {
	case *array.Null:
		return func(int) (mapping.Cell, error) { return mapping.Cell{}, nil }, nil
	case *array.Boolean:
		return func(row int) (mapping.Cell, error) { return mapping.BoolCell(a.Value(row)), nil }, nil
	case *array.Timestamp:
		unit := a.DataType().(*arrow.TimestampType).Unit.Multiplier().Nanoseconds()
		return func(row int) (mapping.Cell, error) {
			v := int64(a.Value(row))
			if ns := v * unit; ns/unit == v { // else it has overflowed
				return mapping.TimeCell(ns), nil
			}
			return mapping.Cell{}, fmt.Errorf("the timestamp %d lies beyond the years 1678 to 2261", v)
		}, nil
	case *array.Date32:
		return func(row int) (mapping.Cell, error) {
			return mapping.TimeCell(a.Value(row).ToTime().UnixNano()), nil
		}, nil
	case *array.Date64:
		return func(row int) (mapping.Cell, error) {
			return mapping.TimeCell(a.Value(row).ToTime().UnixNano()), nil
		}, nil
	case *array.FixedSizeBinary:
		return func(row int) (mapping.Cell, error) {
			return mapping.TextCell(hex.EncodeToString(a.Value(row))), nil // hashes and UUIDs
		}, nil
	case *array.Time32, *array.Time64:
		return func(row int) (mapping.Cell, error) { return mapping.TextCell(a.ValueStr(row)), nil }, nil
	case array.ListLike, *array.Struct:
		return func(row int) (mapping.Cell, error) {
			document, err := json.Marshal(nested(a, row))
			if err != nil {
				return mapping.Cell{}, fmt.Errorf("cannot be written as JSON: %w", err)
			}
			return mapping.NestedCell(string(document)), nil
		}, nil
	}
	return nil, fmt.Errorf("the Arrow type %s is not supported", a.DataType())
}

// nested is a value as encoding/json takes it: a map as an object and bytes as text,
// as cells have them at the top. The library writes a map as a list of pairs, which no
// log in JSON does, and bytes in base64.
func nested(a arrow.Array, row int) any {
	a, null := bare(a), a.IsNull(row)
	if null {
		return nil
	}
	switch a := a.(type) {
	case *array.Map:
		from, to := a.ValueOffsets(row)
		object := make(map[string]any, to-from)
		for i := int(from); i < int(to); i++ {
			key, _ := nested(a.Keys(), i).(string)
			object[key] = nested(a.Items(), i)
		}
		return object
	case array.ListLike:
		from, to := a.ValueOffsets(row)
		list := make([]any, 0, to-from)
		for i := int(from); i < int(to); i++ {
			list = append(list, nested(a.ListValues(), i))
		}
		return list
	case *array.Struct:
		fields := a.DataType().(*arrow.StructType).Fields()
		object := make(map[string]any, len(fields))
		for i, f := range fields {
			object[f.Name] = nested(a.Field(i), row)
		}
		return object
	case *array.Binary, *array.LargeBinary, *array.BinaryView:
		texts, _ := textsOf(a)
		return texts.Value(row)
	case *array.Dictionary:
		return nested(a.Dictionary(), a.GetValueIndex(row))
	}
	return a.GetOneForMarshal(row)
}

// decimal is a decimal number with all its digits, without the zeros that its scale
// adds.
func decimal(v float64, digits string, scale int32) mapping.Cell {
	if scale > 0 && strings.Contains(digits, ".") {
		digits = strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
	}
	c := mapping.FloatCell(v)
	c.Text = digits
	return c
}

// integersOf gives the values of an integer array; false for any other. A value
// beyond int64 is clipped to it: who names things by it or counts with it asks for
// cells.
func integersOf(a arrow.Array) (func(row int) int64, bool) {
	switch a := a.(type) {
	case *array.Int64:
		return a.Value, true
	case *array.Int32:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Int16:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Int8:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Uint64:
		return func(row int) int64 { return int64(min(a.Value(row), math.MaxInt64)) }, true
	case *array.Uint32:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Uint16:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Uint8:
		return func(row int) int64 { return int64(a.Value(row)) }, true
	case *array.Dictionary:
		if n, ok := integersOf(bare(a.Dictionary())); ok {
			return func(row int) int64 { return n(a.GetValueIndex(row)) }, true
		}
	}
	return nil, false
}

// floatsOf gives the values of an array of floats, decimals or durations (in
// milliseconds, which is what fields have); false for any other. A decimal with more
// digits than a double comes to the nearest one: it measures, and ids go by cells.
func floatsOf(a arrow.Array) (func(row int) float64, bool) {
	switch a := a.(type) {
	case *array.Float64:
		return a.Value, true
	case *array.Float32:
		return func(row int) float64 { return float64(a.Value(row)) }, true
	case *array.Float16:
		return func(row int) float64 { return float64(a.Value(row).Float32()) }, true
	case *array.Decimal32:
		scale := a.DataType().(arrow.DecimalType).GetScale()
		return func(row int) float64 { return a.Value(row).ToFloat64(scale) }, true
	case *array.Decimal64:
		scale := a.DataType().(arrow.DecimalType).GetScale()
		return func(row int) float64 { return a.Value(row).ToFloat64(scale) }, true
	case *array.Decimal128:
		scale := a.DataType().(arrow.DecimalType).GetScale()
		return func(row int) float64 { return a.Value(row).ToFloat64(scale) }, true
	case *array.Decimal256:
		scale := a.DataType().(arrow.DecimalType).GetScale()
		return func(row int) float64 { return a.Value(row).ToFloat64(scale) }, true
	case *array.Duration:
		unit := a.DataType().(*arrow.DurationType).Unit.Multiplier()
		return func(row int) float64 { return float64(a.Value(row)) * float64(unit.Nanoseconds()) / 1e6 }, true
	case *array.Dictionary:
		if n, ok := floatsOf(bare(a.Dictionary())); ok {
			return func(row int) float64 { return n(a.GetValueIndex(row)) }, true
		}
	}
	return nil, false
}

// numbersOf gives the values of an array of numbers or bools, a bool being 0 or
// 1; false for any other.
func numbersOf(a arrow.Array) (func(row int) float64, bool) {
	if f, ok := floatsOf(a); ok {
		return f, true
	}
	if u, ok := a.(*array.Uint64); ok {
		return func(row int) float64 { return float64(u.Value(row)) }, true
	}
	if n, ok := integersOf(a); ok {
		return func(row int) float64 { return float64(n(row)) }, true
	}
	if b, ok := a.(*array.Boolean); ok {
		return func(row int) float64 {
			if b.Value(row) {
				return 1
			}
			return 0
		}, true
	}
	return nil, false
}
