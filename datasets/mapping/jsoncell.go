package mapping

import (
	"bytes"
	std "encoding/json"
	"fmt"
	"math"
	"strconv"
)

// validJSON is the standard library's judgment: the faster parser lets some damage pass.
func validJSON(s string) bool { return std.Valid([]byte(s)) }

// JSONKind is the kind of a JSON value by its first byte, and of a number by its form.
func JSONKind(value []byte) Kind {
	if len(value) == 0 {
		return Null
	}
	switch value[0] {
	case '{', '[':
		return Nested
	case '"':
		return Text
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	if bytes.ContainsAny(value, ".eE") {
		return Float
	}
	return Int
}

// mostDigits is how many digits an integer may have, as many as a double reaches to.
const mostDigits = 309

// JSONCell is a JSON value as a cell.
func JSONCell(value []byte) (Cell, error) {
	switch JSONKind(value) {
	case Nested:
		return NestedCell(string(value)), nil
	case Text:
		s, ok := Unquoted(value)
		if ok {
			return TextCell(s), nil
		}
		s, err := text(value)
		return TextCell(s), err
	case Bool:
		return BoolCell(value[0] == 't'), nil
	case Int:
		if len(value) > mostDigits {
			return Cell{}, fmt.Errorf("the number %s is too large", TextCell(string(value)).excerpt())
		}
		return DigitsCell(string(value)), nil
	case Float:
		v, err := strconv.ParseFloat(string(value), 64)
		if math.IsInf(v, 0) {
			return Cell{}, fmt.Errorf("the number %s is too large", TextCell(string(value)).excerpt())
		}
		return FloatCell(v), err
	}
	return Cell{}, nil
}

// Unquoted is what a JSON string says where it says so letter by letter: in printable
// ASCII without escapes, which names and most labels are.
func Unquoted(b []byte) (s string, ok bool) {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return "", false
	}
	for _, c := range b[1 : len(b)-1] {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return "", false
		}
	}
	return string(b[1 : len(b)-1]), true
}
