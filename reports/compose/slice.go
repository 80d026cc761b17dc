package compose

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// A report of a slice says so three times: in the sentence of result that heads it, in the
// line under its title, and in every caption, since tables and figures travel alone.

// slicePhrase names the plan's slice, "level L4 and steps at least 10"; empty: the report is
// of everything.
func (c *composer) slicePhrase() string {
	if c.slice != nil {
		return phraseOf(c.slice.Where)
	}
	return phraseOf(c.res.Provenance.Plan.Where)
}

func phraseOf(where []string) string {
	plan := result.Plan{Where: where}
	conditions, err := plan.Conditions()
	if err != nil { // of results that were written by hand
		return reports.Visible(strings.Join(where, ", "))
	}
	var words []string
	for _, one := range conditions {
		words = append(words, reports.Visible(one.Phrase()))
	}
	return strings.Join(words, " and ")
}

// sliced gives a caption the slice that it is of.
func (c *composer) sliced(caption string) string {
	phrase := c.slicePhrase()
	if phrase == "" || caption == "" {
		return caption
	}
	said := " Only " + phrase + c.sliceSize() + "."
	if strings.HasSuffix(caption, said) { // a block of a section is added to the section and to the document
		return caption
	}
	return strings.TrimSpace(caption) + said
}

// sliceSize is the n of a slice that stands within a report of more, where every caption has
// another.
func (c *composer) sliceSize() string {
	if c.slice == nil {
		return ""
	}
	return fmt.Sprintf(" (%s of %s)", reports.FormatCount(c.slice.Tasks), plural(c.slice.Of, "task"))
}

// sliceOf says what a benchmark's slice leaves of it.
func (c *composer) sliceOf(v *view) string {
	for _, s := range c.res.Slices {
		if s.Benchmark == v.name {
			return fmt.Sprintf("only %s, %s of %s. ", c.slicePhrase(), reports.FormatCount(s.Tasks), plural(s.Of, "task"))
		}
	}
	return ""
}

// finding is the plain result of a benchmark, and what was compared.
func (c *composer) finding(v *view) []reports.Span {
	return slices.Concat(c.whatWasCompared(v), []reports.Span{text(" ")}, capitalised(c.result(v)))
}
