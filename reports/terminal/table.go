package terminal

import (
	"bytes"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"mcpstats/reports"
)

// gap is what stands between two columns.
const gap = 2

// narrowest is the width below which a column of text is not squeezed.
const narrowest = 12

// printTable writes caption, rows and notes. Numbers stand at the right of their
// column, under their decimals; columns of text give way where the window is
// narrow, and where that is not enough the table goes on below itself.
func printTable(out *bytes.Buffer, t reports.Table, window Window) {
	t = expended(t.Shown(), window)
	if t.Caption != "" {
		paragraph(out, t.Caption, "", window, reports.Plain)
	}
	if len(t.Columns) == 0 {
		return
	}
	for i, part := range folded(t, window.Width) {
		if i > 0 {
			out.WriteByte('\n')
		}
		printPart(out, part, window)
	}
	for _, n := range t.Notes {
		paragraph(out, n, "* ", window, reports.Plain)
	}
}

// expended leaves out the columns that a table can do without until it fits, and says which.
func expended(t reports.Table, window Window) reports.Table {
	if window.All || window.Width == 0 {
		return t
	}
	var left []string
	for _, key := range t.Expendable {
		if len(folded(t, window.Width)) == 1 {
			break
		}
		at := slices.IndexFunc(t.Columns, func(c reports.Column) bool { return c.Key == key })
		if at < 0 {
			continue
		}
		left = append(left, t.Columns[at].Name)
		t.Aside = []string{key}
		t = t.Shown()
	}
	if len(left) > 0 {
		t.Notes = append(slices.Clone(t.Notes), "Left out for want of width: "+strings.Join(left, ", ")+" (--all).")
	}
	return t
}

func printPart(out *bytes.Buffer, t reports.Table, window Window) {
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	widths := fit(t, window.Width)
	head := make(table.Row, len(t.Columns))
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, c := range t.Columns {
		align := text.AlignRight
		if c.Kind == reports.Text {
			align = text.AlignLeft
		}
		head[i] = clean(c.Name)
		configs[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, WidthMax: widths[i], WidthMaxEnforcer: text.WrapSoft}
	}
	w.SetColumnConfigs(configs)
	w.AppendHeader(head)
	for _, row := range t.Rows {
		cells := make(table.Row, len(t.Columns))
		for i := range t.Columns {
			cells[i] = ""
			if i < len(row) {
				cells[i] = window.paint(cellText(row[i], t.Columns[i].Kind), row[i].Strong, row[i].Tone)
			}
		}
		w.AppendRow(cells)
	}
	for line := range strings.Lines(w.Render()) {
		line = strings.TrimRight(line, "\n")
		if strings.Trim(line, "-") == "" {
			line = strings.TrimSuffix(line, strings.Repeat("-", gap)) // drawn under the last column's gap too
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// cellText marks what should catch the eye: a terminal may have no colour. An
// interval holds no text of a log, and its blanks align what stands in it.
func cellText(c reports.Cell, kind reports.Kind) string {
	s := c.Text
	if kind != reports.Interval {
		s = clean(s)
	}
	if c.Tone == reports.Careful && s != "" {
		s += " !"
	}
	return s
}

func plainStyle() table.Style {
	s := table.StyleDefault
	s.Name = "plain"
	s.Options = table.Options{SeparateHeader: true}
	s.Format.Header = text.FormatDefault
	s.Box.MiddleHorizontal = "-"
	s.Box.MiddleSeparator = ""
	s.Box.PaddingLeft = ""
	s.Box.PaddingRight = strings.Repeat(" ", gap)
	return s
}

// fit shares the window out: every column has its natural width, and where that is too much
// the widest columns of text are squeezed until the table fits, before any name in the
// subject's columns is broken. Where it cannot fit, nothing is squeezed.
func fit(t reports.Table, width int) []int {
	widths, fits := squeezed(t, width, true)
	if !fits {
		widths, _ = squeezed(t, width, false)
	}
	return widths
}

// squeezed does what fit promises, with or without breaking names, and reports whether the
// table fits.
func squeezed(t reports.Table, width int, whole bool) ([]int, bool) {
	widths := make([]int, len(t.Columns))
	least := make([]int, len(t.Columns))
	subject := subjectColumns(t)
	total := gap * (len(t.Columns) - 1)
	for i, c := range t.Columns {
		widths[i] = text.StringWidth(clean(c.Name))
		least[i] = narrowest
		for _, row := range t.Rows {
			if i >= len(row) {
				continue
			}
			s := cellText(row[i], c.Kind)
			widths[i] = max(widths[i], text.StringWidth(s))
			if whole && i < subject {
				least[i] = max(least[i], longestName(s))
			}
		}
		total += widths[i]
	}
	natural := slices.Clone(widths)
	for width > 0 && total > width {
		widest := -1
		for i, c := range t.Columns {
			if c.Kind == reports.Text && widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return natural, false
		}
		widths[widest]--
		total--
	}
	return widths, true
}

// longestName is the width of the longest word that may be somebody's name for something, as
// modes and tools have; what is longer is a path or a digest, which nobody reads as a word.
func longestName(s string) int {
	const most = 32
	longest := 0
	for word := range strings.FieldsSeq(s) {
		if w := text.StringWidth(word); w <= most {
			longest = max(longest, w)
		}
	}
	return longest
}

// folded parts a table that no squeezing makes fit into tables below one another. Each begins
// with the columns that say what a row is about; no column is lost. Names are broken where
// folding does not help; a column that fits nowhere stands by itself and overflows.
func folded(t reports.Table, width int) []reports.Table {
	parts, fit := foldedAt(t, width, true)
	if !fit {
		parts, _ = foldedAt(t, width, false)
	}
	return parts
}

func foldedAt(t reports.Table, width int, whole bool) ([]reports.Table, bool) {
	_, fits := squeezed(t, width, whole)
	subject := subjectColumns(t)
	if fits || subject == len(t.Columns) {
		return []reports.Table{t}, fits
	}
	var parts []reports.Table
	fits = true
	for from := subject; from < len(t.Columns); {
		to := from
		for to < len(t.Columns) {
			if _, room := squeezed(columns(t, subject, from, to+1), width, whole); !room {
				break
			}
			to++
		}
		if to == from {
			fits = false
			to++
		}
		parts = append(parts, columns(t, subject, from, to))
		from = to
	}
	return parts, fits
}

// subjectColumns counts the columns, from the left, that say what a row is about:
// a stretch of text, with at most a rank before it; the first column where there
// is none.
func subjectColumns(t reports.Table) int {
	is := func(c reports.Column) bool { return c.Kind == reports.Text }
	end := slices.IndexFunc(t.Columns, is)
	if end < 0 || end > 1 {
		return 1
	}
	for end < len(t.Columns) && is(t.Columns[end]) {
		end++
	}
	return end
}

// columns is the table of the subject's columns and those of [from, to).
func columns(t reports.Table, subject, from, to int) reports.Table {
	part := t
	part.Columns = slices.Concat(t.Columns[:subject], t.Columns[from:to])
	part.Rows = make([][]reports.Cell, len(t.Rows))
	for i, row := range t.Rows {
		part.Rows[i] = slices.Concat(row[:min(subject, len(row))], row[min(from, len(row)):min(to, len(row))])
	}
	return part
}
