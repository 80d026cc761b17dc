package compose

import (
	"cmp"
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// fewFindings is how many findings a screen shows.
const fewFindings = 12

// PaperScreen makes one screen of what became of the numbers that were read from papers: the
// answer, the strongest findings with their arithmetic, how much could be checked and by
// what. Of several papers it is a table of them, and the findings.
func PaperScreen(res *result.Results) (*reports.Document, error) { return papers(res, fewFindings) }

// PaperFindings makes the same with every finding, for a page.
func PaperFindings(res *result.Results) (*reports.Document, error) { return papers(res, 1<<20) }

func papers(res *result.Results, most int) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	c.doc.Title = "Printed numbers, checked"
	if len(res.Papers) == 1 {
		p := res.Papers[0]
		c.doc.Title = "Printed numbers of " + reports.Shorten(reports.Visible(cmp.Or(p.Title, p.File)), reports.MaxNameRunes)
		c.para(text("%s", answerOf(p)))
	} else {
		c.para(text("%s", answerOfAll(res.Papers)))
		c.add(paperTable(res.Papers))
	}
	c.findings(res, most)
	if len(res.Papers) == 1 {
		c.coverage(res.Papers[0])
	}
	return c.doc, nil
}

// answerOf says what came out of one paper.
func answerOf(p result.Paper) string {
	answer := "No number that could be checked is impossible."
	switch {
	case p.Read == 0:
		return "No numbers of results were found in it."
	case p.Findings == 1:
		answer = "1 number cannot be as printed."
	case p.Findings > 1:
		answer = fmt.Sprintf("%d numbers cannot be as printed.", p.Findings)
	case p.Checked == 0:
		answer = "No number could be checked."
	}
	return fmt.Sprintf("%s %s read, %s of them checked (%d%%); of the others nothing is said.", answer, plural(p.Read, "number"), reports.FormatCount(p.Checked), 100*p.Checked/p.Read)
}

func answerOfAll(papers []result.Paper) string {
	read, checked, findings, with := 0, 0, 0, 0
	for _, p := range papers {
		read, checked, findings = read+p.Read, checked+p.Checked, findings+p.Findings
		if p.Findings > 0 {
			with++
		}
	}
	return fmt.Sprintf("%s: %s read, %s checked, %s cannot be as printed, in %s.", plural(len(papers), "paper"), plural(read, "number"), reports.FormatCount(checked), reports.FormatCount(findings), plural(with, "paper"))
}

// paperTable lists the papers of a batch, those with most findings first.
func paperTable(papers []result.Paper) reports.Table {
	t := reports.Table{ID: "papers", Caption: "The papers: numbers read, numbers that stand in a relation that could be checked, numbers that cannot be as printed.", Columns: []reports.Column{
		{Name: "Paper", Key: "paper", Kind: reports.Text}, {Name: "Format", Key: "format", Kind: reports.Text}, {Name: "Numbers", Key: "read", Kind: reports.Integer}, {Name: "Checked", Key: "checked", Kind: reports.Integer}, {Name: "Findings", Key: "findings", Kind: reports.Integer},
	}}
	sorted := slices.Clone(papers)
	slices.SortStableFunc(sorted, func(a, b result.Paper) int { return cmp.Compare(b.Findings, a.Findings) })
	for _, p := range sorted {
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(p.File), reports.TextCell(p.Format), reports.CountCell(p.Read), reports.CountCell(p.Checked), reports.CountCell(p.Findings)})
	}
	return t
}

// findings lists the numbers that cannot be, the strongest first.
func (c *composer) findings(res *result.Results, most int) {
	var items []reports.Prose
	left := 0
	failed := slices.DeleteFunc(slices.Clone(res.Claims), func(c result.Claim) bool {
		return c.Verdict != result.Inconsistent && c.Verdict != result.Refuted
	})
	slices.SortStableFunc(failed, func(a, b result.Claim) int { return cmp.Compare(b.Strength, a.Strength) })
	for _, claim := range failed {
		if len(items) == most {
			left++
			continue
		}
		place := claim.Where
		if len(res.Papers) > 1 {
			place = claim.Paper + ": " + place
		}
		spans := []reports.Span{strong(claim.Printed), text(" at %s: %s", reports.Visible(place), reports.Visible(claim.Arithmetic))}
		if claim.Known {
			spans = append(spans, text(" (known)"))
		}
		if claim.Fits != "" {
			spans = append(spans, text("; %s", reports.Visible(claim.Fits)))
		}
		if claim.Rule != "" {
			spans = append(spans, text(". %s", capital(reports.Visible(claim.Rule))))
		}
		if claim.Quote != "" {
			spans = append(spans, text(". “%s”", reports.Shorten(reports.Visible(claim.Quote), 200)))
		}
		items = append(items, reports.Prose{Spans: spans})
	}
	if len(items) == 0 {
		return
	}
	c.heading(2, "findings", "Cannot be as printed")
	c.add(reports.List{Items: items})
	if left > 0 {
		c.para(text("And %d more; --all lists them.", left))
	}
}

// coverage says by which relations how many numbers were checked, and what was noticed and
// not believed.
func (c *composer) coverage(p result.Paper) {
	if len(p.Relations) > 0 {
		t := reports.Table{ID: "relations", Caption: "The relations that the paper bears out, by which its numbers were checked. Holds: instances that hold, of those that could be held against it.", Columns: []reports.Column{
			{Name: "Relation", Key: "family", Kind: reports.Text}, {Name: "What", Key: "rule", Kind: reports.Text}, {Name: "Numbers", Key: "numbers", Kind: reports.Integer}, {Name: "Holds", Key: "held", Kind: reports.Text},
		}}
		for _, r := range p.Relations {
			held := fmt.Sprintf("%d of %d", r.Held, r.Of)
			if r.Stated {
				held = "stated"
			}
			t.Rows = append(t.Rows, []reports.Cell{reports.TextCell(r.Family), reports.TextCell(reports.Visible(r.Rule)), reports.CountCell(r.Numbers), reports.TextCell(held)})
		}
		c.add(t)
	}
	const few = 5
	if len(p.Proposals) > 0 {
		var items []reports.Prose
		for i, r := range p.Proposals {
			if i == few {
				items = append(items, reports.Prose{Spans: []reports.Span{text("and %d more", len(p.Proposals)-few)}})
				break
			}
			items = append(items, reports.Prose{Spans: []reports.Span{text("%s (%d of %d)", reports.Visible(r.Rule), r.Held, r.Of)}})
		}
		c.heading(2, "proposals", "Noticed, not believed, not judged")
		c.add(reports.List{Items: items})
	}
	for _, n := range p.Notes {
		c.add(reports.Prose{Tone: reports.Careful, Spans: []reports.Span{text("Not read: %s", reports.Visible(n))}})
	}
}
