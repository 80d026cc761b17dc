package html

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"mcpstats/reports"
)

// forest is the SVG of runs as the figures are drawn: a group a run, its title in
// lines, the name first.
func forest(id string, names ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="mcpfig f1" role="img" aria-labelledby="%s-t" viewBox="0 0 760 300" width="760" height="300"><title id="%[1]s-t">Runs</title><style>.mcpfig .f9{fill:#0072b2}@media screen and (prefers-color-scheme:dark){.mcpfig .f9{fill:#2f8fd6}}</style>`, id)
	for i, name := range names {
		fmt.Fprintf(&b, `<g><title>%s&#10;%d.0%%&#10;80 tasks</title><text x="6" y="%d" font-size="8">row</text><circle class="f9" cx="400" cy="%[3]d" r="4"/></g>`, html.EscapeString(name), 10*i, 20+20*i)
	}
	return []byte(b.String() + "</svg>")
}

// chosen is a page whose runs can be chosen, with a figure that has a variant.
func chosen(runs ...string) (*reports.Document, reports.Assets) {
	table := reports.Table{ID: "board", Caption: "Runs.", Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Mean", Key: "mean", Kind: reports.Percent}}}
	wide := reports.Table{ID: "wide", Caption: "Metrics.", Columns: []reports.Column{{Name: "Metric", Key: "metric"}}, Rows: [][]reports.Cell{{{Text: "success"}}}}
	for i, run := range runs {
		v := float64(i) / 10
		table.Rows = append(table.Rows, []reports.Cell{{Text: run}, {Text: fmt.Sprint(v), Value: v, HasValue: true}})
		wide.Columns = append(wide.Columns, reports.Column{Name: run, Key: fmt.Sprintf("run_%d", i), Kind: reports.Number})
		wide.Rows[0] = append(wide.Rows[0], reports.Cell{Text: fmt.Sprint(v), Value: v, HasValue: true})
	}
	doc := &reports.Document{Title: "Choosing", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "bench", Text: "bench", Runs: runs},
		reports.Figure{ID: "forest", Caption: "All tasks.", Variants: []reports.Variant{
			{ID: "forest-hard", Group: "By " + hostile[0], Label: hostile[1], Caption: "Hard tasks " + hostile[2]},
			{ID: "forest-lost", Group: "By " + hostile[0], Label: "not drawn", Caption: "None."},
		}},
		table, wide,
		reports.Heading{Level: 1, ID: "other", Text: "other", Runs: []string{"lonely"}},
	}}
	return doc, reports.Assets{
		reports.FigurePath("forest", "svg"):      forest("fig-forest", append(slices.Clone(runs), runs[1]+", "+runs[0]+": 3", runs[0]+" - "+runs[1])...),
		reports.FigurePath("forest-hard", "svg"): forest("fig-forest-hard", runs...),
	}
}

// TestChooseRuns: a run that is not looked at goes from tables, by row and by
// column, and fades in figures, its differences too.
func TestChooseRuns(t *testing.T) {
	doc, assets := chosen("alpha", "beta", "alpha (2)")
	ctx, _, heard := browse(t, render(t, doc, assets))
	if got := evaluate[int](t, ctx, `document.querySelectorAll("div.runs").length`); got != 1 {
		t.Errorf("%d choices of runs, want one: a single run is no choice", got)
	}
	rows := func() []string {
		return evaluate[[]string](t, ctx, `[...document.querySelectorAll("#board tbody tr")].filter((r) => !r.hidden).map((r) => r.cells[0].textContent)`)
	}
	columns := func() []string {
		return evaluate[[]string](t, ctx, `[...document.querySelectorAll("#wide thead th")].filter((c) => !c.hidden).map((c) => c.textContent)`)
	}
	faded := func() []string {
		return evaluate[[]string](t, ctx, `[...document.querySelectorAll("#forest g.unchosen")].map((g) => g.getAttribute("aria-label").split(";")[0])`)
	}
	want := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	press := func(i int) {
		evaluate[bool](t, ctx, fmt.Sprintf(`document.querySelectorAll("div.runs button")[%d].click(), true`, i))
	}
	press(0)
	want("rows", rows(), []string{"beta", "alpha (2)"})
	want("columns", columns(), []string{"Metric", "beta", "alpha (2)"})
	want("marks", faded(), []string{"alpha", "beta, alpha: 3", "alpha - beta"})
	if got := evaluate[string](t, ctx, `document.querySelector("div.runs button").getAttribute("aria-pressed")`); got != "false" {
		t.Errorf("aria-pressed is %q", got)
	}
	evaluate[bool](t, ctx, `Object.defineProperty(navigator, "clipboard", { value: { writeText: async (s) => { window.copied = s; } } }), document.querySelector("#wide .tools button").click(), true`)
	if got := evaluate[string](t, ctx, `window.copied`); got != "metric,run_1,run_2\nsuccess,0.1,0.2\n" {
		t.Errorf("a table without the run is copied as %q", got)
	}
	press(2)
	want("marks", faded(), []string{"alpha", "alpha (2)", "beta, alpha: 3", "alpha - beta"})
	press(3)
	want("rows after all are shown", rows(), []string{"alpha", "beta", "alpha (2)"})
	want("columns after all are shown", columns(), []string{"Metric", "alpha", "beta", "alpha (2)"})
	want("marks after all are shown", faded(), []string{})
	if complaints, _ := heard(); len(complaints) > 0 {
		t.Errorf("the browser complains: %s", strings.Join(complaints, "; "))
	}
}

// TestSwitchVariant: the variant stands in the figure's place with its own caption,
// what was chosen of the runs stays, and the way back leads to the figure itself.
func TestSwitchVariant(t *testing.T) {
	doc, assets := chosen("alpha", "beta")
	ctx, _, _ := browse(t, render(t, doc, assets))
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#forest select option")].map((o) => o.textContent)`); !slices.Equal(got, []string{"As in the report", hostile[1]}) {
		t.Errorf("the choices are %q", got)
	}
	if got := evaluate[string](t, ctx, `document.querySelector("#forest optgroup").label`); got != "By "+hostile[0] {
		t.Errorf("the group is %q", got)
	}
	evaluate[bool](t, ctx, `document.querySelector("div.runs button").click(), true`)
	choose := func(i int) (id, caption string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const s = document.querySelector("#forest select"); s.selectedIndex = %d; s.dispatchEvent(new Event("change")); return true; })()`, i))
		return evaluate[string](t, ctx, `document.querySelector("#forest svg title").id`), evaluate[string](t, ctx, `document.querySelector("#forest .caption").textContent`)
	}
	if id, caption := choose(1); id != "fig-forest-hard-t" || caption != "Hard tasks "+hostile[2] {
		t.Errorf("the variant shows %q, %q", id, caption)
	}
	if got := evaluate[int](t, ctx, `document.querySelectorAll("#forest g.unchosen").length`); got != 1 {
		t.Errorf("%d marks are faded in the variant, want the hidden run's", got)
	}
	// What is saved is the drawing as it was made, with its colours.
	saved := evaluate[string](t, ctx, `(() => {
		const link = document.querySelector("#forest .tools a");
		link.addEventListener("click", (e) => e.preventDefault());
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); };
		link.click();
		return window.saved.text();
	})()`, awaited)
	for _, part := range []string{"<style>.mcpfig .f9{fill:#0072b2}@media", "<title>alpha\n0.0%\n80 tasks</title>", `role="img"`} {
		if !strings.Contains(saved, part) {
			t.Errorf("what is saved has no %q: %s", part, saved)
		}
	}
	if id, caption := choose(0); id != "fig-forest-t" || caption != "All tasks." {
		t.Errorf("the way back shows %q, %q", id, caption)
	}
}

// TestPointAtMarks: pointing at a mark and visiting it by keyboard tell the same:
// its name, its value, n.
func TestPointAtMarks(t *testing.T) {
	doc, assets := chosen("alpha", "beta", hostile[0])
	ctx, _, _ := browse(t, render(t, doc, assets))
	tip := func() []string {
		return evaluate[[]string](t, ctx, `((tip) => tip.hidden ? [] : [...tip.children].map((c) => c.textContent))(document.querySelector(".tip"))`)
	}
	at := evaluate[[]float64](t, ctx, `(() => { const b = document.querySelectorAll("#forest circle")[1].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height + 2]; })()`)
	if err := chromedp.Do(ctx, chromedp.MouseEvent("mouseMoved", at[0], at[1])); err != nil {
		t.Fatal(err)
	}
	if got := tip(); !slices.Equal(got, []string{"beta", "10.0%", "80 tasks"}) {
		t.Errorf("pointing just below a mark tells %q", got)
	}
	if err := chromedp.Do(ctx, chromedp.MouseEvent("mouseMoved", 1, 1)); err != nil {
		t.Fatal(err)
	}
	if got := tip(); len(got) > 0 {
		t.Errorf("pointing elsewhere tells %q", got)
	}

	// One stop of the keyboard, then arrows.
	if got := evaluate[int](t, ctx, `document.querySelectorAll("#forest svg [tabindex='0']").length`); got != 1 {
		t.Errorf("%d stops of the keyboard in the figure, want 1", got)
	}
	evaluate[bool](t, ctx, `document.querySelector("#forest svg [tabindex='0']").focus(), true`)
	for _, step := range []struct {
		key  string
		want []string
	}{
		{"ArrowDown", []string{"beta", "10.0%", "80 tasks"}},
		{"ArrowRight", []string{hostile[0], "20.0%", "80 tasks"}},
		{"Home", []string{"alpha", "0.0%", "80 tasks"}},
		{"ArrowUp", []string{"alpha", "0.0%", "80 tasks"}},
		{"End", []string{"alpha - beta", "40.0%", "80 tasks"}},
		{"Escape", []string{}},
	} {
		evaluate[bool](t, ctx, fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: %q, bubbles: true })), true`, step.key))
		if got := tip(); !slices.Equal(got, step.want) {
			t.Errorf("after %s the figure tells %q, want %q", step.key, got, step.want)
		}
	}
	if got := evaluate[string](t, ctx, `document.activeElement.getAttribute("aria-label")`); got != "alpha - beta; 40.0%; 80 tasks" {
		t.Errorf("a mark's name is %q", got)
	}
}

// TestHostileRuns: whatever runs are called, their names are text in the choice and
// beside the marks, and widen nothing.
func TestHostileRuns(t *testing.T) {
	var runs []string
	for _, s := range hostile {
		if len(s) < 1000 || !strings.Contains(s, "x") {
			runs = append(runs, strings.Map(func(r rune) rune {
				if r < ' ' {
					return -1 // the document holds names made visible
				}
				return r
			}, s))
		}
	}
	doc, assets := chosen(runs...)
	ctx, _, heard := browse(t, render(t, doc, assets))
	if got := evaluate[[]string](t, ctx, `[...document.querySelectorAll("div.runs bdi")].map((b) => b.textContent)`); !slices.Equal(got, runs) {
		t.Errorf("the choice is %q", got)
	}
	evaluate[bool](t, ctx, `document.querySelector("div.runs [aria-label='Hide all runs']").click(), true`)
	if got := evaluate[int](t, ctx, `[...document.querySelectorAll("#board tbody tr")].filter((r) => !r.hidden).length`); got != 0 {
		t.Errorf("%d rows show though every run is hidden", got)
	}
	for i := range runs {
		evaluate[bool](t, ctx, fmt.Sprintf(`document.querySelectorAll("#forest g[tabindex]")[%d].focus(), document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true })), true`, i))
	}
	emulate(t, ctx, 360, "dark")
	if got := evaluate[int](t, ctx, `document.documentElement.scrollWidth`); got > 360 {
		t.Errorf("the page is %d wide", got)
	}
	if got := evaluate[int](t, ctx, `document.querySelectorAll("script, img, main b").length`); got != 1 {
		t.Errorf("%d elements of scripts and images, want the page's own script", got)
	}
	if complaints, _ := heard(); len(complaints) > 0 {
		t.Errorf("the browser complains: %s", strings.Join(complaints, "; "))
	}
}
