package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MissingText stands where a number does not exist.
const MissingText = "n/a"

// decimal prints v times 10^shift with the given digits after the point,
// rounding half away from zero what 15 significant digits say, as a spreadsheet
// and a reader with pencil and paper round. Integer parts take commas.
func decimal(v float64, shift, decimals int) string {
	switch {
	case math.IsNaN(v):
		return MissingText
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v*math.Pow10(shift), 'e', 2, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', 14, 64), "e")
	digits := mantissa[:1] + mantissa[2:]
	exp, err := strconv.Atoi(exponent)
	if err != nil {
		return MissingText
	}
	// The value is 0.<digits> times 10^(exp+1+shift); keep is how many digits
	// stand before the place that is rounded.
	keep := exp + 1 + shift + decimals
	switch {
	case keep < 0:
		digits = ""
	case keep < len(digits):
		up := digits[keep] >= '5'
		digits = digits[:keep]
		if up {
			digits = increment(digits)
		}
	default:
		digits += strings.Repeat("0", keep-len(digits))
	}
	digits = strings.TrimLeft(digits, "0")
	if pad := decimals + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	whole, fraction := digits[:len(digits)-decimals], digits[len(digits)-decimals:]
	out := commas(whole)
	if decimals > 0 {
		out += "." + fraction
	}
	if v < 0 && strings.Trim(digits, "0") != "" {
		out = "-" + out
	}
	return out
}

// increment adds one to a string of decimal digits.
func increment(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b)
}

// commas groups the digits of a whole number by three.
func commas(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// signed puts a plus before what is above zero as printed.
func signed(text string) string {
	if strings.HasPrefix(text, "-") || strings.Trim(text, "0.,") == "" {
		return text
	}
	return "+" + text
}

// FormatCount prints a count: 12,345.
func FormatCount(n int) string {
	if n < 0 {
		return "-" + commas(strconv.Itoa(n)[1:])
	}
	return commas(strconv.Itoa(n))
}

// FormatPercent prints a share: 0.588 as "58.8%".
func FormatPercent(share float64, decimals int) string { return decimal(share, 2, decimals) + "%" }

// FormatPoints prints a difference of shares in percentage points, without the
// word: 0.082 as "+8.2".
func FormatPoints(difference float64, decimals int) string {
	return signed(decimal(difference, 2, decimals))
}

// FormatNumber prints a plain number with the given digits after the point.
func FormatNumber(v float64, decimals int) string { return decimal(v, 0, decimals) }

// FormatStatistic prints a test statistic or an effect size: whole numbers
// whole, others with two decimals, or one from 100 on.
func FormatStatistic(v float64) string { return decimal(v, 0, StatisticDecimals(v)) }

// StatisticDecimals are the digits after the point that FormatStatistic prints: below 0.01 as many as
// show three significant digits, up to 12.
func StatisticDecimals(v float64) int {
	switch a := math.Abs(v); {
	case v == math.Trunc(v):
		return 0
	case a >= 100:
		return 1
	case a >= 0.01:
		return 2
	default:
		return min(12, 2-int(math.Floor(math.Log10(a)))) // three significant digits
	}
}

// FormatP prints a p-value with two significant digits and no zero before the
// point: ".034"; "<.001" below, ">.99" where two digits would say 1. It takes
// more digits where two would put p on the other side of alpha.
func FormatP(p, alpha float64) string {
	text, _ := formatP(p, alpha)
	return text
}

func formatP(p, alpha float64) (text string, decimals int) {
	switch {
	case math.IsNaN(p):
		return MissingText, 0
	case p >= 1:
		return "1", 0
	case p < 0.001:
		return "<.001", 3
	}
	for digits := 2; ; digits++ {
		decimals = digits - 1 - int(math.Floor(math.Log10(p)))
		text = decimal(p, 0, decimals)
		printed, err := strconv.ParseFloat(text, 64)
		if err != nil || digits >= 14 || (printed <= alpha) == (p <= alpha) {
			break
		}
	}
	if strings.HasPrefix(text, "1") {
		return ">.99", 2
	}
	return strings.TrimPrefix(text, "0"), decimals
}

// EqualsP prints a p-value as prose has it: "p = .03", "p < .001".
func EqualsP(p, alpha float64) string {
	text := FormatP(p, alpha)
	if sign := text[:1]; sign == "<" || sign == ">" {
		return "p " + sign + " " + text[1:]
	}
	return "p = " + text
}

// FormatLevel prints a confidence level: 0.95 as "95%", 0.999 as "99.9%".
func FormatLevel(level float64) string {
	text := decimal(level, 2, 4)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + "%"
}

// Bounds prints an interval as tables have it.
func Bounds(low, high string) string { return "[" + low + ", " + high + "]" }

// FormatSeed prints a seed, whole.
func FormatSeed(seed uint64) string { return strconv.FormatUint(seed, 10) }

// Enumerate joins words as a sentence does, naming at most limit of them:
// "a, b and 3 more".
func Enumerate(words []string, limit int) string {
	if more := len(words) - limit; more > 1 {
		words = append(append([]string{}, words[:limit]...), fmt.Sprintf("%s more", FormatCount(more)))
	}
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
