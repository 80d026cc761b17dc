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

// gallery is the page of figures: what each kind answers, how to read it, when it
// misleads, and the figures of the embedded examples, or of made-up runs, that
// show it. Test and page have the order of reports.FigureKinds.
var gallery = []struct {
	kind, title             string
	answers, read, misleads string
	shown                   []string // IDs of figures of the examples
	madeUp                  []string // and of made-up runs
}{
	{kind: "leaderboard", title: "Leaderboard",
		answers:  "Which runs do best, and how sure is that?",
		read:     "A point is a run's mean over tasks, the line its interval. Bars at the side join runs that the paired tests do not separate; a thin stretch passes a run that does not belong.",
		misleads: "Overlapping intervals do not mean that two runs are alike: the comparison is paired, and stands in the figure of differences.",
		shown:    []string{"leaderboard-figure-terminal-bench"}},
	{kind: "differences", title: "Differences",
		answers:  "By how much does one run do better than another on the same tasks?",
		read:     "Right of zero the first-named run is better. Open marks are not significant after correction for all pairs.",
		misleads: "An open mark is no proof of equality: see how small a difference these tasks can show.",
		shown:    []string{"differences-figure-terminal-bench"}},
	{kind: "matrix", title: "Pairs on a grid",
		answers:  "How does every run stand to every other, where there are more than six?",
		read:     "Row against column: the difference, the adjusted p-value, and the tasks on which the row's run does better. A star marks what is significant. Where a column is too narrow for the numbers, shade and star remain.",
		misleads: "A dark p-value is a sure difference, which may be a small one; tasks won say nothing of by how much.",
		madeUp:   []string{"differences-matrix-made-up", "p-values-matrix-made-up", "wins-matrix-made-up"}},
	{kind: "bootstrap", title: "Bootstrap distributions",
		answers:  "How would a difference scatter, had other tasks of the same sort been drawn?",
		read:     "The hill is the difference over 10,000 resamples of the tasks, dark within the interval; the mark is what was observed.",
		misleads: "Every hill has its own height. With few tasks the hill has gaps and steps, and its interval is too short.",
		shown:    []string{"bootstrap-figure-terminal-bench"}},
	{kind: "ranks", title: "Critical differences",
		answers:  "Which runs differ in their average rank over the tasks?",
		read:     "Rank 1 is best. A bar joins runs whose ranks differ by no more than the critical difference (CD), drawn as a length.",
		misleads: "Where most runs tie on most tasks, ranks say little; and what is said of two runs depends on which others take part.",
		shown:    []string{"average-ranks-terminal-bench"}},
	{kind: "power", title: "Power",
		answers:  "How large must a true difference be for these tasks to show it?",
		read:     "A line a comparison with the best run: where it crosses 80%, a true difference of that size is shown in four of five such studies.",
		misleads: "It is the power of one test before any correction; and it plans from the scatter of these runs, which others need not share.",
		shown:    []string{"power-figure-terminal-bench"}},
	{kind: "strata", title: "Strata",
		answers:  "On which kind of task do the runs differ?",
		read:     "One panel a stratum, with its number of tasks; the axis is the same in all.",
		misleads: "Among many panels some look different by chance: the table of strata tests for it.",
		shown:    []string{"strata-figure-etom-level"}},
	{kind: "curves", title: "Curves",
		answers:  "How does a metric change along the length of the plan, with k, or with the threshold of a pass?",
		read:     "Means with intervals at every point, set a little apart so that none hides another; each line is named at its end. Where lines cross, the order of the runs changes.",
		misleads: "Long plans are few: look at the intervals at the right end. Points of one line share tasks and are not independent.",
		shown:    []string{"curve-etom-plan-length-plan-f1", "curve-terminal-bench-k-pass-hat-k"},
		madeUp:   []string{"curve-made-up-claims-threshold-tasks-with-coverage-at-or-above-it"}},
	{kind: "failures", title: "Failures",
		answers:  "How do the attempts of each run fail?",
		read:     "Segments are shares of a run's failed attempts, in the order of the legend; the number of failures stands at the right.",
		misleads: "Shares of failures, not of attempts: a run with few failures has a bar as long as one with many. Detected modes are what detectors look for.",
		shown:    []string{"failures-detected-figure-etom"}},
	{kind: "transitions", title: "Transitions",
		answers:  "What became of the first run's failures in the second?",
		read:     "A row is what happened in the first run, a column in the second; the shade is the number of tasks.",
		misleads: "What succeeded in both is left out of the shades, as it would pale the rest.",
		shown:    []string{"transition-etom-detected-bm25-keyword-figure"}},
	{kind: "frontier", title: "Frontier",
		answers:  "Which runs does no other beat at their cost?",
		read:     "Up is better, left is cheaper. The grey line is the best to be had at every cost.",
		misleads: "Only the means decide who is on it: a neighbour may be as good within the error.",
		shown:    []string{"frontier-figure-terminal-bench"}},
	{kind: "judges", title: "Judges",
		answers:  "How often does a judge say what the reference, or another judge, says?",
		read:     "Filled marks are verdicts as stored, open ones re-read from the judge's text. The grid holds pairs of judges.",
		misleads: "Agreement by chance is high where most attempts succeed or most fail; kappa stands in the table.",
		shown:    []string{"agreement-figure-livemcpbench", "judge-pairs-figure-livemcpbench-claude-sonnet-4-20250514-qwen3-embedding"}},
	{kind: "specifications", title: "Specification curve",
		answers:  "Does the order of two runs hold under other sane choices of analysis?",
		read:     "One column a choice, by the size of the difference; below, what it is made of. Filled is significant, the shaded column is what the report states.",
		misleads: "All choices use the same data: how many agree is no probability.",
		shown:    []string{"specification-terminal-bench-20250923-droid-claude-4-sonnet"}},
}

// TestGallery draws the page again at both widths of a journal, of which the narrow
// one is the sample, and holds it to what docs/ has. -update writes it.
func TestGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("the examples are analysed twice")
	}
	var kinds []string
	for _, g := range gallery {
		kinds = append(kinds, g.kind)
	}
	var known []string
	for _, k := range reports.FigureKinds() {
		known = append(known, k.Name)
	}
	if !slices.Equal(kinds, known) {
		t.Fatalf("the gallery shows %v, reports have %v", kinds, known)
	}
	made := t.TempDir()
	scores, claims := filepath.Join(made, "made-up.csv"), filepath.Join(made, "made-up.jsonl")
	for path, text := range map[string][]byte{scores: madeUpScores(), claims: madeUpClaims(t)} {
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
	for _, g := range gallery {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n- How to read it: %s\n- When it misleads: %s\n- `--figures %s`\n", g.title, g.answers, g.read, g.misleads, g.kind)
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
				fmt.Fprintf(&page, "\n![%s, %s](images/gallery/%s)\n", g.title, map[string]string{"double": "both columns, 7 in", "single": "one column, 3.35 in"}[w], name)
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
	type attempt struct {
		Benchmark string  `json:"benchmark"`
		Run       string  `json:"run"`
		Task      string  `json:"task"`
		Claims    []claim `json:"claims"`
	}
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	for task := range 150 {
		ease, n := 0.4*(draw.Float64()-0.5), 3+draw.IntN(5)
		for _, run := range []struct {
			name        string
			whole, part float64 // of the claims
		}{{"alder", 0.55, 0.2}, {"birch", 0.35, 0.55}, {"cedar", 0.45, 0.25}} {
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
			}
			if err := lines.Encode(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}
