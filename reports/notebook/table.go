package notebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// shownRows is how much of a long table the notebook shows.
const shownRows = 12

// table adds a table: its caption, the cell that reads it, and its notes.
func (r *renderer) table(t reports.Table) error {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("notebook: row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
		}
	}
	t = t.Shown()
	r.paragraph(anchor(t.ID))
	if t.Caption != "" {
		r.paragraph("*" + literal(t.Caption) + "*")
	}
	v := view{t: t, shown: t.Rows, forms: make([][]string, len(t.Columns)), numbers: make([]bool, len(t.Columns))}
	if t.Long && len(t.Rows) > shownRows {
		v.shown = t.Rows[:shownRows]
		v.note = reports.FormatCount(shownRows) + " of " + reports.FormatCount(len(t.Rows)) + " rows; all of them in " + reports.TablePath(t.ID, "csv")
	}
	for k, c := range t.Columns {
		for _, row := range v.shown {
			v.forms[k] = append(v.forms[k], format(c.Kind, row[k]))
		}
		v.alignFormats(k)
	}
	r.code("table-"+t.ID, v.source(), &bundle{HTML: lines(v.html()), Markdown: lines(v.markdown()),
		Text: lines(strconv.Itoa(len(t.Rows)) + " rows of " + strconv.Itoa(len(t.Columns)) + " columns")})
	for _, n := range t.Notes {
		r.paragraph("<small>" + literal(n) + "</small>")
	}
	return nil
}

// view is a table as the notebook shows it.
type view struct {
	t       reports.Table
	shown   [][]reports.Cell
	forms   [][]string // by column, by row
	numbers []bool     // the columns that are set to the right
	note    string
}

// alignFormats gives a column's missing numbers, which print the same in any format,
// the format of its first number, so that the column has one where it can.
func (v *view) alignFormats(k int) {
	first := ""
	for i, row := range v.shown {
		if row[k].HasValue {
			first = v.forms[k][i]
			break
		}
	}
	for i, row := range v.shown {
		form := v.forms[k][i]
		if first != "" && !row[k].HasValue && row[k].Text == missing && form != "" && form[0] != '=' && (form[0] == '[') == (first[0] == '[') && first[0] != '=' {
			v.forms[k][i] = first
		}
	}
	v.numbers[k] = slices.ContainsFunc(v.forms[k], func(f string) bool { return f != "" && f[0] != '=' })
}

// source is the call that makes the table again.
func (v *view) source() string {
	var b strings.Builder
	b.WriteString("table(" + quote(v.t.ID) + ", [\n")
	for k, c := range v.t.Columns {
		b.WriteString("    (" + quote(c.Key) + ", " + quote(c.Name) + ", " + list(v.forms[k]) + "),\n")
	}
	b.WriteString("]")
	if len(v.shown) < len(v.t.Rows) {
		b.WriteString(", rows=" + strconv.Itoa(len(v.shown)))
	}
	var bold []string
	for i := range v.shown {
		var keys []string
		for k, c := range v.t.Columns {
			if v.bold(i, k) {
				keys = append(keys, quote(c.Key))
			}
		}
		if len(keys) > 0 {
			bold = append(bold, strconv.Itoa(i)+": ["+strings.Join(keys, ", ")+"]")
		}
	}
	if len(bold) > 0 {
		b.WriteString(", bold={" + strings.Join(bold, ", ") + "}")
	}
	b.WriteString(")")
	return b.String()
}

func (v *view) bold(i, k int) bool { return v.shown[i][k].Strong }

// list is one format where all rows have the same, else a list with one a row.
func list(forms []string) string {
	if len(forms) == 0 {
		return `""`
	}
	var parts []string
	for i := 0; i < len(forms); {
		n := i
		for n < len(forms) && forms[n] == forms[i] {
			n++
		}
		part := "[" + quote(forms[i]) + "]"
		if n-i > 1 {
			part += " * " + strconv.Itoa(n-i)
		}
		parts = append(parts, part)
		i = n
	}
	if len(parts) == 1 && !strings.HasPrefix(forms[0], "=") {
		return quote(forms[0])
	}
	return strings.Join(parts, " + ")
}

func (v *view) html() string {
	cell := func(tag string, k int, text string) string {
		side := "left"
		if v.numbers[k] {
			side = "right"
		}
		return "<" + tag + ` style="text-align: ` + side + `">` + text + "</" + tag + ">"
	}
	var b strings.Builder
	b.WriteString("<table>\n<thead>\n<tr>")
	for k, c := range v.t.Columns {
		b.WriteString(cell("th", k, plain(c.Name)))
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for i, row := range v.shown {
		b.WriteString("<tr>")
		for k, c := range row {
			text := plain(c.Text)
			if v.bold(i, k) {
				text = "<b>" + text + "</b>"
			}
			b.WriteString(cell("td", k, text))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>")
	if v.note != "" {
		b.WriteString("\n<p>" + plain(v.note) + "</p>")
	}
	return b.String()
}

func (v *view) markdown() string {
	var b strings.Builder
	head, rule := make([]string, len(v.t.Columns)), make([]string, len(v.t.Columns))
	for k, c := range v.t.Columns {
		head[k], rule[k] = literal(c.Name), ":---"
		if v.numbers[k] {
			rule[k] = "---:"
		}
	}
	b.WriteString("| " + strings.Join(head, " | ") + " |\n|" + strings.Join(rule, "|") + "|")
	for i, row := range v.shown {
		cells := make([]string, len(row))
		for k, c := range row {
			cells[k] = literal(c.Text)
			if v.numbers[k] {
				cells[k] = plain(c.Text)
			}
			if v.bold(i, k) && strings.TrimSpace(c.Text) != "" {
				cells[k] = "**" + cells[k] + "**"
			}
		}
		b.WriteString("\n| " + strings.Join(cells, " | ") + " |")
	}
	if v.note != "" {
		b.WriteString("\n\n" + literal(v.note))
	}
	return b.String()
}
