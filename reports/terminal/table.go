package terminal

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"mcpstats/reports"
)

// Table prints one table by itself.
func Table(w io.Writer, t reports.Table, width int) error {
	var out bytes.Buffer
	printTable(&out, t, width)
	_, err := w.Write(out.Bytes())
	return err
}

// gap is what stands between two columns.
const gap = 2

// narrowest is the width below which a column of text is not squeezed.
const narrowest = 12

// printTable writes caption, rows and notes. Numbers stand at the right of their
// column, under their decimals; columns of text give way where the window is
// narrow.
func printTable(out *bytes.Buffer, t reports.Table, width int) {
	t = t.Shown()
	if t.Caption != "" {
		paragraph(out, t.Caption, "", width)
	}
	if len(t.Columns) == 0 {
		return
	}
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	widths := fit(t, width)
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
				cells[i] = cellText(row[i])
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
	for _, n := range t.Notes {
		paragraph(out, n, "* ", width)
	}
}

// cellText marks what should catch the eye: a terminal may have no colour.
func cellText(c reports.Cell) string {
	s := clean(c.Text)
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

// fit shares the window out: every column has its natural width, and where that
// is too much the widest columns of text are squeezed until the table fits.
// Where even that is too much nothing is squeezed, as it would not help.
func fit(t reports.Table, width int) []int {
	widths := make([]int, len(t.Columns))
	total := gap * (len(t.Columns) - 1)
	for i, c := range t.Columns {
		widths[i] = text.StringWidth(clean(c.Name))
		for _, row := range t.Rows {
			if i < len(row) {
				widths[i] = max(widths[i], text.StringWidth(cellText(row[i])))
			}
		}
		total += widths[i]
	}
	natural := slices.Clone(widths)
	for width > 0 && total > width {
		widest := -1
		for i, c := range t.Columns {
			if c.Kind == reports.Text && widths[i] > narrowest && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return natural
		}
		widths[widest]--
		total--
	}
	return widths
}
