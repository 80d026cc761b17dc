package latex

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"mcpstats/reports"
)

//go:embed preamble.tex
var preamble string

// shownRows is how much of a long table the report shows; the table's own file
// and its CSV have all of it.
const shownRows = 25

// filedRows bounds the rows of a table in its own file, beyond which no paper takes it in.
const filedRows = 2000

// Render writes the document as a LaTeX file. Figures are taken from the PDF, or
// else the PNG, that the assets hold; a figure that they do not hold is described
// by its alternative text. Links to blocks that the document does not have are
// plain text.
//
// Errors: a table row with more or fewer cells than the table has columns; w's.
func Render(w io.Writer, doc *reports.Document, assets reports.Assets) error {
	r := &renderer{assets: assets, known: doc.Anchors(), tallest: "0.85"}
	if doc.Compact {
		r.tallest = "0.4"
	}
	r.out.WriteString(preamble)
	r.line(`\hypersetup{pdftitle={` + bookmark(doc.Title) + `}}`)
	r.line(`\title{` + escape(doc.Title) + `}`)
	r.line(`\author{}`)
	r.line(`\date{` + escape(doc.Subtitle) + `}`)
	r.line(`\begin{document}`)
	r.line(`\maketitle`)
	for _, b := range doc.Blocks {
		if err := r.block(b); err != nil {
			return err
		}
	}
	r.turn(false)
	r.line(`\end{document}`)
	_, err := w.Write(r.out.Bytes())
	return err
}

type renderer struct {
	out       bytes.Buffer
	assets    reports.Assets
	known     map[string]bool
	tallest   string // a figure, as a share of the page
	landscape bool   // the pages are turned
}

func (r *renderer) line(s string) {
	r.out.WriteString(s)
	r.out.WriteByte('\n')
}

// turn turns the following pages, or back; tables that need it and follow each
// other share their pages.
func (r *renderer) turn(landscape bool) {
	switch {
	case landscape && !r.landscape:
		r.line(`\begin{landscape}`)
	case !landscape && r.landscape:
		r.line(`\end{landscape}`)
	}
	r.landscape = landscape
}

// sections are the commands of the levels of headings.
var sections = []string{`\section`, `\subsection`, `\subsubsection`, `\paragraph`}

func (r *renderer) block(b reports.Block) error {
	if t, ok := b.(reports.Table); ok {
		return r.table(t)
	}
	r.turn(false)
	r.line("")
	switch b := b.(type) {
	case reports.Heading:
		level := min(max(b.Level, 1), len(sections)) - 1
		r.line(sections[level] + `{\texorpdfstring{` + escape(b.Text) + `}{` + bookmark(b.Text) + `}}\label{` + label(b.ID) + `}`)
	case reports.Prose:
		r.line(r.spans(b.Spans))
	case reports.List:
		if len(b.Items) == 0 {
			return nil
		}
		r.line(`\begin{itemize}`)
		for _, item := range b.Items {
			r.line(`\item{} ` + r.spans(item.Spans))
		}
		r.line(`\end{itemize}`)
	case reports.Footnote:
		r.line(`{\footnotesize ` + r.spans(b.Spans) + `\par}`)
	case reports.Code:
		r.code(b)
	case reports.Figure:
		r.figure(b)
	default:
		return fmt.Errorf("latex: no rendering for a block of type %T", b)
	}
	return nil
}

func (r *renderer) spans(list []reports.Span) string {
	var b strings.Builder
	for _, s := range list {
		text := prose(s.Text)
		switch {
		case s.Code:
			text = `\texttt{` + typewriter(s.Text) + `}`
		case s.Strong:
			text = escape(s.Text)
		}
		if s.Strong {
			text = `\textbf{` + text + `}`
		}
		b.WriteString(r.link(s.Link, text))
	}
	return b.String()
}

func (r *renderer) link(id, text string) string {
	if !r.known[id] || id == "" {
		return text
	}
	return `\hyperref[` + label(id) + `]{` + text + `}`
}

// code sets the lines as they are; verbatim would end where the text says so.
func (r *renderer) code(c reports.Code) {
	r.line(`\begin{quote}\small\ttfamily\raggedright`)
	for line := range strings.Lines(strings.TrimRight(c.Text, "\n")) {
		line = strings.TrimRight(line, "\n")
		indent := len(line) - len(strings.TrimLeft(line, " "))
		r.line(`\mbox{}` + strings.Repeat("~", indent) + typewriter(line[indent:]) + `\\`)
	}
	r.line(`\end{quote}`)
}

func (r *renderer) figure(f reports.Figure) {
	for _, ext := range []string{"pdf", "png"} {
		path := reports.FigurePath(f.ID, ext)
		if _, ok := r.assets[path]; !ok {
			continue
		}
		r.line(`\begin{figure}`)
		r.line(`\centering`)
		r.line(`\includegraphics[width=\atmostline,height=` + r.tallest + `\textheight,keepaspectratio]{` + path + `}`)
		r.line(`\caption{` + prose(f.Caption) + `}`)
		r.line(`\label{` + label(f.ID) + `}`)
		r.line(`\end{figure}`)
		return
	}
	r.line(`\phantomsection\label{` + label(f.ID) + `}` + prose(f.Caption) + ` ` + prose(f.Alt))
}

// label keeps of an ID what a label may hold; IDs of a composed document hold
// nothing else.
func label(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, id)
}
