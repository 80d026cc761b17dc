package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// gluedUnits may follow a number without a space. Anything else that follows so is part of a
// name (8B, 3D, 4xH100) or, in a cell, a mark that refers to a footnote.
var gluedUnits = map[string]bool{
	"k": true, "K": true, "M": true, "x": true, "ms": true, "s": true, "h": true, "min": true, "pp": true, "pt": true, "pts": true,
	"GB": true, "MB": true, "TB": true, "KB": true, "kB": true, "GiB": true, "MiB": true, "ns": true, "us": true, "µs": true, "μs": true,
	"kg": true, "mg": true, "g": true, "ml": true, "mL": true, "mm": true, "cm": true, "m": true, "km": true, "Hz": true, "kHz": true, "MHz": true, "GHz": true,
	"W": true, "kW": true, "J": true, "V": true, "px": true, "fps": true, "dB": true, "bn": true, "mln": true, "hrs": true, "hr": true, "sec": true, "mins": true,
	"T": true, "B": true, "d": true, "y": true, "yrs": true, "EUR": true, "USD": true, "pct": true, "mmHg": true,
}

// spacedUnits may follow a number behind a space, and are never a sentence's next word.
var spacedUnits = []string{
	"percentage points", "percentage point", "percent points", "per cent", "percent", "pct", "p.p.", "pp", "points", "point", "pts",
	"tokens", "token", "seconds", "second", "secs", "sec", "minutes", "minute", "mins", "min", "hours", "hour", "hrs", "days", "weeks", "months", "years",
	"ms", "µs", "μs", "us", "ns", "s", "h", "GB", "MB", "TB", "KB", "kB", "GiB", "MiB", "ops/s", "ops/sec", "req/s", "rps", "kg", "mg", "ml", "mL", "mm", "cm", "km", "Hz", "kHz", "MHz", "GHz", "fps", "dB",
	"million", "billion", "trillion", "thousand", "k", "K", "M", "B", "x", "×", "times", "bits", "bytes", "USD", "EUR", "dollars", "cents", "mmHg", "°C",
}

// after reads what follows the digits: exponent, percent sign, unit, marks. It answers false
// where the digits begin a name.
func (r *reader) after(j int, t *token) (int, bool) {
	s := r.s
	j = r.exponent(j, t)
	// Marks may stand before the percent sign, or behind it: 78.95*%, 78.95%*.
	j = r.readMarks(j, t)
	if j < len(s) && s[j] == '+' && (j+1 == len(s) || !isDigit(s[j+1])) {
		t.approx = true // 300+
		j++
	}
	if n := percent(s[j:]); n > 0 {
		t.unit = "%"
		j += n
		return r.readMarks(j, t), true
	}
	c, n := utf8.DecodeRuneInString(s[j:])
	switch {
	case c == '×' && !digitAfter(s[j+n:]):
		t.unit = "x"
		return r.readMarks(j+n, t), true
	case c == '°':
		end := j + n
		if end < len(s) && isLetterByte(s[end]) {
			end++
		}
		t.unit = s[j:end]
		return end, true
	case strings.ContainsRune("€$£", c) && t.unit == "":
		t.unit = string(c)
		return r.readMarks(j+n, t), true
	case c == '_' || c == '@':
		return r.wordEnd(j), false
	case unicode.IsLetter(c):
		return r.letters(j, t)
	case isDash(c) && c != '—' && c != '−':
		if d, _ := utf8.DecodeRuneInString(s[j+n:]); unicode.IsLetter(d) && !strings.ContainsRune(" ", d) {
			return r.compound(j, n, t)
		}
	}
	return r.spacedUnit(j, t), true
}

func digitAfter(s string) bool {
	s = strings.TrimLeft(s, " ")
	return s != "" && isDigit(s[0])
}

// percent is the length of a percent sign, with the thin or word space before it.
func percent(s string) int {
	trimmed := strings.TrimLeft(s, " \u2009\u202f\u00a0")
	skipped := len(s) - len(trimmed)
	for _, sign := range []string{"\\%", "%", "％", "٪", "‰"} {
		if strings.HasPrefix(trimmed, sign) {
			if sign == "‰" {
				return 0
			}
			return skipped + len(sign)
		}
	}
	return 0
}

// letters reads letters glued to a number: an exponent's were read before, so they are a
// unit, a footnote's mark, or make the number part of a name.
func (r *reader) letters(j int, t *token) (int, bool) {
	s := r.s
	end := j
	for end < len(s) {
		c, n := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(c) {
			break
		}
		end += n
	}
	word := s[j:end]
	joins := end < len(s) && (isDigit(s[end]) || s[end] == '_' || s[end] == '@' || s[end] == '-' && end+1 < len(s) && joined(s[end+1:]))
	fraction := strings.ContainsRune(t.body, rune(t.decimal))
	switch {
	case joins && gluedUnits[word] && s[end] == '-': // 128K-token, 34s-52s
	case joins:
		return r.wordEnd(end), false
	}
	raised := r.text.Has(Superscript, j, end)
	if len(word) <= 2 && (raised || r.cell && fraction && strings.Trim(word, "abcdef") == "") {
		t.marks += word
		return r.readMarks(end, t), true
	}
	if gluedUnits[word] {
		// 8B and 70B are sizes of models; 3T, 2d and 1y are too short to be sure of outside a table.
		if !r.cell && (word == "B" || word == "T" || word == "d" || word == "y" || word == "V" || word == "W") && !strings.HasSuffix(s[:t.from], "$") {
			return end, false
		}
		t.unit += word
		return r.readMarks(end, t), true
	}
	return r.wordEnd(end), false
}

// compound reads 5-fold, 500-tool: a number that begins an adjective. Those that name a
// method's setting are no results.
func (r *reader) compound(j, dash int, t *token) (int, bool) {
	s := r.s
	end := j + dash
	for end < len(s) {
		c, n := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(c) {
			break
		}
		end += n
	}
	word := s[j+dash : end]
	switch strings.ToLower(word) {
	case "task", "case", "question", "tool", "item", "participant", "patient", "sample", "problem", "query", "token", "percent", "example", "instance":
		t.unit = strings.ToLower(word)
		return end, true
	case "to": // 3-to-5
		return j, true
	}
	return r.wordEnd(end), false
}

// spacedUnit reads a unit behind a space.
func (r *reader) spacedUnit(j int, t *token) int {
	s := r.s
	rest := strings.TrimLeft(s[j:], " \u2009\u202f\u00a0~")
	if len(rest) == len(s[j:]) || rest == "" {
		return j
	}
	for _, u := range spacedUnits {
		if !strings.HasPrefix(rest, u) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest[len(u):])
		if unicode.IsLetter(next) || unicode.IsDigit(next) || next == '-' || next == '=' {
			continue
		}
		if (u == "s" || u == "h" || u == "x" || u == "×" || u == "k" || u == "K" || u == "M" || u == "B") && (digitAfter(rest[len(u):]) || !r.cell && (u != "s" && u != "h")) {
			continue
		}
		switch u {
		case "percent", "per cent", "pct":
			u2 := "%"
			t.unit = u2
		case "percentage points", "percentage point", "percent points", "p.p.", "pp":
			t.unit = "pp"
		case "×", "times":
			t.unit = "x"
		default:
			if t.unit != "" { // "$3 million"
				t.unit += " "
			}
			t.unit += u
		}
		return len(s) - len(rest) + len(u)
	}
	return j
}

// readMarks reads stars, daggers and raised letters or digits.
func (r *reader) readMarks(j int, t *token) int {
	s := r.s
	for j < len(s) {
		c, n := utf8.DecodeRuneInString(s[j:])
		switch {
		case c == '^' && j+1 < len(s) && !isDigit(s[j+1]): // 78.95^*, 78.95^a of plain text
			rest := strings.TrimPrefix(s[j+1:], "{")
			m, k := utf8.DecodeRuneInString(rest)
			if !strings.ContainsRune("*†‡§¶#", m) && !unicode.IsLetter(m) {
				return j
			}
			j = len(s) - len(rest) + k
			t.marks += string(m)
			if j < len(s) && s[j] == '}' {
				j++
			}
			continue
		case strings.ContainsRune("*†‡§¶∗⋆★☆✱↑↓▲▼△▽⇑⇓", c) && !(c == '*' && digitAfter(s[j+n:])):
		case strings.ContainsRune("¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉᶠᵍ", c):
		case c == '#' && r.cell:
		case r.text.Has(Superscript, j, j+n) && (unicode.IsLetter(c) || unicode.IsDigit(c) || c == ','):
		default:
			return j
		}
		if c == '∗' || c == '✱' {
			c = '*'
		}
		t.marks += string(c)
		j += n
	}
	return j
}
