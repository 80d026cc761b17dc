package papers

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mcpstats/datasets/document"
)

func isTable(n *html.Node) bool {
	return n.DataAtom == atom.Table && !has(n, "ltx_eqn_table") || has(n, "ltx_tabular")
}

func tableIn(n *html.Node) bool { return find(n, isTable) != nil }

// figure reads an element that holds tables with one caption.
func (w *page) figure(n *html.Node) {
	var caption *html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && (d.DataAtom == atom.Figcaption || has(d, "ltx_caption")) && !inside(d, n, isTable) {
			caption = d
			break
		}
	}
	var tables []*html.Node
	w.tablesIn(n, &tables)
	line := w.line
	if len(tables) == 0 {
		if caption != nil {
			w.block(caption, document.Caption, 0)
			if c := raw(caption); strings.HasPrefix(strings.TrimSpace(c), "Table") {
				label, _ := captionOf(document.Text{Plain: strings.Join(strings.Fields(c), " ")})
				w.p.note(w.p.at(line), "%s is a picture and was not read", label)
			}
		}
		return
	}
	var text document.Text
	var at document.Place
	if caption != nil {
		c := &page{p: w.p, line: w.line, out: &rich{}}
		c.inlineOnly(caption)
		at = c.out.start
		text = c.out.text()
	}
	for _, t := range tables {
		w.table(t, func(g *grid) {
			if g.caption.Plain == "" {
				g.caption, g.captured = text, at
			}
			g.label, _ = captionOf(g.caption)
		})
	}
	// What else stands in the figure: notes below the table.
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c == caption || c.Type == html.ElementNode && (isTable(c) || tableIn(c)) {
			continue
		}
		w.walk(c, 0)
	}
	w.flush()
}

func (w *page) tablesIn(n *html.Node, out *[]*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || hidden(c) {
			continue
		}
		if isTable(c) {
			*out = append(*out, c)
			continue
		}
		w.tablesIn(c, out)
	}
}

func inside(n, top *html.Node, is func(*html.Node) bool) bool {
	for p := n.Parent; p != nil && p != top; p = p.Parent {
		if is(p) {
			return true
		}
	}
	return false
}

// inlineOnly collects the text of an element without making blocks of it.
func (w *page) inlineOnly(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && hidden(c):
		case c.Type == html.ElementNode && isTable(c): // a table for layout inside a cell
			w.out.space = true
			w.inlineOnly(c)
			w.out.space = true
		case c.Type == html.ElementNode && has(c, "ltx_note"):
		case c.Type == html.ElementNode && (c.DataAtom == atom.Math || c.DataAtom == atom.Img || c.DataAtom == atom.Br):
			w.walk(c, 0)
		case c.Type == html.ElementNode:
			looks := looksOf(c)
			for _, l := range looks {
				w.out.begin(l)
			}
			switch c.DataAtom {
			case atom.P, atom.Div, atom.Li, atom.Tr, atom.Td, atom.Th:
				w.out.space = true
			}
			w.inlineOnly(c)
			for _, l := range looks {
				w.out.end(l)
			}
		default:
			w.walk(c, 0)
		}
	}
}

// table reads one table. set completes the grid before it is laid out.
func (w *page) table(n *html.Node, set func(*grid)) {
	g := newGrid()
	if line := find2(n); line > 0 {
		w.line = line
	}
	g.place = w.place()
	heads := 0
	body := false
	w.rows(n, g, false, &heads, &body)
	if heads > 0 {
		g.headRows = heads
	}
	if set != nil {
		set(g)
	}
	if layoutTable(g) { // a table that only places paragraphs
		for _, r := range g.rows {
			for _, c := range r.cells {
				if c.text.Plain != "" {
					w.p.addText(document.Paragraph, c.text, c.place)
				}
			}
		}
		return
	}
	if g.full() {
		w.p.note(g.place, "a table has more than %d cells; those beyond were not read", mostCells)
	}
	w.p.table(g)
}

// layoutTable tells whether a table has one cell a row and none of them a number.
func layoutTable(g *grid) bool {
	if len(g.rows) == 0 {
		return false
	}
	for _, r := range g.rows {
		if len(r.cells) > 1 || len(r.cells) == 1 && isNumeric(r.cells[0].text.Plain) {
			return false
		}
	}
	return g.caption.Plain == ""
}

// rows reads the rows below an element: of a table, its head, body and foot. LaTeXML writes
// some tables with spans whose classes say what they are.
func (w *page) rows(n *html.Node, g *grid, head bool, heads *int, body *bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.CommentNode {
			w.walk(c, 0)
		}
		if c.Type != html.ElementNode || hidden(c) || g.full() {
			continue
		}
		switch {
		case c.DataAtom == atom.Caption:
			in := &page{p: w.p, line: w.line, out: &rich{}}
			in.inlineOnly(c)
			g.captured = in.out.start
			g.caption = in.out.text()
			g.label, _ = captionOf(g.caption)
			w.line = in.line
		case c.DataAtom == atom.Thead, has(c, "ltx_thead"):
			w.rows(c, g, !*body, heads, body)
		case c.DataAtom == atom.Tfoot, has(c, "ltx_tfoot"):
			w.rows(c, g, false, heads, body)
		case c.DataAtom == atom.Tr, has(c, "ltx_tr"):
			row := gridRow{}
			for d := c.FirstChild; d != nil; d = d.NextSibling {
				if d.Type == html.CommentNode {
					w.walk(d, 0)
				}
				if d.Type == html.ElementNode && (d.DataAtom == atom.Td || d.DataAtom == atom.Th || has(d, "ltx_td")) {
					cell := w.cell(d)
					row.cells = append(row.cells, cell)
					row.rule = row.rule || has(d, "ltx_border_t") || has(d, "ltx_border_tt")
				}
			}
			if len(row.cells) == 0 {
				continue
			}
			if head {
				row.head = true
				*heads = len(g.rows) + 1
			} else {
				*body = true
			}
			g.add(row)
		default:
			w.rows(c, g, head, heads, body)
		}
	}
}

var spanClass = regexp.MustCompile(`ltx_(?:col|row)span_([0-9]+)`)

func (w *page) cell(n *html.Node) gridCell {
	in := &page{p: w.p, line: w.line, out: &rich{}}
	looks := looksOf(n)
	for _, l := range looks {
		if l != document.Coloured {
			in.out.begin(l)
		}
	}
	first := 0
	if line := find2(n); line > 0 {
		first = line
		in.line = line
	}
	in.inlineOnly(n)
	w.line = in.line
	at := in.out.start
	if !in.out.begun {
		at = w.p.at(max(first, w.line))
	}
	cell := gridCell{text: in.out.text(), place: at, colSpan: min(atoi(attr(n, "colspan"), 1), mostColumns), rowSpan: min(atoi(attr(n, "rowspan"), 1), 10000)}
	if attr(n, "rowspan") == "0" {
		cell.rowSpan = 10000
	}
	if n.DataAtom != atom.Td && n.DataAtom != atom.Th {
		for _, c := range strings.Fields(attr(n, "class")) {
			if m := spanClass.FindStringSubmatch(c); m != nil {
				if strings.Contains(c, "colspan") {
					cell.colSpan = min(atoi(m[1], 1), mostColumns)
				} else {
					cell.rowSpan = min(atoi(m[1], 1), 10000)
				}
			}
		}
	}
	cell.head = n.DataAtom == atom.Th || has(n, "ltx_th")
	for _, l := range looks {
		cell.coloured = cell.coloured || l == document.Coloured
	}
	if attr(n, "bgcolor") != "" {
		cell.coloured = true
	}
	return cell
}

// preformatted reads a block of code: its tables, and nothing else, for code is no prose.
func (w *page) preformatted(n *html.Node) {
	line := w.line
	if l := find2(n); l > 0 {
		line = l
	}
	tablesOfText(w.p, raw(n), line)
}
