package reports

import (
	"mcpstats/analysis/result"
)

// ComposeClaims makes the verdicts on published numbers by themselves: each
// paper's findings, the strongest first, then its other numbers.
func ComposeClaims(res *result.Results) (*Document, error) { return composeClaims(res, otherClaims) }

// ComposeClaimFindings makes what a person at a terminal asks first: of papers
// with many numbers those that fail or hang on something unstated, of the rest
// how many there are.
func ComposeClaimFindings(res *result.Results) (*Document, error) {
	const few = 40 // claims that fit on a screen or two
	if len(res.Claims) <= few {
		return composeClaims(res, otherClaims)
	}
	return composeClaims(res, noClaims)
}

// ComposeClaimList makes one table of all claims, for a program that reads CSV.
func ComposeClaimList(res *result.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	var all paperClaims
	for _, p := range papersOf(res.Claims) {
		all.claims = append(all.claims, p.claims...)
	}
	c.add(c.claimTable(all, true, true))
	return c.doc, nil
}

func composeClaims(res *result.Results, list listing) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	papers := papersOf(res.Claims)
	c.doc.Title = "Published numbers, checked"
	c.para(text("Every number is held against the other numbers of its paper and, where they are public, against the logs. The strongest findings stand first. " +
		"A printed number stands for all values that some usual rounding prints so; what cannot follow from any of them is called inconsistent, which does not say which of the numbers involved is the wrong one, nor why."))
	if list != noClaims && len(papers) > 1 {
		var glosses []Prose
		for _, v := range claimVerdicts {
			glosses = append(glosses, Prose{Spans: []Span{strong(capital(v.title)), text(": %s", v.gloss)}})
		}
		c.add(List{Items: glosses})
	}
	for _, p := range papers {
		c.heading(1, c.names.id("paper", p.name), "%s", p.title())
		c.claimsOf(p, len(papers) == 1, list)
	}
	return c.doc, nil
}
