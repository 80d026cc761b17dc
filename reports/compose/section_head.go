package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// warningsID is the anchor of the section with all warnings.
const warningsID = "warnings"

// head says what was compared, what came out, and what to be careful about.
func (c *composer) head() {
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempts that could be read. See Methods for what was tried."))
		return
	}
	said := c.plainSummaries()
	if len(said) == 1 {
		c.para(paragraph(said[0])...)
	} else {
		var items []reports.Prose
		for i, v := range c.views {
			items = append(items, reports.Prose{Spans: append([]reports.Span{link(said[i].Benchmark, v.anchor), text(": ")}, paragraph(said[i])...)})
		}
		c.add(reports.List{Items: items})
	}
	c.smallPrint(said)
}

// smallPrint explains the terms of the head, and leads to all warnings.
func (c *composer) smallPrint(said []reports.PlainSummary) {
	notes := headNotes(said)
	if n := len(c.res.Warnings); n > 0 {
		if len(notes) > 0 {
			notes = append(notes, text(" "))
		}
		all := plural(n, "warning")
		if n > 1 {
			all = "All " + all
		}
		notes = append(notes, link(all, warningsID), text("."))
	}
	if len(notes) > 0 {
		c.footnote(notes...)
	}
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
		if folder := logFolder(c.res.Provenance.Inputs); folder != "" {
			return reports.ShortName(folder)
		}
		return "Report"
	}
	return reports.Enumerate(shown, 3)
}

// logFolder names what the logs of a report without a benchmark's name lie in: the last folder that
// all their paths go through, or a single log's file without its ending. Folders that are called as
// everybody calls theirs ("logs", "results") give way to the one above.
func logFolder(inputs []result.Input) string {
	var shared []string
	for i, in := range inputs {
		parts := strings.FieldsFunc(in.Path, func(r rune) bool { return r == '/' || r == '\\' })
		if len(inputs) > 1 && len(parts) > 0 {
			parts = parts[:len(parts)-1]
		}
		if i == 0 {
			shared = parts
			continue
		}
		n := 0
		for n < len(shared) && n < len(parts) && shared[n] == parts[n] {
			n++
		}
		shared = shared[:n]
	}
	for i := len(shared) - 1; i >= 0; i-- {
		name := shared[i]
		if i == len(shared)-1 && len(inputs) == 1 {
			name, _, _ = strings.Cut(name, ".")
		}
		if name != "" && name != "." && name != ".." && !slices.Contains(anyFolder, strings.ToLower(name)) {
			return name
		}
	}
	return ""
}

// anyFolder are names of folders that say nothing of what is in them.
var anyFolder = []string{"logs", "log", "results", "result", "runs", "output", "outputs", "data", "traces", "trajectories", "tmp"}

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
