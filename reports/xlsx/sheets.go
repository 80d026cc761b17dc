package xlsx

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"mcpstats/reports"
)

// sheet is one section of the document.
type sheet struct {
	name    string
	title   string
	ids     []string // of its heading, and of headings before it that have no sheet
	caption string   // of a table on its own sheet
	blocks  []reports.Block
	rows    []int // the row each block begins in
	header  int   // the header row of the only table; 0 where there are none or several
}

// longRows is how many rows a long table must have for a sheet of its own.
const longRows = 20

// split divides the document at its headings of the first two levels. Sections
// without a table or text make no sheet. Where there are several parts, a
// sheet's name begins with its part's. Long tables follow on sheets of their
// own, named as their CSV files are.
func split(doc *reports.Document, names *sheetNames) (head []reports.Block, sheets []*sheet) {
	parts := 0 // that have sections of their own
	for i, b := range doc.Blocks {
		if h, ok := b.(reports.Heading); ok && h.Level <= 1 && i+1 < len(doc.Blocks) {
			if next, ok := doc.Blocks[i+1].(reports.Heading); ok && next.Level == 2 {
				parts++
			}
		}
	}
	var cur *sheet
	part := ""
	var long []*sheet // of the current section
	keep := func() {
		if cur != nil && len(cur.blocks) > 0 {
			cur.name = names.take(cur.title)
			sheets = append(sheets, cur)
		}
		for _, s := range long {
			s.name = names.take(s.title)
			sheets = append(sheets, s)
		}
		long = nil
	}
	for _, b := range doc.Blocks {
		if h, ok := b.(reports.Heading); ok && h.Level <= 2 {
			ids := []string{h.ID}
			if cur != nil && len(cur.blocks) == 0 && len(long) == 0 {
				ids = append(cur.ids, h.ID)
			}
			keep()
			cur = &sheet{title: h.Text, ids: ids}
			if h.Level <= 1 {
				part = h.Text
			} else if parts > 1 {
				cur.title = part + ": " + h.Text
			}
			continue
		}
		if cur == nil {
			head = append(head, b)
			continue
		}
		if t, ok := b.(reports.Table); ok && t.Long && len(t.Rows) >= longRows {
			long = append(long, &sheet{title: t.ID, caption: t.Caption, blocks: []reports.Block{t}})
			continue
		}
		cur.blocks = append(cur.blocks, b)
	}
	keep()
	return head, sheets
}

// place decides where every block will stand, before anything is written, so
// that links can point both ways.
func (b *book) place() {
	b.targets = map[string]target{}
	for _, s := range b.sheets {
		for _, id := range s.ids {
			b.targets[id] = target{s.name, 1}
		}
		row, tables := 4, 0 // title, link back, an empty row
		for _, block := range s.blocks {
			s.rows = append(s.rows, row)
			switch block := block.(type) {
			case reports.Heading:
				b.targets[block.ID] = target{s.name, row}
				row++
			case reports.Prose, reports.Footnote:
				row += 2
			case reports.List:
				row += len(block.Items) + 1
			case reports.Figure:
				b.targets[block.ID] = target{s.name, row}
				row += 2
			case reports.Code:
				row += strings.Count(strings.TrimRight(block.Text, "\n"), "\n") + 2
			case reports.Table:
				b.targets[block.ID] = target{s.name, row}
				s.header = row + 1
				tables++
				row += 2 + len(block.Rows) + len(block.Notes) + 1
			}
		}
		if tables != 1 {
			s.header = 0
		}
	}
}

// location is a target as Excel's links have it.
func (t target) location() string {
	return fmt.Sprintf("'%s'!A%d", strings.ReplaceAll(t.sheet, "'", "''"), t.row)
}

// sheetNames gives out names that Excel takes: at most 31 UTF-16 units, none of
// []:*?/\, no apostrophe at either end, different whatever the case.
type sheetNames struct{ taken map[string]bool }

func newSheetNames() *sheetNames {
	// Excel keeps this name to itself.
	return &sheetNames{taken: map[string]bool{"history": true}}
}

const longestSheetName = 31

func (n *sheetNames) take(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`[]:*?/\`, r):
			return ' '
		case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff || r == 0xfffd:
			return -1
		}
		return r
	}, title)
	name = strings.Join(strings.Fields(name), " ")
	for i := 1; ; i++ {
		suffix := ""
		if i > 1 {
			suffix = fmt.Sprintf(" (%d)", i)
		}
		s := strings.Trim(cut(name, longestSheetName-len(suffix))+suffix, "' ")
		if s == "" {
			s = fmt.Sprintf("Sheet %d", i)
		}
		if key := strings.ToLower(s); !n.taken[key] {
			n.taken[key] = true
			return s
		}
	}
}

// cut shortens a name to n UTF-16 units, dropping from its middle: parts and
// sections both stay recognisable.
func cut(s string, n int) string {
	if len(utf16.Encode([]rune(s))) <= n {
		return s
	}
	runes := []rune(s)
	for keep := min(len(runes), n) - 1; keep > 0; keep-- {
		tail := keep * 2 / 3
		short := string(runes[:keep-tail]) + "…" + string(runes[len(runes)-tail:])
		if len(utf16.Encode([]rune(short))) <= n {
			return short
		}
	}
	return "…"
}

// clip is text of at most n runes.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
