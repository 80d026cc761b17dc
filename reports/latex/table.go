package latex

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// Table writes one table by itself, its first 2,000 rows, for a paper to take in with
// \input; the comment at its head lists the packages it needs. Links are left
// out.
//
// Errors: a row with more or fewer cells than the table has columns; w's.
func Table(w io.Writer, t reports.Table) error {
	if err := checkRows(t); err != nil {
		return err
	}
	t = t.Shown()
	if n := len(t.Rows); n > filedRows {
		t.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("The first %s of %s rows; all of them in %s.", reports.FormatCount(filedRows), reports.FormatCount(n), reports.TablePath(t.ID, "csv")))
		t.Rows = t.Rows[:filedRows]
	}
	var r renderer
	r.line("% " + label(t.ID))
	r.line(`% \usepackage[T1]{fontenc} \usepackage[utf8]{inputenc} \usepackage{array,booktabs,longtable,pdflscape,siunitx,textcomp}`)
	r.line(`\begingroup`)
	r.line(`\sisetup{detect-all,mode=text,input-decimal-markers={.},input-ignore={,},group-separator={,},group-digits=integer,group-minimum-digits=4,retain-explicit-plus}`)
	r.setTable(t, t.Notes)
	r.turn(false)
	r.line(`\endgroup`)
	_, err := w.Write(r.out.Bytes())
	return err
}

func checkRows(t reports.Table) error {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("latex: row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
		}
	}
	return nil
}

// table sets a table in the report: a long one in part, with word of where all
// of it is.
func (r *renderer) table(t reports.Table) error {
	if err := checkRows(t); err != nil {
		return err
	}
	t = t.Shown()
	notes := slices.Clone(t.Notes)
	if t.Long && len(t.Rows) > shownRows && r.assets != nil {
		notes = append(notes, reports.FormatCount(shownRows)+" of "+reports.FormatCount(len(t.Rows))+" rows; all of them in "+reports.TablePath(t.ID, "tex")+" and, unrounded, in "+reports.TablePath(t.ID, "csv")+".")
		t.Rows = t.Rows[:shownRows]
	}
	r.setTable(t, notes)
	return nil
}

func (r *renderer) setTable(t reports.Table, notes []string) {
	if len(t.Columns) == 0 {
		return
	}
	t = shortened(t)
	caption := t.Caption
	if named := nameRows(&t); named && t.Beaten != "" {
		caption = strings.TrimSuffix(caption, ".") + ". Superscripts: the rows that a run is better than (" + t.Beaten + ")."
	}
	if careful(t) {
		notes = append(slices.Clone(notes), "† To be read with care.")
	}
	columns := make([]column, len(t.Columns))
	for k := range columns {
		columns[k] = describe(t, k)
	}
	l := plan(t, columns)
	r.turn(l.landscape)
	r.line("")
	specs := make([]string, len(columns))
	for k, c := range columns {
		specs[k] = c.spec(l.wrapped[k])
	}
	spec := "@{}" + strings.Join(specs, "\n  ") + "@{}"
	if l.long {
		r.longTable(t, columns, l, spec, caption)
	} else {
		r.shortTable(t, columns, l, spec, caption)
	}
	r.notes(notes)
	if !l.long {
		r.line(`\end{table}`)
	}
}

// nameRows gives the rows letters in a column of their own, where cells speak of
// rows.
func nameRows(t *reports.Table) bool {
	if !slices.ContainsFunc(t.Rows, func(row []reports.Cell) bool {
		return slices.ContainsFunc(row, func(c reports.Cell) bool { return len(c.Beats) > 0 })
	}) {
		return false
	}
	t.Columns = append([]reports.Column{{Name: "", Key: "row"}}, t.Columns...)
	rows := make([][]reports.Cell, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = append([]reports.Cell{{Text: letter(i)}}, row...)
	}
	t.Rows = rows
	return true
}

// Text beyond these lengths would not fit a page, whatever is done; a composed
// document has none.
const (
	maxHead = 60
	maxText = 400
)

// shortened is the table with such text shortened.
func shortened(t reports.Table) reports.Table {
	columns := slices.Clone(t.Columns)
	for k := range columns {
		columns[k].Name = reports.Shorten(columns[k].Name, maxHead)
	}
	rows := slices.Clone(t.Rows)
	for i, row := range rows {
		own := false // rows are copied where a text is shortened
		for k := range row {
			limit := maxHead
			if columns[k].Kind == reports.Text {
				limit = maxText
			}
			text := reports.Shorten(row[k].Text, limit)
			if text == row[k].Text {
				continue
			}
			if !own {
				rows[i], own = slices.Clone(row), true
			}
			rows[i][k].Text = text
		}
	}
	t.Columns, t.Rows = columns, rows
	return t
}

func careful(t reports.Table) bool {
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Tone == reports.Careful {
				return true
			}
		}
	}
	return false
}

func (r *renderer) shortTable(t reports.Table, columns []column, l layout, spec, caption string) {
	r.line(`\begin{table}`)
	r.caption(t.ID, caption, "")
	r.line(`\centering` + l.size.command)
	r.line(`\setlength{\tabcolsep}{` + strconv.Itoa(columnSep) + `pt}`)
	r.line(`\begin{tabular}{` + spec + `}`)
	r.line(`\toprule`)
	r.line(head(columns, l) + ` \\`)
	r.line(`\midrule`)
	r.rows(t, columns)
	r.line(`\bottomrule`)
	r.line(`\end{tabular}`)
}

func (r *renderer) longTable(t reports.Table, columns []column, l layout, spec, caption string) {
	r.line(`\begingroup` + l.size.command)
	r.line(`\setlength{\tabcolsep}{` + strconv.Itoa(columnSep) + `pt}\setlength{\LTcapwidth}{\linewidth}\setlength{\LTleft}{0pt plus 1fill}\setlength{\LTright}{\LTleft}`)
	r.line(`\begin{longtable}{` + spec + `}`)
	r.caption(t.ID, caption, `\\`)
	titles := head(columns, l) + ` \\`
	r.line(`\toprule`)
	r.line(titles)
	r.line(`\midrule`)
	r.line(`\endfirsthead`)
	r.line(`\toprule`)
	r.line(titles)
	r.line(`\midrule`)
	r.line(`\endhead`)
	r.line(`\midrule`)
	r.line(`\multicolumn{` + strconv.Itoa(len(columns)) + `}{r@{}}{\emph{continued}} \\`)
	r.line(`\endfoot`)
	r.line(`\bottomrule`)
	r.line(`\endlastfoot`)
	r.rows(t, columns)
	r.line(`\end{longtable}`)
	r.line(`\endgroup`)
}

func (r *renderer) caption(id, caption, end string) {
	if caption != "" {
		r.line(`\caption{` + prose(caption) + `}`)
	}
	if id != "" {
		r.line(`\label{` + label(id) + `}` + end)
	} else if caption != "" && end != "" {
		r.line(end)
	}
}

// head is the row of headings; those of several lines are boxes, in braces so
// that siunitx takes them for text.
func head(columns []column, l layout) string {
	cells := make([]string, len(columns))
	for k, c := range columns {
		lines := make([]string, len(l.heads[k]))
		for i, s := range l.heads[k] {
			lines[i] = opening(escape(s))
		}
		cells[k] = "{" + lines[0] + "}"
		if len(lines) > 1 {
			side := "r"
			if c.wraps {
				side = "l"
			}
			cells[k] = `{\begin{tabular}[b]{@{}` + side + `@{}}` + strings.Join(lines, ` \\ `) + `\end{tabular}}`
		}
	}
	return strings.Join(cells, " & ")
}

func (r *renderer) rows(t reports.Table, columns []column) {
	var line bytes.Buffer
	for _, row := range t.Rows {
		line.Reset()
		for k, c := range columns {
			if k > 0 {
				line.WriteString(" & ")
			}
			line.WriteString(r.cell(c, row[k]))
		}
		r.line(line.String() + ` \\`)
	}
}

// notes stand below a table in small print.
func (r *renderer) notes(notes []string) {
	if len(notes) == 0 {
		return
	}
	r.line(`\par\smallskip`)
	for _, n := range notes {
		r.line(`{\footnotesize\raggedright ` + prose(n) + `\par}`)
	}
}
