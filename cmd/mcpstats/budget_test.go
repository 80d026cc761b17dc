package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What a person must read to know the answer is short; these tests hold how short. The reports are
// of the embedded examples, of a log of 30 runs made here, and of real logs where they are.

// TestBudget measures the reports in every form.
func TestBudget(t *testing.T) {
	written := budgetedReports(t)
	for _, part := range []struct {
		name  string
		holds func(*testing.T, []budgeted)
	}{
		{"lines", budgetOfLines}, {"head", headIsTheSameEverywhere}, {"page", budgetOfPage}, {"paper", budgetOfPaper}, {"book", budgetOfBook}, {"terminal", budgetOfTerminal},
	} {
		t.Run(part.name, func(t *testing.T) { part.holds(t, written) })
	}
}

// budgeted is a report to measure.
type budgeted struct {
	name, dir  string
	benchmarks int
	closing    string // what the terminal printed
}

// budgetedReports writes the reports.
func budgetedReports(t *testing.T) []budgeted {
	t.Helper()
	dir := t.TempDir()
	many := filepath.Join(dir, "many.csv")
	if err := os.WriteFile(many, thirtyRuns(), 0o644); err != nil {
		t.Fatal(err)
	}
	asked := []struct {
		name       string
		benchmarks int
		paths      []string
	}{{"examples", 4, nil}, {"one example", 1, []string{"--example", "terminal-bench"}}, {"30 runs", 1, []string{many}}}
	if shared, ok := sharedData(); ok {
		asked = append(asked, struct {
			name       string
			benchmarks int
			paths      []string
		}{"terminal-bench", 1, []string{"--map", filepath.Join("..", "..", "docs", "maps", "terminal-bench.yaml"), filepath.Join(shared, "terminal-bench")}})
	}
	t.Setenv("COLUMNS", "80")
	var out []budgeted
	for i, a := range asked {
		to := filepath.Join(dir, strconv.Itoa(i))
		code, closing, stderr := invoke(append([]string{"report", "-q", "--resamples", strconv.Itoa(resamples()), "-o", to}, a.paths...)...)
		if code != exitDone {
			t.Fatalf("%s: exit %d: %s", a.name, code, stderr)
		}
		out = append(out, budgeted{a.name, to, a.benchmarks, closing})
	}
	return out
}

// thirtyRuns is a log of 30 runs with long names, 40 tasks, two attempts each, of which some lack
// an outcome.
func thirtyRuns() []byte {
	rng := rand.New(rand.NewPCG(4, 2))
	var b bytes.Buffer
	b.WriteString("benchmark,run,task,trial,success,cost_usd,latency_ms,level\n")
	for r := range 30 {
		for task := range 40 {
			for trial := range 2 {
				success := strconv.Itoa(int(rng.Float64() + 0.02*float64(r)))
				if r == 7 && rng.IntN(4) == 0 {
					success = ""
				}
				fmt.Fprintf(&b, "made-up,org-%d/agent-family-%02d-with-a-long-model-name,task-%03d,%d,%s,%.4f,%d,L%d\n", r%4, r, task, trial, success, rng.Float64(), rng.IntN(90_000), task%3)
			}
		}
	}
	return b.Bytes()
}

func (b budgeted) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// budgetOfLines: report.md has at most 300 lines a benchmark; the first half of failures.md has
// at most 60, one table a benchmark, and ends with a rule; every CSV is named in the Markdown.
func budgetOfLines(t *testing.T, written []budgeted) {
	for _, b := range written {
		report := b.read(t, "report.md")
		if n := strings.Count(report, "\n"); n > 300*b.benchmarks {
			t.Errorf("%s: report.md has %d lines for %d benchmarks", b.name, n, b.benchmarks)
		}
		first, _, ruled := strings.Cut(b.read(t, "failures.md"), "\n---\n")
		if lines := strings.Count(first, "\n"); !ruled || lines > 60 {
			t.Errorf("%s: the first half of failures.md has %d lines, a rule %t", b.name, lines, ruled)
		}
		if tables := strings.Count(first, "\n| :---"); tables > b.benchmarks {
			t.Errorf("%s: the first half of failures.md has %d tables for %d benchmarks", b.name, tables, b.benchmarks)
		}
		files, err := filepath.Glob(filepath.Join(b.dir, "tables", "*.csv"))
		if err != nil || len(files) < 10 {
			t.Fatalf("%s: %d tables, %v", b.name, len(files), err)
		}
		all := report + b.read(t, "appendix.md") + b.read(t, "failures.md")
		for _, f := range files {
			if name := "tables/" + filepath.Base(f); !strings.Contains(all, name) {
				t.Errorf("%s: the Markdown names no %s", b.name, name)
			}
		}
	}
}

// headIsTheSameEverywhere: the sentences of the head stand word for word in page, Markdown,
// LaTeX and terminal, and are 15 to 150 words for one benchmark and 75 each for several.
func headIsTheSameEverywhere(t *testing.T, written []budgeted) {
	tags, links := regexp.MustCompile(`<[^>]*>`), regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	commands := regexp.MustCompile(`\\(?:hyperref\[[^\]]*\]|textbf|item|textsc|texttt|allowbreak|textless|textgreater|ensuremath)(?:\{\})?`)
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, b := range written {
		page := b.read(t, "report.html")
		_, page, _ = strings.Cut(page, `<section class="head"`)
		_, page, _ = strings.Cut(page, ">")
		page, _, _ = strings.Cut(page, "</section>")
		head := words(unescapeHTML(tags.ReplaceAllString(page, "")))
		most := 150
		if b.benchmarks > 1 {
			most = 75 * b.benchmarks
		}
		if n := len(strings.Fields(head)); n < 15 || n > most {
			t.Errorf("%s: the head has %d words, at most %d: %s", b.name, n, most, head)
		}
		// The paragraph, or of several benchmarks the first one's up to its first interval.
		sentence, _, _ := strings.Cut(head, " 95% interval: ")
		if b.benchmarks > 1 {
			_, sentence, _ = strings.Cut(sentence, ": ")
			sentence, _, _ = strings.Cut(sentence, " (95% interval ")
		}
		md := strings.NewReplacer(`\`, "", "**", "", "&lt;", "<").Replace(links.ReplaceAllString(b.read(t, "report.md"), "$1"))
		tex := commands.ReplaceAllStringFunc(b.read(t, "report.tex"), func(c string) string {
			return map[bool]string{true: "<", false: ""}[strings.Contains(c, "textless")]
		})
		tex = strings.NewReplacer(`\`, "", "{", "", "}", "", "~", " ").Replace(tex)
		for where, text := range map[string]string{"report.md": md, "report.tex": tex, "the terminal": b.closing} {
			if !strings.Contains(words(text), sentence) {
				t.Errorf("%s: %s does not say %q", b.name, where, sentence)
			}
		}
	}
}

func unescapeHTML(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#43;", "+", "&#39;", "'", "&#34;", `"`, "&amp;", "&").Replace(s)
}

// budgetOfPage: at 1280 by 900, with everything folded that is folded at first, a page has at
// most 10 screens, 1,800 visible words and 8 figures, holds no more than fits its width, and is
// printed on at most 10 pages.
func budgetOfPage(t *testing.T, written []budgeted) {
	browser := firstProgram("chromium", "chromium-browser", "google-chrome", "headless-shell")
	if browser == "" {
		t.Skip("no Chromium on this machine: the page was not measured")
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	ctx, timeout := context.WithTimeout(ctx, 4*time.Minute)
	defer timeout()
	for _, b := range written {
		address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(b.dir, "report.html"))}).String()
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address)); err != nil {
			t.Fatal(err)
		}
		got, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`[
			document.documentElement.scrollHeight / 900,
			document.body.innerText.trim().split(/\s+/).length,
			[...document.querySelectorAll("main figure.chart svg")].filter((s) => s.checkVisibility() && s.getBoundingClientRect().height > 0).length,
			document.documentElement.scrollWidth]`))
		if err != nil {
			t.Fatal(err)
		}
		for k, most := range []float64{10, 1800, 8, 1280} {
			if what := []string{"screens", "visible words", "figures", "pixels of width"}[k]; got[k] > most {
				t.Errorf("%s: %v %s, at most %v", b.name, got[k], what, most)
			}
		}
		t.Logf("%s: %.1f screens, %v words, %v figures", b.name, got[0], got[1], got[2])
		paper := filepath.Join(b.dir, "page.pdf")
		if out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf="+paper, address).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if n := pagesOf(t, paper); n > 10 {
			t.Errorf("%s: the page is printed on %d pages", b.name, n)
		}
	}
}

// budgetOfPaper: report.tex is at most four pages a benchmark.
func budgetOfPaper(t *testing.T, written []budgeted) {
	if firstProgram("pdflatex") == "" {
		t.Skip("no TeX on this machine: the report was not set")
	}
	for _, b := range written {
		for range 2 { // references
			c := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex")
			c.Dir = b.dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", b.name, err, out[max(0, len(out)-2000):])
			}
		}
		if n := pagesOf(t, filepath.Join(b.dir, "report.pdf")); n > 4*b.benchmarks {
			t.Errorf("%s: report.tex has %d pages for %d benchmarks", b.name, n, b.benchmarks)
		}
	}
}

// budgetOfBook: the workbook of the examples is printed on at most 20 pages, the first on one,
// and LibreOffice needs no more than half a minute for it.
func budgetOfBook(t *testing.T, written []budgeted) {
	office := firstProgram("soffice", "libreoffice")
	if office == "" {
		t.Skip("no LibreOffice on this machine: the workbook was not printed")
	}
	b := written[0]
	begin := time.Now()
	c := exec.Command(office, "--headless", "-env:UserInstallation=file://"+filepath.ToSlash(t.TempDir()), "--convert-to", "pdf", "workbook.xlsx")
	c.Dir = b.dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("LibreOffice needs %s", took.Round(time.Second))
	}
	book := filepath.Join(b.dir, "workbook.pdf")
	if n := pagesOf(t, book); n > 20 {
		t.Errorf("the workbook is printed on %d pages", n)
	}
	if firstProgram("pdftotext") == "" {
		return
	}
	second, err := exec.Command("pdftotext", "-f", "2", "-l", "2", book, "-").Output()
	if err != nil || slices.Contains(strings.Split(string(second), "\n"), "Summary") {
		t.Errorf("the summary goes on on the second page, %v", err)
	}
}

// budgetOfTerminal: on 80 columns nothing is wider, each run stands on a line of its own, and up to
// ten runs of one benchmark fit one screen of 50 lines.
func budgetOfTerminal(t *testing.T, written []budgeted) {
	for _, b := range written {
		body, _, _ := strings.Cut(b.closing, "\nReport: ")
		for line := range strings.Lines(body) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
				t.Errorf("%s: a line has %d columns: %s", b.name, n, line)
			}
		}
		if n := strings.Count(b.closing, "\n"); b.benchmarks == 1 && n > 62 || b.name == "one example" && n > 50 {
			t.Errorf("%s: the terminal shows %d lines:\n%s", b.name, n, b.closing)
		}
	}
	for _, run := range []string{"20250923_droid_claude-4-1-opus", "20250825_swe-agent-mini_claude-4-sonnet"} {
		if !regexp.MustCompile(`(?m)^\d+  ` + run + ` .*\d`).MatchString(written[1].closing) {
			t.Errorf("%s has no line of its own:\n%s", run, written[1].closing)
		}
	}
}

func firstProgram(names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// pagesOf counts the pages of a PDF.
func pagesOf(t *testing.T, file string) int {
	t.Helper()
	if firstProgram("pdfinfo") == "" {
		t.Skip("no poppler on this machine: pages were not counted")
	}
	out, err := exec.Command("pdfinfo", file).Output()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	m := regexp.MustCompile(`(?m)^Pages:\s+(\d+)`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("%s: %s", file, out)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
