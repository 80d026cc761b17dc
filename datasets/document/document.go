// Package document is a paper as a reader sees it: headings, sentences, tables with their
// heads, captions and footnotes, and where each of them stands. Readers of files (package
// papers) make a [Document]; nothing here knows LaTeX, HTML or PDF, and nothing here judges
// a number. [Document.Numbers] lists every number that is a result, with what stands beside it.
package document

import "fmt"

// Document is one paper, whatever kind of file it came from. Blocks stand in reading order.
type Document struct {
	File   string // as it was named
	Format string // "text", "markdown", "latex", "html", "docx", "jupyter" or "pdf"
	Title  string
	Blocks []Block
	Notes  []Note // what could not be read, and why: nothing is left out in silence
}

// Kind is what a block is.
type Kind int

// The kinds of blocks. A caption that belongs to a table stands in that table alone;
// captions of figures are blocks of their own.
const (
	Paragraph Kind = iota
	Heading
	ListItem
	Caption  // of a figure
	Footnote // of the running text
	Abstract
	TableBlock
)

// Block is a heading, a paragraph or a table.
type Block struct {
	Kind    Kind
	Level   int    // of a heading, from 1
	Number  string // of a heading or figure, as printed or counted: "4.2", "Figure 3"
	Text    Text   // of every kind but a table
	Table   *Table // of a table alone
	Section string // the number and words of the heading that it stands under
	Place   Place
}

// Place is where something stands: a line of a text file or a page of a PDF, both
// counted from 1 (0: not known), in the file that holds it, which a LaTeX project's
// \input may make another than the document's own.
type Place struct {
	File string
	Line int
	Page int
}

// Words are the page, or else the line, as a person is told them: "page 3"; empty where neither is known.
func (p Place) Words() string {
	switch {
	case p.Page > 0:
		return fmt.Sprintf("page %d", p.Page)
	case p.Line > 0:
		return fmt.Sprintf("line %d", p.Line)
	}
	return ""
}

// Text is words without markup. Styles are the stretches of it that were set apart, in
// bytes of Plain. Lines gives the place of stretches that do not begin where the text
// does, in order, so that a number of a long paragraph is found at its own line.
type Text struct {
	Plain  string
	Styles []Style
	Lines  []Mark
}

// Look is how a stretch of text is set apart.
type Look int

// The looks that papers give a meaning to.
const (
	Bold Look = iota
	Italic
	Underlined
	Superscript
	Subscript
	Coloured // a cell's or a word's colour
	Struck
)

// Style is a look of the bytes From to To (exclusive).
type Style struct {
	Look     Look
	From, To int
}

// Mark says that the text from byte From on stands at Place.
type Mark struct {
	From  int
	Place Place
}

// At is the place of a byte of the text, or start where no mark comes before it.
func (t Text) At(offset int, start Place) Place {
	for _, m := range t.Lines {
		if m.From > offset {
			break
		}
		start = m.Place
	}
	return start
}

// Has tells whether any of the bytes from to to (exclusive) has the look.
func (t Text) Has(look Look, from, to int) bool {
	for _, s := range t.Styles {
		if s.Look == look && s.From < to && from < s.To {
			return true
		}
	}
	return false
}

// Table is a table as printed: a rectangle of cells, of which the first HeadRows rows and
// the first HeadColumns columns name the others.
type Table struct {
	ID          string // "t2": counted through the document
	Label       string // "Table 2", as the paper refers to it; empty: it has none
	Caption     Text
	Rows        [][]Cell // each as long as the table is wide
	HeadRows    int
	HeadColumns int
	Rules       []int  // rows before which a rule is drawn, beyond the one below the head
	Notes       []Text // the table's own footnotes
	Place       Place  // of the table
	Captioned   Place  // of the caption
}

// Cell is one place of the grid. A cell that spans others stands once, at its upper left;
// the places that it covers are cells with Covered set and the same text, so that each
// row and column can be read by itself.
type Cell struct {
	Text             Text
	RowSpan, ColSpan int // 1 where it spans nothing
	Covered          bool
	Head             bool // names others, wherever it stands: also a row that names the rows below it
	Place            Place
}

// Note is something that was not read: a page that is a picture, an unbalanced table, a file
// that \input names and that is not there.
type Note struct {
	Place Place
	Text  string
}
