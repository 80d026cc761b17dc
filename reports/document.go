package reports

import "slices"

// Document is a report as a sequence of blocks. Every renderer takes a Document
// and nothing else; all numbers in it are already formatted, and typed beside
// their text for the renderers that keep numbers (workbook, CSV).
type Document struct {
	Title    string
	Subtitle string
	Blocks   []Block
	Compact  bool // printed on few pages: no figure takes more than half of one
	// PlainSummaries tell the result of each benchmark to a reader who wants no tables.
	PlainSummaries []PlainSummary
}

// Anchors are the IDs of the blocks that a link may lead to.
func (d *Document) Anchors() map[string]bool {
	known := map[string]bool{}
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case Heading:
			known[b.ID] = true
		case Table:
			known[b.ID] = true
		case Figure:
			known[b.ID] = true
		}
	}
	return known
}

// Block is one of Heading, Prose, List, Table, Figure, Footnote, Code.
type Block interface{ block() }

// Heading opens a section. ID is unique in the document and stable: links and
// file names are made of it.
type Heading struct {
	Level  int // 1 for a benchmark, 2 for a section within it, 3 below
	ID     string
	Text   string
	Origin Origin
	// Apart: what must be read ends here, and what follows is for those who look further. A
	// page that cannot fold draws a rule.
	Apart bool
	// Runs are the names of a benchmark's runs as its tables and figures show them,
	// best first; empty for other headings.
	Runs []string
}

// Prose is a paragraph of inline spans.
type Prose struct {
	Spans []Span
	Tone  Tone
}

// Span is a run of text within a paragraph or a list item.
type Span struct {
	Text   string
	Strong bool
	Code   bool
	Link   string // the ID of a block in this document, or a page beside it (IsPage); empty: no link
	Gloss  string // what the text means, for who does not know the term; shown where a page can, said again in a footnote where it cannot
}

// List is a bulleted list, one item a paragraph.
type List struct{ Items []Prose }

// Tone colours a paragraph or a cell by what it means, never by itself alone:
// the text says it too.
type Tone uint8

// Tones.
const (
	Plain Tone = iota
	Good
	Bad
	Careful // a warning
	Faint   // secondary
)

// Table is a table of typed cells. Its CSV is tables/<ID>.csv.
type Table struct {
	ID      string
	Origin  Origin
	Caption string // names n, the unit, the interval and the test
	Columns []Column
	Rows    [][]Cell // len(row) == len(Columns)
	Notes   []string
	// Aside lists the keys of columns that a page leaves out, since they say the
	// same in every row and the caption says it too; CSV and workbook hold them.
	Aside []string
	// Long marks a table that a page shows only in part or folded; CSV and
	// workbook hold all of it.
	Long bool
	// Extract is the ID of the table of which this one shows a part, where a reader sees it first.
	// The workbook has that one alone. Empty: this one is whole.
	Extract string
	// Expendable lists the keys of columns that a narrow terminal leaves out, the first of them first,
	// before it breaks the table; its note names them.
	Expendable []string
	// Beaten says what Cell.Beats means: the test, the correction and alpha.
	// Empty where no cell has any.
	Beaten string
}

// Shown is the table as a page shows it, without the columns set aside.
func (t Table) Shown() Table {
	if len(t.Aside) == 0 {
		return t
	}
	var keep []int
	shown := t
	shown.Aside, shown.Columns, shown.Rows = nil, nil, make([][]Cell, len(t.Rows))
	for i, c := range t.Columns {
		if !slices.Contains(t.Aside, c.Key) {
			keep = append(keep, i)
			shown.Columns = append(shown.Columns, c)
		}
	}
	for r, row := range t.Rows {
		cells := make([]Cell, len(keep))
		for at, i := range keep {
			cells[at] = row[i]
		}
		shown.Rows[r] = cells
	}
	return shown
}

// Column describes one column of a Table.
type Column struct {
	Name string // as the reader sees it
	Key  string // as CSV and workbook name it: snake case, unique in the table
	Kind Kind
	// Labelled: cells may show a label in place of the name that the log has (Cell.Logged); CSV has both.
	Labelled bool
}

// Kind is the type of a column's cells.
type Kind uint8

// Kinds.
const (
	Text     Kind = iota
	Integer       // a count
	Number        // a plain number
	Percent       // a share: Value 0.588 prints 58.8%
	Points        // a signed difference of shares: Value 0.082 prints +8.2
	PValue        // a p-value
	Interval      // Value unused; Low and High hold the bounds
	Mixed         // each cell says its own kind in Cell.Kind
)

// Cell is one entry of a table: the text every renderer prints, and the number
// behind it.
type Cell struct {
	Text string
	Full string // a text column's whole text where Text is shortened or escaped for display; empty: Text is whole
	// Logged is the name that the log has, where Text is a label in its place; else empty.
	Logged string
	Link   string // the ID of a block in this document, or a page beside it (IsPage)
	// Beats lists the rows of the table, ascending from 0, that this row's value
	// is significantly better than, as Table.Beaten says.
	Beats     []int
	Value     float64 // unrounded; meaningful where HasValue
	Low, High float64 // an interval's bounds, unrounded, infinite ones too; meaningful where HasValue and Kind is Interval
	Decimals  int     // digits that Text shows after the point, for the workbook's number format
	// Small fields stand together: a report of many runs holds a million cells.
	Measure  Measure // of Text; Value, Low and High are as they are
	Kind     Kind    // the cell's kind where its column is Mixed
	Bounds   Kind    // an interval's: the kind of its bounds; Percent or Points, else a plain number
	HasValue bool
	Strong   bool
	Tone     Tone
}

// Figure is a chart as data. Its files are figures/<ID>.svg, .pdf, .png and
// .tikz.
type Figure struct {
	ID      string
	Kind    string // of FigureKinds; empty: none of them
	Caption string // names n, the unit, the interval
	Alt     string // what a reader who cannot see it must know
	Small   bool   // one of several beside each other: drawn for a column, whatever the others are drawn for
	Chart   Chart
	// Variants are what a page lets its reader switch to; every other renderer
	// leaves them out.
	Variants []Variant
}

// Variant is a figure drawn of other data: other tasks, or another policy for what
// is missing. Its one file is its ID's SVG.
type Variant struct {
	ID      string // unique in the document, figures included
	Group   string // what is varied, e.g. "Attempts without an outcome"
	Label   string // what is chosen, e.g. "Left out"
	Caption string // in place of the figure's own
	Alt     string
	Chart   Chart
}

// Footnote is small print under the block before it.
type Footnote struct {
	Spans []Span
	// Onward: it says nothing but where more is, for outputs in which that is elsewhere.
	Onward bool
}

// Code is preformatted text.
type Code struct {
	Lang string // "yaml", "sh", "json" or empty
	Text string
}

func (Heading) block()  {}
func (Prose) block()    {}
func (List) block()     {}
func (Table) block()    {}
func (Figure) block()   {}
func (Footnote) block() {}
func (Code) block()     {}

// PlainSummary tells the result of one benchmark in plain words. Head and workbook, page and terminal
// say these sentences, and no others, before their first table. An empty part is not said.
type PlainSummary struct {
	Benchmark string // as it is shown
	Compared  []Span // what was compared with what
	Verdict   []Span // what came out, never more certain than its intervals and tests
	Certainty []Span // how sure one can be
	Gaps      []Span // what is missing from the log, where that is much
	Careful   []Span // the warning that matters most
}

// Parts are the sentences in the order in which they are said.
func (p PlainSummary) Parts() [][]Span {
	return [][]Span{p.Compared, p.Verdict, p.Certainty, p.Gaps, p.Careful}
}

// Origin tells what a block is, the same in every benchmark and whatever a
// notebook calls it: what a renderer needs that brings the benchmarks together.
type Origin struct {
	Part      string // "leaderboard", "comparisons-by-stratum", "failures-section"; empty: none of the program's own
	Benchmark string // as the log names it; meaningful where Within
	Within    bool   // the block belongs to a benchmark
	Of        string // tells blocks of one part in one benchmark apart: a stratum, a pair of runs; may be empty
}
