package relations

import "regexp"

// bothSay are the words by which a sentence says one number of each of two rows: "Alpha and
// Beta both reach 0.991".
var bothSay = regexp.MustCompile(`(?i)^\s*,?\s*(?:both|each)\s+(?:achieve|achieves|reach|reaches|score|scores|obtain|obtains|attain|attains|get|gets|have|has|yield|yields|need|needs|use|uses)\s+(?:an?\s+|the\s+same\s+)?[\p{L}@\p{N}\s-]{0,24}$`)

// ofBoth links a number that the text says of two rows at once with the cells of both. Only
// where one of the two prints it does the other contradict it: the column is the right one
// then, and so is the table.
func (p *paper) ofBoth(block int, labelled [][]label) []link {
	b := p.doc.Blocks[block]
	var out []link
	for _, s := range b.Text.Sentences() {
		sentence := b.Text.Plain[s.From:s.To]
		for _, i := range p.byBlock[block] {
			q := p.quantities[i]
			if q == nil || q.From < s.From || q.To > s.To || q.Role != "value" || q.Table != "" || q.Decimals == 0 {
				continue
			}
			var found []link
			right := false
			for g, labels := range labelled {
				pair := p.pairOf(g, labels, q, sentence, s.From, block)
				if len(pair) == 2 && pair[0].holds != pair[1].holds {
					found = append(found, pair...)
				}
				right = right || len(pair) == 2 && pair[0].holds && pair[1].holds
			}
			if len(found) == 2 && !right {
				out = append(out, found...)
			}
		}
	}
	return out
}

// pairOf are the two cells of one table that a sentence says to print one number: two rows
// joined by "and" right before "both", and the only column that is named in the sentence or
// at the front of its passage.
func (p *paper) pairOf(g int, labels []label, q *quantity, sentence string, offset, block int) []link {
	ts := tokens(sentence)
	var rows, columns []mention
	for _, m := range mentions(ts, labels) {
		if m.row && ts[m.to-1].to <= q.From-offset {
			rows = append(rows, m)
		} else if !m.row {
			columns = append(columns, m)
		}
	}
	if len(rows) != 2 || rows[0].index == rows[1].index || rows[1].from != rows[0].to+1 || ts[rows[0].to].word != "and" {
		return nil
	}
	if !bothSay.MatchString(sentence[ts[rows[1].to-1].to : q.From-offset]) {
		return nil
	}
	if len(columns) == 0 {
		text := p.doc.Blocks[block].Text.Plain
		for _, m := range mentions(tokens(text[:min(len(text), 60)]), labels) {
			if !m.row && m.from == 0 {
				columns = append(columns, m)
			}
		}
	}
	if len(columns) != 1 {
		return nil
	}
	var out []link
	for _, r := range rows {
		if l, ok := newLink(p.grids[g], q, r.index, columns[0].index, block); ok {
			out = append(out, l)
		}
	}
	return out
}
