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

// chromium is the one headless browser of all tests, started by the first that asks
// for it and stopped when all have run; every page has a tab of its own. It is nil
// where there is no Chromium.
var chromium = sync.OnceValues(func() (ctx context.Context, err error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)...)
		ctx, _ := chromedp.NewContext(allocator)
		stopChromium = func() {
			_ = chromedp.Cancel(ctx) // waits until the browser has ended
			stop()
		}
		return ctx, chromedp.Do(ctx)
	}
	return nil, nil
})

var stopChromium = func() {}

// browse opens a page in headless Chromium and hands over what it complained of
// and what it requested. The test is skipped where there is no Chromium.
func browse(t *testing.T, page []byte) (context.Context, string, func() (complaints, requests []string)) {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	if browser == nil {
		t.Skip("no Chromium on this machine: the page was not opened in a browser")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(stop)

	var mu sync.Mutex
	var complaints, requests []string
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	err = chromedp.Listen(ctx, func(event any) {
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

// awaited has evaluate wait for a promise.
var awaited = chromedp.EvaluateOption(chromedp.EvalAwaitPromise)

func evaluate[T any](t *testing.T, ctx context.Context, script string, opts ...chromedp.EvaluateOption) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, opts...))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return out
}

// emulate sets the window's width and the reader's colour scheme.
func emulate(t *testing.T, ctx context.Context, width int64, scheme string) {
	t.Helper()
	err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
}

// TestInBrowser: no complaint, no request but the page itself, nothing that
// makes the page scroll sideways, on a phone or on a desk, light or dark.
func TestInBrowser(t *testing.T) {
	doc, assets := document(40)
	ctx, address, heard := browse(t, render(t, doc, assets))
	for _, width := range []int64{360, 768, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			emulate(t, ctx, width, scheme)
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
