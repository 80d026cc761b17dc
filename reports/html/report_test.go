package html

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fullReport is the page of the report on the embedded examples, as the command
// writes it.
func fullReport(t *testing.T) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the command is not built")
	}
	dir := t.TempDir()
	command := filepath.Join(dir, "mcpstats")
	if out, err := exec.Command("go", "build", "-o", command, "mcpstats/cmd/mcpstats").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(command, "report", "-o", filepath.Join(dir, "report")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report", "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	return page
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
		for _, v := range evaluate[[]string](t, ctx, `axe.run({ runOnly: `+rules+`, resultTypes: ["violations"] }).then((r) =>
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
