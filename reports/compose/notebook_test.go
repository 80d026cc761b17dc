package compose

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
	"mcpstats/reports/internal/sample"
	"mcpstats/templates"
)

func shipped(t *testing.T, name string) *Notebook {
	t.Helper()
	text, err := templates.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := ParseNotebook(name+".md", text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// report composes results by the notebook that users get unless they say otherwise.
func report(res *result.Results) (*reports.Document, error) { return reportBy(res, "full") }

// reportBy is a report by a notebook that comes with the program.
func reportBy(res *result.Results, name string) (*reports.Document, error) {
	text, err := templates.Read(name)
	if err != nil {
		return nil, err
	}
	n, err := ParseNotebook(name, text)
	if err != nil {
		return nil, err
	}
	return Report(res, n, "")
}

func sampled() map[string]*result.Results {
	return map[string]*result.Results{
		"empty": sample.Empty(), "two": sample.Two(true), "tied": sample.Two(false), "judged": sample.Judged(), "full": sample.Full(),
		"many": sample.Many(20, 6), "hostile": sample.Hostile(),
	}
}

// The report that users get has every section there is, in the order of the list: a section
// that is added shows in it, or this fails.
func TestTheReportShowsEverySection(t *testing.T) {
	var shown []string
	for _, s := range shipped(t, "full").steps {
		if s.call != nil {
			shown = append(shown, s.call.name)
		}
	}
	want := []string{"head", "overview"}
	for _, d := range sectionDirectives() {
		want = append(want, d.name)
	}
	want = append(want, "asked", "claims", "methods", "warnings", "glossary")
	if d := cmp.Diff(want, shown); d != "" {
		t.Errorf("templates/full.md (-the list of sections +the template):\n%s", d)
	}
}

// What leaves the first level stands in the appendix: every table and every figure of the full
// notebook is in the report that users get, once, and beside them only extracts of tables.
func TestNothingIsLostBetweenTheLevels(t *testing.T) {
	for name, res := range sampled() {
		blocks := func(notebook string) (ids []string, extracts map[string]string) {
			doc, err := reportBy(res, notebook)
			if err != nil {
				t.Fatal(err)
			}
			extracts = map[string]string{}
			for _, b := range doc.Blocks {
				switch b := b.(type) {
				case reports.Table:
					if b.Extract != "" {
						extracts[b.ID] = b.Extract
						continue
					}
					ids = append(ids, b.ID)
				case reports.Figure:
					ids = append(ids, b.ID)
				}
			}
			slices.Sort(ids)
			return ids, extracts
		}
		want, none := blocks("full")
		got, extracts := blocks(templates.Default)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-all there is +the report):\n%s", name, d)
		}
		if len(none) > 0 {
			t.Errorf("%s: the full notebook has extracts: %v", name, none)
		}
		for id, of := range extracts {
			if !slices.Contains(got, of) {
				t.Errorf("%s: %s is an extract of %s, which is not there", name, id, of)
			}
		}
	}
}

// Every template runs on all samples, and what it makes is well formed.
func TestTemplatesRun(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "templates", "*.md"))
	if err != nil || len(files) < 7 {
		t.Fatalf("%d templates, %v", len(files), err)
	}
	for _, file := range files {
		n := shipped(t, strings.TrimSuffix(filepath.Base(file), ".md"))
		for name, res := range sampled() {
			doc, err := Report(res, n, "")
			if err != nil {
				t.Errorf("%s of %s: %v", n.Name, name, err)
				continue
			}
			checkForm(t, n.Name+" of "+name, doc)
			again, err := Report(res, n, "")
			if err != nil || !cmp.Equal(doc, again) {
				t.Errorf("%s of %s differs the second time, %v", n.Name, name, err)
			}
		}
	}
}

// checkForm holds a document against the rules that renderers rely on: unique
// identifiers, links that lead somewhere, no heading with nothing under it.
func checkForm(t *testing.T, name string, doc *reports.Document) {
	t.Helper()
	ids, links := map[string]bool{}, []string{}
	note := func(spans []reports.Span) {
		for _, s := range spans {
			if s.Link != "" {
				links = append(links, s.Link)
			}
		}
	}
	for i, b := range doc.Blocks {
		if id := blockID(b); id != "" {
			if ids[id] {
				t.Errorf("%s: %s is given twice", name, id)
			}
			ids[id] = true
		}
		switch b := b.(type) {
		case reports.Heading:
			if i+1 == len(doc.Blocks) {
				t.Errorf("%s: nothing under %q", name, b.Text)
			} else if next, ok := doc.Blocks[i+1].(reports.Heading); ok && next.Level <= b.Level {
				t.Errorf("%s: nothing under %q", name, b.Text)
			}
		case reports.Prose:
			note(b.Spans)
		case reports.Footnote:
			note(b.Spans)
		case reports.Table:
			for _, row := range b.Rows {
				if len(row) != len(b.Columns) {
					t.Errorf("%s: a row of %s has %d cells for %d columns", name, b.ID, len(row), len(b.Columns))
				}
			}
		}
	}
	for _, l := range links {
		if !ids[l] {
			t.Errorf("%s: a link leads to %q", name, l)
		}
	}
}

// made executes a notebook over a sample and returns its blocks.
func made(t *testing.T, res *result.Results, text string) []reports.Block {
	t.Helper()
	n, err := ParseNotebook("mine.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Report(res, n, "")
	if err != nil {
		t.Fatal(err)
	}
	checkForm(t, "mine.md", doc)
	return doc.Blocks
}

// said is the text of all paragraphs and list items, a line each.
func said(blocks []reports.Block) string {
	var out []string
	for _, b := range blocks {
		switch b := b.(type) {
		case reports.Prose:
			out = append(out, plain(b.Spans))
		case reports.List:
			for _, item := range b.Items {
				out = append(out, "- "+plain(item.Spans))
			}
		case reports.Heading:
			out = append(out, strings.Repeat("#", b.Level)+" "+b.Text)
		}
	}
	return strings.Join(out, "\n")
}

// The numbers are those of the samples: alpha solves 60% [50, 69], beta 50%, the
// difference is 10 points [2, 18] with p = .012; two judges, one of which agrees
// on 80% [70, 85] with kappa 0.5 [0.3, 0.7].
func TestInlineDirectives(t *testing.T) {
	for in, want := range map[string]string{
		"{{mean run=alpha}}":                                    "60.0% (95% interval 50.0 to 69.0)",
		"{{mean run=alpha metric=success interval=no}}":         "60.0%",
		"{{mean run=\"beta\" benchmark=bench}}":                 "50.0% (95% interval 40.0 to 60.0)",
		"{{difference}}":                                        "+10.0 points (95% interval +2.0 to +18.0)",
		"{{difference a=beta b=alpha}}":                         "-10.0 points (95% interval -18.0 to -2.0)",
		"{{difference a=beta interval=no}}":                     "-10.0 points",
		"{{p}}":                                                 "p = .012",
		"{{run}}, {{run place=2}}, {{run place=3}}":             "alpha, beta, n/a",
		"{{benchmark}}: {{runs}}, {{tasks}}, {{attempts}}":      "bench: 2 runs, 100 tasks, 200 attempts",
		"{{alpha}} {{level}} {{correction}} {{metric}}":         ".05 95% Holm correction success",
		"**{{p}}** and `{{p}}` and \\{{p}}":                     "p = .012 and {{p}} and {{p}}",
		"{{verdict}}":                                           "alpha solves more tasks than beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval 2.0 to 18.0; exact McNemar test, Holm-adjusted p = .012).",
		"{{verdict a=beta b=alpha}}":                            "alpha solves more tasks than beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval 2.0 to 18.0; exact McNemar test, Holm-adjusted p = .012).",
		"one\ntwo  \nthree &amp; *four* [five](http://a.b) \\*": "one two three & four five (http://a.b) *",
		"more <!-- a comment -->text":                           "more text",
	} {
		if got := said(made(t, sample.Two(true), in+"\n")); got != want {
			t.Errorf("%s gives %q, expected %q", in, got, want)
		}
	}
	if got, want := said(made(t, sample.Two(false), "{{verdict}}")), "No difference in success is shown between alpha and beta (60.0% against 50.0% on 100 tasks; difference 10.0 points, 95% interval -4.0 to 23.0; exact McNemar test, Holm-adjusted p = .21). That does not mean that there is none."; got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	for in, want := range map[string]string{
		"{{agreement judge=judge-one}}":                                                  "80.0% (95% interval 70.0 to 85.0)",
		"{{agreement judge=judge-one reading=reparsed interval=no}}":                     "85.0%",
		"{{kappa judge=judge-one run=solo}}":                                             "0.50 (95% interval 0.30 to 0.70)",
		"{{kappa judge=judge-two reading=reparsed}}, {{difference}}, {{p}}, {{verdict}}": "n/a, n/a, n/a, n/a",
	} {
		if got := said(made(t, sample.Judged(), in)); got != want {
			t.Errorf("%s gives %q, expected %q", in, got, want)
		}
	}
	// 4 of 40 attempts of every run end in a timeout, [4%, 23%].
	for in, want := range map[string]string{
		"{{failure run=run-01 mode=timeout}}":                                "10.0% (95% interval 4.0 to 23.0) of 40",
		"{{failure run=run-02 mode=wrong_tool source=detected interval=no}}": "20.0% of 40",
		"{{mean run=run-01 stratum=level:hard interval=no}}":                 "90.0%",
		"{{mean run=run-01 metric=cost_usd}}":                                "$0.123 (95% interval 0.113 to 0.133)",
		"{{mean run=run-01 metric=steps}}":                                   "n/a",
	} {
		if got := said(made(t, sample.Full(), in)); got != want {
			t.Errorf("%s gives %q, expected %q", in, got, want)
		}
	}
}

func TestBlockDirectives(t *testing.T) {
	kinds := func(blocks []reports.Block) string {
		var out []string
		for _, b := range blocks {
			switch b := b.(type) {
			case reports.Heading:
				out = append(out, "heading "+b.ID)
			case reports.Table:
				out = append(out, "table "+b.ID)
			case reports.Figure:
				out = append(out, "figure "+b.ID)
			case reports.Prose:
				out = append(out, "prose")
			case reports.List:
				out = append(out, "list")
			default:
				out = append(out, "other")
			}
		}
		return strings.Join(out, ", ")
	}
	fence := func(s string) string { return "```mcpstats " + s + "\n```\n" }
	for in, want := range map[string]string{
		fence("leaderboard"):                              "figure leaderboard-figure-bench, table leaderboard-bench",
		fence("leaderboard show=tables"):                  "table leaderboard-bench",
		"## Mine\n\n" + fence("leaderboard show=figures"): "heading leaderboard-section-bench, figure leaderboard-figure-bench",
		"## Nothing\n\n" + fence("judges"):                "",
		"## Some\n\n" + fence("judges") + "\nText.\n\n" + fence("leaderboard show=tables"): "heading leaderboard-section-bench, prose, table leaderboard-bench",
		"## A\n\nWords.\n\n" + fence("judges") + "\n## B\n\nMore.":                         "heading b-section, prose",
		"## A\n\nWords.\n\n" + fence("leaderboard show=tables"):                            "heading leaderboard-section-bench, prose, table leaderboard-bench",
		"# A\n\n## B\n\n" + fence("judges") + "\n# C\n\nText.":                             "heading c-section, prose",
		fence("table name=leaderboard") + fence("table name=leaderboard"):                  "table leaderboard-bench, table leaderboard-bench-2",
		fence("table\nname=leaderboard"):                                                   "table leaderboard-bench",
		fence("figure name=leaderboard-figure"):                                            "figure leaderboard-figure-bench",
		fence("comparison"):                                                                "prose, table comparison-bench-alpha-beta, table tests-bench-alpha-beta, prose, list",
		fence("comparison a=beta b=alpha show=tables"):                                     "table comparison-bench-beta-alpha, table tests-bench-beta-alpha",
		"- one {{run}}\n- two\n":                                                           "list",
		"    code\n":                                                                       "other",
		"See [the table](#leaderboard-bench).\n\n" + fence("leaderboard show=tables"):      "prose, table leaderboard-bench",
	} {
		if got := kinds(made(t, sample.Two(true), in)); got != want {
			t.Errorf("%q gives %s, expected %s", in, got, want)
		}
	}
	table := made(t, sample.Full(), fence("table name=summaries columns=run,mean rows=3 metric=success run=run-02"))[0].(reports.Table)
	if len(table.Columns) != 2 || table.Columns[0].Key != "run" || len(table.Rows) != 3 || table.Rows[0][0].Text != "run-02" {
		t.Errorf("got %d rows of %v", len(table.Rows), table.Columns)
	}
}

// A part whose heading names the benchmark is repeated for each of those that
// the front matter names, in its order.
func TestPartsRepeat(t *testing.T) {
	res := sample.Empty()
	for _, name := range []string{"one", "two", "three"} {
		sample.Add(res, name, sample.Run{Name: "alpha", Mean: 0.5, Low: 0.4, Hig: 0.6})
	}
	text := "---\ntitle: Mine\nbenchmarks: [three, one]\n---\n\nBefore.\n\n# On {{benchmark}}\n\n{{tasks}}\n\n## Under {{benchmark}}\n\nText.\n\n# After\n\nEnd.\n"
	want := "Before.\n# On three\n100 tasks\n## Under three\nText.\n# On one\n100 tasks\n## Under one\nText.\n# After\nEnd."
	if got := said(made(t, res, text)); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// A mistake is one line: the file, the line, what was expected, what is nearest.
func TestNotebookErrors(t *testing.T) {
	for in, want := range map[string]string{
		"text\n\n```mcpstats leaderbord\n```\n":                   `mine.md:3: unknown directive "leaderbord"; did you mean "leaderboard"?`,
		"```mcpstats\n```\n":                                      `mine.md:1: a directive without a name; expected head`,
		"```mcpstats table\n\nnmae=x\n```\n":                      `mine.md:3: table: unknown argument "nmae"; did you mean "name"?`,
		"```mcpstats table\n```\n":                                `mine.md:1: table: the argument name is missing: the table`,
		"```mcpstats table name=\n```\n":                          `mine.md:1: table: the argument name is empty`,
		"```mcpstats table name=a name=b\n```\n":                  `mine.md:1: table: the argument name is given twice`,
		"```mcpstats table name=\"a\n```\n":                       `mine.md:1: the quotation mark of name is not closed on its line`,
		"```mcpstats table now\n```\n":                            `mine.md:1: table: expected name=value, got "now"`,
		"```mcpstats head all=1\n```\n":                           `mine.md:1: head: unknown argument "all"; it takes none`,
		"```mcpstats leaderboard show=table\n```\n":               `mine.md:1: leaderboard: show is "table"; did you mean "tables"? expected all, brief, rest, text, figures or tables`,
		"```mcpstats leaderboard benchmark=bech\n```\n":           `mine.md:1: leaderboard: no benchmark "bech" in these results; did you mean "bench"? expected bench`,
		"```mcpstats table name=leader\n```\n":                    `mine.md:1: table: no table "leader" in these results; did you mean "leaderboard"?`,
		"```mcpstats figure name=x\n```\n":                        `mine.md:1: figure: no figure "x" in these results; expected leaderboard-figure`,
		"```mcpstats table name=leaderboard columns=run,men\n```": `mine.md:1: table: leaderboard has no column "men"; did you mean "mean"?`,
		"```mcpstats table name=leaderboard rows=0\n```":          `mine.md:1: table: rows is "0", expected a whole number of at least 1`,
		"```mcpstats table name=leaderboard metric=success\n```":  `mine.md:1: table: leaderboard has no column metric to choose rows by`,
		"a\n{{mean run=alpa}}\n":                                  `mine.md:2: mean: no run "alpa" in these results; did you mean "alpha"? expected alpha or beta`,
		"{{mean run=alpha metric=sucess}}":                        `mine.md:1: mean: no metric "sucess" in these results; did you mean "success"? expected success`,
		"{{mean run=alpha stratum=a:b}}":                          `mine.md:1: mean: no stratum "a:b" in these results; there is none`,
		"{{meen}}":                                                `mine.md:1: unknown directive "meen"; did you mean "mean"?`,
		"# A {{mean run=alpha\n":                                  `mine.md:1: {{ is not closed on its line`,
		"{{verdict a=alpha b=alpha}}":                             `mine.md:1: verdict: alpha against itself; name two different runs`,
		"{{run place=first}}":                                     `mine.md:1: run: place is "first", expected a whole number of at least 1`,
		"{{claim id=x}}":                                          `mine.md:1: claim: no claim "x" in these results; there is none`,
		"[a](#leaderboard)\n\n```mcpstats leaderboard\n```\n":     `mine.md:1: the link leads to #leaderboard, which is not in the report; did you mean "leaderboard-bench"?`,
		"\n![x](/etc/passwd)\n":                                   `mine.md:2: an image: notebooks cannot include files`,
		"text <b>x</b>\n":                                         `mine.md:1: HTML: a notebook is Markdown`,
		"a\n\n<script>\n</script>\n":                              `mine.md:3: HTML: a notebook is Markdown`,
		"1. a\n2. b\n":                                            `mine.md:1: a numbered list: reports have none; begin its items with -`,
		"- a\n  - b\n":                                            `mine.md:2: an item of more than one paragraph`,
		"> a\n":                                                   `mine.md:1: a quotation: reports have none`,
		"a\n\n***\n":                                              "a rule: reports have none",
		"---\ntitle: x\nalpa: 0.1\n---\n":                         `mine.md:3: unknown parameter "alpa"; did you mean "alpha"?`,
		"---\ntitle: [\n---\n":                                    `mine.md:2: not valid YAML (`,
		"---\nalpha: much\n---\n":                                 `mine.md:2: alpha is "much", expected a number`,
		"---\ntitle: x\n":                                         `mine.md:1: the front matter is not closed; end it with a line ---`,
		"---\ntitle: x\nbenchmarks: [bnch]\n---\n":                `mine.md:3: no benchmark "bnch" in these results; did you mean "bench"? expected bench`,
	} {
		n, err := ParseNotebook("mine.md", []byte(in))
		if err == nil {
			_, err = Report(sample.Two(true), n, "")
		}
		var fault *NotebookError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q gives\n%v\nexpected\n%s", in, err, want)
		}
	}
	res := sample.Two(true)
	sample.Add(res, "other", sample.Run{Name: "alpha", Mean: 0.5, Low: 0.4, Hig: 0.6})
	n, err := ParseNotebook("mine.md", []byte("```mcpstats leaderboard\n```"))
	if err != nil {
		t.Fatal(err)
	}
	want := "mine.md:1: leaderboard: of which benchmark? Give benchmark=bench or other, or write it below a heading # {{benchmark}}"
	if _, err := Report(res, n, ""); err == nil || err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
}

// The front matter lays its parameters over a plan and nothing else.
func TestFrontMatter(t *testing.T) {
	n, err := ParseNotebook("mine.md", []byte("\ufeff---\r\ntitle: Mine\r\nalpha: 0.01\r\nruns: [a, b]\r\n---\r\ntext\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	base := result.Plan{Alpha: 0.05, Level: 0.9, Runs: []string{"c"}, Baseline: "c"}
	got, err := n.Plan(base)
	if err != nil {
		t.Fatal(err)
	}
	want := base
	want.Alpha, want.Runs = 0.01, []string{"a", "b"}
	if diff := cmp.Diff(want, got); diff != "" || n.Title != "Mine" {
		t.Errorf("%q: %s", n.Title, diff)
	}
	if diff := cmp.Diff([]string{"c"}, base.Runs); diff != "" {
		t.Errorf("the plan that was given has changed: %s", diff)
	}
	res := sample.Two(true) // computed at 0.05
	if err := n.Agrees(res); err == nil || err.Error() != "mine.md:4: runs is [a b] here, and the results were computed with not set; give the logs instead of the results, or leave it out" {
		t.Errorf("got %v", err)
	}
	n, err = ParseNotebook("mine.md", []byte("---\n# nothing\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Agrees(res); err != nil {
		t.Error(err)
	}
}

// A name that a section gives to a table or a figure is one that notebooks know.
func TestUsualPartsAreThoseOfTheSections(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	given := regexp.MustCompile(`c\.id\(v, "([a-z-]+[a-z])"\)`)
	made := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range given.FindAllStringSubmatch(string(text), -1) {
			if name := m[1]; !strings.HasSuffix(name, "-section") && name != "failures-figure" {
				made[name] = true
			}
		}
	}
	for _, s := range frames.Sources {
		made["failures-"+s] = true
	}
	made["reported"], made["reported-by-stratum"] = true, true
	known := map[string]bool{}
	for _, name := range slices.Concat(usualTables, usualFigures) {
		known[name] = true
	}
	if diff := cmp.Diff(made, known); diff != "" {
		t.Errorf("made by sections, and known to notebooks: %s", diff)
	}
}

// Whatever a notebook holds, reading and executing it ends in a document or in
// an error with a line of it, and what it says is visible.
func FuzzNotebook(f *testing.F) {
	for _, file := range []string{"report", "comparison", "appendix"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "templates", file+".md"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range []string{"---\na: &a [*a]\n---\n", "{{mean run=\"a\\\"b\" }}", "# {{benchmark}}\n\n{{benchmark}}\n", "```mcpstats table name=leaderboard\ncolumns=run\n```", "\u202e{{run}}\u0000", "[a]: b\n\n[a]", "~~~mcpstats head\n"} {
		f.Add([]byte(s))
	}
	res := sample.Two(true)
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := ParseNotebook("mine.md", text)
		if err == nil {
			var doc *reports.Document
			if doc, err = Report(res, n, ""); err == nil {
				checkForm(t, "mine.md", doc)
				for _, b := range doc.Blocks {
					if p, ok := b.(reports.Prose); ok {
						for _, s := range p.Spans {
							if strings.TrimSpace(s.Text) != reports.Visible(s.Text) {
								t.Errorf("%q is said", s.Text)
							}
						}
					}
				}
				return
			}
		}
		var fault *NotebookError
		lines := 1 + bytes.Count(bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n")), []byte("\n"))
		if !errors.As(err, &fault) || fault.Line < 1 || fault.Line > lines || strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("of %d lines: %v", lines, err)
		}
	})
}
