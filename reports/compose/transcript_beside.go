package compose

import (
	"slices"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// claimsBeside has a row a claim and a column an attempt, the score in the cells and below them
// the coverage, their mean; false where no attempt has claims. Attempts at one task are scored by the
// same claims: where one has fewer, its cells are empty.
func claimsBeside(of []*result.Transcript, name func(run string) string) (reports.Table, bool) {
	rows := 0
	for _, t := range of {
		rows = max(rows, len(t.Claims))
	}
	t := reports.Table{ID: "claims", Caption: "Claims of the task and how far each attempt meets them (1: met); coverage is the mean.",
		Columns: []reports.Column{{Name: "#", Key: "claim", Kind: reports.Text}, {Name: "Claim", Key: "text", Kind: reports.Text}}}
	keys := map[string]bool{"claim": true, "text": true}
	for _, one := range of {
		t.Columns = append(t.Columns, reports.Column{Name: name(one.Run), Key: freeKey(keys, keyOf(name(one.Run))), Kind: reports.Number})
	}
	sums := make([]float64, len(of))
	for i := range rows {
		row := []reports.Cell{{Text: strconv.Itoa(i + 1)}, {}}
		for k, one := range of {
			if i >= len(one.Claims) {
				row = append(row, reports.MissingCell(reports.Number))
				continue
			}
			claim := &one.Claims[i]
			if row[1].Text == "" {
				row[1] = passageCell(claim.Text.Text)
			}
			sums[k] += claim.Score
			row = append(row, scoreCell(claim.Score))
		}
		t.Rows = append(t.Rows, row)
	}
	last := []reports.Cell{{Text: "coverage", Strong: true}, {}}
	for k, one := range of {
		cell := reports.MissingCell(reports.Number)
		if n := len(one.Claims); n > 0 {
			cell = scoreCell(sums[k] / float64(n))
		}
		cell.Strong = true
		last = append(last, cell)
	}
	t.Rows = append(t.Rows, last)
	setAside(&t, "text", func(c reports.Cell) bool { return c.Text == "" })
	return t, rows > 0
}

// scoreCell is a score from 0 to 1 as short as it is.
func scoreCell(x float64) reports.Cell {
	return reports.Cell{Kind: reports.Number, Value: x, HasValue: true, Text: strconv.FormatFloat(x, 'g', 3, 64)}
}

// verdictsBeside has a row a judge and a column an attempt; false where nobody judged.
func verdictsBeside(of []*result.Transcript, name func(run string) string) (reports.Table, bool) {
	t := reports.Table{ID: "judges", Caption: "What each judge says of each attempt (1: success).", Columns: []reports.Column{{Name: "Judge", Key: "judge", Kind: reports.Text}}}
	keys := map[string]bool{"judge": true}
	var judges []string
	reference := map[string]bool{}
	for _, one := range of {
		t.Columns = append(t.Columns, reports.Column{Name: name(one.Run), Key: freeKey(keys, keyOf(name(one.Run))), Kind: reports.Number})
		for _, j := range one.Judgments {
			addOnce(&judges, j.Judge)
			reference[j.Judge] = reference[j.Judge] || j.Reference
		}
	}
	for _, judge := range judges {
		row := []reports.Cell{reports.NameCell(judge)}
		if reference[judge] {
			row[0].Text += " (reference)"
		}
		for _, one := range of {
			cell := reports.MissingCell(reports.Number)
			if i := slices.IndexFunc(one.Judgments, func(j result.JudgeVerdict) bool { return j.Judge == judge && j.Verdict != nil }); i >= 0 {
				cell = scoreCell(*one.Judgments[i].Verdict)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, len(t.Rows) > 0
}

// CaseBook writes cases one behind the other, each as Transcript writes an attempt, with what it
// is an example of above it.
func CaseBook(list []result.Case) (*reports.Document, error) {
	doc := &reports.Document{Title: plural(len(list), "case")}
	for i := range list {
		one := &list[i]
		doc.Blocks = append(doc.Blocks, reports.Heading{Level: 1, ID: "case-" + strconv.Itoa(i+1), Text: reports.ShortName(one.Name) + ": " + AttemptTitle(one.Transcript)})
		w := &transcriptWriter{t: one.Transcript, doc: doc}
		w.prose(caseWords(one), outcomeTone(one.Outcome))
		inner, err := Transcript(one.Transcript)
		if err != nil {
			return nil, err
		}
		for _, b := range inner.Blocks[1:] { // the ending is said
			switch t := b.(type) {
			case reports.Heading:
				t.ID += "-" + strconv.Itoa(i+1)
				b = t
			case reports.Table:
				t.ID += "-" + strconv.Itoa(i+1)
				b = t
			}
			doc.Blocks = append(doc.Blocks, b)
		}
	}
	return doc, nil
}
