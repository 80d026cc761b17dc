package relations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets/document"
)

var (
	// bestEverywhere are the words by which a sentence says that one row of a table is the best
	// in all of its columns.
	bestEverywhere  = regexp.MustCompile(`(?i)\b(?:(?:achieves?|has|have|obtains?|yields?|attains?|reaches|gives?|shows?)\s+the\s+(?:highest|best)\s+[^.;:,]{0,40}?\b(?:across|on|in|for)\s+(?:all|every|each)(?:\s+of\s+the)?|(?:maintains?|keeps?|retains?|holds?)\s+(?:its|the|a)\s+(?:advantage|lead)\s+(?:across|on|in|for)\s+(?:all|every|each)|(?:is|performs?|ranks?)\s+(?:the\s+)?best\s+(?:across|on|in|for)\s+(?:all|every|each)|(?:outperforms?|surpasses|beats|exceeds)\s+(?:all|every|each)\s+(?:the\s+|of\s+the\s+)?(?:other\s+)?[\p{L} -]{0,24}\s+(?:across|on|in|for)\s+(?:all|every|each))(?:\s+(?:the|six|two|three|four|five|[0-9]+))?((?:\s+[\p{L}-]+){0,4})`)
	exceptions      = regexp.MustCompile(`(?i)\b(?:except|apart from|but|although|though|while|whereas|other than|almost|nearly|most|not|nor|never|if|would|could|should|may|might|expect\w*|hypothes\w*|among|comparable|similar|open|small\w*|single|same|size|class|category of)\b`)
	smallerIsBetter = regexp.MustCompile(`(?i)\b(?:lower|smaller|less)\b[^.;]{0,12}\bbetter\b|↓`)
	otherKind       = regexp.MustCompile(`(?i)\b(?:human|oracle|upper|bound|ideal|perfect|gold|reference|supervised|full|ensemble|expert|random|total|all|average|avg|mean|overall|max|best|sota|fine-?tuned)\b`)
)

// everywhere holds what a sentence says of one row in all columns of one table that it names,
// such as "Alpha has the highest recall on all data sets (Table 3)". A cell of the row that
// another row beats contradicts it, where the row is the best in the other columns, two of
// them at least, or most.
func (p *paper) everywhere() {
	r := &ruled{family: "best", rule: "the text says of a row that it is the best in all columns", stated: true}
	r.support = support{p: .3, tried: 1, named: true}
	seen := map[*quantity]bool{}
	for _, b := range p.doc.Blocks {
		if b.Kind == document.TableBlock || b.Kind == document.Heading {
			continue
		}
		for _, s := range b.Text.Sentences() {
			sentence := b.Text.Plain[s.From:s.To]
			at := bestEverywhere.FindStringSubmatchIndex(sentence)
			if at == nil || exceptions.MatchString(sentence) {
				continue
			}
			if g, row, ok := p.namedRow(sentence, at[0]); ok && !smallerIsBetter.MatchString(g.Caption.Plain) {
				p.bestOfAll(r, g, row, seen)
			}
		}
	}
	p.keep(r, r.support.held >= 2)
}

// namedRow is the row of the one table that a sentence names, where it is the only row that
// the sentence names and stands shortly before the words at.
func (p *paper) namedRow(sentence string, at int) (*grid, int, bool) {
	var table *grid
	for _, g := range p.grids {
		if g.Label != "" && refers(sentence, g.Label) {
			if table != nil {
				return nil, 0, false
			}
			table = g
		}
	}
	if table == nil {
		return nil, 0, false
	}
	ts := tokens(sentence)
	row, end := -1, 0
	for _, m := range mentions(ts, table.labels()) {
		switch {
		case !m.row:
			return nil, 0, false // the sentence is about some columns
		case row >= 0 && row != m.index:
			return nil, 0, false
		}
		row, end = m.index, ts[m.to-1].to
	}
	if row < 0 || end > at || strings.TrimSpace(sentence[end:at]) != "" {
		return nil, 0, false
	}
	return table, row, true
}

// bestOfAll asks of every cell of a row whether it is the largest of its column. Columns in
// which smaller is better, or whose heads do not say the same of all, are left out.
func (p *paper) bestOfAll(r *ruled, g *grid, row int, seen map[*quantity]bool) {
	var rivals []int
	name := tokens(g.rowHeads[row])
	for i := g.firstRow; i < g.rows; i++ {
		if i == row {
			continue
		}
		if otherKind.MatchString(g.rowHeads[i]) || g.groups[i] != g.groups[row] {
			if !strings.EqualFold(g.rowHeads[i], "random") {
				return // what it is compared with is not certain
			}
			continue
		}
		if ts := tokens(g.rowHeads[i]); len(ts) > len(name) && len(name) > 0 && slices.EqualFunc(ts[:len(name)], name, func(a, b token) bool { return a.word == b.word }) {
			return // a variant of the row itself
		}
		rivals = append(rivals, i)
	}
	type cellOf struct {
		own    *quantity
		others []*quantity
		holds  bool
	}
	var cells []cellOf
	held := 0
	for c := g.firstCol; c < g.cols; c++ {
		own := g.cells[row][c]
		if own == nil || own.PlusMinus != nil || senseOf(g.colHeads[c]) < 0 {
			continue
		}
		x, smallest := cellOf{own: own, holds: true}, true
		for _, i := range rivals {
			o := g.cells[i][c]
			if o == nil || o.Unit != own.Unit {
				return
			}
			x.others = append(x.others, o)
			if o.value-own.value > 1.5*own.digit {
				x.holds = false
			}
			smallest = smallest && own.value <= o.value
		}
		if !x.holds && smallest {
			continue // in this column smaller may be better
		}
		if x.holds {
			held++
		}
		cells = append(cells, x)
	}
	if len(rivals) < 2 || held < 2 || 2*(len(cells)-held) > held {
		return
	}
	for _, x := range cells {
		if seen[x.own] {
			continue
		}
		seen[x.own] = true
		if x.holds {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.ask(x.own, x.others, x.holds, func(ids []string) string { return fmt.Sprintf("{maximum: {of: %s}}", quoted(ids)) })
	}
}
