package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// section writes one section of a benchmark, or nothing where it has no content.
type section func(*composer, *view) error

// Report makes the report of the results that a notebook describes. An empty title means the
// notebook's own, else the names of the benchmarks. Sections without content are left out. The
// document holds every number already formatted; the same results and notebook give the same
// document.
//
// Errors: a version of the results that this program does not know; a frame that could not be
// built; a *NotebookError where the notebook asks for what the results do not have.
func Report(res *result.Results, n *Notebook, title string) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	c.pages = n.Pages
	if err := n.choose(c); err != nil {
		return nil, err
	}
	if title == "" {
		title = n.Title
	}
	c.titled(title)
	e := &executor{c: c, n: n, taken: map[string]bool{}, rests: map[string]string{}, written: map[string]written{}, parts: map[*view][]part{}}
	if err := e.run(n.steps); err != nil {
		return nil, err
	}
	c.doc.PlainSummaries = c.plainSummaries()
	return c.doc, e.checkLinks()
}

// titled gives the document its title; empty: the names of the benchmarks.
func (c *composer) titled(title string) {
	if c.doc.Title = reports.Visible(title); c.doc.Title == "" {
		c.doc.Title = c.title()
	}
	c.doc.Subtitle = c.subject()
}

// composer gathers the blocks of one document.
type composer struct {
	res         *result.Results     // its comparisons turned as a reader asks for them (orient)
	asCompared  []result.Comparison // the same as they were made, with their statistics
	doc         *reports.Document
	names       *reports.Names
	views       []*view
	terms       map[string]bool   // glossary entries that the document needs
	ranksDrawn  bool              // a figure shows average ranks
	pages       *Pages            // of attempts; nil: there are none
	slice       *result.SliceInfo // that a directive is about within a report of more; nil: none
	allFailures bool              // show every failure mode and example, none cut
	levels      map[int]level     // of the section's blocks, by their place; nil: not within a notebook
}

func newComposer(res *result.Results) (*composer, error) {
	if err := ofThisVersion(res.Version); err != nil {
		return nil, err
	}
	shown := *res
	shown.Warnings = res.ShownWarnings()
	res = &shown
	c := &composer{
		res: res, doc: &reports.Document{}, names: reports.NewNames(res.Provenance.Plan.Labels), terms: map[string]bool{},
	}
	for _, name := range benchmarkNames(res) {
		c.views = append(c.views, newView(c, name))
	}
	c.leaveOut()
	assignSeries(c.views)
	c.orient()
	return c, nil
}

// alpha is the level of the tests.
func (c *composer) alpha() float64 { return c.res.Provenance.Plan.Alpha }

// level prints the confidence level, "95%".
func (c *composer) level() string { return reports.FormatLevel(c.res.Provenance.Plan.Level) }

// use notes that the document speaks of these glossary terms.
func (c *composer) use(terms ...string) {
	for _, t := range terms {
		c.terms[t] = true
	}
}

func (c *composer) add(blocks ...reports.Block) {
	for _, b := range blocks {
		switch block := b.(type) {
		case reports.Heading:
			block.Origin = c.origin(block.ID)
			b = block
		case reports.Table:
			block.Origin, block.Caption = c.origin(block.ID), c.sliced(block.Caption)
			b = c.withCosts(block)
		case reports.Figure:
			block.Caption = c.sliced(block.Caption)
			b = c.figureWithCosts(block)
		}
		c.doc.Blocks = append(c.doc.Blocks, b)
	}
}

func (c *composer) heading(level int, id, format string, args ...any) {
	c.add(reports.Heading{Level: level, ID: id, Text: fmt.Sprintf(format, args...)})
}

// openBenchmark adds the heading of a benchmark's part.
func (c *composer) openBenchmark(v *view) {
	c.add(reports.Heading{Level: 1, ID: v.anchor, Text: c.benchmarkTitle(v), Runs: c.shownRuns(v)})
}

// shownRuns are the names of a benchmark's runs, best first.
func (c *composer) shownRuns(v *view) []string {
	var out []string
	for _, run := range v.runs {
		out = append(out, c.names.Brief(run))
	}
	return out
}

func (c *composer) para(spans ...reports.Span) { c.add(reports.Prose{Spans: spans}) }

func (c *composer) footnote(spans ...reports.Span) { c.add(reports.Footnote{Spans: spans}) }

// ofThisVersion refuses results of a version that this program does not know.
func ofThisVersion(version int) error {
	if version != result.Version {
		return fmt.Errorf("results are version %d, expected version %d: make them again with this program", version, result.Version)
	}
	return nil
}
