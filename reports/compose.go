package reports

import (
	"fmt"

	"mcpstats/analysis/result"
)

// Options are what a report says beyond its results. The zero value is a report
// titled by its benchmarks, of every section.
type Options struct {
	Title string // empty: made of the benchmarks' names
	// Notebook says what the report shows. Nil: every section, in their order.
	Notebook *Notebook
}

// section writes one section of a benchmark, or nothing where it has no content.
type section func(*composer, *view) error

// benchmarkSections are the sections of a benchmark's part, in order.
var benchmarkSections = []section{
	leaderboardSection,
	denominatorSection,
	differenceSection,
	strataSection,
	curveSection,
	failureSection,
	costSection,
	judgeSection,
	stabilitySection,
	reportedSection,
	metricSection,
}

// Compose makes the report of the results: a head, one part a benchmark, and
// what concerns all of them. Sections without content are left out. The document
// holds every number already formatted; the same results give the same document.
//
// Errors: a version of the results that this program does not know; a frame that
// could not be built; a *NotebookError where a notebook asks for what the results
// do not have.
func Compose(res *result.Results, opt Options) (*Document, error) {
	if opt.Notebook != nil {
		return composeNotebook(res, opt)
	}
	c, err := newComposer(res, opt)
	if err != nil {
		return nil, err
	}
	c.head()
	for _, v := range c.views {
		c.openBenchmark(v)
		for _, s := range benchmarkSections {
			if err := s(c, v); err != nil {
				return nil, fmt.Errorf("benchmark %s: %w", c.names.show(v.name), err)
			}
		}
	}
	c.claimSection()
	if err := c.methodSection(); err != nil {
		return nil, err
	}
	c.warningSection()
	c.glossarySection()
	c.doc.Briefs = c.briefs()
	return c.doc, nil
}

// composer gathers the blocks of one document.
type composer struct {
	res         *result.Results
	opt         Options
	doc         *Document
	names       *names
	views       []*view
	terms       map[string]bool // glossary entries that the document needs
	ranksDrawn  bool            // a figure shows average ranks
	allFailures bool            // show every failure mode and example, none cut
}

func newComposer(res *result.Results, opt Options) (*composer, error) {
	if res.Version != result.Version {
		return nil, fmt.Errorf("results are version %d, expected version %d: make them again with this program", res.Version, result.Version)
	}
	c := &composer{
		res: res, opt: opt, doc: &Document{}, names: newNames(), terms: map[string]bool{},
	}
	for _, name := range benchmarkNames(res) {
		c.views = append(c.views, newView(c, name))
	}
	assignSeries(c.views)
	return c, nil
}

// alpha is the level of the tests.
func (c *composer) alpha() float64 { return c.res.Provenance.Plan.Alpha }

// level prints the confidence level, "95%".
func (c *composer) level() string { return formatLevel(c.res.Provenance.Plan.Level) }

// use notes that the document speaks of these glossary terms.
func (c *composer) use(terms ...string) {
	for _, t := range terms {
		c.terms[t] = true
	}
}

func (c *composer) add(blocks ...Block) {
	for _, b := range blocks {
		switch block := b.(type) {
		case Heading:
			block.Origin = c.origin(block.ID)
			b = block
		case Table:
			block.Origin = c.origin(block.ID)
			b = block
		}
		c.doc.Blocks = append(c.doc.Blocks, b)
	}
}

func (c *composer) heading(level int, id, format string, args ...any) {
	c.add(Heading{Level: level, ID: id, Text: fmt.Sprintf(format, args...)})
}

// openBenchmark adds the heading of a benchmark's part.
func (c *composer) openBenchmark(v *view) {
	c.add(Heading{Level: 1, ID: v.anchor, Text: c.benchmarkTitle(v), Runs: c.shownRuns(v)})
}

// shownRuns are the names of a benchmark's runs, best first.
func (c *composer) shownRuns(v *view) []string {
	var out []string
	for _, run := range v.runs {
		out = append(out, c.names.show(run))
	}
	return out
}

func (c *composer) para(spans ...Span) { c.add(Prose{Spans: spans}) }

func (c *composer) footnote(spans ...Span) { c.add(Footnote{Spans: spans}) }
