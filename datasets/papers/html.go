package papers

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mcpstats/datasets/document"
)

var htmlBegins = regexp.MustCompile(`(?i)^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|article|main|section|div|table|h1|p)\b`)

func isHTML(name string, head []byte) bool {
	if binary(head) {
		return false
	}
	head = bytes.TrimLeft(head[:min(len(head), 4096)], "\xef\xbb\xbf \t\r\n")
	switch ending(name) {
	case ".md", ".markdown", ".tex", ".ipynb":
		return false
	case ".html", ".htm", ".xhtml":
		return bytes.ContainsRune(head, '<') || len(head) > 0
	}
	return htmlBegins.Match(head)
}

func readHTML(p *paper) error { return p.readPage(withLines(p.content, 1)) }

// readPage reads HTML in which comments say the lines.
func (p *paper) readPage(source []byte) error {
	if deep(source) {
		return &Error{File: p.name, Is: "HTML with elements nested more than 500 deep"}
	}
	root, err := html.Parse(bytes.NewReader(source))
	if err != nil {
		return &Error{File: p.name, Is: "HTML that cannot be read: " + err.Error()}
	}
	w := &page{p: p, line: 1, out: &rich{}}
	if body := main(root); body != nil {
		w.walk(body, 0)
	}
	w.flush()
	if t := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Title }); t != nil && p.doc.Title == "" {
		r := &rich{}
		r.write(raw(t), p.at(1))
		p.doc.Title = r.text().Plain
	}
	return nil
}

// page walks the tree of a page and adds its blocks to the paper.
type page struct {
	p     *paper
	line  int
	out   *rich
	kind  document.Kind
	level int // of the heading that is open; 0: none
	pre   bool
}

func (w *page) place() document.Place { return w.p.at(w.line) }

// flush ends the block that is open.
func (w *page) flush() {
	if w.out.empty() {
		w.out = &rich{open: w.out.open}
		return
	}
	at := w.out.start
	open := len(w.out.open)
	t := w.out.text()
	if w.level > 0 {
		number, rest := sectionNumber(t)
		w.p.heading(w.level, number, rest, at)
	} else {
		w.p.addText(w.kind, t, at)
	}
	w.out = &rich{}
	_ = open
}

var numberedHeading = regexp.MustCompile(`^((?:[0-9]+|[A-Z])(?:\.[0-9]+)*\.?|Appendix [A-Z])\s+(?:\S)`)

// sectionNumber splits the number from a heading's words.
func sectionNumber(t document.Text) (string, document.Text) {
	m := numberedHeading.FindStringSubmatchIndex(t.Plain)
	if m == nil || m[3] == 1 && t.Plain[0] == 'A' {
		return "", t
	}
	number := strings.TrimSuffix(t.Plain[m[2]:m[3]], ".")
	cut := m[1] - 1
	out := document.Text{Plain: t.Plain[cut:]}
	for _, m := range t.Lines {
		out.Lines = append(out.Lines, document.Mark{From: max(0, m.From-cut), Place: m.Place})
	}
	for _, s := range t.Styles {
		if s.To > cut {
			out.Styles = append(out.Styles, document.Style{Look: s.Look, From: max(0, s.From-cut), To: s.To - cut})
		}
	}
	return number, out
}

func (w *page) children(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c, depth+1)
	}
}

// block ends what was open before and after an element that begins a paragraph of a kind.
func (w *page) block(n *html.Node, kind document.Kind, depth int) {
	w.flush()
	before := w.kind
	w.kind = kind
	w.children(n, depth)
	w.flush()
	w.kind = before
}

func (w *page) walk(n *html.Node, depth int) {
	if depth > 400 {
		return
	}
	switch n.Type {
	case html.CommentNode:
		if line, ok := commentLine(n.Data); ok {
			w.line = line
		}
		return
	case html.TextNode:
		if w.pre {
			w.out.write(n.Data, w.place())
		} else {
			w.out.write(n.Data, w.place())
		}
		return
	case html.ElementNode:
	default:
		w.children(n, depth)
		return
	}
	if hidden(n) {
		return
	}
	switch {
	case n.DataAtom == atom.Table && !has(n, "ltx_eqn_table") && !has(n, "ltx_equation"), has(n, "ltx_tabular"):
		w.flush()
		w.table(n, nil)
		return
	case n.DataAtom == atom.Figure && (has(n, "ltx_table") || has(n, "ltx_float") || tableIn(n)):
		w.flush()
		w.figure(n)
		return
	case n.DataAtom == atom.Figcaption, has(n, "ltx_caption"):
		w.block(n, document.Caption, depth)
		if last := len(w.p.doc.Blocks) - 1; last >= 0 && w.p.doc.Blocks[last].Kind == document.Caption {
			if m := figureCaption.FindStringSubmatch(w.p.doc.Blocks[last].Text.Plain); m != nil {
				w.p.doc.Blocks[last].Number = "Figure " + m[1]
			}
		}
		return
	case has(n, "ltx_abstract"), n.DataAtom == atom.Section && attr(n, "id") == "abstract":
		w.block(n, document.Abstract, depth)
		return
	case has(n, "ltx_bibliography"), has(n, "footnotes"):
		w.flush()
		before, kind := w.p.section, w.kind
		if has(n, "ltx_bibliography") {
			w.p.section = "References"
		} else {
			w.kind = document.Footnote
		}
		w.children(n, depth)
		w.flush()
		if has(n, "ltx_bibliography") {
			w.p.section = "References"
		} else {
			w.p.section = before
		}
		w.kind = kind
		return
	case has(n, "ltx_note"):
		w.aside(n)
		return
	case has(n, "ltx_ERROR"):
		w.p.note(w.place(), "%s was not known to what made this page", strings.TrimSpace(raw(n)))
		return
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.flush()
		w.level = int(n.Data[1] - '0')
		w.children(n, depth)
		w.flush()
		w.level = 0
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.Blockquote, atom.Ul, atom.Ol, atom.Dl, atom.Figure, atom.Details, atom.Summary, atom.Address, atom.Center, atom.Fieldset, atom.Hr:
		kind := w.kind
		if w.level > 0 { // a block inside a heading
			w.children(n, depth)
			return
		}
		w.block(n, kind, depth)
	case atom.Li, atom.Dt, atom.Dd:
		kind := document.ListItem
		if w.kind == document.Footnote || w.kind == document.Abstract {
			kind = w.kind
		}
		w.block(n, kind, depth)
	case atom.Br:
		w.out.space = true
	case atom.Pre:
		w.flush()
		w.preformatted(n)
	case atom.Math:
		w.math(n)
	case atom.Img:
		if alt := attr(n, "alt"); strings.HasPrefix(attr(n, "class"), "math") || strings.Contains(attr(n, "class"), " math") {
			w.out.write(texToPlain(alt), w.place())
		}
	default:
		w.inline(n, depth)
	}
}

// inline walks an element that only sets its text apart.
func (w *page) inline(n *html.Node, depth int) {
	looks := looksOf(n)
	for _, l := range looks {
		w.out.begin(l)
	}
	out := w.out
	w.children(n, depth)
	if w.out == out {
		for _, l := range looks {
			w.out.end(l)
		}
	}
}

// math reads a formula by the TeX that it was made from, else by its letters.
func (w *page) math(n *html.Node) {
	tex := attr(n, "alttext")
	if a := find(n, func(n *html.Node) bool { return n.Data == "annotation" && strings.Contains(attr(n, "encoding"), "tex") }); tex == "" && a != nil {
		tex = raw(a)
	}
	if line := find2(n); line > 0 {
		w.line = line
	}
	if tex != "" {
		inlineTeX(w.out, tex, w.place())
		return
	}
	for c := range n.Descendants() {
		if c.Type == html.TextNode && (c.Parent == nil || c.Parent.Data != "annotation") {
			w.out.write(c.Data, w.place())
		}
	}
}

// aside reads a footnote in the middle of a text as a block of its own.
func (w *page) aside(n *html.Node) {
	inner := &page{p: w.p, line: w.line, out: &rich{}, kind: document.Footnote}
	content := find(n, func(n *html.Node) bool { return has(n, "ltx_note_content") })
	if content == nil {
		return
	}
	blocks := len(w.p.doc.Blocks)
	for c := content.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (has(c, "ltx_note_mark") || has(c, "ltx_tag_note")) {
			continue
		}
		inner.walk(c, 0)
	}
	inner.flush()
	_ = blocks
	w.line = inner.line
}
