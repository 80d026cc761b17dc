package mapping

import (
	"math"
	"strconv"
	"time"
)

// Kind is the kind of one cell, or of all cells of a column.
type Kind uint8

// The kinds of cells. As a column's kind, Null means that the file does not
// tell (CSV, JSON Lines).
const (
	Null   Kind = iota
	Bool        // Cell.Int is 0 or 1
	Int         // Cell.Int
	Float       // Cell.Float
	Text        // Cell.Text
	Time        // Cell.Int: nanoseconds since 1970 UTC
	Nested      // Cell.Text: a JSON document
)

var kindNames = [...]string{"null", "bool", "integer", "number", "text", "timestamp", "nested value"}

// String names the kind in messages.
func (k Kind) String() string { return kindNames[k] }

// Kinds is a set of kinds.
type Kinds uint8

// kindSet always has Null: a column without a value in it can be of any kind.
func kindSet(kinds ...Kind) Kinds {
	s := Kinds(1 << Null)
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has reports whether the set holds k.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// Cell is one value of one row. The zero value is a null. Text of an Int or a Float
// is its digits where Int or Float cannot hold them: an integer beyond 64 bits, a
// decimal number.
type Cell struct {
	Kind  Kind
	Int   int64
	Float float64
	Text  string
}

// BoolCell, IntCell, FloatCell, TextCell, NestedCell and TimeCell make cells.
func BoolCell(v bool) Cell {
	if v {
		return Cell{Kind: Bool, Int: 1}
	}
	return Cell{Kind: Bool}
}

// IntCell is an integer.
func IntCell(v int64) Cell { return Cell{Kind: Int, Int: v} }

// DigitsCell is an integer of any size, by its digits.
func DigitsCell(digits string) Cell {
	if v, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return IntCell(v)
	}
	return Cell{Kind: Int, Int: math.MaxInt64, Text: digits}
}

// FloatCell is a number; NaN, the way data frames write a missing one, is null.
func FloatCell(v float64) Cell {
	if math.IsNaN(v) {
		return Cell{}
	}
	return Cell{Kind: Float, Float: v}
}

// TextCell is a string.
func TextCell(s string) Cell { return Cell{Kind: Text, Text: s} }

// NestedCell is a JSON document.
func NestedCell(json string) Cell { return Cell{Kind: Nested, Text: json} }

// TimeCell is an instant in nanoseconds since 1970 UTC.
func TimeCell(nanoseconds int64) Cell { return Cell{Kind: Time, Int: nanoseconds} }

// String is the cell as text: numbers in their shortest form, instants in RFC
// 3339, a null as the empty string.
func (c Cell) String() string {
	if c.Text != "" {
		return c.Text
	}
	switch c.Kind {
	case Bool:
		return strconv.FormatBool(c.Int != 0)
	case Int:
		return strconv.FormatInt(c.Int, 10)
	case Float:
		return strconv.FormatFloat(c.Float, 'g', -1, 64)
	case Time:
		return time.Unix(0, c.Int).UTC().Format(time.RFC3339Nano)
	}
	return ""
}

// excerpt is the cell as it stands in an error message: quoted where it is text,
// and short.
func (c Cell) excerpt() string {
	s := c.String()
	if len(s) > 60 {
		s = s[:57] + "..."
	}
	if c.Kind == Text || c.Kind == Nested {
		return strconv.Quote(s)
	}
	return s
}
