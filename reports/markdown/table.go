package markdown

import (
	"strings"

	"mcpstats/reports"
)

// table writes a table: caption, rows, notes, and where all of it is.
func (r *renderer) table(t reports.Table) {
	t = t.Shown()
	alone := r.assets == nil
	t.Long = t.Long && !alone
	if t.ID != "" {
		r.line(anchor(t.ID))
	}
	caption := escape(t.Caption)
	path := reports.TablePath(t.ID, "csv")
	csv := "Unrounded: [" + path + "](" + path + ")"
	if t.Long {
		r.line("<details><summary>" + caption + "</summary>")
		r.gap()
		defer r.line("\n</details>")
	} else if caption != "" {
		line := "*" + caption + "*"
		if !alone {
			line += " <sub>" + csv + "</sub>"
		}
		r.line(line)
		r.gap()
	}
	if len(t.Columns) == 0 {
		return
	}
	head, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i], rule[i] = escape(c.Name), "---:"
		if c.Kind == reports.Text {
			rule[i] = ":---"
		}
	}
	r.row(head)
	r.row(rule)
	rows := t.Rows
	if t.Long && len(rows) > shownRows {
		rows = rows[:shownRows]
	}
	for _, row := range rows {
		cells := make([]string, len(t.Columns))
		for i := range t.Columns {
			if i < len(row) {
				cells[i] = cell(row[i])
			}
		}
		r.row(cells)
	}
	for _, n := range t.Notes {
		r.gap()
		r.line("<sub>" + escape(n) + "</sub>")
	}
	if alone || !t.Long && caption != "" {
		return
	}
	r.gap()
	if len(rows) < len(t.Rows) {
		r.line("<sub>" + reports.FormatCount(len(rows)) + " of " + reports.FormatCount(len(t.Rows)) + " rows; all of them, unrounded: [" + path + "](" + path + ")</sub>")
		return
	}
	r.line("<sub>" + csv + "</sub>")
}

func (r *renderer) row(cells []string) {
	r.line("| " + strings.Join(cells, " | ") + " |")
}

// cell marks what a tone says in words or signs of its own, as Markdown has no
// colour.
func cell(c reports.Cell) string {
	inner := strings.TrimSpace(c.Text)
	if inner == "" {
		return ""
	}
	s := escape(inner)
	if c.Strong {
		s = "**" + s + "**"
	}
	if c.Link != "" {
		s = "[" + s + "](" + target(c.Link) + ")"
	}
	if c.Tone == reports.Careful {
		s += " ⚠"
	}
	return s
}

// target is where a link leads: a block of the document, or a page beside it.
func target(link string) string {
	if reports.IsPage(link) {
		return link
	}
	return "#" + link
}
