package claims

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxDigits bounds how long a printed number may be, and maxExponent its size:
// nothing that is printed needs more, and exact arithmetic on more is slow.
const (
	maxDigits   = 40
	maxExponent = 400
)

// number takes sign and digits off the front of s. The last digit's unit is taken from the
// digits as they stand, zeros included: 0.50 claims hundredths, 0.5 tenths.
func (p *Printed) number(s string) (rest string, err error) {
	for i, w := range words {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) && wordEnds(s, w) {
			p.value, p.digit, p.whole = big.NewRat(int64(i), 1), big.NewRat(1, 1), true
			return s[len(w):], nil
		}
	}
	negative := false
	for _, sign := range []string{"-", "−", "–", "+"} {
		if after, ok := strings.CutPrefix(s, sign); ok {
			negative = sign != "+"
			s = after
			break
		}
	}
	s = strings.TrimLeft(strings.TrimPrefix(s, "$"), " ")
	digits, decimals, rest, err := scanDigits(s)
	if err != nil {
		return "", fmt.Errorf("%q is not a number: %w", p.Text, err)
	}
	exponent, rest, err := scanExponent(rest)
	if err != nil {
		return "", fmt.Errorf("%q is not a number: %w", p.Text, err)
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return "", fmt.Errorf("%q is not a number", p.Text)
	}
	p.digit = power10(exponent - decimals)
	p.value = new(big.Rat).Mul(new(big.Rat).SetInt(n), p.digit)
	if negative {
		p.value.Neg(p.value)
	}
	p.whole = decimals == 0 && exponent == 0
	return rest, nil
}

// scanDigits reads digits with separators of thousands and a decimal point.
// Commas and spaces separate only where three digits follow.
func scanDigits(s string) (digits string, decimals int, rest string, err error) {
	var b strings.Builder
	point := false
	i := 0
	for i < len(s) {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			b.WriteByte(c)
			if point {
				decimals++
			}
		case c == '.' && !point && i+1 < len(s) && isDigit(s[i+1]):
			point = true
		case (c == ',' || c == ' ' || c == '\'') && !point && b.Len() > 0 && b.Len() <= maxDigits && threeDigits(s[i+1:]) && grouped(b.Len(), s[:i]):
		default:
			if b.Len() == 0 {
				return "", 0, "", fmt.Errorf("expected digits at %q", clipText(s[i:]))
			}
			return b.String(), decimals, s[i:], nil
		}
		if b.Len() > maxDigits {
			return "", 0, "", fmt.Errorf("more than %d digits", maxDigits)
		}
		i++
	}
	if b.Len() == 0 {
		return "", 0, "", fmt.Errorf("expected digits")
	}
	return b.String(), decimals, "", nil
}

// grouped reports whether a separator may follow here: the first group has at
// most three digits, the others exactly three.
func grouped(digits int, before string) bool {
	if strings.ContainsAny(before, ", '") {
		return digits%3 == 0 || digits > 3 && len(before)-strings.LastIndexAny(before, ", '")-1 == 3
	}
	return digits <= 3
}

func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// scanExponent reads e-05, ×10^{-5} and \times 10^-5; without one it is 0 and rest
// is s.
func scanExponent(s string) (exponent int, rest string, err error) {
	t, ok := cutPowerOfTen(s)
	if !ok {
		return 0, s, nil
	}
	t, braced := strings.CutPrefix(t, "{")
	t = strings.Replace(t, "−", "-", 1)
	end := signedDigits(t)
	exponent, err = strconv.Atoi(t[:end])
	if err != nil || exponent > maxExponent || exponent < -maxExponent {
		return 0, "", fmt.Errorf("exponent %q; expected one between -%d and %d", clipText(t[:end]), maxExponent, maxExponent)
	}
	rest = t[end:]
	if braced {
		if rest, ok = strings.CutPrefix(rest, "}"); !ok {
			return 0, "", fmt.Errorf("the brace after 10^ is not closed")
		}
	}
	return exponent, rest, nil
}

// cutPowerOfTen takes off what stands before an exponent: an e that digits follow,
// or a sign of multiplication and 10^.
func cutPowerOfTen(s string) (rest string, ok bool) {
	if len(s) > 1 && (s[0] == 'e' || s[0] == 'E') && startsExponent(s[1:]) {
		return s[1:], true
	}
	s = strings.TrimLeft(s, " ")
	for _, times := range []string{"×", "x", `\times`, `\cdot`, "·"} {
		after, ok := strings.CutPrefix(s, times)
		if !ok {
			continue
		}
		if after, ok = strings.CutPrefix(strings.TrimLeft(after, " "), "10^"); ok {
			return after, true
		}
	}
	return "", false
}

func isSign(c byte) bool { return c == '-' || c == '+' }

// startsExponent tells 1e5 and 1e-5 from 1eggs.
func startsExponent(s string) bool {
	return isDigit(s[0]) || len(s) > 1 && isSign(s[0]) && isDigit(s[1])
}

// signedDigits is how many bytes at the front are a sign and digits.
func signedDigits(s string) int {
	end := 0
	for end < len(s) && (isDigit(s[end]) || end == 0 && isSign(s[end])) {
		end++
	}
	return end
}

// suffix reads %, k, K, M, B and x behind a number.
func (p *Printed) suffix(s string) string {
	t := strings.TrimLeft(s, " ")
	if after, ok := strings.CutPrefix(t, "%"); ok {
		p.sign = true
		return after
	}
	for _, m := range []struct {
		mark  string
		power int
	}{{"k", 3}, {"K", 3}, {"M", 6}, {"B", 9}} {
		after, ok := strings.CutPrefix(s, m.mark)
		if ok && (after == "" || !isLetter(after[0])) {
			by := power10(m.power)
			p.value, p.digit, p.whole, p.power = new(big.Rat).Mul(p.value, by), new(big.Rat).Mul(p.digit, by), false, m.power
			return after
		}
	}
	for _, times := range []string{"x", "×", `\times`} {
		if after, ok := strings.CutPrefix(t, times); ok && (after == "" || !isLetter(after[0])) {
			return after
		}
	}
	return s
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func power10(n int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

func clipText(s string) string {
	if len(s) > 20 {
		return strings.ToValidUTF8(s[:20], "") + "..."
	}
	return s
}
