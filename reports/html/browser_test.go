package html

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browse opens a page in headless Chromium and hands over what it complained of
// and what it requested. The test is skipped where there is no Chromium.
func browse(t *testing.T, page []byte) (context.Context, string, func() (complaints, requests []string)) {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no Chromium on this machine: the page was not opened in a browser")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU)...)
	t.Cleanup(stop)
	ctx, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 45*time.Second)
	t.Cleanup(stop)

	var mu sync.Mutex
	var complaints, requests []string
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
				complaints = append(complaints, string(e.Type))
			}
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
				complaints = append(complaints, e.Entry.Text)
			}
		case *network.EventRequestWillBeSent:
			requests = append(requests, e.Request.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return ctx, address, func() ([]string, []string) {
		mu.Lock()
		defer mu.Unlock()
		return complaints, requests
	}
}

func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return out
}

// TestInBrowser: no complaint, no request but the page itself, nothing that
// makes the page scroll sideways, on a phone or on a desk, light or dark.
func TestInBrowser(t *testing.T) {
	doc, assets := document(40)
	ctx, address, heard := browse(t, render(t, doc, assets))
	for _, width := range []int64{360, 768, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
				_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				return err
			}))
			if err != nil {
				t.Fatal(err)
			}
			evaluate[bool](t, ctx, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), true`)
			if got := evaluate[int64](t, ctx, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("at %d pixels the page is %d wide", width, got)
			}
		}
	}
	complaints, requests := heard()
	if len(complaints) > 0 {
		t.Errorf("the browser complains: %s", strings.Join(complaints, "; "))
	}
	for _, r := range requests {
		if r != address {
			t.Errorf("the page requests %s", r)
		}
	}
	if len(requests) == 0 {
		t.Error("no request was heard, not even the page's: the test is deaf")
	}
}

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
	if got := evaluate[string](t, ctx, `document.querySelector("#results output").textContent + document.querySelector("#results .tools output").textContent`); !strings.Contains(got, "11 of 40 rows") {
		t.Errorf("the filter says %q", got)
	}

	// What the page copies is the table: unrounded numbers, two bounds, guarded text.
	evaluate[bool](t, ctx, `(() => {
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (s) => { window.copied = s; } } });
		document.querySelector("#hostile-4-table figcaption button").click();
		return true;
	})()`)
	if got := evaluate[string](t, ctx, `window.copied`); got != "'"+hostile[4]+"\n'"+hostile[4]+"\n" {
		t.Errorf("a formula is copied as %q", got)
	}
	evaluate[bool](t, ctx, `document.querySelector("#results figcaption button").click(), true`)
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
