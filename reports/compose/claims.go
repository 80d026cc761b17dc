package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Claims makes the verdicts on published numbers by themselves: each
// paper's findings, the strongest first, then its other numbers.
func Claims(res *result.Results) (*reports.Document, error) {
	return composeClaims(res, otherClaims)
}

// ClaimFindings makes what a person at a terminal asks first: of papers
// with many numbers those that fail or hang on something unstated, of the rest
// how many there are.
func ClaimFindings(res *result.Results) (*reports.Document, error) {
	const few = 40 // claims that fit on a screen or two
	if len(res.Claims) <= few {
		return composeClaims(res, otherClaims)
	}
	return composeClaims(res, noClaims)
}

// ClaimList makes one table of all claims, for a program that reads CSV.
func ClaimList(res *result.Results) (*reports.Document, error) {
	c, err := newComposer(res)
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

func composeClaims(res *result.Results, list listing) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	papers := papersOf(res.Claims)
	c.doc.Title = "Published numbers, checked"
	c.para(text("Every number is held against the other numbers of its paper and, where they are public, against the logs. The strongest findings come first. " +
		"A printed number stands for every value that a usual rounding would print that way; what cannot follow from any of them is called inconsistent, which does not say which of the numbers involved is wrong, or why."))
	if list != noClaims && len(papers) > 1 {
		var glosses []reports.Prose
		for _, v := range result.Verdicts {
			glosses = append(glosses, reports.Prose{Spans: []reports.Span{strong(capital(v.Title)), text(": %s", v.Meaning)}})
		}
		c.add(reports.List{Items: glosses})
	}
	for _, p := range papers {
		c.heading(1, c.names.Id("paper", p.name), "%s", p.title())
		c.claimsOf(p, len(papers) == 1, list)
	}
	return c.doc, nil
}
