package latex

import (
	"regexp"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// column is one column of a table as LaTeX sets it.
type column struct {
	head   string
	wraps  bool    // text that may be broken into lines
	number bool    // every number of the column is one that siunitx aligns
	format string  // of siunitx: "+2.1"
	post   string  // the widest that follows a number: superscripts
	pad    tail    // the longest ending of a column that is aligned without siunitx
	widest float64 // of the cells, in em
	piece  float64 // the widest part of a text that cannot be broken
}

// superscript is how wide superscripts print, against the type they stand in.
const superscript = 0.7

// plainNumber is a number that siunitx reads, its thousands already without
// commas.
var plainNumber = regexp.MustCompile(`^([+-]?)([0-9]+)(?:\.([0-9]+))?$`)

// numeric is the text of a cell as siunitx takes it: without commas, and without
// the percent sign, which the column's heading holds.
func numeric(c reports.Cell) (text string, ok bool) {
	if !c.HasValue {
		return "", false
	}
	text = strings.ReplaceAll(strings.TrimSuffix(c.Text, "%"), ",", "")
	return text, plainNumber.MatchString(text)
}

// describe finds out how a column of a table is set.
func describe(t reports.Table, k int) column {
	c := column{head: t.Columns[k].Name}
	kind := t.Columns[k].Kind
	switch kind {
	case reports.Text:
		c.wraps = true
	case reports.Integer, reports.Number, reports.Percent, reports.Points:
		c.number = true
	}
	if kind == reports.Percent && !strings.Contains(c.head, "%") {
		c.head += " (%)"
	}
	sign, whole, fraction, post := false, 0, 0, 0.0
	for i := range t.Rows {
		cell := t.Rows[i][k]
		after := superscript * measure(plainMarks(cell))
		text := cell.Text
		if number, ok := numeric(cell); ok && c.number {
			parts := plainNumber.FindStringSubmatch(number)
			sign = sign || parts[1] != ""
			whole, fraction = max(whole, len(parts[2])), max(fraction, len(parts[3]))
			text = number
		} else if !c.wraps && cell.HasValue {
			c.pad.grow(tailOf(text))
		}
		w := measure(text) + after
		if cell.Strong {
			w *= boldFactor
		}
		c.widest = max(c.widest, w)
		c.piece = max(c.piece, widestPiece(text))
		if after > post {
			c.post, post = marks(cell), after
		}
	}
	if whole == 0 {
		c.number = false
	}
	if c.number {
		c.format = strconv.Itoa(whole) + "." + strconv.Itoa(fraction)
		if sign {
			c.format = "+" + c.format
		}
		// The column is as wide as its longest number and its longest ending.
		c.widest = max(c.widest, float64(whole+fraction)*0.5+float64((whole-1)/3)*0.25+0.25+post)
	}
	return c
}

// spec is the column's entry in the preamble of a tabular.
func (c column) spec(wrapped float64) string {
	switch {
	case c.number && c.post != "":
		return "S[table-format=" + c.format + ",table-space-text-post={" + c.post + "}]"
	case c.number:
		return "S[table-format=" + c.format + "]"
	case c.wraps && wrapped > 0:
		return `>{\raggedright\arraybackslash}p{` + strconv.FormatFloat(wrapped, 'f', 1, 64) + "em}"
	case c.wraps:
		return "l"
	default:
		return "r"
	}
}

// cell sets one entry.
func (r *renderer) cell(c column, e reports.Cell) string {
	after := marks(e)
	if number, ok := numeric(e); ok && c.number {
		if e.Strong {
			number = `\bfseries ` + number
		}
		if after != "" {
			number += "{" + after + "}"
		}
		return number
	}
	var text string
	switch {
	case c.wraps:
		text = escape(e.Text)
	default:
		text = strings.ReplaceAll(escape(e.Text), "-", `\ensuremath{-}`)
		if e.HasValue {
			text += c.pad.beyond(tailOf(e.Text))
		}
	}
	if e.Strong {
		text = `\textbf{` + text + "}"
	}
	text = r.link(e.Link, text) + after
	if c.number {
		return "{" + text + "}"
	}
	return opening(text)
}

// opening keeps a bracket or a star at the start of a cell from being taken for
// an argument of the command before it.
func opening(text string) string {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
}

// marks are the superscripts behind a cell: the rows that it beats, and a dagger
// where a reader must be careful.
func marks(c reports.Cell) string {
	if s := plainMarks(c); s != "" {
		return `\textsuperscript{` + strings.ReplaceAll(escape(s), "-", "--") + "}"
	}
	return ""
}

func plainMarks(c reports.Cell) string {
	s := letters(c.Beats)
	if c.Tone == reports.Careful {
		s += "†"
	}
	return s
}

// letters names rows by letter, three and more in a row by the first and the
// last: "acd", "b-f".
func letters(rows []int) string {
	var b strings.Builder
	for i := 0; i < len(rows); {
		end := i
		for end+1 < len(rows) && rows[end+1] == rows[end]+1 {
			end++
		}
		if end-i >= 2 {
			b.WriteString(letter(rows[i]) + "-" + letter(rows[end]))
			i = end + 1
			continue
		}
		b.WriteString(letter(rows[i]))
		i++
	}
	return b.String()
}

// letter names the rows a, b, ... z, A, ... Z, and by number from there on.
func letter(row int) string {
	const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if row < len(names) {
		return names[row : row+1]
	}
	return "(" + strconv.Itoa(row+1) + ")"
}

// tail is what stands in a number's text from the decimal point on.
type tail struct {
	digits  int // the point included
	percent bool
}

func tailOf(s string) tail {
	t := tail{percent: strings.HasSuffix(s, "%")}
	if _, digits, found := strings.Cut(s, "."); found && !strings.HasPrefix(s, "[") {
		t.digits = 1 + len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	}
	return t
}

func (t *tail) grow(by tail) {
	t.digits = max(t.digits, by.digits)
	t.percent = t.percent || by.percent
}

// beyond is what a shorter ending lacks, invisible.
func (t tail) beyond(short tail) string {
	pad := ""
	if n := t.digits - short.digits; n > 0 {
		pad = strings.Repeat("0", n)
		if short.digits == 0 {
			pad = "." + pad[1:]
		}
	}
	if t.percent && !short.percent {
		pad += `\%`
	}
	if pad == "" {
		return ""
	}
	return `\phantom{` + pad + `}`
}
