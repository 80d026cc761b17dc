package mapping

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Ids are compared as they are logged. Two things would make one id of two: bytes
// that are not UTF-8, and halves of surrogate pairs, for which decoders put U+FFFD,
// and numbers that a double cannot tell apart. The first are spelled out (Exact),
// so that they stay apart and can be seen; where one stands in the name of a
// benchmark, a run or a task the record is refused. Of the second the digits are
// kept, or the record is refused.

// bentMark begins what Exact writes for a byte or half a pair: U+FFFD, then the hex
// digits in angle brackets.
const bentMark = "\uFFFD<"

// HadInvalidUTF8 reports whether a text was not UTF-8 in the log.
func HadInvalidUTF8(s string) bool { return strings.Contains(s, bentMark) }

// ErrBent is what is wrong with the name of a benchmark, a run or a task that was not
// UTF-8.
var ErrBent = errors.New("is not UTF-8: bent to it two names could become one; save the file as UTF-8")

// Exact is a JSON document, or any text, as UTF-8 that tells all its bytes apart: a
// byte that is not UTF-8 becomes U+FFFD and its hex digits, <E9>, and so does an
// escaped half of a surrogate pair, <D800>.
func Exact(text []byte) []byte {
	if !utf8.Valid(text) {
		text = exactBytes(text)
	}
	if i := surrogate(text, 0); i >= 0 {
		text = exactEscapes(text, i)
	}
	return text
}

// ExactText is Exact for a text that is not JSON: its backslashes are its own.
func ExactText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(exactBytes([]byte(s)))
}

// exactBytes spells out the bytes that are not UTF-8. U+FFFD itself is a valid rune of three
// bytes, and stays.
func exactBytes(text []byte) []byte {
	out := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			out = fmt.Appendf(out, "%s%02X>", bentMark, text[0])
		} else {
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	return out
}

// surrogate is the place of the next escape of a surrogate, -1 for none.
func surrogate(text []byte, from int) int {
	for i := from; ; {
		j := bytes.IndexByte(text[i:], '\\')
		if j < 0 || i+j+1 >= len(text) {
			return -1
		}
		if i += j; text[i+1] == 'u' {
			if v, ok := escaped(text, i); ok && v >= 0xD800 && v < 0xE000 {
				return i
			}
		}
		i += 2 // of any escape, "\\" too
		if i >= len(text) {
			return -1
		}
	}
}

// escaped is the code unit of the escape \uXXXX at i.
func escaped(text []byte, i int) (v uint64, ok bool) {
	if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(text[i+2:i+6]), 16, 16)
	return v, err == nil
}

// exactEscapes spells out halves of surrogate pairs from the escape at i on; whole pairs stay.
func exactEscapes(text []byte, i int) []byte {
	out := make([]byte, 0, len(text)+16)
	at := 0
	for ; i >= 0; i = surrogate(text, at) {
		out = append(out, text[at:i]...)
		first, _ := escaped(text, i)
		second, ok := escaped(text, i+6)
		if first < 0xDC00 && ok && second >= 0xDC00 && second < 0xE000 {
			out, at = append(out, text[i:i+12]...), i+12
			continue
		}
		out, at = fmt.Appendf(out, "%s%04X>", bentMark, first), i+6
	}
	return append(out, text[at:]...)
}

// mostExact is where doubles begin to stand for several integers each.
const mostExact = 1 << 53

// Identifier is a cell as the name of something: text as it stands, an integer with
// all its digits, an instant in RFC 3339, another number as the shortest decimal
// that is that double.
func Identifier(c Cell) (string, error) {
	if c.Kind == Float && c.Text == "" {
		if v := c.Float; v == math.Trunc(v) && math.Abs(v) >= mostExact {
			return "", fmt.Errorf("%s is not an exact id: from 2^53 on a double stands for several integers; write the column as text or as integers", c.excerpt())
		}
		return strconv.FormatFloat(c.Float, 'f', -1, 64), nil
	}
	return c.String(), nil
}

// Spelled is a JSON scalar as an id. In a column of one type that is its value; where
// spellings are mixed, numbers and texts among them, numbers are told apart as they
// are spelled and a text that looks like a number keeps its quotes.
func Spelled(literal []byte, value Cell, mixed bool) Cell {
	switch {
	case value.Kind == Text && mixed && isNumber(value.Text):
		return TextCell(strconv.Quote(value.Text))
	case value.Kind == Int && mixed:
		return TextCell(string(literal))
	case value.Kind == Float && (mixed || significant(literal) > 15):
		return TextCell(string(literal))
	case value.Kind == Bool && mixed:
		return TextCell(string(literal))
	}
	return value
}

// isNumber reports whether a text spells a scalar of JSON, and could be taken for one.
func isNumber(s string) bool {
	switch s {
	case "true", "false":
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// significant counts the digits of a number's literal without leading zeros and
// exponent. With 15 or fewer a double tells two numbers apart.
func significant(literal []byte) int {
	n := 0
	for _, c := range literal {
		switch {
		case c == 'e' || c == 'E':
			return n
		case c >= '1' && c <= '9', c == '0' && n > 0:
			n++
		}
	}
	return n
}
