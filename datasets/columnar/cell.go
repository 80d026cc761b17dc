package columnar

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets/mapping"
)

// # How a value becomes a cell
//
// A mapping.Cell is what the mapping interprets: a kind (kindOf), the value in the form of
// that kind, and the digits where the form would lose some. The conversions, and why they
// are exact, or where they stop:
//
//	bool                      as it is
//	int8 ... int64, uint8 ... uint32   int64, which holds them all
//	uint64                    its decimal digits: half of its values are beyond int64
//	float16, float32          float64, which holds them all
//	decimal32 ... decimal256  float64 and all digits: what measures is rounded to the
//	                          nearest double, what names something keeps its digits
//	duration                  float64 in milliseconds, the unit of latency_ms; exact up to
//	                          2^53 of the stored unit
//	timestamp, date           nanoseconds since 1970 in an int64; an instant before 1678 or
//	                          after 2261 does not fit and is an error for its row
//	string, large, view, binary   the text; bytes that are not valid UTF-8 stay as they
//	                          are here and are spelled out by package mapping (exact.go)
//	fixed_size_binary         hexadecimal, as hashes and UUIDs are written
//	time of day               the library's text: nothing is computed from it
//	dictionary                the value behind the index
//	list, struct, map         a JSON document
//	null                      the null cell, in any column
//
// Nested values become documents because the mapping already reads conversations, plans
// and verdicts in every shape that JSON logs give them: one reader for all formats, at the
// cost of encoding what Arrow had decoded. The canonical layouts do not pay it: newDirect
// (direct.go) reads those straight from the arrays.

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

// cells gives access to a column's values as cells, whatever its type. The type is looked
// at once for the array; the function that is returned costs one indirect call a value.
// a may be masked, so its own IsNull is asked and not that of the bare array.
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

// values is cells without the check for null. A type that is missing here makes the column
// unreadable, and the error names the type: better than a column of wrong texts. Texts come
// first because a dictionary of texts is one of their layouts; uint64 and decimals before the
// numbers whose functions would round them.
func values(a arrow.Array) (func(row int) (mapping.Cell, error), error) {
	if t, ok := textsOf(a); ok {
		return func(row int) (mapping.Cell, error) { return mapping.TextCell(t.Value(row)), nil }, nil
	}
	if d, ok := a.(*array.Dictionary); ok {
		inner, err := cells(d.Dictionary()) // not values: a dictionary may hold a null itself
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
		unit := a.DataType().(*arrow.TimestampType).Unit.Multiplier()
		return func(row int) (mapping.Cell, error) { return instant(int64(a.Value(row)), unit) }, nil
	case *array.Date32:
		return func(row int) (mapping.Cell, error) { return instant(int64(a.Value(row)), 24*time.Hour) }, nil
	case *array.Date64:
		return func(row int) (mapping.Cell, error) { return instant(int64(a.Value(row)), time.Millisecond) }, nil
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

// instant is the time of n units since 1970, an error where it does not fit into a cell.
func instant(n int64, unit time.Duration) (mapping.Cell, error) {
	ns := n * int64(unit)
	if ns/int64(unit) != n { // the product overflowed
		return mapping.Cell{}, fmt.Errorf("the time %d (in units of %s since 1970) lies beyond the years 1678 to 2261", n, unit)
	}
	return mapping.TimeCell(ns), nil
}

// nested is a value as encoding/json takes it: a map as an object and bytes as text, as cells
// have them at the top level. The library's own marshalling writes a map as a list of pairs,
// which no JSON log does, and bytes in base64.
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
			key, ok := nested(a.Keys(), i).(string)
			if !ok { // JSON has no other keys than texts: a number becomes its digits
				key = a.Keys().ValueStr(i)
			}
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

// decimal is a decimal number with all its digits, without the zeros that its scale adds: 12.50
// in decimal(10, 4) is logged as 12.5000, and an id 7 in decimal(38, 2) must equal an id 7
// elsewhere.
func decimal(v float64, digits string, scale int32) mapping.Cell {
	if scale > 0 && strings.Contains(digits, ".") {
		digits = strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
	}
	c := mapping.FloatCell(v)
	c.Text = digits
	return c
}

// integersOf gives the values of an integer array; false for any other. A uint64 beyond int64
// is clipped: callers that name things by it or count with it must use cells, and newDirect
// keeps such columns away from here.
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

// floatsOf gives the values of an array of floats, decimals or durations, the latter in
// milliseconds; false for any other. A decimal with more digits than a double is rounded to the
// nearest double.
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

// numbersOf gives the values of an array of numbers or bools, a bool being 0 or 1; false for
// any other. Integers beyond 2^53 are rounded, a uint64 without the detour over int64 that
// would clip it.
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
