package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/internal/testlength"
	"mcpstats/reports"
	"mcpstats/reports/figures"
)

// gallery is which figures of the embedded examples, or of made-up runs, the page shows of
// each kind (reports.FigureKinds), which says what it answers, how to read it and when
// it misleads.
var gallery = map[string]struct {
	shown  []string // IDs of figures of the examples
	madeUp []string // and of made-up runs
}{
	"leaderboard":    {shown: []string{"leaderboard-figure-terminal-bench"}},
	"differences":    {shown: []string{"differences-figure-terminal-bench"}},
	"matrix":         {madeUp: []string{"differences-matrix-made-up", "p-values-matrix-made-up", "wins-matrix-made-up"}},
	"bootstrap":      {shown: []string{"bootstrap-figure-terminal-bench"}},
	"ranks":          {shown: []string{"average-ranks-terminal-bench"}},
	"power":          {shown: []string{"power-figure-terminal-bench"}},
	"trials":         {shown: []string{"trials-figure-terminal-bench"}},
	"strata":         {shown: []string{"strata-figure-etom-level"}},
	"curves":         {shown: []string{"curve-etom-plan-length-plan-f1", "curve-terminal-bench-k-pass-hat-k"}, madeUp: []string{"curve-made-up-claims-threshold-tasks-with-coverage-at-or-above-it"}},
	"failures":       {shown: []string{"failures-detected-figure-etom"}},
	"transitions":    {shown: []string{"transition-etom-detected-bm25-keyword-figure"}},
	"stacked":        {shown: []string{"pivot-terminal-bench-run-metric-figure"}},
	"grouped":        {shown: []string{"pivot-etom-level-run-plan-f1-interval-figure"}},
	"box":            {madeUp: []string{"box-made-up-claims-coverage-tasks"}},
	"ecdf":           {madeUp: []string{"ecdf-made-up-claims-coverage-tasks"}},
	"tools":          {shown: []string{"tools-figure-livemcpbench"}},
	"first-errors":   {shown: []string{"first-errors-figure-livemcpbench"}},
	"frontier":       {shown: []string{"frontier-figure-terminal-bench"}},
	"relation":       {shown: []string{"relation-terminal-bench-success-total-tokens"}},
	"judges":         {shown: []string{"agreement-figure-livemcpbench", "judge-pairs-figure-livemcpbench-claude-sonnet-4-20250514-qwen3-embedding"}},
	"labels":         {madeUp: []string{"labels-as-logged-figure-made-up-claims"}},
	"heat-maps":      {shown: []string{"confusion-figure-livemcpbench-claude-sonnet-4-20250514-qwen3-embedding"}, madeUp: []string{"heatmap-made-up-claims-coverage"}},
	"specifications": {shown: []string{"specification-terminal-bench-20250923-droid-claude-4-sonnet"}},
}

// galleryNotebook draws what only a notebook's own tables draw.
const galleryNotebook = "# {{benchmark}}\n\n```mcpstats pivot rows=run columns=metric metrics=prompt_tokens,completion_tokens figure=stacked\n```\n" +
	"\n```mcpstats relation x=total_tokens y=success front=yes\n```\n"

// galleryGroups draws bars in groups, of which levels by runs are an example.
const galleryGroups = "# {{benchmark}}\n\n```mcpstats pivot rows=level columns=run metric=plan_f1 cells=interval figure=grouped\n```\n"

// TestGalleryShowsEveryKind: what a report can draw has its place in the gallery, and the
// gallery shows nothing else.
func TestGalleryShowsEveryKind(t *testing.T) {
	var want []string
	for _, k := range reports.FigureKinds {
		g := gallery[k.Name]
		if len(g.shown)+len(g.madeUp) == 0 {
			t.Errorf("the gallery shows no figure of the kind %s", k.Name)
		}
		for _, id := range slices.Concat(g.shown, g.madeUp) {
			for _, w := range []figures.Width{figures.Double, figures.Single} {
				want = append(want, fmt.Sprintf("%s-%s.svg", id, w))
			}
		}
	}
	for kind := range gallery {
		if !slices.ContainsFunc(reports.FigureKinds, func(k reports.FigureKind) bool { return k.Name == kind }) {
			t.Errorf("the gallery shows the kind %s, which no report has", kind)
		}
	}
	files, err := os.ReadDir(filepath.Join("..", "..", "docs", "images", "gallery"))
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, f := range files {
		have = append(have, f.Name())
	}
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("docs/images/gallery holds %q, the gallery shows %q", have, want)
	}
}

// TestGallery draws the page again at both widths of a journal, of which the narrow
// one is the sample, and holds it to what docs/ has. -update writes it.
func TestGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("the examples are analysed twice")
	}
	made := t.TempDir()
	scores, claims := filepath.Join(made, "made-up.csv"), filepath.Join(made, "made-up.jsonl")
	notebook, heat, groups := filepath.Join(made, "tables.md"), filepath.Join(made, "heat.md"), filepath.Join(made, "groups.md")
	for path, text := range map[string][]byte{scores: madeUpScores(), claims: madeUpClaims(t), notebook: []byte(galleryNotebook), groups: []byte(galleryGroups),
		heat: []byte("# {{benchmark}}\n\n```mcpstats heatmap metric=coverage\n```\n\n```mcpstats distribution metrics=coverage figure=both\n```\n")} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	widths := []string{figures.Double.String(), figures.Single.String()}
	drawnAt := widths[1:]
	if testlength.Long() || *update {
		drawnAt = widths
	}
	dirs := map[string]string{}
	for _, w := range drawnAt {
		dir := t.TempDir()
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, "-o", filepath.Join(dir, "examples"))
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, "--scores", scores, "-o", filepath.Join(dir, "made-up"))
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, claims, "-o", filepath.Join(dir, "made-up-claims"))
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, "--example", "terminal-bench", "--notebook", notebook, "-o", filepath.Join(dir, "tables"))
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, "--example", "etom", "--notebook", groups, "-o", filepath.Join(dir, "groups"))
		drawReport(t, "report", "-q", "--figures", "svg", "--width", w, "--notebook", heat, claims, "-o", filepath.Join(dir, "heat"))
		dirs[w] = dir
	}
	var page strings.Builder
	page.WriteString("# Gallery\n\nEvery kind of figure that a report has, drawn at the two widths of a journal: 7 inches and 3.35 inches, with type of 7 to 8 points.\n" +
		"A figure goes into a paper as it is: SVG, PDF with its fonts, PNG of 300 pixels an inch, or TikZ to `\\input`, set in the paper's own type.\n\n" +
		"    mcpstats report logs/ --figures leaderboard,differences,pdf --width single\n\n" +
		"`--figures` takes the kinds below, names of files without their ending, patterns (`curve-*`), and kinds of files (svg, pdf, png, tikz); `none` draws none.\n" +
		"A run has the same colour and mark in every figure. The colours are those of Okabe and Ito, told apart by the colour-blind; where they repeat, the mark or the dash differs.\n\n" +
		"Made by `go test ./cmd/mcpstats -run Gallery -update` from the embedded examples; made-up runs are named as such.\n")
	images := map[string][]byte{}
	for _, k := range reports.FigureKinds {
		g := gallery[k.Name]
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n- How to read it: %s\n- When it misleads: %s\n- `--figures %s`\n", k.Title, k.Answers, k.Read, k.Misleads, k.Name)
		switch {
		case len(g.madeUp) == 0:
		case len(g.shown) == 0:
			page.WriteString("- The runs below are made up.\n")
		default:
			page.WriteString("- The runs of the last figure are made up.\n")
		}
		for _, id := range slices.Concat(g.shown, g.madeUp) {
			for _, w := range widths {
				name := fmt.Sprintf("%s-%s.svg", id, w)
				if dirs[w] != "" {
					images[name] = drawn(t, dirs[w], id)
				}
				fmt.Fprintf(&page, "\n![%s, %s](images/gallery/%s)\n", k.Title, map[string]string{"double": "both columns, 7 in", "single": "one column, 3.35 in"}[w], name)
			}
		}
	}
	page.WriteString("\nThe curve of `mcpstats power ... -o FILE` and the curves of [calibration](calibration.md), which hold intervals and tests to what they promise, are drawn in the same way.\n")
	images["../../gallery.md"] = []byte(page.String())
	sameFiles(t, filepath.Join("..", "..", "docs", "images", "gallery"), images)
}

// drawn is a figure of the one report below a folder that has it.
func drawn(t *testing.T, dir, id string) []byte {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*", filepath.FromSlash(reports.FigurePath(id, "svg"))))
	if err != nil || len(found) != 1 {
		t.Fatalf("%d reports have the figure %s (%v)", len(found), id, err)
	}
	image, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// sameFiles holds a folder to the files that it should have, or with -update
// writes them.
func sameFiles(t *testing.T, dir string, want map[string][]byte) {
	t.Helper()
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	total := 0
	for name, text := range want {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, text) {
			t.Errorf("%s is not what the program draws; write it again with -update", path)
		}
		total += len(text)
	}
	const most = 1_500_000
	if total > most {
		t.Errorf("the gallery has %d bytes, at most %d are wanted", total, most)
	}
}

func drawReport(t *testing.T, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
		t.Fatalf("mcpstats %s: exit code %d: %s", strings.Join(args, " "), code, stderr.String())
	}
}

// madeUpScores are eight runs, each a little worse than the one before, on 120
// tasks of different difficulty.
func madeUpScores() []byte {
	draw := rand.New(rand.NewPCG(1, 2))
	var out bytes.Buffer
	out.WriteString("benchmark,run,task,metric,value\n")
	for task := range 120 {
		difficulty := draw.Float64()
		for r, name := range []string{"alder", "birch", "cedar", "elm", "fir", "hazel", "linden", "oak"} {
			value := 0
			if 0.9-0.08*float64(r)-0.6*difficulty+0.3*(draw.Float64()-0.5) > 0.35 {
				value = 1
			}
			fmt.Fprintf(&out, "made up,%s,task-%03d,success,%d\n", name, task, value)
		}
	}
	return out.Bytes()
}

// madeUpClaims are logs of three runs at 150 tasks, each with 3 to 7 claims: alder
// meets most claims in whole, birch most in part.
func madeUpClaims(t *testing.T) []byte {
	draw := rand.New(rand.NewPCG(3, 4))
	type claim struct {
		Score float64 `json:"score"`
	}
	type label struct {
		Mode   string `json:"mode"`
		Source string `json:"source"`
	}
	type attempt struct {
		Benchmark string  `json:"benchmark"`
		Run       string  `json:"run"`
		Task      string  `json:"task"`
		Claims    []claim `json:"claims"`
		Labels    []label `json:"failure_labels"`
	}
	words := []string{"misread the question", "stopped early", "misread the question", "made up a figure", "stopped early", "misread the question", "left out a step"}
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	for task := range 150 {
		ease, n := 0.4*(draw.Float64()-0.5), 3+draw.IntN(5)
		for _, run := range []struct {
			name        string
			whole, part float64 // of the claims
		}{{"alder", 0.55, 0.2}, {"birch", 0.35, 0.55}, {"cedar", 0.45, 0.25}} {
			met := 0.0
			a := attempt{Benchmark: "made up claims", Run: run.name, Task: fmt.Sprintf("task-%03d", task)}
			for range n {
				score, at := 0.0, draw.Float64()-ease
				switch {
				case at < run.whole:
					score = 1
				case at < run.whole+run.part:
					score = 0.5
				}
				a.Claims = append(a.Claims, claim{score})
				met += score
			}
			if met < 0.75*float64(n) {
				a.Labels = []label{{words[(task+n)%len(words)], "a reader"}}
			}
			if err := lines.Encode(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}
