package claims

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printed is a number as a paper prints it. It can be read as:
//
//	29.79  -0.003  +4.0  .045  1,000  29 964  3.2e-05     signs, separators, exponents
//	29.79%  4.0 pp  1.2k  6.07M  5.76x                    percent, thousands, millions
//	<0.001  ≤60  >300  ≥0.75  300+  over 300  up to 60    bounds
//	~70  ≈55  about 700                                   approximations
//	34-52%  [0.865, 0.870]  12 to 18                      ranges
//	44.50±1.69                                            a value and a half-width
//	three  0.045*  0.17 (S)  700 tokens                   words, stars, labels, units
//
// The unit is not part of it: 29.79 may be a percentage or a number of seconds, which only
// the claim says. Nothing is rounded on the way in, since the last digit that is printed
// is the precision that is claimed.
type Printed struct {
	Text string

	value *big.Rat // as printed; a range's lower end
	digit *big.Rat // one unit of the last printed digit
	whole bool     // printed without decimals, exponent or multiplier
	power int      // of the multiplier behind it: 3 for k, 6 for M, 9 for B
	bound bound
	about bool     // marked as approximate
	sign  bool     // with a percent sign
	upper *Printed // a range's upper end
	half  *Printed // what stands behind ±; a bare ±1.69 is a half-width without a value
	alone bool     // ± stands in front, without a value
}

// bound is the relation of a value to the printed number.
type bound int

const (
	equal bound = iota
	below
	atMost
	above
	atLeast
)

var (
	approximations = []string{"~", "≈", "∼", "≃", `\approx`, `\sim`, "approximately", "approx.", "approx", "about", "roughly", "around", "nearly", "almost", "circa", "ca.", "some"}
	bounds         = []struct {
		mark string
		is   bound
	}{
		{"<=", atMost}, {"≤", atMost}, {`\leq`, atMost}, {`\le`, atMost}, {"⩽", atMost}, {"at most", atMost}, {"up to", atMost}, {"no more than", atMost},
		{">=", atLeast}, {"≥", atLeast}, {`\geq`, atLeast}, {`\ge`, atLeast}, {"⩾", atLeast}, {"at least", atLeast},
		{"<", below}, {"under", below}, {"less than", below}, {"fewer than", below}, {"below", below},
		{">", above}, {"over", above}, {"more than", above}, {"above", above}, {"exceeds", above},
	}
	words = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
)

// ParsePrinted reads a printed number. The error says what was expected.
func ParsePrinted(text string) (Printed, error) {
	p := Printed{Text: text}
	s := strings.TrimSpace(text)
	s = strings.Trim(s, "$*")
	s = strings.NewReplacer(`\pm`, "±", "+/-", "±", "+-", "±", `\%`, "%", `\,`, "", "\u00a0", " ", "\u2009", " ", "\u202f", " ").Replace(s)
	s = strings.TrimSpace(s)
	if after := strings.TrimLeft(strings.TrimLeft(s, "pP"), " "); len(after) < len(s) && strings.ContainsAny(after[:min(1, len(after))], "=<>≤≥") {
		s = after // "p = .045" and "P < .001" are the number behind them
	}
	if s == "" {
		return p, errors.New("no number; expected one such as 29.79, <0.001, ~70 or 34-52%")
	}
	if utf8.RuneCountInString(s) > 80 {
		return p, fmt.Errorf("%.40q... is not a number; expected one such as 29.79, <0.001, ~70 or 34-52%%", s)
	}
	rest, err := p.read(s)
	if err != nil {
		return p, err
	}
	if !trailer(rest) {
		return p, fmt.Errorf("%q is not a number: %q is left over; expected one such as 29.79, <0.001, ~70 or 34-52%%", text, rest)
	}
	return p, nil
}

// read takes a number off the front of s, with what belongs to it.
func (p *Printed) read(s string) (rest string, err error) {
	if (s[0] == '[' || s[0] == '(') && len(s) > 1 {
		inner, after, ok := cutClosing(s)
		if !ok {
			return "", fmt.Errorf("%q is not a number: the bracket is not closed", p.Text)
		}
		inner = strings.TrimSpace(inner)
		if inner == "" {
			return "", fmt.Errorf("%q is not a number: the brackets are empty", p.Text)
		}
		left, err := p.read(inner)
		if err == nil && strings.TrimSpace(left) != "" {
			err = fmt.Errorf("%q is not a number: %q is left over", p.Text, left)
		}
		return after, err
	}
	s = p.marks(s)
	if after, ok := strings.CutPrefix(s, "±"); ok && !p.alone {
		p.alone = true
		return p.read(after + " ")
	}
	s, err = p.number(s)
	if err != nil {
		return "", err
	}
	return p.tail(s)
}

// marks takes off the words and signs that make a number approximate or a bound.
func (p *Printed) marks(s string) string {
	for again := true; again; {
		again = false
		s = strings.TrimLeft(s, " =")
		lower := strings.ToLower(s)
		if len(lower) != len(s) {
			lower = s
		}
		for _, a := range approximations {
			if strings.HasPrefix(lower, a) && wordEnds(lower, a) {
				p.about, again = true, true
				s = s[len(a):]
				break
			}
		}
		if again || p.bound != equal {
			continue
		}
		for _, b := range bounds {
			if strings.HasPrefix(lower, b.mark) && wordEnds(lower, b.mark) {
				p.bound, again = b.is, true
				s = s[len(b.mark):]
				break
			}
		}
	}
	return s
}

// wordEnds tells "over 300" from "overall", and from the name "over300".
func wordEnds(s, mark string) bool {
	last, _ := utf8.DecodeLastRuneInString(mark)
	next, _ := utf8.DecodeRuneInString(s[len(mark):])
	return !unicode.IsLetter(last) || !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// tail reads what may follow a number: %, a multiplier, +, an upper end, ±.
func (p *Printed) tail(s string) (string, error) {
	s = p.suffix(s)
	if strings.HasPrefix(s, "+") && p.bound == equal {
		p.bound = atLeast
		s = s[1:]
	}
	t := strings.TrimLeft(s, " ")
	if after, ok := strings.CutPrefix(t, "±"); ok && p.half == nil && !p.alone {
		h := Printed{Text: p.Text}
		rest, err := h.number(strings.TrimLeft(after, " "))
		if err != nil {
			return "", err
		}
		rest = h.suffix(rest)
		p.half, p.sign = &h, p.sign || h.sign
		return rest, nil
	}
	for _, dash := range []string{"--", "-", "–", "—", "−", ",", "to ", "and "} {
		after, ok := strings.CutPrefix(t, dash)
		if !ok || p.upper != nil || p.bound != equal {
			continue
		}
		u := Printed{Text: p.Text}
		rest, err := u.number(strings.TrimLeft(after, " "))
		if err != nil {
			return s, nil // a dash that begins something else
		}
		rest = u.suffix(rest)
		if u.power > 0 && p.power == 0 && dash != "," {
			// "2-3M" is 2M to 3M
			by := power10(u.power)
			p.value, p.digit = new(big.Rat).Mul(p.value, by), new(big.Rat).Mul(p.digit, by)
		}
		if u.value.Cmp(p.value) < 0 {
			return "", fmt.Errorf("%q is not a number: the range ends below its beginning", p.Text)
		}
		p.sign = p.sign || u.sign
		u.about = p.about
		p.upper = &u
		return rest, nil
	}
	return s, nil
}

// trailer reports whether what follows a number may be left unread: stars of
// significance, a label in parentheses, words such as a unit.
func trailer(s string) bool {
	s = strings.TrimLeft(s, "*†‡§")
	if s == "" {
		return true
	}
	if s[0] == '(' {
		_, after, ok := cutClosing(s)
		return ok && trailer(after)
	}
	if s[0] != ' ' {
		return false
	}
	s = strings.TrimSpace(s)
	if s != "" && s[0] == '(' {
		return trailer(s)
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !strings.ContainsRune(" -/²³µ°.", r) {
			return false
		}
	}
	return true
}

// cutClosing splits "(a) b" into "a" and " b".
func cutClosing(s string) (inner, after string, ok bool) {
	closing := map[byte]string{'[': "]", '(': ")"}[s[0]]
	inner, after, ok = strings.Cut(s[1:], closing)
	return inner, after, ok
}
