package html

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTablesInBrowser clicks, filters and copies as a reader would.
func TestTablesInBrowser(t *testing.T) {
	doc, assets := document(40)
	ctx, _, _ := browse(t, render(t, doc, assets))
	const table = `document.querySelector("#results table")`
	means := func() []float64 {
		return evaluate[[]float64](t, ctx, `[...`+table+`.tBodies[0].rows].filter((r) => !r.hidden).map((r) => Number(r.cells[2].dataset.v))`)
	}
	click := func() {
		evaluate[bool](t, ctx, table+`.tHead.rows[0].cells[2].querySelector("button").click(), true`)
	}
	sorted := func(descending bool) {
		t.Helper()
		m := means()
		if len(m) != 40 {
			t.Fatalf("%d rows, want 40", len(m))
		}
		for i := 1; i < len(m); i++ {
			if descending && m[i] > m[i-1] || !descending && m[i] < m[i-1] {
				t.Fatalf("means are not sorted: %v", m)
			}
		}
	}
	click()
	sorted(true)
	if got := evaluate[string](t, ctx, table+`.tHead.rows[0].cells[2].getAttribute("aria-sort")`); got != "descending" {
		t.Errorf("aria-sort is %q after the first click", got)
	}
	click()
	sorted(false)

	// "some-long-model-name-3" is run 3 and runs 30 to 39.
	evaluate[bool](t, ctx, `(() => { const i = document.querySelector("#results input"); i.value = "SOME-AGENT name-3"; i.dispatchEvent(new Event("input")); return true; })()`)
	if got := len(means()); got != 11 {
		t.Errorf("the filter leaves %d rows, want 11", got)
	}
	if got := evaluate[string](t, ctx, `document.querySelector("#results output").textContent`); !strings.Contains(got, "11 of 40 rows") {
		t.Errorf("the filter says %q", got)
	}

	// What the page copies is the table: unrounded numbers, two bounds, guarded text.
	evaluate[bool](t, ctx, `(() => {
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (s) => { window.copied = s; } } });
		document.querySelector("#hostile-4-table .tools button").click();
		return true;
	})()`)
	if got := evaluate[string](t, ctx, `window.copied`); got != "'"+hostile[4]+"\n'"+hostile[4]+"\n" {
		t.Errorf("a formula is copied as %q", got)
	}
	evaluate[bool](t, ctx, `document.querySelector("#results .tools button").click(), true`)
	lines := strings.Split(evaluate[string](t, ctx, `window.copied`), "\n")
	if want := "run,tasks,mean,interval_low,interval_high,difference,p,value"; lines[0] != want {
		t.Errorf("the header is copied as %q, want %q", lines[0], want)
	}
	// Run 3: 3*7%40 = 21 of 40.
	if want := "20250923_some-agent_some-long-model-name-3,80,0.525,0.42500000000000004,Infinity,0.082,0.0004,"; !contains(lines, want) {
		t.Errorf("no line %q in %q", want, lines)
	}
	if len(lines) != 13 {
		t.Errorf("%d lines are copied, want a header, 11 rows and an end", len(lines))
	}

	// The link beside it saves the same, wherever the page is.
	saved := evaluate[string](t, ctx, `(() => {
		const link = document.querySelector("#results .tools a");
		link.addEventListener("click", (e) => e.preventDefault());
		window.saved = null;
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); };
		link.click();
		return link.download;
	})()`)
	if saved != "results.csv" {
		t.Errorf("the link saves %q", saved)
	}
	if got := evaluate[string](t, ctx, `window.saved.text()`, awaited); got != strings.Join(lines, "\n") {
		t.Errorf("the link saves %q, want what is copied", got)
	}

	// A link to a folded table opens it.
	if evaluate[bool](t, ctx, `document.querySelector("#folded details").open`) {
		t.Error("a long table is not folded")
	}
	evaluate[bool](t, ctx, `location.hash = "#folded", true`)
	if err := chromedp.Do(ctx, chromedp.WaitVisible(chromedp.CSS("#folded table"))); err != nil {
		t.Error("a link to a folded table does not open it")
	}
}

func contains(lines []string, want string) bool {
	for _, l := range lines {
		if l == want {
			return true
		}
	}
	return false
}

// TestTableAsLaTeX: what the page copies as LaTeX prints what the cells say,
// whatever they say.
func TestTableAsLaTeX(t *testing.T) {
	doc, assets := document(3)
	ctx, _, _ := browse(t, render(t, doc, assets))
	evaluate[bool](t, ctx, `Object.defineProperty(navigator, "clipboard", { value: { writeText: async (s) => { window.copied = s; } } }), true`)
	copied := func(id string) string {
		return evaluate[string](t, ctx, `document.querySelector("#`+id+` .tools button:nth-of-type(2)").click(), window.copied`)
	}
	// By hand, from the document.
	want := `% needs booktabs
\begin{table}
\centering
\caption{Runs by success.}\label{tab:results}
\begin{tabular}{lrrrrrr}
\toprule
Run & Tasks & Mean & 95\% interval & Difference & p & Value \\
\midrule
20250923\_some-agent\_some-long-model-name-0 & 80 & 0.0\% & [inf] & +8.2 & $<$.001 & n/a \\
20250923\_some-agent\_some-long-model-name-1 & 80 & 33.3\% & [inf] & +8.2 & $<$.001 & n/a \\
20250923\_some-agent\_some-long-model-name-2 & 80 & 66.7\% & [inf] & +8.2 & $<$.001 & n/a \\
\bottomrule
\end{tabular}
\par\footnotesize A note.
\end{table}
`
	if got := copied("results"); got != want {
		t.Errorf("the table is copied as\n%s\nwant\n%s", got, want)
	}

	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex on this machine: what the page copies was not compiled")
	}
	text := "\\documentclass{article}\n\\usepackage[T1]{fontenc}\\usepackage{booktabs,longtable}\n\\begin{document}\n" + copied("results")
	for i, s := range hostile {
		if len(s) < 1000 { // a word of 10,000 letters fits no page
			text += copied(fmt.Sprintf("hostile-%d-table", i))
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tables.tex"), []byte(text+"\\end{document}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "tables.tex")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPartOfTable: a page holds the first 300 rows of a longer table, says so with the number
// of all, and its CSV link leads to the file of all. A table of 300 rows it holds whole.
func TestPartOfTable(t *testing.T) {
	for _, n := range []int{300, 1234} {
		doc, assets := document(n)
		text := string(render(t, doc, assets))
		_, folded, _ := strings.Cut(text, `id="folded"`)
		folded, _, _ = strings.Cut(folded, "</figure>")
		_, body, _ := strings.Cut(folded, "<tbody>")
		if got := strings.Count(body, "<tr>"); got != 300 {
			t.Errorf("of %d rows the page holds %d, want 300", n, got)
		}
		if whole := !strings.Contains(folded, "the first 300 of 1,234 rows"); whole != (n == 300) {
			t.Errorf("of %d rows the page says %q", n, strings.SplitN(folded, "<table", 2)[0])
		}
		if past := strings.Count(text, "some-long-model-name-1233</"); n == 1234 && past != 1 {
			t.Errorf("a row past the first 300 is on the page %d times, want once: in the table that is not long", past)
		}
	}
	doc, assets := document(1234)
	ctx, _, _ := browse(t, render(t, doc, assets))
	evaluate[bool](t, ctx, `(() => {
		const i = document.querySelector("#folded input"); i.value = "name-3"; i.dispatchEvent(new Event("input"));
		window.followed = null;
		document.querySelector("#folded .tools a").addEventListener("click", (e) => { window.followed = e.currentTarget.getAttribute("href"); e.preventDefault(); });
		document.querySelector("#folded .tools a").click();
		return true;
	})()`)
	// 3, 30 to 39; 300 and on there are none.
	if got := evaluate[string](t, ctx, `document.querySelector("#folded output").textContent`); got != "11 of the first 300 rows" {
		t.Errorf("the filter says %q", got)
	}
	if got := evaluate[string](t, ctx, `window.followed`); got != "tables/folded.csv" {
		t.Errorf("the link leads to %q", got)
	}
}
