package claims

import (
	"strings"
)

// tableRow is one row of a table in the text.
type tableRow struct {
	line  int // from 1
	cells []string
}

// tableAt reads the table that begins at line i: rows of one kind (pipes, tabs or
// LaTeX's ampersands) with at least two cells, at least two of them. next is i
// where there is none.
func tableAt(lines []string, i int, tex bool) (rows []tableRow, next int) {
	for _, split := range []func(string, bool) ([]string, bool){pipeCells, tabCells, ampersandCells} {
		rows, next = nil, i
		for next < len(lines) {
			cells, ok := split(lines[next], tex)
			if !ok {
				break
			}
			if !ruled(cells) {
				rows = append(rows, tableRow{next + 1, cells})
			}
			next++
		}
		if len(rows) >= 2 {
			return rows, next
		}
	}
	return nil, i
}

func pipeCells(line string, _ bool) ([]string, bool) {
	s := strings.TrimSpace(line)
	if strings.Count(s, "|") < 2 || !strings.HasPrefix(s, "|") && !strings.HasSuffix(s, "|") {
		return nil, false
	}
	return trimmed(strings.Split(strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|"), "|")), true
}

func tabCells(line string, _ bool) ([]string, bool) {
	if !strings.Contains(strings.TrimSpace(line), "\t") {
		return nil, false
	}
	return trimmed(strings.Split(strings.TrimRight(line, "\t "), "\t")), true
}

func ampersandCells(line string, tex bool) ([]string, bool) {
	s := strings.TrimSpace(line)
	body, ended := strings.CutSuffix(s, `\\`)
	if !tex || !ended || !strings.Contains(body, "&") {
		return nil, false
	}
	return trimmed(strings.Split(body, "&")), true
}

func trimmed(cells []string) []string {
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// ruled reports whether the row is the rule below a header.
func ruled(cells []string) bool {
	for _, c := range cells {
		if strings.Trim(c, "-:= ") != "" {
			return false
		}
	}
	return true
}

// cellsOf proposes the numbers of a table, named by row and column where the
// first row is a header.
func cellsOf(rows []tableRow) []proposed {
	header := rows[0].cells
	for _, c := range header[min(1, len(header)):] {
		if _, err := ParsePrinted(c); err == nil {
			header = nil // the first row holds numbers
			break
		}
	}
	var out []proposed
	for r, row := range rows {
		if r == 0 && header != nil {
			continue
		}
		label := ""
		for i, c := range row.cells {
			p, err := ParsePrinted(c)
			if i == 0 {
				label = c
				continue // the row's name, even where it is a number
			}
			if err != nil || p.alone {
				continue
			}
			column := ""
			if header != nil && i < len(header) {
				column = header[i]
			}
			unit := None
			if p.sign || strings.Contains(column, "%") {
				unit = Percent
			}
			out = append(out, proposed{line: row.line, place: place2(label, column), name: label + " " + column, printed: c, unit: unit})
		}
	}
	return out
}

func place2(row, column string) string {
	switch {
	case row == "":
		return column
	case column == "":
		return row
	}
	return row + ", " + column
}
