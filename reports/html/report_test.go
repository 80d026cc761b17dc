package html

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mcpstats/internal/testlength"
)

// shared is what several tests look at, each made when the first of them asks:
// the command, and its page of the embedded examples.
var shared struct {
	dir     string // removed when all tests have run
	command func() (string, error)
	example func() ([]byte, error)
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mcpstats-html-")
	if err != nil {
		panic(err)
	}
	shared.dir = dir
	shared.command = sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "mcpstats")
		if out, err := exec.Command("go", "build", "-o", path, "mcpstats/cmd/mcpstats").CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
		return path, nil
	})
	shared.example = sync.OnceValues(func() ([]byte, error) {
		if testlength.Long() {
			return written("examples")
		}
		return written("examples", "--resamples", "200") // the page has the same parts
	})
	code := m.Run()
	stopChromium()
	os.RemoveAll(dir)
	os.Exit(code)
}

// written is the page of a report as the command writes it.
func written(name string, args ...string) ([]byte, error) {
	command, err := shared.command()
	if err != nil {
		return nil, err
	}
	to := filepath.Join(shared.dir, name)
	if out, err := exec.Command(command, append([]string{"report", "-q", "--figures", "svg", "-o", to}, args...)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(filepath.Join(to, "report.html"))
}

// fullReport is the page of the embedded examples.
func fullReport(t *testing.T) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the command is not built")
	}
	page, err := shared.example()
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestFullReport: the page of the embedded examples, drawn by the figures' own
// renderer, fits the screen, loads nothing, and its runs can be chosen everywhere.
func TestFullReport(t *testing.T) {
	page := fullReport(t)
	if len(page) > 2_000_000 {
		t.Errorf("the page has %d bytes, want less than 2 MB", len(page))
	}
	ctx, address, heard := browse(t, page)
	for _, width := range []int64{360, 1280} {
		emulate(t, ctx, width, "light")
		if got := evaluate[int64](t, ctx, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("at %d pixels the page is %d wide", width, got)
		}
	}
	// A viewer may lack the typeface that figures are laid out in; its own, here a
	// wider one, must not run over the edge. A text of a few letters has room.
	if got := evaluate[[]string](t, ctx, `(() => {
		const out = [], figures = document.querySelectorAll("figure svg");
		const use = (family) => figures.forEach((svg) => svg.setAttribute("font-family", family));
		use("DejaVu Sans Mono, Courier New, monospace");
		for (const svg of figures) {
			for (const text of svg.querySelectorAll("text:not([transform])")) {
				const box = text.getBBox();
				if (box.x < -6 || box.x + box.width > svg.viewBox.baseVal.width + 6) out.push(text.textContent);
			}
		}
		use("Arial, Liberation Sans, Helvetica, sans-serif");
		return out;
	})()`); len(got) > 0 {
		t.Errorf("in another typeface %d texts leave their figure: %q", len(got), got)
	}
	// Every figure of runs has a mark for each run, and fades those that are hidden.
	for _, id := range []string{"leaderboard-figure-terminal-bench", "curve-terminal-bench-k-pass-at-k", "average-ranks-terminal-bench", "failures-recorded-figure-terminal-bench", "frontier-figure-terminal-bench", "strata-figure-etom-level"} {
		lit := func() int {
			return evaluate[int](t, ctx, `[...document.querySelectorAll("#`+id+` g")].filter((g) => g.lines && !g.classList.contains("unchosen")).length`)
		}
		press := func(what string) {
			evaluate[bool](t, ctx, `document.getElementById("`+id+`").closest("section").querySelectorAll("div.runs button[aria-pressed]").forEach((b) => { if (b.getAttribute("aria-pressed") === "`+what+`") b.click(); }), true`)
		}
		before := lit()
		press("true")
		if lit := evaluate[[]string](t, ctx, `(() => {
			const runs = [...document.getElementById("`+id+`").closest("section").querySelectorAll("div.runs bdi")].map((b) => b.textContent);
			return [...document.querySelectorAll("#`+id+` g")].filter((g) => g.lines && !g.classList.contains("unchosen")).map((g) => g.lines[0]).filter((n) => runs.some((r) => n.startsWith(r)));
		})()`); len(lit) > 0 {
			t.Errorf("%s: with every run hidden %q do not fade", id, lit)
		}
		press("false")
		if after := lit(); before == 0 || after != before {
			t.Errorf("%s: %d marks, %d after all runs were hidden and shown", id, before, after)
		}
	}
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#leaderboard-figure-terminal-bench option")].map((o) => o.textContent)`); !slices.Equal(got, []string{"As in the report", "Left out", "Worst case", "Best case"}) {
		t.Errorf("the leaderboard can be switched to %q", got)
	}
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#differences-figure-etom option")].map((o) => o.textContent)`); !slices.Equal(got, []string{"As in the report", "L1", "L2", "L3", "L4", "L5"}) {
		t.Errorf("the differences can be switched to %q", got)
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
}

// TestFirstScreen: what a reader of one benchmark came for stands on the first
// screen: the head and the whole leaderboard figure.
func TestFirstScreen(t *testing.T) {
	logs := filepath.Join("..", "..", "..", "shared", "data", "terminal-bench")
	if _, err := os.Stat(logs); err != nil {
		t.Skip("no shared data beside the repository: the first screen of a real report was not looked at")
	}
	testlength.Skip(t, "analyses a folder of logs")
	page, err := written("terminal-bench", logs, "--map", filepath.Join("..", "..", "docs", "maps", "terminal-bench.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, _, _ := browse(t, page)
	emulate(t, ctx, 1280, "light")
	if got := evaluate[float64](t, ctx, `document.querySelector("#leaderboard-figure-terminal-bench svg").getBoundingClientRect().bottom`); got > 900 {
		t.Errorf("the leaderboard ends at %g pixels, beyond a screen of 900", got)
	}
}

// axe is the source of axe-core, which MCPSTATS_AXE names.
func axe(t *testing.T) string {
	t.Helper()
	path := os.Getenv("MCPSTATS_AXE")
	if path == "" {
		t.Skip("MCPSTATS_AXE does not name axe-core's axe.min.js: accessibility was not checked")
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// TestAccessible: axe-core finds no violation of WCAG 2 A and AA or of its best
// practices in a full report, light or dark, on a desk or on a phone, also while
// runs are hidden and a figure shows a variant.
func TestAccessible(t *testing.T) {
	source := axe(t)
	ctx, _, heard := browse(t, fullReport(t))
	evaluate[bool](t, ctx, source+"; true")
	check := func(what, rules string) {
		t.Helper()
		for _, v := range evaluate[[]string](t, ctx, `axe.run({ runOnly: `+rules+`, resultTypes: ["violations"], selectors: false, iframes: false }).then((r) =>
			r.violations.map((v) => v.id + ", " + v.nodes.length + " times: " + v.help + " " + v.nodes[0].html.slice(0, 300) + " " + v.nodes[0].failureSummary))`, awaited) {
			t.Errorf("%s: %s", what, v)
		}
	}
	const every, colours = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]`, `["color-contrast", "link-in-text-block"]`
	for _, width := range []int64{1280, 360} {
		emulate(t, ctx, width, "light")
		check(fmt.Sprintf("light at %d pixels", width), every)
		emulate(t, ctx, width, "dark")
		check(fmt.Sprintf("dark at %d pixels", width), colours)
	}
	evaluate[bool](t, ctx, `(() => {
		document.querySelectorAll("div.runs").forEach((group) => group.querySelector("button").click());
		document.querySelectorAll("select").forEach((s) => { s.selectedIndex = 2; s.dispatchEvent(new Event("change")); });
		document.querySelector("svg g[tabindex='0']").focus();
		document.querySelectorAll("thead button").forEach((b) => b.click());
		return true;
	})()`)
	check("after choosing", every)
	if complaints, _ := heard(); len(complaints) > 0 {
		t.Errorf("the browser complains: %s", strings.Join(complaints, "; "))
	}
}
