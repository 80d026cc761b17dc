package compose

import (
	"strings"

	"mcpstats/reports"
)

// maxHeadWarnings is how many warnings the head holds: what changes a
// conclusion. The section on warnings has all of them.
const maxHeadWarnings = 3

// warningsID is the anchor of the section with all warnings.
const warningsID = "warnings"

// head says what was compared, what came out, and what to be careful about.
func (c *composer) head() {
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempts that could be read. See Methods for what was tried."))
		return
	}
	var items []reports.Prose
	for _, v := range c.views {
		items = append(items, reports.Prose{Spans: c.finding(v)})
	}
	if len(items) == 1 {
		// The first two spans name the benchmark, which the title does already where it is
		// the only one.
		c.add(reports.Prose{Spans: capitalised(items[0].Spans[2:])})
	} else {
		c.add(reports.List{Items: items})
	}
	decisive, more := c.decisive()
	if len(decisive) > 0 {
		c.add(reports.Prose{Tone: reports.Careful, Spans: []reports.Span{strong("Be careful.")}}, reports.List{Items: decisive})
	}
	if more > 0 {
		c.footnote(link(moreWarnings(more, len(decisive)), warningsID), text(" below."))
	}
}

// decisive are the first warnings that can change a conclusion, and how many
// warnings there are beside them.
func (c *composer) decisive() (first []reports.Prose, more int) {
	for _, w := range c.res.Warnings {
		if !w.Decisive || len(first) == maxHeadWarnings {
			more++
			continue
		}
		first = append(first, reports.Prose{Tone: reports.Careful, Spans: c.warningSpans(w.Message, w.Where)})
	}
	return first, more
}

func moreWarnings(more, shown int) string {
	if shown > 0 {
		return plural(more, "more warning")
	}
	return plural(more, "warning")
}

// capitalised makes a sentence of spans that begin in lower case.
func capitalised(spans []reports.Span) []reports.Span {
	if len(spans) > 0 && !spans[0].Strong && !spans[0].Code {
		spans[0].Text = capital(spans[0].Text)
	}
	return spans
}

func (c *composer) title() string {
	var shown []string
	for _, v := range c.views {
		shown = append(shown, c.names.Show(v.name))
	}
	if len(shown) == 0 || len(shown) == 1 && c.views[0].name == "" {
		return "Report"
	}
	return reports.Enumerate(shown, 3)
}

// benchmarkTitle is what a heading calls a benchmark: the only one needs no name of
// its own.
func (c *composer) benchmarkTitle(v *view) string {
	if v.name == "" && len(c.views) == 1 {
		return "All tasks"
	}
	return c.names.Show(v.name)
}

// subject counts what the report is about: benchmarks, runs, tasks, attempts.
func (c *composer) subject() string {
	tasks, attempts, runs := 0, 0, map[string]bool{}
	for _, v := range c.views {
		most := 0
		for _, r := range v.ledger {
			most = max(most, r.Tasks)
			attempts += r.Present
		}
		// Runs attempt the same tasks, so a benchmark has as many as its fullest run.
		tasks += most
		for _, r := range v.runs {
			runs[r] = true
		}
	}
	parts := []string{plural(len(runs), "run"), plural(tasks, "task"), plural(attempts, "attempt")}
	if len(c.views) > 1 {
		parts = append([]string{plural(len(c.views), "benchmark")}, parts...)
	}
	if of := c.slicePhrase(); of != "" {
		parts = append(parts, "only "+of)
	}
	return strings.Join(parts, ", ")
}

// warningSpans is a warning and where it was found, unless that is all of the report.
func (c *composer) warningSpans(message, where string) []reports.Span {
	if names := benchmarkNames(c.res); len(names) == 1 && where == names[0] {
		where = ""
	}
	spans := []reports.Span{text("%s", reports.Shorten(reports.Visible(message), reports.MaxTextRunes))}
	if where != "" {
		spans = append(spans, text(" ("), code(reports.Shorten(reports.Visible(where), 2*reports.MaxNameRunes)), text(")"))
	}
	return spans
}
