package compose

import (
	"slices"

	"mcpstats/reports"
)

var showArgument = parameter{name: "show", doc: "only a part of it: what a first reader needs (brief), what that leaves out (rest), or one kind of block", takes: []string{"all", "brief", "rest", "text", "figures", "tables"}}

// blockDirectives are what a notebook can show between paragraphs, in the order
// of the manual.
func blockDirectives() []directive {
	return slices.Concat([]directive{
		{name: "head", doc: "What was compared, what came out, how sure that is, what is missing, and the warning that matters most: a paragraph, or one line a benchmark.", write: (*executor).head},
		{name: "overview", doc: "Where there are several benchmarks, a small figure of each: its first runs with their intervals.", write: whole(func(c *composer) error { c.overview(); return nil })},
	}, sectionDirectives(), []directive{
		comparisonDirective(),
		tableDirective(),
		figureDirective(),
		pivotDirective(),
		labelsDirective(),
		crossedLabelsDirective(),
		rankingsDirective(),
		confusionDirective(),
		heatmapDirective(),
		relationDirective(),
		curveDirective(),
		effectDirective(),
		interactionDirective(),
		distributionDirective(),
		ratioDirective(),
		casesDirective(),
		askedDirective(),
		{name: "claims", doc: "Published numbers and what became of them.", args: []parameter{showArgument},
			write: whole(func(c *composer) error { c.claimSection(); return nil })},
		{name: "methods", doc: "What was done, in words that can be pasted into a paper; the plan, and the logs with their SHA-256.", args: []parameter{showArgument},
			write: whole((*composer).methodSection)},
		{name: "warnings", doc: "Every warning, with its code; in brief by code, with a count and the first three places.", args: []parameter{showArgument}, write: whole(func(c *composer) error { c.warningSection(); return nil })},
		appendixDirective(),
		{name: "glossary", doc: "The terms that the document has used so far, in plain words; put it last.", write: whole(func(c *composer) error { c.glossarySection(); return nil })},
	})
}

// benchmarkSections are the sections of a benchmark, in the order of the report: what a notebook
// can show whole, and what tables and figures are picked from.
func benchmarkSections() []benchmarkSection {
	return []benchmarkSection{
		{"leaderboard", "The runs in order of the headline metric: a figure and a table.", leaderboardSection},
		{"denominators", "Where every expected attempt went, and the headline metric under every policy for what has no outcome.", denominatorSection},
		{"differences", "Every pair of runs: figure, table, what the tasks can show, all tests, effect sizes.", differenceSection},
		{"strata", "The headline metric by stratum: small multiples and tables.", strataSection},
		{"curves", "Metrics over a cut-off: F1 against plan length, pass@k against k, thresholds.", curveSection},
		{"tasks", "What the tasks are made of: needs, servers, tools offered, and how many tasks of each stratum.", taskSection},
		{"catalog", "What servers and tools there are, by the catalog beside the logs, and which of them tasks want and runs call.", catalogSection},
		{"failures", "How attempts failed, by source: figures, counts, examples.", failureSection},
		{"tools", "Calls, failed calls and recoveries by tool and server, and how the attempts fared that used them.", toolSection},
		{"errors", "Kinds of error messages, and what comes before and after the first failed call.", errorSection},
		{"waste", "What failed attempts took, by mode and cause, and how they differ from those at the same task that succeeded.", wasteSection},
		{"trials", "How much of the uncertainty lies between tasks, and how much trials cause.", trialSection},
		{"costs", "What the runs cost against how well they do.", costSection},
		{"judges", "Judges against the reference, and against their own words.", judgeSection},
		{"items", "Whether runs do at a task what they did before; which tasks tell the runs apart, which to look at, and how few would keep the order.", itemSection},
		{"stability", "Under which other sane choices the conclusion holds.", stabilitySection},
		{"reported", "The harness's own numbers beside the recomputed ones.", reportedSection},
		{"metrics", "Every run by every metric, and what the metrics are.", metricSection},
	}
}

// benchmarkSection is one of them, with its line in the manual.
type benchmarkSection struct {
	name, doc string
	write     section
}

// sectionDirectives show the sections, one each.
func sectionDirectives() []directive {
	var out []directive
	for _, s := range benchmarkSections() {
		out = append(out, directive{name: s.name, doc: s.doc, benchmark: true, args: []parameter{showArgument}, write: func(e *executor, call *call, v *view) error {
			blocks, rest, err := e.section(s.name+" "+v.slug, call.arg("show"), func() error { return s.write(e.c, v) })
			if err != nil {
				return e.inBenchmark(v, err)
			}
			e.emit(blocks...)
			if call.arg("show") == "brief" && len(blocks) > 0 {
				e.leadsOn(s.name, rest)
			}
			return nil
		}})
	}
	return out
}

// whole makes a directive of a section that is about the whole document.
func whole(write func(*composer) error) func(*executor, *call, *view) error {
	return func(e *executor, call *call, _ *view) error {
		blocks, rest, err := e.section(call.name, call.arg("show"), func() error { return write(e.c) })
		if err != nil {
			return err
		}
		e.emit(blocks...)
		if call.arg("show") == "brief" && len(blocks) > 0 {
			e.leadsOn(call.name, rest)
		}
		return nil
	}
}

// shown keeps the blocks of one kind, with the headings that still have some
// below them.
func shown(blocks []reports.Block, kind string) []reports.Block {
	switch kind {
	case "", "all", "brief", "rest":
		return blocks
	}
	var out []reports.Block
	// Backwards: whether a heading stays is known once it is known what stays below it.
	for i := len(blocks) - 1; i >= 0; i-- {
		keep := kind == "text"
		switch b := blocks[i].(type) {
		case reports.Table:
			keep = kind == "tables"
		case reports.Figure:
			keep = kind == "figures"
		case reports.Heading:
			under, ok := firstOf(out)
			keep = ok && (under == 0 || under > b.Level)
		}
		if keep {
			out = append(out, blocks[i])
		}
	}
	slices.Reverse(out)
	return out
}

// firstOf is the level of the heading that a reversed list ends with, 0 where
// that is no heading, and false for an empty list.
func firstOf(reversed []reports.Block) (level int, ok bool) {
	if len(reversed) == 0 {
		return 0, false
	}
	if h, is := reversed[len(reversed)-1].(reports.Heading); is {
		return h.Level, true
	}
	return 0, true
}

// head writes the paragraph of result and its small print. That leads to the
// list of all warnings, where the notebook has one.
func (e *executor) head(_ *call, _ *view) error {
	blocks, _, err := e.section("", "", func() error { e.c.head(); return nil })
	lists := slices.ContainsFunc(e.n.steps, func(s step) bool { return s.call != nil && s.call.name == "warnings" })
	for i, b := range blocks {
		note, ok := b.(reports.Footnote)
		if lists || !ok {
			continue
		}
		if at := slices.IndexFunc(note.Spans, func(s reports.Span) bool { return s.Link == warningsID }); at >= 0 {
			blocks[i] = reports.Footnote{Spans: note.Spans[:at]}
		}
	}
	blocks = slices.DeleteFunc(blocks, func(b reports.Block) bool {
		note, ok := b.(reports.Footnote)
		return ok && len(note.Spans) == 0
	})
	e.emit(blocks...)
	return err
}
