package papers

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mcpstats/datasets/document"
)

// deep tells whether open tags stand in one another deeper than a reader that calls itself
// should follow.
func deep(source []byte) bool {
	depth := 0
	for i := 0; i+1 < len(source); i++ {
		if source[i] != '<' {
			continue
		}
		if c := source[i+1]; c == '/' {
			depth = max(0, depth-1)
		} else if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			rest := source[i+1 : min(len(source), i+12)]
			end := bytes.IndexAny(rest, " \t\n/>")
			if end > 0 {
				switch strings.ToLower(string(rest[:end])) {
				case "br", "img", "hr", "meta", "link", "input", "col", "p", "li", "td", "tr", "th", "source", "area", "wbr", "dt", "dd", "option", "path", "rect", "circle", "line", "use":
					continue
				}
			}
			depth++
		}
		if depth > 2000 {
			return true
		}
	}
	return false
}

// main is the part of a page that is the paper: an article where there is one, else the body.
func main(root *html.Node) *html.Node {
	var best *html.Node
	for _, want := range []func(*html.Node) bool{
		func(n *html.Node) bool { return has(n, "ltx_document") },
		func(n *html.Node) bool { return has(n, "markdown-body") },
		func(n *html.Node) bool { return n.DataAtom == atom.Main },
		func(n *html.Node) bool { return n.DataAtom == atom.Article },
	} {
		if best = find(root, want); best != nil && textLength(best)*2 > textLength(root) {
			return best
		}
	}
	return find(root, func(n *html.Node) bool { return n.DataAtom == atom.Body })
}

func textLength(n *html.Node) int {
	total := 0
	each(n, func(n *html.Node) {
		if n.Type == html.TextNode {
			total += len(strings.TrimSpace(n.Data))
		}
	})
	return total
}

func each(n *html.Node, do func(*html.Node)) {
	for d := range n.Descendants() {
		do(d)
	}
}

func find(n *html.Node, is func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			return d
		}
	}
	return nil
}

func raw(n *html.Node) string {
	var b strings.Builder
	each(n, func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	})
	return b.String()
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, class string) bool {
	return n.Type == html.ElementNode && slices.Contains(strings.Fields(attr(n, "class")), class)
}

// hidden tells whether a reader of the page does not see an element, or sees it as no part of the text.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Nav, atom.Template, atom.Noscript, atom.Head, atom.Svg, atom.Button, atom.Select, atom.Textarea, atom.Iframe, atom.Object, atom.Canvas, atom.Video, atom.Audio, atom.Form:
		return true
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			return a.Val == "true"
		case "style":
			s := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(s, "display:none") || strings.Contains(s, "visibility:hidden") {
				return true
			}
		case "class":
			for _, c := range strings.Fields(a.Val) {
				switch c {
				case "sr-only", "visually-hidden", "ltx_page_navbar", "ltx_page_footer", "ltx_page_header", "ltx_TOC", "MathJax_Preview", "katex-html", "anchor":
					return true
				}
			}
		}
	}
	return false
}

func looksOf(n *html.Node) []document.Look {
	var out []document.Look
	switch n.DataAtom {
	case atom.B, atom.Strong:
		out = append(out, document.Bold)
	case atom.I, atom.Em:
		out = append(out, document.Italic)
	case atom.U, atom.Ins:
		out = append(out, document.Underlined)
	case atom.Sup:
		out = append(out, document.Superscript)
	case atom.Sub:
		out = append(out, document.Subscript)
	case atom.S, atom.Del, atom.Strike:
		out = append(out, document.Struck)
	case atom.Font, atom.Mark:
		out = append(out, document.Coloured)
	}
	for _, c := range strings.Fields(attr(n, "class")) {
		switch c {
		case "ltx_font_bold":
			out = append(out, document.Bold)
		case "ltx_font_italic":
			out = append(out, document.Italic)
		case "ltx_framed_underline", "ltx_framed":
			if c == "ltx_framed_underline" || has(n, "ltx_framed_underline") {
				out = append(out, document.Underlined)
			}
		case "ltx_sup":
			if n.DataAtom != atom.Sup {
				out = append(out, document.Superscript)
			}
		}
	}
	style := strings.ReplaceAll(strings.ToLower(attr(n, "style")), " ", "")
	if style != "" {
		if strings.Contains(style, "font-weight:bold") || strings.Contains(style, "font-weight:700") || strings.Contains(style, "font-weight:600") {
			out = append(out, document.Bold)
		}
		if strings.Contains(style, "text-decoration:underline") || strings.Contains(style, "text-decoration-line:underline") {
			out = append(out, document.Underlined)
		}
		if strings.HasPrefix(style, "color:") || strings.Contains(style, ";color:") || strings.Contains(style, "background") {
			out = append(out, document.Coloured)
		}
	}
	return out
}

// find2 is the first line that a comment within an element says; 0: none.
func find2(n *html.Node) int {
	for c := range n.Descendants() {
		if c.Type == html.CommentNode {
			if line, ok := commentLine(c.Data); ok {
				return line
			}
		}
	}
	return 0
}

func atoi(s string, otherwise int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && n > 0 {
		return n
	}
	return otherwise
}
