package html

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"mcpstats/reports"
)

const svg = `<svg xmlns="http://www.w3.org/2000/svg" class="mcpfig" viewBox="0 0 760 60" width="760" height="60"><text x="6" y="20">drawn</text></svg>`

// hostile is text that would be markup, a formula, endless or reordered.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style></title></script><b>`,
	`javascript:alert(1)`, `=cmd|' /C calc'!A0`, strings.Repeat("x", 10000), strings.Repeat("long_name/", 1000),
	"שלום עולם", "\u202eevil", "{{.Title}}", "a&amp;b", "\x00\x1b[31m",
}

// document is a page with every kind of block, n rows in its tables.
func document(n int) (*reports.Document, reports.Assets) {
	columns := []reports.Column{
		{Name: "Run", Key: "run"}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Mean", Key: "mean", Kind: reports.Percent},
		{Name: "95% interval", Key: "interval", Kind: reports.Interval}, {Name: "Difference", Key: "difference", Kind: reports.Points},
		{Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Value", Key: "value", Kind: reports.Mixed},
	}
	table := func(id string, long bool) reports.Table {
		t := reports.Table{ID: id, Caption: "Runs by success.", Columns: columns, Notes: []string{"A note."}, Long: long}
		for i := range n {
			v := float64(i*7%n) / float64(n)
			t.Rows = append(t.Rows, []reports.Cell{
				{Text: fmt.Sprintf("20250923_some-agent_some-long-model-name-%d", i), Strong: i == 0, Link: "results"},
				{Text: "80", Value: 80, HasValue: true},
				{Text: fmt.Sprintf("%.1f%%", 100*v), Value: v, HasValue: true, Decimals: 1},
				{Text: "[inf]", Low: v - 0.1, High: math.Inf(1), HasValue: true},
				{Text: "+8.2", Value: 0.082, HasValue: true},
				{Text: "<.001", Value: 0.0004, HasValue: true, Tone: reports.Good},
				{Text: "n/a", Kind: reports.Number, Tone: reports.Faint},
			})
		}
		return t
	}
	doc := &reports.Document{
		Title: "A report", Subtitle: "2 runs, 80 tasks",
		Blocks: []reports.Block{
			reports.Prose{Spans: []reports.Span{{Text: "One sentence with "}, {Text: "weight", Strong: true}, {Text: " and "}, {Text: "code", Code: true}, {Text: " and "}, {Text: "a link", Link: "results"}, {Text: ", "}, {Text: "a dead one", Link: "nowhere"}}},
			reports.Heading{Level: 1, ID: "bench", Text: "bench"},
			reports.Heading{Level: 2, ID: "bench-leaderboard", Text: "Leaderboard"},
			reports.Figure{ID: "drawn", Caption: "Drawn.", Alt: "What it shows.", Chart: reports.Bars{}},
			reports.Figure{ID: "missing", Caption: "Not drawn.", Alt: "What the missing one would show.", Chart: reports.Bars{}},
			table("results", false),
			reports.Footnote{Spans: []reports.Span{{Text: "Small print."}}},
			reports.Heading{Level: 3, ID: "bench-deeper", Text: "Deeper"},
			table("folded", true),
			reports.List{Items: []reports.Prose{{Tone: reports.Careful, Spans: []reports.Span{{Text: "an item"}}}}},
			reports.Code{Lang: "yaml", Text: "alpha: 0.05\n"},
		},
	}
	for i, s := range hostile {
		id := fmt.Sprintf("hostile-%d", i)
		doc.Blocks = append(doc.Blocks,
			reports.Heading{Level: 2, ID: id, Text: s},
			reports.Prose{Tone: reports.Careful, Spans: []reports.Span{{Text: s}, {Text: s, Code: true}, {Text: s, Strong: true, Link: s}}},
			reports.Table{ID: id + "-table", Caption: s, Columns: []reports.Column{{Name: s, Key: s}}, Rows: [][]reports.Cell{{{Text: s, Full: s, Link: s}}}, Notes: []string{s}},
			reports.Figure{ID: id + "-figure", Caption: s, Alt: s},
			reports.Code{Lang: s, Text: s},
		)
	}
	return doc, reports.Assets{reports.FigurePath("drawn", "svg"): []byte(svg)}
}

func render(t *testing.T, doc *reports.Document, assets reports.Assets) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Render(&b, doc, assets); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A figure too wide for a page keeps its size.
func TestWideFigures(t *testing.T) {
	for svg, want := range map[string]int{svg: 760, "\n<svg viewBox=\"0 0 9 9\" width=\"1400.5\">": 1400, "<svg>": 0, "": 0, "<g width=\"9\">": 0} {
		if got := widthOf([]byte(svg)); got != want {
			t.Errorf("%q is %d wide, want %d", svg, got, want)
		}
	}
	doc, assets := document(2)
	assets[reports.FigurePath("drawn", "svg")] = []byte(strings.Replace(svg, `width="760"`, `width="1400"`, 1))
	if page := string(render(t, doc, assets)); strings.Count(page, `class="chart wide"`) != 1 {
		t.Error("the wide figure is not marked")
	}
}

func TestDeterministic(t *testing.T) {
	doc, assets := document(20)
	if !bytes.Equal(render(t, doc, assets), render(t, doc, assets)) {
		t.Error("two renderings of one document differ")
	}
}

// TestStructure parses the page as a browser does and checks what must hold of
// any page: one script and two style sheets, the page's and the figures'; nothing that
// loads; ids that are unique; links that lead to one of them or to a table's
// CSV.
func TestStructure(t *testing.T) {
	doc, assets := document(20)
	root, err := xhtml.Parse(bytes.NewReader(render(t, doc, assets)))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	ids := map[string]bool{}
	var links []string
	for n := range root.Descendants() {
		if n.Type != xhtml.ElementNode {
			continue
		}
		count[n.Data]++
		for _, a := range n.Attr {
			switch {
			case a.Key == "id":
				if ids[a.Val] {
					t.Errorf("id %q stands twice", a.Val)
				}
				ids[a.Val] = true
			case a.Key == "href":
				links = append(links, a.Val)
			case a.Key == "src" || a.Key == "style" || strings.HasPrefix(a.Key, "on"):
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
		if n.Data == "th" && attribute(n, "scope") == "" {
			t.Error("a th without scope")
		}
	}
	for _, l := range links {
		id, inside := strings.CutPrefix(l, "#")
		if inside && !ids[id] || !inside && !strings.HasPrefix(l, "tables/") {
			t.Errorf("link to %q", l)
		}
	}
	for name, want := range map[string]int{"script": 1, "style": 2, "h1": 1, "main": 1, "nav": 1, "header": 1, "img": 0, "iframe": 0, "details": 1, "svg": 1} {
		if count[name] != want {
			t.Errorf("%d <%s>, want %d", count[name], name, want)
		}
	}
}

func attribute(n *xhtml.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// TestTextSurvives: what the document says stands in the page as text, the
// hostile strings included.
func TestTextSurvives(t *testing.T) {
	doc, assets := document(3)
	root, err := xhtml.Parse(bytes.NewReader(render(t, doc, assets)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == xhtml.TextNode {
			b.WriteString(n.Data)
		}
	}
	page := b.String()
	want := append([]string{"A report", "2 runs, 80 tasks", "Deeper", "Small print.", "an item", "alpha: 0.05", "A note.", "Drawn.",
		"What the missing one would show.", "a dead one", "[inf]", "+8.2", "<.001", "20250923_some-agent_some-long-model-name-2"}, hostile...)
	for _, w := range want {
		w = strings.ReplaceAll(w, "\x00", "\ufffd") // as HTML has it
		if !strings.Contains(page, w) {
			t.Errorf("the page does not say %.60q", w)
		}
	}
}

// TestPolicy: the page's own policy refuses what it does not hold itself.
func TestPolicy(t *testing.T) {
	doc, assets := document(1)
	page := string(render(t, doc, assets))
	policy := `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">`
	if at := strings.Index(page, policy); at < 0 || at > strings.Index(page, "<style>") {
		t.Error("the policy is not the first thing in the head")
	}
	script, err := script()
	if err != nil {
		t.Fatal(err)
	}
	if len(script) > 30_000 {
		t.Errorf("the script has %d bytes", len(script))
	}
	if !strings.Contains(page, script) {
		t.Error("the script does not stand in the page as it is")
	}
}

// TestFigureAsDrawn: an SVG inside the page is passed through as it is.
func TestFigureAsDrawn(t *testing.T) {
	doc, assets := document(1)
	page := string(render(t, doc, assets))
	if !strings.Contains(page, svg) {
		t.Error("the figure's SVG does not stand in the page as drawn")
	}
}

func TestRaggedTable(t *testing.T) {
	for _, row := range [][]reports.Cell{{}, {{}}, {{}, {}, {}}} {
		table := reports.Table{ID: "ragged", Columns: []reports.Column{{Name: "a", Key: "a"}, {Name: "b", Key: "b"}}, Rows: [][]reports.Cell{row}, Aside: []string{"a"}}
		doc := &reports.Document{Blocks: []reports.Block{table}}
		if err := Render(io.Discard, doc, nil); err == nil || !strings.Contains(err.Error(), "table ragged") {
			t.Errorf("%d cells: error is %v, want one that names the table", len(row), err)
		}
	}
}

func TestTail(t *testing.T) {
	longest := tail{}
	for _, s := range []string{"58.8%", "0.916", "3"} {
		longest.grow(tailOf(s))
	}
	for s, want := range map[string]string{"58.8%": "00", "0.916": "%", "3": ".000%", "<.05": "0%", "100%": ".000"} {
		if got := longest.beyond(tailOf(s)); got != want {
			t.Errorf("%q is padded with %q, want %q", s, got, want)
		}
	}
}
