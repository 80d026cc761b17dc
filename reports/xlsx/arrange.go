package xlsx

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/reports"
)

// page is a sheet while it is arranged: one section of the document, of all
// benchmarks.
type page struct {
	name    string
	title   string
	about   string // what it holds, in a few words; may be empty
	closing bool   // belongs to no benchmark
	ids     []string
	groups  []*group
	grids   int
	width   *widths
	first   int // the header row of the only table; 0 where there are none or several
	last    int // the last row
}

// group is what stands under one heading of a page.
type group struct {
	title   string // empty: before the first heading
	ids     []string
	row     int
	remarks []remark
	grids   []*grid
}

// remark is text of a page.
type remark struct {
	text string
	look style
	row  int
}

// glossary is a sheet that tables join.
const glossary = "Glossary"

// items is a sheet of details.
const (
	items      = "Items"
	itemsAbout = "the tasks as items of a test: what each tells of the runs, and which to look at"
)

// toolsAbout says what the sheet of tools holds.
const toolsAbout = "which tools fail, what their errors say, and what failed attempts took"

type knownSection struct{ part, title, about string }

// knownSections name the sheets of the program's own sections, whatever a
// notebook calls them, in the order of the workbook, and say what a reader finds
// there.
var knownSections = []knownSection{
	{"leaderboard-section", "Leaderboard", "the runs, best first, with their intervals"},
	{"differences-section", "Comparisons", "every pair of runs: by how much they differ and whether that can be chance"},
	{"strata-section", "Strata", "the same by level, category or domain: where the runs differ"},
	{"failures-section", "Failures", "how the runs fail, and how often"},
	{"tools-section", "Tools", toolsAbout},
	{"errors-section", "Tools", toolsAbout},
	{"waste-section", "Tools", toolsAbout},
	{"judges-section", "Judges", "whether the judges that gave the verdicts can be trusted"},
	{"costs-section", "Costs", "what the runs cost beside what they achieve"},
	{"curves-section", "Curves", "how far the runs get step by step, or with more attempts"},
	{"trials-section", "Metrics", "every other metric, and what the harness had computed itself"},
	{"consistency-section", "Metrics", "every other metric, and what the harness had computed itself"},
	{"items-section", items, itemsAbout},
	{"stability-section", "Stability", "whether the conclusion survives other choices of analysis"},
	{"claims-section", "Claims", "published numbers, checked"},
	{"denominators-section", "Ledger", "where every expected attempt went"},
	{"metrics-section", "Metrics", "every other metric, and what the harness had computed itself"},
	{"reported-section", "Metrics", "every other metric, and what the harness had computed itself"},
	{"methods", "Methods", "how the numbers were made, and how to make them again"},
	{"warnings", "Warnings", "what to know before trusting a number"},
	{"glossary", glossary, "the terms and the metrics explained"},
}

type knownPart struct{ part, title, about, from string }

// knownParts are tables that leave their section's sheet, where that is the given
// one, for a sheet that follows it: few look for them, and they are long or wide. Their sheets are not
// printed, nor is that of a section one of whose tables is listed as a part of it.
var knownParts = []knownPart{
	{"tests", "Tests", "every test, effect size and interval of every pair", "Comparisons"},
	{"effects", "Tests", "every test, effect size and interval of every pair", "Comparisons"},
	{"intervals", "Tests", "every test, effect size and interval of every pair", "Comparisons"},
	{"posteriors", "Tests", "every test, effect size and interval of every pair", "Comparisons"},
	{"trials", "Summaries", "every metric of every run, overall and by stratum, with interval, deviation and median", "Metrics"},
	{"trials-figure", "Summaries", "every metric of every run, overall and by stratum, with interval, deviation and median", "Metrics"},
	{"items", items, itemsAbout, items},
	{"failure-examples", "Examples", "attempts that show a failure, to be read in the log", "Failures"},
	{"summaries", "Summaries", "every metric of every run, overall and by stratum, with interval, deviation and median", "Metrics"},
	{"definitions", glossary, "the terms and the metrics explained", "Metrics"},
}

// sorted puts the known pages in their order; another stays behind the one that
// it stood behind.
func sorted(pages []*page) []*page {
	rank := func(title string) (int, bool) {
		at := func(title string) int {
			return slices.IndexFunc(knownSections, func(k knownSection) bool { return k.title == title })
		}
		if r := at(title); r >= 0 {
			return r, true
		}
		for _, k := range knownParts {
			if k.title == title {
				return at(k.from), true
			}
		}
		return 0, false
	}
	of := map[*page]int{}
	last := -1
	for _, p := range pages {
		if r, ok := rank(p.title); ok {
			last = r
		}
		of[p] = last
	}
	slices.SortStableFunc(pages, func(a, b *page) int { return cmp.Compare(of[a], of[b]) })
	return pages
}

// arranger sorts the blocks of a document into pages.
type arranger struct {
	pages      []*page
	benchmark  string // as it is shown; empty outside
	page       *page
	group      *group
	pendingIDs []string // IDs of headings before the page that they lead to
}

// arrange brings the benchmarks' sections together: one page a kind of section,
// tables of the same kind in one. What stands before the first heading is the
// head.
func (b *book) arrange(doc *reports.Document) (head []reports.Block, pages []*page) {
	parts := map[string]bool{}
	for _, block := range doc.Blocks {
		if h, ok := block.(reports.Heading); ok && h.Level <= 1 && h.Origin.Within {
			parts[h.Origin.Benchmark] = true
		}
	}
	b.several = len(parts) > 1
	a := &arranger{}
	for i, block := range doc.Blocks {
		h, ok := block.(reports.Heading)
		switch {
		case ok && h.Level <= 1:
			a.part(h, doc.Blocks[i+1:])
		case ok && h.Level == 2 && a.benchmark != "":
			a.open(h)
		case ok && a.page != nil:
			a.under(h)
		case ok:
			a.open(h)
		case a.page == nil && a.benchmark == "" && len(a.pages) == 0:
			head = append(head, block)
		default:
			a.add(block, b.several)
		}
	}
	for _, p := range a.pages {
		for _, g := range p.groups {
			for _, grid := range g.grids {
				grid.merge(b.several)
				p.grids++
			}
		}
	}
	a.pages = slices.DeleteFunc(a.pages, func(p *page) bool {
		return !slices.ContainsFunc(p.groups, func(g *group) bool { return len(g.remarks)+len(g.grids) > 0 })
	})
	return head, sorted(a.pages)
}

// part begins a part of the document: a benchmark, or a section by itself.
func (a *arranger) part(h reports.Heading, next []reports.Block) {
	a.page, a.benchmark = nil, ""
	if !h.Origin.Within {
		a.open(h)
		return
	}
	a.benchmark = h.Text
	a.pendingIDs = append(a.pendingIDs, h.ID)
	if len(next) > 0 {
		if n, ok := next[0].(reports.Heading); !ok || n.Level != 2 {
			a.openAs("Results", "", nil)
		}
	}
}

// open begins or continues the page of a section.
func (a *arranger) open(h reports.Heading) {
	title, about := h.Text, ""
	for _, k := range knownSections {
		if k.part == h.Origin.Part {
			title, about = k.title, k.about
		}
	}
	a.openAs(title, about, []string{h.ID})
	a.page.closing = a.benchmark == "" && h.Origin.Part != "claims-section"
}

func (a *arranger) openAs(title, about string, ids []string) {
	at := slices.IndexFunc(a.pages, func(p *page) bool { return p.title == title })
	if at < 0 {
		at = len(a.pages)
		a.pages = append(a.pages, &page{title: title, about: about, groups: []*group{{}}})
	}
	a.page = a.pages[at]
	a.page.ids = append(append(a.page.ids, a.pendingIDs...), ids...)
	a.group, a.pendingIDs = a.page.groups[0], nil
}

// under begins or continues what stands under a lower heading.
func (a *arranger) under(h reports.Heading) {
	at := slices.IndexFunc(a.page.groups, func(g *group) bool { return g.title == h.Text })
	if at < 0 {
		at = len(a.page.groups)
		a.page.groups = append(a.page.groups, &group{title: h.Text})
	}
	a.group = a.page.groups[at]
	a.group.ids = append(a.group.ids, h.ID)
}

// add puts a block where the last heading leads.
func (a *arranger) add(block reports.Block, several bool) {
	if a.page == nil {
		a.openAs("Results", "", nil)
	}
	say := func(s string, look style) {
		if several && a.benchmark != "" && !look.mono {
			s = a.benchmark + ": " + s
		}
		a.group.remarks = append(a.group.remarks, remark{text: s, look: look})
	}
	switch block := block.(type) {
	case reports.Prose:
		say(plain(block.Spans), style{tone: block.Tone})
	case reports.Footnote:
		if block.Onward {
			return // the same sheet has it
		}
		say(plain(block.Spans), style{tone: reports.Faint})
	case reports.List:
		for _, item := range block.Items {
			say("• "+plain(item.Spans), style{tone: item.Tone})
		}
	case reports.Figure:
		// Its file does not come with the workbook. Links to it lead to its place.
		a.group.ids = append(a.group.ids, block.ID)
	case reports.Code:
		for _, line := range strings.Split(strings.TrimRight(block.Text, "\n"), "\n") {
			say(line, style{mono: true})
		}
	case reports.Table:
		if block.Extract == "" {
			a.table(block)
		}
	}
}

// table joins a table to the first of its kind on the page that it fits.
func (a *arranger) table(t reports.Table) {
	if n := len(t.Rows); t.Long && n > mostOfLong {
		t.Notes = append([]string{fmt.Sprintf("The first %s of %s rows; %s has all.", reports.FormatCount(mostOfLong), reports.FormatCount(n), reports.TablePath(t.ID, "csv"))}, t.Notes...)
		t.Rows = t.Rows[:mostOfLong]
	}
	from := tableOf{t, a.benchmark}
	page, group := a.page, a.group
	for _, k := range knownParts {
		if k.part == t.Origin.Part && k.from == page.title {
			a.openAs(k.title, k.about, nil)
			a.page.closing = k.title == glossary
		}
	}
	if !a.page.take(t, from) {
		a.group.grids = append(a.group.grids, &grid{tables: []tableOf{from}})
	}
	a.page, a.group = page, group
}

// take adds a table to one of the page; false where none takes it.
func (p *page) take(t reports.Table, from tableOf) bool {
	for _, g := range p.groups {
		for _, grid := range g.grids {
			if grid.takes(t) {
				grid.tables = append(grid.tables, from)
				return true
			}
		}
	}
	return false
}
