package xlsx

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// Widths of a listing's columns of text, in characters.
const (
	widestName  = 46
	widestProse = 70
	mostLines   = 4 // of a row; the cell has the rest of the text
)

// listed is what must be known of a listing before its first row is streamed: how many
// rows there are, and of each column the longest text, 0 where no row has anything.
type listed struct {
	rows    int
	longest []int
}

func extent(list *reports.Listing) listed {
	l := listed{longest: make([]int, len(list.Columns))}
	for row := range list.Rows {
		l.rows++
		for i := range row {
			l.longest[i] = max(l.longest[i], utf8.RuneCountInString(shownIn(list.Columns[i].Kind, &row[i])))
		}
	}
	return l
}

// shownIn is the text of a cell, empty where it has no value.
func shownIn(kind reports.Kind, c *reports.Cell) string {
	if kind != reports.Text && !c.HasValue {
		return ""
	}
	return c.Text
}

// writeListing streams a table that no document holds: the columns that some row fills, the
// prose over several lines, at most so many rows.
func (b *book) writeListing(name string, list *reports.Listing, room int) error {
	l := extent(list)
	says, rows := list.Says, l.rows
	if rows > room {
		left := fmt.Sprintf("The sheet %s holds the first %s of %s lines, so that the book opens at once. tables/%s.csv has all.", name, reports.FormatCount(room), reports.FormatCount(rows), list.ID)
		says, rows = left+" "+says, room
		b.left = append(b.left, left)
	}
	var kept []int
	var header []string
	var w widths
	for i, c := range list.Columns {
		if l.longest[i] == 0 && l.rows > 0 {
			continue
		}
		kept, header = append(kept, i), append(header, c.Name)
		widest := widestName
		if c.Key == list.Prose {
			widest = widestProse
		}
		width := max(narrowest, min(l.longest[i]+2, widest))
		for _, word := range strings.Fields(c.Name) {
			width = max(width, utf8.RuneCountInString(word)+3) // room for the filter's button
		}
		w.of = append(w.of, float64(width))
	}
	header = distinct(header)
	fixed := 1 + max(0, slices.Index(kept, slices.IndexFunc(list.Columns, func(c reports.Column) bool { return c.Key == "task" })))
	column, err := excelize.ColumnNumberToName(fixed)
	if err != nil {
		return err
	}
	out := b.open(name, layout{widths: w, panes: frozen(longHeader, fixed), beside: pagesBeside(w.total()), header: longHeader, fixed: column})
	wide, _ := w.span(proseWidth)
	out.unprinted(max(len(kept), wide))
	out.long(says, header, w)
	// Names run on behind the next cell; where that is empty, and in prose, they are wrapped,
	// so that in a row of fixed height nothing stands where something else belongs.
	var looks [2][2]int // by whether a column of numbers is at the left, and by whether it wraps
	for beside := range looks {
		for wraps := range looks[beside] {
			if looks[beside][wraps], err = b.id(style{inset: beside == 1, wrap: wraps == 1}); err != nil {
				return err
			}
		}
	}
	value := func(cells []reports.Cell, k int) bool {
		return k < len(kept) && shownIn(list.Columns[kept[k]].Kind, &cells[kept[k]]) != ""
	}
	line, row := make([]any, len(kept)), longHeader
	for cells := range list.Rows {
		if row-longHeader == rows || out.err != nil {
			break
		}
		row++
		clear(line)
		lines := 1
		for k, i := range kept {
			c := &cells[i]
			if !value(cells, k) {
				continue
			}
			if list.Columns[i].Kind != reports.Text {
				line[k] = excelize.Cell{StyleID: looks[0][0], Value: stored(c.Value)}
				continue
			}
			beside, wraps := 0, 0
			if k > 0 && list.Columns[kept[k-1]].Kind != reports.Text {
				beside = 1
			}
			if list.Columns[i].Key == list.Prose {
				wraps, lines = 1, min(linesOf(c.Text, w.of[k]), mostLines)
			} else if !value(cells, k+1) {
				wraps = 1
			}
			line[k] = excelize.Cell{StyleID: looks[beside][wraps], Value: text(c.Text)}
		}
		out.line(row, line)
		out.tall(row, lineHeight*float64(lines))
	}
	if row > longHeader {
		out.table(longHeader, header, row-longHeader, list.ID)
	}
	return out.end()
}
