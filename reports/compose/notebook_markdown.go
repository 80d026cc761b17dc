package compose

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mcpstats/internal/spelling"
	"mcpstats/reports"
)

// step is one block of a notebook. Exactly one of phrases, code and call is set.
type step struct {
	line    int
	heading int       // its level; 0: no heading
	list    bool      // phrases are the items of a list
	phrases [][]piece // a heading and a paragraph are one phrase
	code    *reports.Code
	call    *call
}

// reading is a notebook's body while it is turned into steps.
type reading struct {
	n    *Notebook
	body []byte
}

func (n *Notebook) parseBody(body []byte) ([]step, error) {
	r := reading{n: n, body: body}
	var steps []step
	root := markdownParser().Parse(source.NewReader(body))
	for b := root.FirstChild(); b != nil; b = b.NextSibling() {
		s, err := r.step(b)
		if err != nil {
			return nil, err
		}
		if s != nil {
			steps = append(steps, *s)
		}
	}
	return steps, nil
}

// line is the line that an offset is on.
func (r *reading) line(offset int) int {
	return 1 + bytes.Count(r.body[:min(offset, len(r.body))], []byte("\n"))
}

// lineOf is the line that a block begins on.
func (r *reading) lineOf(b ast.Node) int {
	for ; b != nil; b = b.FirstChild() {
		if b.Type() == ast.TypeBlock && b.Lines() != nil && b.Lines().Len() > 0 {
			return r.line(b.Lines().At(0).Start)
		}
		if t, ok := b.(*ast.Text); ok {
			return r.line(t.Segment.Start)
		}
	}
	return 1
}

// fenceName opens a directive's block.
const fenceName = "mcpstats"

// step turns one block of Markdown into one of the notebook; a comment into none.
func (r *reading) step(b ast.Node) (*step, error) {
	line := r.lineOf(b)
	switch b := b.(type) {
	case *ast.Heading:
		phrase, err := r.phrase(b)
		return &step{line: line, heading: b.Level, phrases: [][]piece{phrase}}, err
	case *ast.Paragraph:
		phrase, err := r.phrase(b)
		return &step{line: line, phrases: [][]piece{phrase}}, err
	case *ast.List:
		return r.list(b, line)
	case *ast.FencedCodeBlock:
		return r.fenced(b)
	case *ast.CodeBlock:
		return &step{line: line, code: &reports.Code{Text: string(b.Lines().Value(r.body))}}, nil
	case *ast.HTMLBlock:
		if b.HTMLBlockType == ast.HTMLBlockType2 { // a comment
			return nil, nil
		}
		return nil, r.n.fault(line, "HTML: a notebook is Markdown; only comments <!-- --> may appear in it")
	case *ast.LinkReferenceDefinition:
		return nil, nil
	case *ast.Blockquote:
		return nil, r.n.fault(line, "a quotation: reports have none; write a paragraph")
	case *ast.ThematicBreak:
		return nil, r.n.fault(line, "a rule: reports have none; begin a part with a heading")
	default:
		return nil, r.n.fault(line, "%s: reports have none", b.Kind())
	}
}

func (r *reading) list(l *ast.List, line int) (*step, error) {
	if l.IsOrdered() {
		return nil, r.n.fault(line, "a numbered list: reports have none; begin its items with -")
	}
	s := &step{line: line, list: true}
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		inner := item.FirstChild()
		if inner == nil {
			continue
		}
		if more := inner.NextSibling(); more != nil || inner.Kind() != ast.KindTextBlock && inner.Kind() != ast.KindParagraph {
			if more == nil {
				more = inner
			}
			return nil, r.n.fault(r.lineOf(more), "an item of more than one paragraph: items of a list in a report are a sentence or two")
		}
		phrase, err := r.phrase(inner)
		if err != nil {
			return nil, err
		}
		s.phrases = append(s.phrases, phrase)
	}
	return s, nil
}

func (r *reading) fenced(b *ast.FencedCodeBlock) (*step, error) {
	info, line := "", 1
	if b.Info != nil {
		info = string(b.Info.Segment.Value(r.body))
		line = r.line(b.Info.Segment.Start)
	} else if b.Lines().Len() > 0 {
		line = r.line(b.Lines().At(0).Start) - 1
	}
	body := string(b.Lines().Value(r.body))
	name, rest, _ := strings.Cut(strings.TrimSpace(info), " ")
	if name != fenceName {
		return &step{line: line, code: &reports.Code{Lang: spelling.Slug(name, reports.MostOfID), Text: body}}, nil
	}
	c, err := r.n.parseCall(blockDirectives(), rest+"\n"+body, line)
	return &step{line: line, call: c}, err
}

// phrase gathers a block's text.
func (r *reading) phrase(b ast.Node) ([]piece, error) {
	var out []piece
	err := r.pieces(&out, b, reports.Span{})
	return out, err
}

// pieces adds the inline content of a node, in the style that it stands in.
func (r *reading) pieces(out *[]piece, parent ast.Node, style reports.Span) error {
	add := func(at int, s string) {
		span := style
		span.Text = s
		if k := len(*out) - 1; k >= 0 && (*out)[k].call == nil && sameStyle((*out)[k].span, span) {
			if strings.HasSuffix((*out)[k].span.Text, " ") { // a line that begins with blanks of other kinds
				s = strings.TrimLeft(s, " ")
			}
			(*out)[k].span.Text += s
			return
		}
		*out = append(*out, piece{span: span, line: r.line(at)})
	}
	at := 0
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			at = c.Segment.Start
			add(at, unescaped(c.Segment.Value(r.body)))
			if c.SoftLineBreak() || c.HardLineBreak() {
				add(at, " ")
			}
		case *ast.String:
			add(at, string(c.Value))
		case *ast.CodeSpan:
			inner := style
			inner.Code = true
			if t, ok := c.FirstChild().(*ast.Text); ok {
				at = t.Segment.Start
			}
			inner.Text = reports.Visible(codeText(c, r.body))
			*out = append(*out, piece{span: inner, line: r.line(at)})
		case *ast.Emphasis:
			inner := style
			inner.Strong = true
			if err := r.pieces(out, c, inner); err != nil {
				return err
			}
		case *ast.Link:
			if err := r.link(out, c, style, at); err != nil {
				return err
			}
		case *ast.AutoLink:
			add(at, string(c.URL(r.body)))
		case *ast.Image:
			return r.n.fault(r.line(max(at, inlineStart(c))), "an image: notebooks cannot include files; use a directive such as ```%s figure", fenceName)
		case *ast.RawHTML:
			if c.Segments.Len() > 0 {
				at = c.Segments.At(0).Start
				if bytes.HasPrefix(c.Segments.Value(r.body), []byte("<!--")) {
					continue
				}
			}
			return r.n.fault(r.line(at), "HTML: a notebook is Markdown; write &lt; for the sign <")
		case *inlineCall:
			at = c.at
			line := r.line(c.at)
			if !c.closed {
				return r.n.fault(line, "{{ is not closed on its line; write }} behind the directive, or \\{{ for the signs")
			}
			found, err := r.n.parseCall(inlineDirectives(), c.words, line)
			if err != nil {
				return err
			}
			*out = append(*out, piece{call: found, span: style, line: line})
		default:
			return r.n.fault(r.line(at), "%s: reports have none", c.Kind())
		}
	}
	return nil
}

// link makes a link into the document; of one out of it, the text with the
// address behind it, as a report on paper has it.
func (r *reading) link(out *[]piece, l *ast.Link, style reports.Span, at int) error {
	destination := string(l.Destination)
	if id, ok := strings.CutPrefix(destination, "#"); ok {
		style.Link = id
		return r.pieces(out, l, style)
	}
	if err := r.pieces(out, l, style); err != nil {
		return err
	}
	style.Text = " (" + reports.Visible(destination) + ")"
	*out = append(*out, piece{span: style, line: r.line(max(at, inlineStart(l)))})
	return nil
}

// inlineStart is where the first text below a node begins.
func inlineStart(n ast.Node) int {
	for c := n.FirstChild(); c != nil; c = c.FirstChild() {
		if t, ok := c.(*ast.Text); ok {
			return t.Segment.Start
		}
	}
	return 0
}

func sameStyle(a, b reports.Span) bool {
	return a.Strong == b.Strong && a.Code == b.Code && a.Link == b.Link && !a.Code
}

func codeText(c *ast.CodeSpan, body []byte) string {
	var b strings.Builder
	for t := c.FirstChild(); t != nil; t = t.NextSibling() {
		if t, ok := t.(*ast.Text); ok {
			b.Write(t.Segment.Value(body))
		}
	}
	return b.String()
}

// unescaped resolves Markdown's escapes and character references.
func unescaped(s []byte) string {
	return visibleKeepingEnds(string(util.UnescapePunctuations(util.ResolveNumericReferences(util.ResolveEntityNames(s)))))
}

// visibleKeepingEnds is Visible for a part of a sentence, whose outer blanks
// count.
func visibleKeepingEnds(s string) string {
	shown := reports.Visible(s)
	if shown == "" {
		if s == "" {
			return ""
		}
		return " "
	}
	if strings.TrimLeft(s, " \t\n") != s {
		shown = " " + shown
	}
	if strings.TrimRight(s, " \t\n") != s {
		shown += " "
	}
	return shown
}
