package trajectories

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is the headless browser of all tests, nil where there is none.
var chromium = sync.OnceValues(func() (context.Context, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)...)
		ctx, _ := chromedp.NewContext(allocator)
		stopChromium = func() {
			_ = chromedp.Cancel(ctx)
			stop()
		}
		return ctx, chromedp.Do(ctx)
	}
	return nil, nil
})

var stopChromium = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stopChromium()
	os.Exit(code)
}

// browse opens a page, at an address with the given end, and hands over what was complained
// of and requested.
func browse(t *testing.T, page []byte, fragment string) (context.Context, func() (complaints, requests []string)) {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if browser == nil {
		t.Skip("no Chromium on this machine: the page was not opened in a browser")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var complaints, requests []string
	err = chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, e.ExceptionDetails.Text)
		case *network.EventRequestWillBeSent:
			requests = append(requests, e.Request.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String() + fragment
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return ctx, func() ([]string, []string) {
		mu.Lock()
		defer mu.Unlock()
		return complaints, requests
	}
}

func evaluate[T any](t *testing.T, ctx context.Context, script string, opts ...chromedp.EvaluateOption) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, opts...))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return out
}

func list(t *testing.T, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := List(&out, many(n), n); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const shown = `[...document.querySelectorAll("#attempts > li")].filter((e) => !e.hidden).length`

// TestListInBrowser: an address chooses a part, controls and the search narrow it, by
// keyboard too, and what is chosen stands in the address.
func TestListInBrowser(t *testing.T) {
	ctx, heard := browse(t, list(t, 600), "#run=agent-0&mode=wrong_arguments")
	// Of 600 attempts every sixth is agent-0's, and all of those have numbers that 3 divides.
	if got := evaluate[int](t, ctx, shown); got != 100 {
		t.Errorf("the address shows %d attempts, expected 100", got)
	}
	if got := evaluate[string](t, ctx, `document.querySelector("output").textContent`); got != "100 of 600 attempts." {
		t.Errorf("said: %q", got)
	}
	// The first control is the search: two tabs, behind the skip link and the link to the report.
	evaluate[bool](t, ctx, `document.querySelector("input[type=search]").focus(), true`)
	if err := chromedp.Do(ctx, chromedp.KeyEvent("LENGTH-7 ")); err != nil {
		t.Fatal(err)
	}
	// Tasks 7, 70 to 79 of agent-0 match "length-7": the text of an attempt is searched whole.
	if got := evaluate[int](t, ctx, shown); got != 11 {
		t.Errorf("the search shows %d attempts, expected 11", got)
	}
	if got := evaluate[string](t, ctx, `location.hash`); !strings.Contains(got, "q=LENGTH-7") || !strings.Contains(got, "run=agent-0") {
		t.Errorf("the address is %s", got)
	}
	evaluate[bool](t, ctx, `document.querySelector(".filters button").click(), true`)
	if got := evaluate[int](t, ctx, shown); got != 600 {
		t.Errorf("all are %d", got)
	}
	// A cell of a transition matrix: tasks at which agent-0 failed so and agent-1 succeeded. The
	// even attempts of agent-0 all failed, agent-1's numbers leave 1 by 3 and all succeeded.
	evaluate[bool](t, ctx, `location.hash = "a=agent-0&b=agent-1&from=wrong_arguments&to=success", true`)
	time.Sleep(100 * time.Millisecond)
	if got := evaluate[int](t, ctx, shown); got != 200 {
		t.Errorf("the pair shows %d attempts, expected 200", got)
	}
	if got := evaluate[int](t, ctx, `document.documentElement.scrollWidth`); got > 390 {
		t.Errorf("at 390 pixels the list is %d wide", got)
	}
	complaints, requests := heard()
	if len(complaints) > 0 || len(requests) != 1 {
		t.Errorf("complaints %q, requests %q", complaints, requests)
	}
}

func TestPageInBrowser(t *testing.T) {
	one := transcript(strings.Repeat("A long text without any space:"+strings.Repeat("x", 300)+" ", 30) + `<img src="https://example.com/x.png">`)
	ctx, heard := browse(t, page(t, one), "#s1")
	evaluate[bool](t, ctx, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), true`)
	if got := evaluate[int](t, ctx, `document.documentElement.scrollWidth`); got > 390 {
		t.Errorf("at 390 pixels the page is %d wide", got)
	}
	if got := evaluate[int](t, ctx, `document.querySelectorAll("img, script, iframe").length`); got != 0 {
		t.Errorf("%d elements that texts made", got)
	}
	complaints, requests := heard()
	if len(complaints) > 0 || len(requests) != 1 {
		t.Errorf("complaints %q, requests %q", complaints, requests)
	}
}

// TestAccessible: axe-core finds no violation of WCAG 2 A and AA or of its best practices.
func TestAccessible(t *testing.T) {
	path := os.Getenv("MCPSTATS_AXE")
	if path == "" {
		t.Skip("MCPSTATS_AXE does not name axe-core's axe.min.js: accessibility was not checked")
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"list": list(t, 60), "page": page(t, transcript(strings.Repeat("Some words. ", 100)))} {
		ctx, _ := browse(t, text, "")
		evaluate[bool](t, ctx, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), true`)
		evaluate[bool](t, ctx, string(source)+"; true")
		for _, v := range evaluate[[]string](t, ctx, `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], resultTypes: ["violations"] }).then((r) =>
			r.violations.map((v) => v.id + ": " + v.help + " at " + v.nodes.slice(0, 3).map((n) => n.html).join("; ")))`, chromedp.EvalAwaitPromise) {
			t.Errorf("%s: %s", name, v)
		}
	}
}
