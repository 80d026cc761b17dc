package notebook

import (
	"math"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// missing is what prints where a table's CSV has nothing.
const missing = "n/a"

// format is the short name under which setup.py knows how a cell prints: "" is
// text as the CSV has it, a letter and decimal places a number, "[" before them an
// interval, and "=" the words themselves, for text that is shown in another way
// than the CSV has it.
func format(kind reports.Kind, c reports.Cell) string {
	if kind == reports.Mixed {
		kind = c.Kind
	}
	form := "n"
	switch kind {
	case reports.Text:
		if c.Full == "" && oneLine(c.Text) == c.Text {
			return ""
		}
		return "=" + c.Text
	case reports.Percent:
		form = "%"
	case reports.Points:
		form = "+"
	case reports.PValue:
		form = "p"
	case reports.Interval:
		return interval(c)
	}
	form += strconv.Itoa(c.Decimals)
	if !c.HasValue && c.Text == missing {
		return form
	}
	if signed := "s" + form[1:]; form[0] == 'n' && c.HasValue && number(form, c.Value) != c.Text && number(signed, c.Value) == c.Text {
		return signed
	}
	if !c.HasValue || number(form, c.Value) != c.Text {
		return "=" + c.Text
	}
	return form
}

func interval(c reports.Cell) string {
	decimals := strconv.Itoa(c.Decimals)
	for _, letter := range []string{"n", "s", "%", "+"} {
		form := letter + decimals
		text := "[" + strings.TrimSuffix(number(form, c.Low), "%") + ", " + strings.TrimSuffix(number(form, c.High), "%") + "]"
		share := c.Bounds == reports.Percent || c.Bounds == reports.Points
		if c.HasValue && text == c.Text && share == (letter == "%" || letter == "+") {
			return "[" + form
		}
	}
	if !c.HasValue && c.Text == missing {
		return "[n0"
	}
	return "=" + c.Text
}

// number prints a value in a format, as setup.py does.
func number(form string, v float64) string {
	decimals, err := strconv.Atoi(form[1:])
	if err != nil {
		return missing
	}
	switch form[0] {
	case '%':
		return reports.FormatPercent(v, decimals)
	case '+':
		return reports.FormatPoints(v, decimals)
	case 's':
		text := reports.FormatNumber(v, decimals)
		if !strings.HasPrefix(text, "-") && strings.Trim(text, "0.,") != "" {
			text = "+" + text
		}
		return text
	case 'p':
		return pValue(v, decimals)
	default:
		return reports.FormatNumber(v, decimals)
	}
}

func pValue(v float64, decimals int) string {
	switch text := reports.FormatNumber(v, decimals); {
	case math.IsNaN(v):
		return missing
	case v >= 1:
		return "1"
	case v < 0.001:
		return "<.001"
	case strings.HasPrefix(text, "1"):
		return ">.99"
	default:
		return strings.TrimPrefix(text, "0")
	}
}
