package papers

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

var (
	markdownSigns = regexp.MustCompile(`(?m)^#{1,6} \p{L}`)
	frontMatter   = regexp.MustCompile(`\A---\n(?s:.*?)\n(?:---|\.\.\.)[ \t]*\n`)
)

// isMarkdown goes by the ending, else by headings: pipes and stars stand in plain text, too.
func isMarkdown(name string, head []byte) bool {
	if binary(head) {
		return false
	}
	switch ending(name) {
	case ".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd":
		return true
	}
	return len(markdownSigns.FindAllIndex(head[:min(len(head), 1<<18)], 4)) >= 3
}

func readMarkdown(p *paper) error {
	source, line := withoutFrontMatter(p.content)
	return p.readPage(p.markdown(source, line))
}

// withoutFrontMatter cuts the metadata at the head of a file, and says the line that follows.
func withoutFrontMatter(s []byte) ([]byte, int) {
	if m := frontMatter.FindIndex(s[:min(len(s), 1<<16)]); m != nil {
		return s[m[1]:], bytes.Count(s[:m[1]], []byte("\n")) + 1
	}
	return s, 1
}

// markdown makes HTML of Markdown, with the lines of the source as comments: tables, lists and
// HTML inside are then read as those of a page. first is the line of the source's beginning.
func (p *paper) markdown(source []byte, first int) []byte {
	source = prepared(source)
	lines := newLineIndex(source, first)
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(parser.WithAttribute()),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(&lined{lines}, 1))),
	)
	var out bytes.Buffer
	if err := md.Convert(source, &out); err != nil {
		p.note(p.at(first), "Markdown could not be read: %v", err)
	}
	return out.Bytes()
}

// lineIndex finds the line of a byte.
type lineIndex struct {
	starts []int
	first  int
}

func newLineIndex(s []byte, first int) *lineIndex {
	l := &lineIndex{starts: []int{0}, first: first}
	for i, c := range s {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

func (l *lineIndex) at(offset int) int {
	low, high := 0, len(l.starts)
	for high-low > 1 {
		if mid := (low + high) / 2; l.starts[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	return l.first + low
}

// lined renders the nodes that hold text of the source, with its lines.
type lined struct{ lines *lineIndex }

func (r *lined) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindText, r.text)
	reg.Register(ast.KindCodeSpan, r.codeSpan)
	reg.Register(ast.KindHTMLBlock, r.block)
	reg.Register(ast.KindFencedCodeBlock, r.code)
	reg.Register(ast.KindCodeBlock, r.code)
}

func (r *lined) text(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.Text)
	value := n.Segment.Value(source)
	_, _ = w.WriteString(lineComment(r.lines.at(n.Segment.Start)))
	if n.IsRaw() {
		_, _ = w.Write(util.EscapeHTML(value))
	} else {
		html.DefaultWriter.Write(w, value)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		_ = w.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

func (r *lined) codeSpan(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<code>")
		for c := node.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				_, _ = w.WriteString(lineComment(r.lines.at(t.Segment.Start)))
				_, _ = w.Write(util.EscapeHTML(t.Segment.Value(source)))
			}
		}
		_, _ = w.WriteString("</code>")
	}
	return ast.WalkSkipChildren, nil
}

func (r *lined) block(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.HTMLBlock)
	if entering {
		if n.Lines().Len() > 0 {
			var all []byte
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				all = append(all, s.Value(source)...)
			}
			if n.HasClosure() {
				all = append(all, n.ClosureLine.Value(source)...)
			}
			_, _ = w.Write(withLines(all, r.lines.at(n.Lines().At(0).Start)))
		}
	}
	return ast.WalkContinue, nil
}

func (r *lined) code(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering || node.Lines().Len() == 0 {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString("<pre>" + lineComment(r.lines.at(node.Lines().At(0).Start)))
	for i := range node.Lines().Len() {
		s := node.Lines().At(i)
		_, _ = w.Write(util.EscapeHTML(s.Value(source)))
	}
	_, _ = w.WriteString("</pre>\n")
	return ast.WalkContinue, nil
}

// prepared makes Markdown's formulas plain text and gives tables without a rule below their
// head that rule's place, line by line, so that lines keep their numbers.
func prepared(source []byte) []byte {
	lines := strings.Split(string(source), "\n")
	fenced := false
	for i, l := range lines {
		trimmed := strings.TrimSpace(l)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || strings.HasPrefix(l, "    ") && !strings.Contains(l, "|") {
			continue
		}
		if strings.ContainsRune(l, '$') || strings.Contains(l, `\(`) {
			lines[i] = plainFormulas(l, true)
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

var formula = regexp.MustCompile("`[^`]*`" + `|\\\$|\$\$([^$]+)\$\$|\$([^\s$](?:[^$]*[^\s$])?)\$|\\\\?\((.+?)\\\\?\)`)

// plainFormulas replaces the formulas of a line by their text. A dollar sign that a digit
// follows behind the pair is money.
func plainFormulas(line string, markdown bool) string {
	var out strings.Builder
	last := 0
	for at := 0; at < len(line); {
		m := formula.FindStringSubmatchIndex(line[at:])
		if m == nil {
			break
		}
		from, to := at+m[0], at+m[1]
		group := -1
		for g := 1; g <= 3; g++ {
			if m[2*g] >= 0 {
				group = g
			}
		}
		if group < 0 {
			at = to
			continue
		}
		tex := line[at+m[2*group] : at+m[2*group+1]]
		if group == 2 && (to < len(line) && line[to] >= '0' && line[to] <= '9' || !looksTeX(tex)) || group == 3 && !strings.HasPrefix(line[from:], `\`) {
			at = from + 1
			continue
		}
		out.WriteString(line[last:from])
		plain := texToMarked(tex, markdown)
		out.WriteString(plain)
		last, at = to, to
	}
	out.WriteString(line[last:])
	return out.String()
}

// looksTeX tells a formula from text between two prices: "$5 and costs $6".
func looksTeX(s string) bool {
	if strings.ContainsAny(s, `\^_=<>{}+`) || len(s) <= 3 {
		return true
	}
	words := 0
	for _, w := range strings.Fields(s) {
		if len(w) > 3 && strings.Trim(strings.ToLower(w), "abcdefghijklmnopqrstuvwxyz") == "" {
			words++
		}
	}
	return words == 0
}
