package html

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"mcpstats/reports"
)

// TestKeyboard: the tab key goes through the page in its order, from the link that
// skips to the report, and what has the focus shows it.
func TestKeyboard(t *testing.T) {
	doc, assets := chosen("alpha", "beta")
	ctx, _, _ := browse(t, render(t, doc, assets))
	var visited []string
	for range 18 {
		if err := chromedp.Do(ctx, chromedp.KeyEvent("\t")); err != nil {
			t.Fatal(err)
		}
		visited = append(visited, evaluate[string](t, ctx, `((e) => e.getAttribute("aria-label")?.split(";")[0] ?? e.textContent)(document.activeElement)`))
		if got := evaluate[string](t, ctx, `getComputedStyle(document.activeElement).outlineStyle`); got != "solid" {
			t.Errorf("%q has the focus and an outline that is %s", visited[len(visited)-1], got)
		}
	}
	want := []string{"Skip to the report", "bench", "other", "Link to this section", "alpha", "beta", "alpha", "Link to this figure", "Show this figure for", "SVG of this figure", "Copy link to this figure",
		"Link to this table", "CSV of this table", "Copy CSV of this table", "Copy LaTeX of this table", "Copy link to this table", "Run", "Mean"}
	if !slices.Equal(visited, want) {
		t.Errorf("the tab key visits %q, want %q", visited, want)
	}
}

// TestContentsFollow: the contents mark the section that is read, and the mark moves
// with the reader.
func TestContentsFollow(t *testing.T) {
	doc, assets := document(40)
	ctx, _, _ := browse(t, render(t, doc, assets))
	emulate(t, ctx, 1280, "light")
	for _, id := range []string{"bench-leaderboard", "hostile-3", "hostile-0"} {
		// Two frames: the page listens once a frame.
		got := evaluate[[]string](t, ctx, `new Promise((done) => {
			document.getElementById("`+id+`").scrollIntoView();
			requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done([...document.querySelectorAll("nav [aria-current]")].map((a) => a.hash)))));
		})`, awaited)
		if !slices.Equal(got, []string{"#" + id}) {
			t.Errorf("at %s the contents mark %q", id, got)
		}
	}
}

// TestOnPaper: no controls; what is folded stays folded, and a table says where its rows are.
func TestOnPaper(t *testing.T) {
	doc, assets := chosen("alpha", "beta")
	for id, rows := range map[string]int{"short": 3, "endless": 101} {
		table := reports.Table{ID: id, Caption: id, Long: true, Columns: []reports.Column{{Name: "Value", Key: "value"}}}
		for i := range rows {
			table.Rows = append(table.Rows, []reports.Cell{{Text: fmt.Sprintf("%s row %d", id, i)}})
		}
		doc.Blocks = append(doc.Blocks, table)
	}
	ctx, _, _ := browse(t, render(t, doc, assets))
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("nav, .skip, .anchor, .tools, .filter, div.runs, .tip, .status")].filter((e) => e.getClientRects().length > 0).map((e) => e.className || e.tagName)`); len(got) > 0 {
		t.Errorf("on paper there is %q", got)
	}
	text := evaluate[string](t, ctx, `document.querySelector("main").innerText`)
	for part, want := range map[string]bool{"short row 2": false, "3 rows, in tables/short.csv": true, "endless row": false, "101 rows, in tables/endless.csv": true, "Show the table": false} {
		if strings.Contains(text, part) != want {
			t.Errorf("on paper %q: %t, want %t", part, !want, want)
		}
	}
	open := evaluate[string](t, ctx, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), document.querySelector("main").innerText`)
	if !strings.Contains(open, "short row 2") {
		t.Error("a table that the reader has unfolded is not printed")
	}
}

// TestReadingWithoutScript: the main figure shows, nothing asks to be clicked.
func TestReadingWithoutScript(t *testing.T) {
	doc, assets := chosen("alpha", "beta")
	page := strings.ReplaceAll(string(render(t, doc, assets)), "<script>", `<script type="text/plain">`)
	ctx, _, _ := browse(t, []byte(page))
	if got := evaluate[int](t, ctx, `document.querySelectorAll("button, input, select").length`); got != 0 {
		t.Errorf("%d controls without the script", got)
	}
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("svg title:first-child")].map((t) => t.id)`); !slices.Contains(got, "fig-forest-t") || slices.Contains(got, "fig-forest-hard-t") {
		t.Errorf("the figures %q show", got)
	}
	if got := evaluate[string](t, ctx, `document.querySelector("main").innerText`); strings.Contains(got, "Hard tasks") || !strings.Contains(got, "All tasks.") {
		t.Errorf("the page reads %q", got)
	}
}
