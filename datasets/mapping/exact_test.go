package mapping

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// Two texts that differ in any byte, and two JSON strings that differ in any code
// unit, are two ids: what Exact makes of them is UTF-8 and as different.
func TestExactKeepsTextsApart(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "\xe9", "\xff", "\xc3", "\xed\xa0\x80", `\ud800`, `\udc00`, `\ud83d\ude00`, `\\ud800`, `\u00e9`, `\uD800`, `\n`})
	rapid.Check(t, func(t *rapid.T) {
		var read [2]string
		var units [2]string // the code units and stray bytes: the meaning of the literal
		for i := range read {
			literal := `"`
			for _, p := range rapid.SliceOfN(piece, 0, 6).Draw(t, "text") {
				literal += p
			}
			literal += `"`
			exact := Exact([]byte(literal))
			if !utf8.Valid(exact) {
				t.Fatalf("%q is not UTF-8", exact)
			}
			if err := json.Unmarshal(exact, &read[i]); err != nil {
				t.Fatalf("%q: %v", exact, err)
			}
			units[i] = meaning(literal[1 : len(literal)-1])
		}
		if (read[0] == read[1]) != (units[0] == units[1]) {
			t.Fatalf("%q and %q for %s and %s", read[0], read[1], units[0], units[1])
		}
	})
	if got := string(Exact([]byte("caf\xe9"))); got != "caf\uFFFD<E9>" || !HadInvalidUTF8(got) {
		t.Errorf("%q", got)
	}
	if got := ExactText(`C:\udc00`); got != `C:\udc00` { // a text that is no JSON
		t.Errorf("%q", got)
	}
}

// meaning spells a JSON string out, rune by rune, halves of pairs and bytes that are
// no UTF-8 as themselves.
func meaning(s string) (out string) {
	for i := 0; i < len(s); {
		if s[i] == '\\' && s[i+1] != 'u' {
			out, i = out+fmt.Sprintf("[%c]", map[byte]byte{'n': '\n', '\\': '\\'}[s[i+1]]), i+2
			continue
		}
		if s[i] == '\\' {
			v, _ := strconv.ParseUint(s[i+2:i+6], 16, 32)
			i += 6
			if v >= 0xD800 && v < 0xDC00 && i+6 <= len(s) && s[i] == '\\' && s[i+1] == 'u' {
				if w, _ := strconv.ParseUint(s[i+2:i+6], 16, 32); w >= 0xDC00 && w < 0xE000 {
					out, i = out+fmt.Sprintf("[%c]", rune((v-0xD800)<<10|(w-0xDC00)+0x10000)), i+6
					continue
				}
			}
			if v >= 0xD800 && v < 0xE000 {
				out += fmt.Sprintf("[half %X]", v)
			} else {
				out += fmt.Sprintf("[%c]", rune(v))
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			out += fmt.Sprintf("[byte %X]", s[i])
		} else {
			out += fmt.Sprintf("[%c]", r)
		}
		i += n
	}
	return out
}

// Numbers name different things exactly where they are different numbers; in a column
// of several types, where they are spelled differently.
func TestNumbersAsIds(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		s := rapid.StringMatching(`[1-9][0-9]{0,24}`).Draw(t, "digits")
		if rapid.Bool().Draw(t, "fraction") {
			s += "." + rapid.StringMatching(`[0-9]{1,20}`).Draw(t, "behind")
		}
		return s
	})
	id := func(literal string, mixed bool) (string, error) {
		c := DigitsCell(literal)
		if v, err := strconv.ParseFloat(literal, 64); err == nil && !isDigits(literal) {
			c = FloatCell(v)
		}
		return Identifier(Spelled([]byte(literal), c, mixed))
	}
	rapid.Check(t, func(t *rapid.T) {
		a := number.Draw(t, "a")
		b := rapid.OneOf(number, rapid.Just(a), rapid.Just(a[:len(a)-1]+"7")).Draw(t, "b")
		x, errX := id(a, false)
		y, errY := id(b, false)
		if errX != nil || errY != nil {
			return // refused is not merged
		}
		var p, q big.Rat
		p.SetString(a)
		q.SetString(b)
		if x == y && p.Cmp(&q) != 0 {
			t.Fatalf("%s and %s are both %q", a, b, x)
		}
		x, _ = id(a, true)
		y, _ = id(b, true)
		if (x == y) != (a == b) {
			t.Fatalf("mixed: %q and %q for %s and %s", x, y, a, b)
		}
	})
	if got, _ := Identifier(FloatCell(1e6)); got != "1000000" {
		t.Errorf("1e6 is %q", got)
	}
	if _, err := Identifier(FloatCell(1 << 53)); err == nil {
		t.Error("2^53 as a double is taken for one id")
	}
	if one, text := Spelled([]byte("1"), IntCell(1), true), Spelled([]byte(`"1"`), TextCell("1"), true); one.String() == text.String() {
		t.Error(`1 and "1" are one id in a column of both`)
	}
}

func isDigits(s string) bool {
	_, ok := new(big.Int).SetString(s, 10)
	return ok
}

func TestRepeatedKey(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1, "b": 2}`:                                "",
		`{"a": 1, "a": 1}`:                                "", // nothing depends on which counts
		`{"a": 1, "b": "}", "a": 2}`:                      "a",
		`{"x": {"y": {"z": 1, "z": 2}}}`:                  "z",
		`{"x": [{"z": 1, "z": 2}], "q": "\"{,"}`:          "", // inside of a list
		`{"a": "x\\", "b": {"a": 1}, "a": "x\\\""}`:       "a",
		`[{"a": 1, "a": 2}]`:                              "",
		`{"a": null, "a": null, "c": {"c": {}, "c": []}}`: "c",
	} {
		if got := RepeatedKey([]byte(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		RepeatedKey([]byte(rapid.StringOf(rapid.SampledFrom([]rune(`{}[]":,\ 1a`))).Draw(t, "damage")))
	})
}
