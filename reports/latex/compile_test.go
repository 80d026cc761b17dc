package latex

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mcpstats/internal/testlength"
	"mcpstats/reports"
	"mcpstats/reports/figures"
	"mcpstats/reports/internal/sample"
)

// compiled runs latexmk over a file in a directory of its own, next to the
// assets, and returns what it logged. It skips where there is no latexmk.
func compiled(t *testing.T, tex []byte, assets reports.Assets) (log, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiling takes seconds")
	}
	if _, err := exec.LookPath("latexmk"); err != nil {
		t.Skip("latexmk is not installed (Debian: texlive-latex-recommended texlive-latex-extra texlive-science latexmk)")
	}
	dir = t.TempDir()
	for name, data := range assets {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "report.tex"), tex, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex")
	c.Dir = dir
	c.Env = append(os.Environ(), "openout_any=p", "openin_any=p", "max_print_line=1000")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-4000):])
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.log"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text), dir
}

// trouble are the lines of a log that a reader would see in the PDF.
var trouble = regexp.MustCompile(`(?m)^(Missing character.*|LaTeX Warning: (Reference|Citation|Label|Hyper).*|Package hyperref Warning.*|.*multiply defined.*)$`)

// overfull finds boxes that stick out by more than a reader would forgive.
var overfull = regexp.MustCompile(`(?m)^Overfull \\hbox \(([0-9]{2,}\.[0-9]+)pt too wide.*$`)

func checkLog(t *testing.T, log string, margins bool) {
	t.Helper()
	for _, line := range trouble.FindAllString(log, 5) {
		t.Error(line)
	}
	if margins {
		for _, line := range overfull.FindAllString(log, 5) {
			t.Error(line)
		}
	}
}

// pdfText is what a reader can copy out of the PDF; empty where poppler is absent.
func pdfText(t *testing.T, dir string) string {
	t.Helper()
	out, err := exec.Command("pdftotext", "-layout", filepath.Join(dir, "report.pdf"), "-").Output()
	if err != nil {
		return ""
	}
	return string(out)
}

func TestReportCompiles(t *testing.T) {
	doc := composed(t, sample.Full())
	assets, err := figures.Render(doc)
	if err != nil {
		t.Fatal(err)
	}
	log, dir := compiled(t, rendered(t, doc, assets), assets)
	checkLog(t, log, true)
	if text := pdfText(t, dir); text != "" {
		for _, want := range []string{"run-01", "90.0", "Holm correction", "Methods", "timeout"} {
			if !strings.Contains(text, want) {
				t.Errorf("the PDF does not say %q", want)
			}
		}
	}
}

// Names that try to read files, to end environments or to open groups print as
// themselves, and the report compiles.
func TestHostileReportCompiles(t *testing.T) {
	doc := &reports.Document{}
	if testlength.Long() { // a report of them too, which takes TeX half a minute
		doc = composed(t, sample.Hostile())
	}
	for _, name := range hostile {
		name = reports.Shorten(name, 1000) // a composed document is far below
		doc.Blocks = append(doc.Blocks,
			reports.Heading{Level: 2, ID: "h", Text: name},
			reports.Prose{Spans: []reports.Span{{Text: name}, {Text: name, Strong: true}, {Text: name, Code: true}}},
			reports.List{Items: []reports.Prose{{Spans: []reports.Span{{Text: name}}}}},
			reports.Footnote{Spans: []reports.Span{{Text: name}}},
			reports.Code{Text: name},
			reports.Figure{Caption: name, Alt: name},
			reports.Table{Caption: name, Notes: []string{name}, Columns: []reports.Column{{Name: name, Key: "a"}, {Name: name, Key: "b", Kind: reports.Number}},
				Rows: [][]reports.Cell{{{Text: name}, {Text: name}}, {{Text: name}, {Text: "1", HasValue: true, Value: 1}}}},
		)
	}
	log, dir := compiled(t, rendered(t, doc, reports.Assets{}), nil)
	for _, line := range regexp.MustCompile(`(?m)^Missing character.*$`).FindAllString(log, 5) {
		t.Error(line)
	}
	if text := pdfText(t, dir); text != "" {
		if !strings.Contains(text, `\input{/etc/passwd}`) || strings.Contains(text, "root:") {
			t.Error(`\input is not inert`)
		}
	}
}

// Every letter that stands in the file as itself, and every command, is one that
// pdfLaTeX can print.
func TestEverySignPrints(t *testing.T) {
	var all strings.Builder
	for r := rune(' '); r <= 'ſ'; r++ {
		all.WriteString(string(r) + " ")
	}
	doc := &reports.Document{}
	for r := range commands {
		all.WriteString(string(r) + " ")
	}
	doc.Blocks = append(doc.Blocks,
		reports.Prose{Spans: []reports.Span{{Text: all.String()}}},
		reports.Prose{Spans: []reports.Span{{Text: all.String(), Strong: true}}},
		reports.Prose{Spans: []reports.Span{{Text: all.String(), Code: true}}},
	)
	log, _ := compiled(t, rendered(t, doc, nil), nil)
	checkLog(t, log, false)
}

// Every table compiles by itself, in a paper of another class with the packages
// that its head lists.
func TestTablesCompileByThemselves(t *testing.T) {
	var paper bytes.Buffer
	paper.WriteString("\\documentclass{book}\n\\usepackage[T1]{fontenc} \\usepackage[utf8]{inputenc} \\usepackage{array,booktabs,longtable,pdflscape,siunitx,textcomp}\n\\usepackage{mathptmx}\\begin{document}\n")
	assets := reports.Assets{}
	tables := []reports.Table{kinds(), rows(90)}
	for _, b := range composed(t, sample.Full()).Blocks {
		if table, ok := b.(reports.Table); ok {
			tables = append(tables, table)
		}
	}
	for _, table := range tables {
		var out bytes.Buffer
		if err := Table(&out, table); err != nil {
			t.Fatal(err)
		}
		path := reports.TablePath(table.ID, "tex")
		assets[path] = out.Bytes()
		paper.WriteString(`\input{` + path + "}\n")
	}
	paper.WriteString("\\end{document}\n")
	log, _ := compiled(t, paper.Bytes(), assets)
	checkLog(t, log, false)
}

// The PDF is the same whenever the file is compiled.
func TestPDFIsDeterministic(t *testing.T) {
	tex := rendered(t, blocks(), nil)
	var pdfs [2][]byte
	for i := range pdfs {
		_, dir := compiled(t, tex, nil)
		pdf, err := os.ReadFile(filepath.Join(dir, "report.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		pdfs[i] = pdf
		time.Sleep(1100 * time.Millisecond) // the clock of a PDF counts seconds
	}
	if !bytes.Equal(pdfs[0], pdfs[1]) {
		t.Error("two compilations give two PDFs")
	}
}
