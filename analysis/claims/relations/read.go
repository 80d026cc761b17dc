package relations

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mcpstats/analysis/result"
	"mcpstats/datasets/document"
)

// paper is a document under way to its report.
type paper struct {
	doc        *document.Document
	report     *Report
	quantities []*quantity // that can be computed with, by index of the number; nil for others
	grids      []*grid
	byBlock    map[int][]int // indices of the numbers of a block
	refused    []error       // questions that package claims could not read: a fault of this package
}

// Read finds the relations of a document, believes those that it bears out, and judges its
// numbers by them.
func Read(doc *document.Document) *Report {
	p := &paper{doc: doc, report: &Report{Document: doc}}
	p.list(doc.Numbers())
	for _, g := range p.grids {
		p.table(g)
	}
	p.texts()
	p.judge()
	return p.report
}

// list takes the document's numbers in, each with its address.
func (p *paper) list(numbers []document.Number) {
	p.report.Numbers = make([]Number, len(numbers))
	p.quantities = make([]*quantity, len(numbers))
	seen := map[string]int{}
	byTable := map[string][]*quantity{}
	p.byBlock = map[int][]int{}
	for i := range numbers {
		p.byBlock[numbers[i].Block] = append(p.byBlock[numbers[i].Block], i)
		n := &p.report.Numbers[i]
		*n = Number{Number: numbers[i], Verdict: result.Unverifiable, relation: -1}
		id := p.address(&n.Number)
		seen[id]++
		if seen[id] > 1 {
			id = fmt.Sprintf("%s #%d", id, seen[id])
		}
		n.ID = id
		if q, ok := newQuantity(&n.Number, i); ok {
			p.quantities[i] = &q
			if n.Cell {
				byTable[n.Table] = append(byTable[n.Table], &q)
			}
		}
	}
	for _, b := range p.doc.Blocks {
		if b.Kind == document.TableBlock && b.Table != nil && len(b.Table.Rows) > 0 && regular(b.Table) {
			p.grids = append(p.grids, newGrid(b.Table, byTable[b.Table.ID]))
		}
	}
}

// regular tells whether all rows of a table are as long as the first.
func regular(t *document.Table) bool {
	return !slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return len(row) != len(t.Rows[0]) })
}

// address is where a number stands, in words that stay when the numbers change: the heads of
// its cell, or its section and the words before it.
func (p *paper) address(n *document.Number) string {
	role := ""
	switch n.Role {
	case "", "value":
	case "plusminus":
		role = " ±"
	default:
		role = " " + n.Role
	}
	if n.Cell {
		return fmt.Sprintf("%s[%s, %s]%s", n.Table, n.RowHead, n.ColHead, role)
	}
	place := "s" + sectionNumber(p.doc.Blocks[n.Block])
	plain := p.textOf(n)
	if n.Table != "" {
		place = n.Table + " caption"
	}
	before := lastWords(plain[:min(n.From, len(plain))], 3)
	if before == "" {
		before = "... " + firstWords(plain[min(n.To, len(plain)):], 2)
	}
	return fmt.Sprintf("%s[%s]%s", place, before, role)
}

// textOf is the text that a number stands in outside of cells.
func (p *paper) textOf(n *document.Number) string {
	b := p.doc.Blocks[n.Block]
	if b.Table == nil {
		return b.Text.Plain
	}
	if strings.Contains(b.Table.Caption.Plain, n.Sentence) && n.To <= len(b.Table.Caption.Plain) {
		return b.Table.Caption.Plain
	}
	for _, note := range b.Table.Notes {
		if strings.Contains(note.Plain, n.Sentence) && n.To <= len(note.Plain) {
			return note.Plain
		}
	}
	return n.Sentence
}

// sectionNumber is the number of the heading that a block stands under, or its first words.
func sectionNumber(b document.Block) string {
	fields := strings.Fields(b.Section)
	if len(fields) == 0 {
		return ""
	}
	first := strings.TrimRight(fields[0], ".:")
	if strings.IndexFunc(first, unicode.IsDigit) >= 0 || len(fields) == 1 {
		return first
	}
	return strings.ToLower(strings.Join(fields[:min(2, len(fields))], "-"))
}

func lastWords(s string, n int) string {
	w := letterWords(s)
	return strings.Join(w[max(0, len(w)-n):], " ")
}

func firstWords(s string, n int) string {
	w := letterWords(s)
	return strings.Join(w[:min(n, len(w))], " ")
}

// letterWords are the words of a text that hold letters; numbers are what may change.
func letterWords(s string) []string {
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[len(s)-200:], "")
	}
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '@' && r != '-' })
}

// table finds the relations within one table.
func (p *paper) table(g *grid) {
	var found []*candidate
	for _, flip := range []bool{false, true} {
		found = append(found, arithmetic(view{g, flip})...)
	}
	for _, c := range distinct(found) {
		p.keep(c.ruled(), c.decide())
	}
	believed, proposals := bold(g)
	for _, r := range believed {
		p.keep(r, true)
	}
	for _, r := range proposals {
		p.keep(r, false)
	}
	p.shares(g)
	for _, flip := range []bool{false, true} {
		for _, r := range append(wholes(view{g, flip}), ranks(view{g, flip})...) {
			p.keep(r, true)
		}
	}
	p.statistics(g)
	for _, r := range []*ruled{baselines(g), p.percents(g), p.testColumns(g)} {
		p.keep(r, true)
	}
	if r := monotone(g); r.support.held >= 4*r.support.failed {
		p.keep(r, true)
	}
}

// distinct leaves of rules over the same fields one: a = b - c is also b = a + c. The one
// that a head names stays, then the one whose target stands last.
func distinct(found []*candidate) []*candidate {
	var out []*candidate
	for _, c := range found {
		at := slices.IndexFunc(out, func(o *candidate) bool { return sameFields(o, c) })
		switch {
		case at < 0:
			out = append(out, c)
		case rank(c) > rank(out[at]):
			out[at] = c
		}
	}
	return out
}

func rank(c *candidate) int {
	r := c.target
	if c.support.named {
		r += 1 << 20
	}
	if c.decide() {
		r += 1 << 21
	}
	return r
}

func sameFields(a, b *candidate) bool {
	if a.view.flip != b.view.flip || len(a.of) != len(b.of) {
		return false
	}
	x, y := append(slices.Clone(a.of), a.target), append(slices.Clone(b.of), b.target)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// keep adds a relation to the report.
func (p *paper) keep(r *ruled, believed bool) {
	if r == nil || len(r.asks) == 0 {
		return
	}
	rel := Relation{Family: r.family, Rule: r.rule, Held: r.support.held, Of: r.support.all(), Chance: r.support.chance(), Stated: r.stated}
	for _, a := range r.asks {
		rel.asked = append(rel.asked, p.question(a))
	}
	if believed {
		p.report.Relations = append(p.report.Relations, rel)
		return
	}
	p.report.Proposals = append(p.report.Proposals, rel)
}
