package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markup "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

// parsed renders Markdown as GitHub would, raw HTML included, and returns the
// elements that came out and the text of those named want.
func parsed(t interface{ Fatal(...any) }, source []byte, want string) (elements map[string]int, texts []string, links []string) {
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(markup.WithUnsafe()))
	if err := md.Convert(source, &out); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	elements = map[string]int{}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode {
			elements[n.Data]++
			if n.Data == want {
				texts = append(texts, content(n))
			}
			for _, a := range n.Attr {
				if a.Key == "href" {
					links = append(links, a.Val)
				}
			}
		}
		if n.Type == html.CommentNode {
			elements["comment"]++
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return elements, texts, links
}

func content(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(content(c))
	}
	return b.String()
}

// Text survives as itself in a table: the oracle is a Markdown parser that is
// not ours.
func TestTableTextSurvives(t *testing.T) {
	check := func(t interface {
		Fatal(...any)
		Fatalf(string, ...any)
	}, text string) {
		text = reports.Visible(text)
		table := reports.Table{
			Caption: text, Columns: []reports.Column{{Name: text, Key: "a"}, {Name: "b", Key: "b"}},
			Rows: [][]reports.Cell{{{Text: text}, {Text: "next"}}},
		}
		var r renderer
		r.table(table)
		out := &r.out
		elements, cells, links := parsed(t, out.Bytes(), "td")
		if len(cells) != 2 || cells[0] != text || cells[1] != "next" {
			t.Fatalf("%q came out as %q from\n%s", text, cells, out.Bytes())
		}
		for _, e := range []string{"a", "img", "script", "em", "strong", "del", "code", "li", "h1", "input", "i", "b", "comment", "br"} {
			if n := elements[e]; n > 0 && (e != "em" || text != "" && n > 1) {
				t.Fatalf("%q made %d <%s>", text, n, e)
			}
		}
		if len(links) > 0 {
			t.Fatalf("%q made the links %q", text, links)
		}
	}
	for _, name := range sample.HostileNames() {
		check(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOf(rapid.SampledFrom([]rune("a1 _*`~|\\<>[](){}!#+-=.:@&;$\"'/wh^%\n\té"))).Draw(t, "text"))
	})
}

func TestProseSurvives(t *testing.T) {
	check := func(t interface {
		Fatal(...any)
		Fatalf(string, ...any)
	}, text string) {
		text = reports.Visible(text)
		if text == "" {
			return
		}
		for element, block := range map[string]reports.Block{
			"p":  reports.Prose{Spans: []reports.Span{{Text: text}}},
			"li": reports.List{Items: []reports.Prose{{Spans: []reports.Span{{Text: text}}}}},
			"h2": reports.Heading{Level: 1, ID: "x", Text: text},
		} {
			var out bytes.Buffer
			if err := Render(&out, &reports.Document{Blocks: []reports.Block{block}}, nil); err != nil {
				t.Fatal(err)
			}
			_, texts, links := parsed(t, out.Bytes(), element)
			if element == "h2" && len(texts) > 0 {
				texts = texts[len(texts)-1:]
			}
			if len(texts) != 1 || texts[0] != text || len(links) > 0 {
				t.Fatalf("%q as %s came out as %q with links %q from\n%s", text, element, texts, links, out.Bytes())
			}
		}
	}
	for _, name := range sample.HostileNames() {
		check(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOf(rapid.SampledFrom([]rune("a1 _*`~|\\<>[](){}!#+-=.:@&;$\"'/wh^%é"))).Draw(t, "text"))
	})
}

func TestCodeSpanSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := reports.Visible(rapid.StringOf(rapid.SampledFrom([]rune("a `\\<*|&"))).Draw(t, "text"))
		if text == "" {
			return
		}
		var out bytes.Buffer
		doc := &reports.Document{Blocks: []reports.Block{reports.Prose{Spans: []reports.Span{{Text: "x "}, {Text: text, Code: true}, {Text: " y"}}}}}
		if err := Render(&out, doc, nil); err != nil {
			t.Fatal(err)
		}
		_, texts, _ := parsed(t, out.Bytes(), "code")
		if len(texts) != 1 || texts[0] != text {
			t.Fatalf("%q came out as %q from %s", text, texts, out.Bytes())
		}
	})
}

// A whole report of hostile names holds the links that we made and no others.
func TestHostileReport(t *testing.T) {
	doc := standard.Report(t, sample.Hostile())
	var out bytes.Buffer
	if err := Render(&out, doc, drawn(doc)); err != nil {
		t.Fatal(err)
	}
	elements, _, links := parsed(t, out.Bytes(), "td")
	for _, l := range links {
		if !strings.HasPrefix(l, "#") && !strings.HasPrefix(l, "tables/") {
			t.Errorf("a link leads to %q", l)
		}
	}
	for _, e := range []string{"script", "i", "b", "input", "comment"} {
		if elements[e] > 0 {
			t.Errorf("%d <%s> came out", elements[e], e)
		}
	}
	tables := 0
	for _, b := range doc.Blocks {
		if _, ok := b.(reports.Table); ok {
			tables++
		}
	}
	if elements["table"] != tables {
		t.Errorf("%d tables came out of %d", elements["table"], tables)
	}
}
