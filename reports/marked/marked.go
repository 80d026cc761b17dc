// Package marked writes a paper's own headings, sentences and tables as one page that stands
// alone, with its numbers marked by verdict. The arithmetic of a number is its title, which a
// browser shows on hover, and a footnote, which everybody else reads.
package marked

import (
	"html/template"
	"io"
	"strings"
)

// Page is a paper with what became of its numbers.
type Page struct {
	Title  string
	Answer string // in a sentence
	Blocks []Block
	Notes  []Note // of the numbers that are more than consistent, in order
}

// Kind is what a block is.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph"
	Item      Kind = "item"
	Table     Kind = "table"
)

// Block is a piece of the paper: a heading, a paragraph, an item of a list, or a table with
// its caption.
type Block struct {
	Kind   Kind
	Pieces []Piece // of a table, its caption
	Rows   [][]Cell
	Place  string // "line 12", "page 3"
}

// Cell is a cell of a table; those that a wider one covers are left out.
type Cell struct {
	Pieces           []Piece
	Head             bool
	RowSpan, ColSpan int
}

// Piece is a stretch of text, or a number with its verdict.
type Piece struct {
	Text    string
	Verdict string // empty: text
	Hover   string // the arithmetic
	Note    int    // of the footnote, from 1; 0: none
}

// Class is the verdict as a name of styles.
func (p Piece) Class() string { return strings.ReplaceAll(p.Verdict, "_", "-") }

// Note is the footnote of one number.
type Note struct {
	Printed, Where, Verdict, Arithmetic, Fits, Rule string
}

// Cut makes pieces of a text: marks are the stretches that are numbers, in order; those that
// overlap an earlier one, or lie outside of the text, are left as text.
func Cut(text string, marks []Mark) []Piece {
	var out []Piece
	at := 0
	for _, m := range marks {
		if m.From < at || m.To > len(text) || m.From >= m.To {
			continue
		}
		if m.From > at {
			out = append(out, Piece{Text: text[at:m.From]})
		}
		m.Piece.Text = text[m.From:m.To]
		out = append(out, m.Piece)
		at = m.To
	}
	if at < len(text) {
		out = append(out, Piece{Text: text[at:]})
	}
	return out
}

// Mark is a stretch of a text, in bytes, that is a number.
type Mark struct {
	From, To int
	Piece    Piece
}

// Write writes the page.
func Write(w io.Writer, p *Page) error { return page.Execute(w, p) }

var page = template.Must(template.New("page").Funcs(template.FuncMap{"number": func(i int) int { return i + 1 }}).Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}: numbers checked</title>
<style>
body{font:16px/1.5 Georgia,serif;max-width:62em;margin:2em auto;padding:0 1em;color:#1b1b1b;background:#fff}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.6em}
table{border-collapse:collapse;font-size:.9em}.wide{overflow-x:auto}td,th{padding:.15em .6em;border-bottom:1px solid #ddd;text-align:left}
mark{background:none;color:inherit;border-bottom:2px solid;padding:0 .1em}
mark.inconsistent,mark.refuted{background:#fbdcd7;border-color:#a3200d;font-weight:bold}
mark.depends,mark.consistent-by-truncation{background:#fdf0cf;border-color:#8a6100}
mark.consistent,mark.confirmed{border-color:#2e7d43}
mark.unverifiable{border-bottom:1px dotted #888}
.place{color:#5c5c5c;font-size:.8em}.answer{font-weight:bold}sup a{text-decoration:none}
@media print{body{max-width:none}}
</style></head><body>
<h1>{{.Title}}</h1>
<p class="answer">{{.Answer}}</p>
<p class="place">Marked: <mark class="inconsistent">cannot be</mark>, <mark class="depends">depends</mark>, <mark class="consistent">consistent</mark>, <mark class="unverifiable">not checked</mark>. The arithmetic stands in the notes, and appears when the pointer rests on a number.</p>
{{define "pieces"}}{{range .}}{{if .Verdict}}<mark class="{{.Class}}"{{with .Hover}} title="{{.}}"{{end}}>{{.Text}}</mark>{{with .Note}}<sup><a href="#note{{.}}" id="from{{.}}">{{.}}</a></sup>{{end}}{{else}}{{.Text}}{{end}}{{end}}{{end -}}
{{range .Blocks}}{{if eq .Kind "heading"}}<h2>{{template "pieces" .Pieces}}</h2>
{{else if eq .Kind "table"}}<div class="wide"><table>{{if .Pieces}}<caption>{{template "pieces" .Pieces}}</caption>{{end}}
{{range .Rows}}<tr>{{range .}}{{if .Head}}<th{{if gt .ColSpan 1}} colspan="{{.ColSpan}}"{{end}}{{if gt .RowSpan 1}} rowspan="{{.RowSpan}}"{{end}}>{{template "pieces" .Pieces}}</th>{{else}}<td{{if gt .ColSpan 1}} colspan="{{.ColSpan}}"{{end}}{{if gt .RowSpan 1}} rowspan="{{.RowSpan}}"{{end}}>{{template "pieces" .Pieces}}</td>{{end}}{{end}}</tr>
{{end}}</table></div>{{with .Place}}<p class="place">{{.}}</p>{{end}}
{{else}}<p>{{if eq .Kind "item"}}• {{end}}{{template "pieces" .Pieces}}{{with .Place}} <span class="place">{{.}}</span>{{end}}</p>
{{end}}{{end}}{{if .Notes}}<h2>Notes</h2><ol>{{range $i, $n := .Notes}}
<li id="note{{number $i}}"><strong>{{.Printed}}</strong> {{.Where}}: {{.Verdict}}. {{.Arithmetic}}{{with .Fits}}; {{.}}{{end}}{{with .Rule}}. {{.}}{{end}} <a href="#from{{number $i}}">back</a></li>{{end}}
</ol>{{end}}
</body></html>
`))
