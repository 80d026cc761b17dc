package notebook

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markup "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// hostile are names that mean something to a notebook.
var hostile = append(sample.HostileNames(), "$a$ and $$b$$", `\(x\) \[y\] \begin{equation}`, "a_b _c_ __d__", "'''", `"""`, `\`, `{{x}}`, "<img src=x onerror=alert(1)>", "[a]: http://b", "|", "\u2028", "1)", "+", "==", ": x")

// page is what came out of a parser that is not ours.
type page struct {
	elements map[string]int
	texts    map[string][]string // by element
	links    []string
	formulas []string // text in which a typesetter would find a formula
}

func parse(t interface{ Fatal(...any) }, source string, markdown bool) page {
	in := []byte(source)
	if markdown {
		var out bytes.Buffer
		md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(markup.WithUnsafe()))
		if err := md.Convert(in, &out); err != nil {
			t.Fatal(err)
		}
		in = out.Bytes()
	}
	root, err := html.Parse(bytes.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	p := page{elements: map[string]int{}, texts: map[string][]string{}}
	var walk func(*html.Node) string
	walk = func(n *html.Node) string {
		if n.Type == html.TextNode {
			if strings.ContainsAny(n.Data, `$\`) && len(n.Data) > 1 {
				p.formulas = append(p.formulas, n.Data)
			}
			return n.Data
		}
		var b strings.Builder
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			b.WriteString(walk(c))
		}
		switch n.Type {
		case html.ElementNode:
			p.elements[n.Data]++
			p.texts[n.Data] = append(p.texts[n.Data], b.String())
			for _, a := range n.Attr {
				if a.Key == "href" || strings.HasPrefix(a.Key, "on") || a.Key == "src" {
					p.links = append(p.links, a.Val)
				}
			}
		case html.CommentNode:
			p.elements["comment"]++
		}
		return b.String()
	}
	walk(root)
	return p
}

type fataler interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// check holds a page against the only text that it should have, in one element.
func check(t fataler, what, text, element, source string, p page) {
	texts := p.texts[element]
	if len(texts) == 0 || !slices.Contains(texts, text) || len(p.links) > 0 || len(p.formulas) > 0 {
		t.Fatalf("%q as %s came out as %q with links %q and formulas %q from\n%s", text, what, texts, p.links, p.formulas, source)
	}
	for _, e := range []string{"a", "img", "script", "strong", "del", "h1", "input", "i", "comment", "br", "hr", "blockquote", "ol", "pre"} {
		if p.elements[e] > 0 && e != element {
			t.Fatalf("%q as %s made %d <%s>", text, what, p.elements[e], e)
		}
	}
}

// Text survives as itself wherever it stands.
func TestTextSurvives(t *testing.T) {
	survives := func(t fataler, text string) {
		text = reports.Visible(text)
		if strings.TrimSpace(text) == "" {
			return
		}
		v := view{t: reports.Table{ID: "t", Columns: []reports.Column{{Name: text, Key: "a"}, {Name: "b", Key: "b"}}}, shown: [][]reports.Cell{{{Text: text}, {Text: "next"}}}, numbers: make([]bool, 2)}
		check(t, "a cell in Markdown", text, "td", v.markdown(), parse(t, v.markdown(), true))
		check(t, "a cell in HTML", text, "td", v.html(), parse(t, v.html(), false))
		check(t, "a heading in Markdown", text, "th", v.markdown(), parse(t, v.markdown(), true))
		r := &renderer{}
		for element, source := range map[string]string{
			"p":    r.spans([]reports.Span{{Text: text}}, true),
			"li":   "- " + r.spans([]reports.Span{{Text: text}}, true),
			"code": "x " + r.spans([]reports.Span{{Text: text, Code: true}}, false),
			"b":    "x " + r.spans([]reports.Span{{Text: text, Strong: true}}, false),
			"h2":   "## " + heading(text),
		} {
			check(t, element, text, element, source, parse(t, source, true))
		}
	}
	for _, name := range hostile {
		survives(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		survives(t, rapid.StringOf(rapid.SampledFrom([]rune("a1 _*`~|\\<>[](){}!#+-=.:@&;$\"'/wh^%é"))).Draw(t, "text"))
	})
}

// Names reach Python as strings and never as code.
func TestNamesAreStringsInPython(t *testing.T) {
	var b strings.Builder
	b.WriteString("import json, sys\nprint(json.dumps([\n")
	for _, name := range hostile {
		b.WriteString(quote(name) + ",\n")
	}
	b.WriteString("]))")
	var got []string
	if err := json.Unmarshal([]byte(python(t, t.TempDir(), b.String())), &got); err != nil {
		t.Fatal(err)
	}
	for i, name := range hostile {
		if got[i] != strings.ToValidUTF8(name, "\uFFFD") {
			t.Errorf("%.60q reached Python as %.60q", name, got[i])
		}
	}
}
