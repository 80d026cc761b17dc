package reports

import "mcpstats/analysis"

// maxTerminalClaims is how many claims a summary lists in full.
const maxTerminalClaims = 40

// ComposeClaims makes the verdicts on published numbers by themselves: each
// paper's findings, the strongest first, and every claim.
func ComposeClaims(res *analysis.Results) (*Document, error) { return composeClaims(res, true) }

// ComposeClaimFindings makes what a person at a terminal asks first: of a paper
// with many numbers those that fail or hang on something unstated, of the rest
// how many there are.
func ComposeClaimFindings(res *analysis.Results) (*Document, error) {
	return composeClaims(res, len(res.Claims) <= maxTerminalClaims)
}

func composeClaims(res *analysis.Results, all bool) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	papers := papersOf(res.Claims)
	c.doc.Title = "Published numbers, checked"
	c.para(text("Every number is held against the other numbers of its paper and, where they are public, against the logs. The strongest findings stand first. " +
		"A printed number stands for all values that some usual rounding prints so; what cannot follow from any of them is called inconsistent, which does not say which of the numbers involved is the wrong one, nor why."))
	var glosses []Prose
	for _, v := range claimVerdicts {
		glosses = append(glosses, Prose{Spans: []Span{strong(capital(v.title)), text(": %s", v.gloss)}})
	}
	if all {
		c.add(List{Items: glosses})
	}
	for _, p := range papers {
		c.heading(1, c.names.id("paper", p.name), "%s", p.title())
		c.claimsOf(p, len(papers) == 1, all)
	}
	return c.doc, nil
}
