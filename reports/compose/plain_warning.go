package compose

import (
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// gravest is the first warning that can change a benchmark's conclusion and that its other
// sentences do not tell already; nil where there is none. Results list the gravest first.
func (c *composer) gravest(v *view, told []string) *result.Warning {
	for i := range c.res.Warnings {
		if w := &c.res.Warnings[i]; w.Decisive && c.concerns(*w, v) && !slices.Contains(told, w.Code) {
			return w
		}
	}
	return nil
}

// inParentheses is what a warning names in detail.
var inParentheses = regexp.MustCompile(` \([^()]*\)`)

// inBrief is a warning in at most so many words: without its details where it is too long
// with them, cut where it is too long without. It leads to the list of warnings.
func (c *composer) inBrief(w *result.Warning, most int) []reports.Span {
	message := reports.Shorten(reports.Visible(w.Message), reports.MaxTextRunes)
	if len(strings.Fields(message)) > most {
		message = strings.TrimSpace(inParentheses.ReplaceAllString(message, ""))
	}
	const fewest = 8 // words that a part of a warning must have to say anything
	if fields := strings.Fields(message); len(fields) > most {
		if most < fewest {
			return nil
		}
		message = strings.Join(fields[:most], " ") + " …"
	}
	if !strings.HasSuffix(message, "…") {
		message = strings.TrimRight(message, ".") + "."
	}
	return []reports.Span{link(capital(message), warningsID)}
}

// glossedTerm is a term that a reader outside the trade does not know, as sentences have it:
// an interval with its level, and the p of a test.
var glossedTerm = regexp.MustCompile(`\d+(?:\.\d+)?% interval|(?:[A-Z][\p{L}-]*-adjusted )?p (?:at most|<|=)`)

// Glosses of the two terms, which the small print of the head says again.
const (
	intervalGloss = "where other tasks of this kind might have put the number"
	pGloss        = "how often chance alone gives such a difference, all comparisons allowed for"
)

// glossed gives the terms of a sentence their explanation.
func glossed(spans []reports.Span) []reports.Span {
	var out []reports.Span
	for _, s := range spans {
		if s.Strong || s.Code || s.Link != "" || s.Gloss != "" {
			out = append(out, s)
			continue
		}
		at := 0
		for _, m := range glossedTerm.FindAllStringIndex(s.Text, -1) {
			if m[0] > at {
				out = append(out, text("%s", s.Text[at:m[0]]))
			}
			term := s.Text[m[0]:m[1]]
			out = append(out, reports.Span{Text: term, Gloss: capital(glossOf(term)) + "."})
			at = m[1]
		}
		if at < len(s.Text) {
			out = append(out, text("%s", s.Text[at:]))
		}
	}
	return out
}

func glossOf(term string) string {
	if strings.HasSuffix(term, "interval") {
		return intervalGloss
	}
	return pGloss
}

// headNotes explain once, in small print, the terms that the sentences use.
func headNotes(said []reports.PlainSummary) []reports.Span {
	var out []reports.Span
	seen := map[string]bool{}
	for _, s := range said {
		for _, span := range paragraph(s) {
			if span.Gloss == "" {
				continue
			}
			term := span.Text
			if gloss := glossOf(term); !seen[gloss] {
				seen[gloss] = true
				if gloss == pGloss {
					term = "p"
				}
				if len(out) > 0 {
					out = append(out, text(" "))
				}
				out = append(out, reports.Span{Text: capitalTerm(term) + ": " + gloss + "."})
			}
		}
	}
	return out
}

// capitalTerm leaves p as it is, which is a symbol.
func capitalTerm(term string) string {
	if term == "p" {
		return term
	}
	return capital(term)
}
