package relations

import (
	"fmt"
	"math"
	"strings"

	"mcpstats/analysis/result"
)

// Claims are the numbers of the document with their verdicts, as results hold them.
func (r *Report) Claims() []result.Claim {
	out := make([]result.Claim, len(r.Numbers))
	for i := range r.Numbers {
		n := &r.Numbers[i]
		c := result.Claim{
			ID: n.ID, Printed: n.shown(), Paper: r.Document.File, Title: r.Document.Title, Where: r.where(n), Unit: n.Unit, Verdict: n.Verdict, Check: n.Check,
			Arithmetic: n.Arithmetic, Fits: n.Fits, Place: r.place(n), Quote: strings.Join(strings.Fields(n.Sentence), " "),
		}
		if n.Verdict == result.Unverifiable {
			c.Needs = "a second number to hold it against, or the logs"
		}
		if n.relation >= 0 {
			rel := r.Relations[n.relation]
			c.Rule, c.Strength = rel.Rule+rel.evidence(), math.Round(n.weight*10)/10
		}
		for _, w := range n.Against {
			c.Against = append(c.Against, result.ClaimNear{Printed: r.Numbers[w].shown(), Place: r.place(&r.Numbers[w])})
		}
		out[i] = c
	}
	return out
}

// shown is the number as printed, with the unit that stands behind it in its own place.
func (n *Number) shown() string {
	s := n.printed()
	if n.UnitFrom != "head" && n.UnitFrom != "caption" {
		switch n.Unit {
		case "%", "x", "k", "M", "B":
			s += n.Unit
		}
	}
	return s
}

// evidence says how often a relation holds.
func (r Relation) evidence() string {
	if r.Stated {
		return ""
	}
	return fmt.Sprintf(" (holds for %d of %d)", r.Held, r.Of)
}

// where is the place in words: "Table 4, Gemini-2.5-Pro, Overall (%) (line 145)".
func (r *Report) where(n *Number) string {
	var parts []string
	if n.Table != "" {
		parts = append(parts, r.table(n.Table))
	} else if s := r.Document.Blocks[n.Block].Section; s != "" {
		parts = append(parts, s)
	}
	if n.Cell {
		for _, head := range []string{n.RowHead, n.ColHead} {
			if head != "" {
				parts = append(parts, head)
			}
		}
	} else if n.Table != "" {
		parts = append(parts, "caption")
	}
	at := n.Place.Words()
	if len(parts) == 0 {
		return at
	}
	if at != "" {
		at = " (" + at + ")"
	}
	return strings.Join(parts, ", ") + at
}

// table is what a table is called, by its ID.
func (r *Report) table(id string) string {
	for _, b := range r.Document.Blocks {
		if b.Table != nil && b.Table.ID == id && b.Table.Label != "" {
			return b.Table.Label
		}
	}
	return "table " + strings.TrimPrefix(id, "t")
}

func (r *Report) place(n *Number) *result.ClaimPlace {
	p := &result.ClaimPlace{Line: n.Place.Line, Page: n.Place.Page}
	if n.Place.File != "" && n.Place.File != r.Document.File {
		p.File = n.Place.File
	}
	if n.Table != "" {
		p.Table = r.table(n.Table)
	}
	if n.Cell {
		p.Row, p.Column = n.RowHead, n.ColHead
	}
	return p
}

// Paper sums the report up.
func (r *Report) Paper() result.Paper {
	p := result.Paper{
		File: r.Document.File, Format: r.Document.Format, Title: r.Document.Title, Read: len(r.Numbers), Findings: len(r.Findings()),
		Relations: []result.PaperRelation{}, Proposals: []result.PaperRelation{},
	}
	for _, n := range r.Numbers {
		if n.Verdict != result.Unverifiable {
			p.Checked++
		}
	}
	for _, rel := range r.Relations {
		p.Relations = append(p.Relations, rel.summary())
	}
	for _, rel := range r.Proposals {
		p.Proposals = append(p.Proposals, rel.summary())
	}
	for _, n := range r.Document.Notes {
		text := n.Text
		if at := n.Place.Words(); at != "" && !strings.HasPrefix(text, at) {
			text = at + ": " + text
		}
		p.Notes = append(p.Notes, text)
	}
	return p
}

func (r Relation) summary() result.PaperRelation {
	numbers := map[int]bool{}
	for _, q := range r.asked {
		numbers[q.own] = true
	}
	return result.PaperRelation{Family: r.Family, Rule: r.Rule, Held: r.Held, Of: r.Of, Chance: r.Chance, Stated: r.Stated, Numbers: len(numbers)}
}
