package relations

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/datasets/document"
)

// labels are what each grid of the paper calls its rows and columns.
func (p *paper) labels() (out [][]label) {
	for _, g := range p.grids {
		out = append(out, g.labels())
	}
	return out
}

// repeats holds the numbers of running text against the cells that the text names: a row and
// a column, each by its head. The paper as a whole validates the reading: where fewer than
// three numbers name their cells rightly, or as many do so wrongly, nothing is said. And of
// the numbers that differ only those are told that look like a slip: a digit changed or two
// swapped, the number of the next row, or a small difference where the same passage names
// other cells of the table rightly or refers to the table by its number.
func (p *paper) repeats() {
	r := &ruled{family: "repeat", rule: "the text repeats the cells that it names"}
	r.support = support{p: .02, tried: 1}
	labelled := p.labels()
	var links []link
	for i, b := range p.doc.Blocks {
		if b.Kind == document.TableBlock || b.Kind == document.Heading {
			continue
		}
		links = append(links, p.linked(i, labelled)...)
	}
	for _, l := range links {
		if l.holds {
			r.support.held++
		}
	}
	for _, l := range links {
		if !l.holds {
			if !p.slip(l, links) {
				continue
			}
			r.support.failed++
		}
		unit := claims.None
		r.askUnit(l.own, []*quantity{l.cell}, l.holds, unit, func(ids []string) string {
			if l.scale != 1 {
				return fmt.Sprintf("{product: {of: %s, scale: %g}}", quoted(ids), l.scale)
			}
			return fmt.Sprintf("{equals: %q}", ids[0])
		})
	}
	p.keep(r, r.support.held >= 3 && r.support.held >= r.support.failed)
}

// link is a number of running text with the cell that the text names for it.
type link struct {
	own, cell *quantity
	grid      *grid
	row, col  int
	scale     float64 // what the cell is multiplied by to be in the text's unit
	holds     bool
	block     int
	ordered   bool // two numbers for two rows, by their order
}

// elsewhere are words of a sentence that speaks of another setting than the table's.
var elsewhere = regexp.MustCompile(`(?i)\b(?:w/o|without|removing|remov\w+|ablat\w+|variants?|when|if|instead|previous(?:ly)?|prior|reported|original(?:ly)?|would|expect(?:ed)?|target|at least|at most|more than|less than|up to|relative|drop(?:s|ped)?|increas\w*|decreas\w*|reduc\w*|fall\w*|rise\w*|degrad\w*|declin\w*)\b`)

// linked are the links of one block, sentence by sentence.
func (p *paper) linked(block int, labelled [][]label) []link {
	b := p.doc.Blocks[block]
	var out []link
	for _, s := range b.Text.Sentences() {
		from, to := s.From, s.To
		sentence := b.Text.Plain[from:to]
		var numbers []*quantity
		for _, i := range p.byBlock[block] {
			n := &p.report.Numbers[i]
			if n.From >= from && n.To <= to && p.quantities[i] != nil && n.Role == "value" && n.Table == "" {
				numbers = append(numbers, p.quantities[i])
			}
		}
		if len(numbers) == 0 {
			continue
		}
		ts := tokens(sentence)
		lead := tokens(b.Text.Plain[:min(len(b.Text.Plain), 60)])
		for g, labels := range labelled {
			out = append(out, p.sentence(p.grids[g], mentions(ts, labels), mentions(lead, labels), ts, numbers, from, sentence, block)...)
		}
	}
	return append(p.unambiguous(out), p.ofBoth(block, labelled)...)
}

// sentence links the numbers of one sentence with the cells of one table.
func (p *paper) sentence(g *grid, at, lead []mention, ts []token, numbers []*quantity, offset int, sentence string, block int) []link {
	var rows, columns []mention
	for _, m := range at {
		if m.row {
			rows = append(rows, m)
		} else {
			columns = append(columns, m)
		}
	}
	if len(rows) == 0 && len(columns) == 0 {
		return nil
	}
	var leadColumns []mention
	for _, m := range lead {
		if !m.row && m.from == 0 {
			leadColumns = append(leadColumns, m)
		}
	}
	if len(columns) == 0 && len(leadColumns) == 1 {
		columns = leadColumns
	}
	var out []link
	ordered := p.inOrder(g, rows, columns, ts, numbers, offset, block)
	if ordered != nil {
		return ordered
	}
	for _, q := range numbers {
		row, ok := before(rows, ts, q.From-offset)
		if !ok {
			continue
		}
		col, ok := beside(columns, ts, q.From-offset, q.To-offset)
		if !ok {
			continue
		}
		if l, ok := newLink(g, q, row.index, col.index, block); ok {
			if !l.holds && (another(sentence, q.From-offset) || !subject(row, ts, sentence, q.From-offset)) {
				continue
			}
			out = append(out, l)
		}
	}
	return out
}

// changed is the end of a clause that says what a number became: "drops R@1 to". What stands
// behind it is the value itself, in the setting that is the clause's subject.
var changed = regexp.MustCompile(`(?i)\b(?:drop|increas|decreas|reduc|fall|rise|degrad|declin|improv|rais|lower)\w*\b[^,;.]{0,40}\bto\s+$`)

// another tells whether a sentence speaks of another setting than the table's where it prints
// a number.
func another(sentence string, at int) bool {
	if m := changed.FindStringIndex(sentence[:min(at, len(sentence))]); m != nil {
		sentence = sentence[:m[0]] + sentence[min(at, len(sentence)):]
	}
	return elsewhere.MatchString(sentence)
}

// inOrder links as many numbers as rows, one column being named: "A outperforms B (0.914 vs.
// 0.895)". Only where the numbers are told in one breath is their order the rows'.
func (p *paper) inOrder(g *grid, rows, columns []mention, ts []token, numbers []*quantity, offset, block int) []link {
	distinct := map[int]bool{}
	for _, c := range columns {
		distinct[c.index] = true
	}
	if len(rows) != 2 || rows[0].index == rows[1].index || len(distinct) != 1 || len(numbers) < 2 {
		return nil
	}
	a, b := numbers[0], numbers[1]
	if a.Decimals != b.Decimals || a.Decimals == 0 || b.From-a.To > 30 && b.From-offset < ts[rows[1].from].from {
		return nil
	}
	// Both behind both names, or each behind its own.
	first, second := ts[rows[0].to-1].to+offset, ts[rows[1].to-1].to+offset
	together := a.From > second && b.From-a.To < 12
	each := a.From > first && a.To < ts[rows[1].from].from+offset && b.From > second
	if !together && !each {
		return nil
	}
	pair := func(first, second int) (out []link) {
		for i, q := range []*quantity{a, b} {
			l, ok := newLink(g, q, rows[[]int{first, second}[i]].index, columns[0].index, block)
			if !ok {
				return nil
			}
			l.ordered = together
			out = append(out, l)
		}
		return out
	}
	straight, turned := pair(0, 1), pair(1, 0)
	if len(turned) == 2 && turned[0].holds && turned[1].holds {
		return turned // "A improves on B from 70.1 to 75.3"
	}
	if together && towards.MatchString(sentenceBetween(ts, a, b, offset, p.doc.Blocks[block].Text.Plain)) {
		return nil
	}
	for i, l := range straight {
		if each && !l.holds && turns.MatchString(p.doc.Blocks[block].Text.Plain[offset+ts[rows[i].to-1].to:l.own.From]) {
			return nil
		}
	}
	return straight
}

var (
	towards = regexp.MustCompile(`(?i)\b(?:from|to)\b`)
	// turns are the words behind which a number is no longer the row's that was named last.
	turns = regexp.MustCompile(`(?i)[,;:]|\b(?:we|our|ours|us|proposed|this|these|it|its|they|their|which|while|whereas|but|than|over|compared|relative|versus|vs|against|outperform\w*|surpass\w*|exceed\w*|beat\w*|improv\w*|gap|margin|difference|by|from|best|other|another|baseline\w*|model|method|approach|variant\w*)\b`)
	// objects are the words before a row that is spoken of without being the subject.
	objects = regexp.MustCompile(`(?i)\b(?:than|over|against|versus|vs\.?|from|with|to|of|by|for|on|in|like|outperform\w*|surpass\w*|exceed\w*|beat\w*|unlike|except|including|e\.g\.?)\s*(?:the\s+)?$`)
)

// sentenceBetween is what stands before and between two numbers that are told together.
func sentenceBetween(ts []token, a, b *quantity, offset int, text string) string {
	return text[max(offset, a.From-8):min(len(text), b.From)]
}

// subject tells whether the row that was named last is still what the sentence speaks of
// where the number stands: it is no object, and nothing else has come in between.
func subject(row mention, ts []token, sentence string, at int) bool {
	from, to := ts[row.from].from, ts[row.to-1].to
	return at <= len(sentence) && to <= at && !objects.MatchString(sentence[:from]) && !turns.MatchString(sentence[to:at])
}

// newLink makes a link to a cell; ok is false where the two cannot be one quantity.
func newLink(g *grid, q *quantity, row, col, block int) (link, bool) {
	cell := g.cells[row][col]
	if cell == nil || q.sign != 0 || q.Approx && !q.far.meets(cell.far) {
		return link{}, false
	}
	l := link{own: q, cell: cell, grid: g, row: row, col: col, scale: 1, block: block}
	percent, cellPercent := strings.Contains(q.Unit, "%"), strings.Contains(cell.Unit, "%")
	switch {
	case percent && !cellPercent && math.Abs(cell.value) <= 1 && cell.digit < 1:
		l.scale = 100
	case !percent && cellPercent && math.Abs(q.value) <= 1 && q.digit < 1:
		l.scale = .01
	}
	s := span{cell.far.low * l.scale, cell.far.high * l.scale}
	l.holds = s.meets(q.far)
	if l.holds && (q.Decimals < 1 || cell.Decimals < 1) && !q.whole {
		return l, true
	}
	return l, q.Decimals > 0 || l.holds
}

// before is the last row named before a place of the sentence.
func before(rows []mention, ts []token, at int) (mention, bool) {
	var found mention
	ok := false
	for _, m := range rows {
		if ts[m.to-1].to <= at {
			if ok && m.from == found.from && m.index != found.index {
				return m, false
			}
			found, ok = m, true
		}
	}
	return found, ok
}

// beside is the column that is named next to a number: right behind it, or shortly before it.
func beside(columns []mention, ts []token, from, to int) (mention, bool) {
	for _, m := range columns {
		if m.from < len(ts) && ts[m.from].from >= to && ts[m.from].from-to <= 4 {
			return m, true
		}
	}
	var found mention
	ok := false
	for _, m := range columns {
		if m.to <= len(ts) && ts[m.to-1].to <= from && from-ts[m.to-1].to <= 12 {
			found, ok = m, true
		}
	}
	return found, ok
}

// unambiguous keeps one link a number: one that holds, where any does; else the one to the
// table that the passage is about; none where several tables could be meant.
func (p *paper) unambiguous(links []link) []link {
	var out []link
	for i, l := range links {
		if slices.ContainsFunc(links[:i], func(o link) bool { return o.own == l.own && o.cell == l.cell }) {
			continue
		}
		var same []link
		for _, o := range links {
			if o.own == l.own {
				same = append(same, o)
			}
		}
		if holding := slices.IndexFunc(same, func(o link) bool { return o.holds }); holding >= 0 {
			if same[holding].cell == l.cell {
				out = append(out, l)
			}
			continue
		}
		about := p.about(l)
		rivals := slices.ContainsFunc(same, func(o link) bool {
			if o.grid == l.grid || near(l.own.Plain, l.cell.Plain) && !near(o.own.Plain, o.cell.Plain) && math.Abs(o.cell.value-o.own.value) > 50*o.cell.digit {
				return false
			}
			return p.about(o) > about || p.about(o) == about && o.cell.value != l.cell.value
		})
		if !rivals {
			out = append(out, l)
		}
	}
	return out
}

// about is how closely a link's passage is tied to its table: it names the table, or its
// section does or holds it.
func (p *paper) about(l link) int {
	here := p.doc.Blocks[l.block]
	if l.grid.Label != "" && refers(here.Text.Plain, l.grid.Label) {
		return 2
	}
	for _, b := range p.doc.Blocks {
		if b.Section != here.Section {
			continue
		}
		if b.Table == l.grid.Table || l.grid.Label != "" && b.Table == nil && refers(b.Text.Plain, l.grid.Label) {
			return 1
		}
	}
	return 0
}

// refers tells whether a text names a table: "Table 1", not "Table 12".
func refers(text, label string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], label)
		if i < 0 {
			return false
		}
		end := from + i + len(label)
		if end == len(text) || text[end] < '0' || text[end] > '9' {
			return true
		}
		from = end
	}
}

// slip tells whether a difference looks like a mistake of the paper rather than of the reading.
func (p *paper) slip(l link, all []link) bool {
	if l.scale != 1 || l.own.Decimals != l.cell.Decimals {
		return false
	}
	if p.printedElsewhere(l) {
		return false // it may be that cell's number
	}
	if near(l.own.Plain, l.cell.Plain) {
		return p.anchored(l, all) || len(digits(l.own.Plain)) >= 4
	}
	// The number of another row of the column.
	for r := range l.grid.rows {
		if q := l.grid.cells[r][l.col]; !l.ordered && q != nil && r != l.row && q.Plain == l.own.Plain && len(digits(q.Plain)) >= 3 {
			return true
		}
	}
	small := math.Abs(l.own.value-l.cell.value) <= 10*l.cell.digit && len(digits(l.own.Plain)) >= 3
	return small && p.anchored(l, all)
}

// printedElsewhere tells whether a cell of another table, or of another column, prints the
// number.
func (p *paper) printedElsewhere(l link) bool {
	for _, g := range p.grids {
		for r := range g.rows {
			for c, q := range g.cells[r] {
				if q != nil && q.Plain == l.own.Plain && (g != l.grid || c != l.col) {
					return true
				}
			}
		}
	}
	return false
}

// anchored tells whether the passage is about the table: it names other cells of it rightly,
// or its section refers to it.
func (p *paper) anchored(l link, all []link) bool {
	for _, o := range all {
		if o.holds && o.grid == l.grid && o.own != l.own && p.doc.Blocks[o.block].Section == p.doc.Blocks[l.block].Section {
			return true
		}
	}
	return p.about(l) > 0
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// near tells whether two numbers differ in one digit, or have two neighbours swapped.
func near(a, b string) bool {
	if len(a) != len(b) || a == b {
		return false
	}
	var at []int
	for i := range len(a) {
		if a[i] != b[i] {
			at = append(at, i)
		}
	}
	switch len(at) {
	case 1:
		return true
	case 2:
		i, j := at[0], at[1]
		return j == i+1 && a[i] == b[j] && a[j] == b[i]
	}
	return false
}
