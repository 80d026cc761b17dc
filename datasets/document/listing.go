package document

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Numbers lists every number of the document that is a result, in reading order: of tables
// by rows, their captions first and their footnotes last, of running text by sentences.
// Headings, bibliographies and the heads of tables name things; of heads only counts
// ("n = 95", "(582 cases)") are listed.
func (d *Document) Numbers() []Number {
	var out []Number
	c := d.conventions()
	for i, b := range d.Blocks {
		switch {
		case b.Kind == TableBlock && b.Table != nil:
			out = append(out, tableNumbers(i, b.Table, c)...)
		case b.Kind == Heading || bibliography.MatchString(b.Section):
		default:
			out = append(out, textNumbers(b.Text, b.Place, i, c)...)
		}
	}
	return out
}

var bibliography = regexp.MustCompile(`(?i)^[0-9A-Z. ]*\b(?:references|bibliography|works cited|literature cited|citation|citing|bibtex)\b[^\p{L}]*$`)

// textNumbers lists the numbers of running text.
func textNumbers(t Text, place Place, block int, c conventions) []Number {
	if !counts(t.Plain) {
		return nil
	}
	r := newReader(t, false, c.comma, c.names)
	tokens := r.tokens()
	tokens = append(tokens, r.spelledOut()...)
	slices.SortStableFunc(tokens, func(a, b token) int { return a.from - b.from })
	spans := said{text: t.Plain, spans: sentences(t.Plain)}
	numbers := make([]*Number, len(tokens))
	for i := range tokens {
		n := r.number1(&tokens[i], c)
		n.Place, n.Block, n.Row, n.Col = t.At(tokens[i].from, place), block, -1, -1
		n.Sentence = spans.at(tokens[i].from)
		if n.Unit == "" {
			if noun, _ := countedNoun(t.Plain[tokens[i].end:]); noun != "" && n.Decimals == 0 {
				n.Unit, n.UnitFrom = noun, "sentence"
			}
		} else if tokens[i].value != "" {
			n.UnitFrom = "sentence"
		}
		numbers[i] = n
	}
	r.link(tokens, numbers)
	return values(numbers)
}

// counts tells whether a text may hold a number at all.
func counts(s string) bool {
	return strings.ContainsAny(s, "0123456789") || wordNumber.MatchString(s)
}

func values(numbers []*Number) []Number {
	out := make([]Number, len(numbers))
	for i, n := range numbers {
		out[i] = *n
	}
	return out
}

func newReader(t Text, cell, comma bool, names []string) *reader {
	r := &reader{s: t.Plain, text: t, cell: cell, comma: comma, skip: maskOf(t, cell, names)}
	for _, s := range t.Styles {
		if s.Look == Superscript || s.Look == Subscript {
			if r.edges == nil {
				r.edges = map[int]bool{}
			}
			r.edges[s.From], r.edges[s.To] = true, true
		}
	}
	return r
}

// number1 makes a Number of a token: its value, its looks, its unit.
func (r *reader) number1(t *token, c conventions) *Number {
	n := &Number{
		Bound: t.bound, Unit: t.unit, Marks: t.marks, Approx: t.approx, From: t.from, To: t.to, Role: "value",
		Bold: r.text.Has(Bold, t.from, t.to), Under: r.text.Has(Underlined, t.from, t.to),
	}
	if t.unit != "" {
		n.UnitFrom = "sentence"
		if r.cell {
			n.UnitFrom = "cell"
		}
	}
	n.Printed = t.bound + t.sign + t.body
	if t.exponent != "" {
		n.Printed = t.bound + t.sign + t.body + "e" + t.exponent
	}
	if t.value != "" {
		n.Plain = t.value
		return n
	}
	digits := strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) || c == rune(t.decimal) {
			return c
		}
		return -1
	}, t.body)
	if i := strings.IndexByte(digits, t.decimal); i >= 0 {
		n.Decimals = len(digits) - i - 1
		digits = digits[:i] + "." + digits[i+1:]
		if i == 0 {
			digits = "0" + digits
		}
	}
	sign := t.sign
	if sign == "+" {
		sign = ""
	}
	n.Plain = sign + digits
	if t.exponent != "" {
		n.Plain += "e" + t.exponent
	}
	if c.unsure && groupOnce.MatchString(t.body) && !strings.HasSuffix(t.body, "000") {
		n.Ambiguous = t.body + ": the separator may be of decimals or of thousands"
	}
	return n
}

// amount is the value of a number for comparisons within this package.
func (n *Number) amount() float64 {
	v, _ := strconv.ParseFloat(n.Plain, 64)
	return v
}

// tableNumbers lists the numbers of a table's caption, cells and footnotes.
func tableNumbers(block int, t *Table, c conventions) []Number {
	mark := func(ns []Number) []Number {
		for i := range ns {
			ns[i].Table = t.ID
		}
		return ns
	}
	captioned := t.Captioned
	if captioned == (Place{}) {
		captioned = t.Place
	}
	out := mark(textNumbers(t.Caption, captioned, block, c))
	units := t.units()
	for row := range t.Rows {
		first, spread := len(out), false // spread: the cell before says "±" alone
		for col := range t.Rows[row] {
			cell := &t.Rows[row][col]
			if s := strings.TrimSpace(cell.Text.Plain); s == "±" || s == "+/-" {
				spread = true
			}
			if cell.Covered || !strings.ContainsAny(cell.Text.Plain, "0123456789") {
				continue
			}
			var numbers []*Number
			if t.IsHead(row, col) {
				numbers = headNumbers(cell.Text, c)
			} else if !t.IsLabel(row, col) {
				numbers = cellNumbers(cell.Text, units.comma[col], c)
			}
			rowHead, colHead := t.RowHead(row), t.ColHead(row, col)
			for _, n := range numbers {
				n.Block, n.Table, n.Row, n.Col, n.Cell = block, t.ID, row, col, true
				n.RowHead, n.ColHead = rowHead, colHead
				n.Place = cell.Text.At(n.From, cell.Place)
				if n.Unit == "" && (n.Role == "value" || n.Role == "low" || n.Role == "high" || n.Role == "plusminus") {
					n.Unit, n.UnitFrom = units.of(t, row, col)
				}
			}
			if spread && len(numbers) > 0 && len(out) > first && out[len(out)-1].Role == "value" {
				numbers[0].Role = "plusminus"
				out[len(out)-1].PlusMinus = numbers[0]
				spread = false
			}
			out = append(out, values(numbers)...)
		}
	}
	for _, f := range t.Notes {
		out = append(out, mark(textNumbers(f, t.Place, block, c))...)
	}
	return out
}

// cellNumbers lists the numbers of one cell that is no head. A cell of many words is read as
// a sentence is.
func cellNumbers(t Text, comma bool, c conventions) []*Number {
	words := 0
	for _, w := range strings.Fields(t.Plain) {
		if len(strings.TrimFunc(w, func(c rune) bool { return !unicode.IsLetter(c) })) > 2 {
			words++
		}
	}
	if words > 3 {
		ns := textNumbers(t, Place{}, 0, c)
		out := make([]*Number, len(ns))
		for i := range ns {
			out[i] = &ns[i]
			out[i].Row, out[i].Col = 0, 0
		}
		return out
	}
	r := newReader(t, true, comma || c.comma, c.names)
	tokens := r.tokens()
	numbers := make([]*Number, len(tokens))
	for i := range tokens {
		numbers[i] = r.number1(&tokens[i], c)
	}
	r.link(tokens, numbers)
	return numbers
}

var headCount = regexp.MustCompile(`(?i)(?:\b[nk]\s*=|\(\s*[0-9][0-9,]*\s*\)|\b[0-9][0-9,]*\s+\p{L}+s\b)`)

// headNumbers lists the counts that a head tells of what it names: "Control (n = 47)".
func headNumbers(t Text, c conventions) []*Number {
	if !headCount.MatchString(t.Plain) {
		return nil
	}
	r := newReader(t, false, c.comma, nil)
	tokens := r.tokens()
	numbers := make([]*Number, 0, len(tokens))
	all := make([]*Number, len(tokens))
	for i := range tokens {
		all[i] = r.number1(&tokens[i], c)
		r.symbol(&tokens[i], all[i])
		noun, _ := countedNoun(t.Plain[tokens[i].end:])
		before := strings.TrimRight(t.Plain[:tokens[i].from], " ")
		enclosed := strings.HasSuffix(before, "(") && strings.HasPrefix(strings.TrimLeft(t.Plain[tokens[i].end:], " "), ")")
		if all[i].Role == "n" || all[i].Decimals == 0 && all[i].Unit == "" && (noun != "" || enclosed) {
			all[i].Role, all[i].Unit = "n", noun
			if noun != "" {
				all[i].UnitFrom = "head"
			}
			numbers = append(numbers, all[i])
		}
	}
	return numbers
}
