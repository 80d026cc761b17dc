package xlsx

import (
	"fmt"
	"strings"

	"mcpstats/reports"
)

// long writes what stands above a long table: what it holds, and the header in the
// fourth row.
func (s *sheet) long(says string, header []string, widths widths) {
	s.head(s.name)
	s.across(3, &widths, says, style{tone: reports.Faint})
	lines := 1
	for i, name := range header {
		s.cell(i+1, longHeader, name, style{header: true, wrap: true})
		lines = max(lines, linesOf(name, widths.of[i]-3))
	}
	const mostLines = 6
	s.tall(longHeader, lineHeight*float64(min(lines, mostLines))+3)
}

// Lines that the workbook holds of what has no end: of a listing, and of a table that a page
// shows in part. Excel would take a million, and be minutes in opening them; the files beside
// the book have all.
const (
	mostListed = 50_000
	mostOfLong = 5_000
)

// longHeader is the header row of a long table.
const longHeader = 4

// line writes a row of values as they are, and those with a style as they should be
// seen; nil leaves a cell empty.
func (s *sheet) line(row int, values []any) {
	s.at(row)
	s.cells = append(s.cells, values...)
}

// distinct makes headers that differ, whatever the case, as Excel's tables need.
func distinct(names []string) []string {
	out := make([]string, len(names))
	taken := map[string]bool{}
	for i, name := range names {
		name = strings.Join(strings.Fields(clip(name, 200)), " ")
		unique := name
		for n := 2; taken[strings.ToLower(unique)] || unique == ""; n++ {
			unique = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, n))
		}
		taken[strings.ToLower(unique)] = true
		out[i] = unique
	}
	return out
}
