package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mcpstats/internal/testlength"
)

// recipesElsewhere are the rows of CONTRIBUTING.md's table that another test does.
var recipesElsewhere = map[string]string{
	"a statistical test": "TestRecipesOfATestAndAnEffectSize in analysis/evaluate",
	"an effect size":     "TestRecipesOfATestAndAnEffectSize in analysis/evaluate",
}

// TestRecipes does what CONTRIBUTING.md says, row by row: it builds the program with an
// example of each (testdata/recipes), by new files and the one line in a list that the
// table names, and finds all of them where a user would. The sources are laid over the
// tree, which stays as it is.
func TestRecipes(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay, touched := overlaid(t, root, dir)
	guide, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	holdToTable(t, string(guide), touched)

	testlength.Skip(t, "nearly all packages are compiled again; the table is held against the examples")
	binary := filepath.Join(dir, "mcpstats")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "./cmd/mcpstats")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command := func(stdin string, args ...string) string {
		t.Helper()
		c := exec.Command(binary, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("mcpstats %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	says := func(what, text string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", what, want, text[:min(len(text), 3000)])
			}
		}
	}
	for list, want := range map[string]string{
		"formats": "\nrecipe,Recipe log,", "metrics": "\nletters,count,", "methods": "\nignorance,interval,interval of ignorance,\"From 0 to 100%, whatever the counts.\",,,,proportions,\"Wilson, 1927\"",
		"checks": "\nsame_as,a number,Is it what the other page prints?,", "figures": "\ncount,Count,", "failures": "\nenvironment,burnt,detected,accompanies,charred,",
		"statistics": "wald, ignorance, wilson",
	} {
		says("list "+list, command("", "list", list, "--output", "csv"), want)
	}
	log := "#recipe\n"
	for _, attempt := range []string{"soup leek pass", "soup bean pass", "soup fish pass", "soup kale fail", "stew leek fail", "stew bean fail", "stew fish pass", "stew kale fail"} {
		log += attempt + "\n"
	}
	claims := "claims:\n  - {id: first-claim, printed: \"93.6\", unit: percent, check: {same_as: \"93.61\"}}\n"
	for name, text := range map[string]string{"log.txt": log, "claims.yaml": claims} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	says("doctor", command("", "doctor", "log.txt"), "recipe")
	says("calc", command(`{"cases": [{"stat": "proportions", "inputs": {"k": 1, "n": 4}}]}`, "calc"), `"ignorance"`)
	says("verify", command("", "verify", "claims.yaml"), "consistent")
	command("", "report", "-q", "log.txt", "-o", "report", "--figures", "svg", "--resamples", "100")
	for file, wants := range map[string][]string{
		"report.md":    {"burnt"},
		"appendix.md":  {"How many\n", "There are 2 runs here.", "The runs, counted.", "count-figure", "letters", "The letters of the task's name."},
		"headings.txt": {"How many\n"},
		"results.json": {`"letters"`, `"burnt"`},
	} {
		text, err := os.ReadFile(filepath.Join(dir, "report", file))
		if err != nil {
			t.Fatal(err)
		}
		says(file, string(text), wants...)
	}
	if drawn, err := filepath.Glob(filepath.Join(dir, "report", "figures", "count-figure*.svg")); err != nil || len(drawn) != 1 {
		t.Errorf("%d drawings of the figure, %v", len(drawn), err)
	}
	says("the notebooks' reference", command("", "notebook", "directives"), "count")
}

// overlaid writes the recipes' sources below dir and says, in a file that go build reads,
// which of the tree's they stand for. touched are the files of each recipe.
func overlaid(t *testing.T, root, dir string) (overlay string, touched map[string][]string) {
	t.Helper()
	recipes, err := filepath.Glob(filepath.Join("testdata", "recipes", "*.txtar"))
	if err != nil || len(recipes) == 0 {
		t.Fatalf("no recipes: %v", err)
	}
	sources := map[string]string{} // by path below root
	touched = map[string][]string{}
	for _, path := range recipes {
		recipe, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		row := strings.TrimSpace(string(recipe.Comment))
		for _, f := range recipe.Files {
			list, edit := strings.CutPrefix(f.Name, "below ")
			touched[row] = append(touched[row], list)
			if !edit {
				sources[f.Name] = string(f.Data)
				continue
			}
			if sources[list] == "" {
				text, err := os.ReadFile(filepath.Join(root, list))
				if err != nil {
					t.Fatal(err)
				}
				sources[list] = string(text)
			}
			anchor, _, _ := strings.Cut(string(f.Data), "\n")
			if strings.Count("\n"+sources[list], "\n"+anchor+"\n") != 1 {
				t.Fatalf("%s: %s does not hold the line %q once", path, list, anchor)
			}
			sources[list] = strings.Replace("\n"+sources[list], "\n"+anchor+"\n", "\n"+string(f.Data), 1)[1:]
		}
	}
	replace := map[string]string{}
	for path, text := range sources {
		copied := filepath.Join(dir, "sources", strings.ReplaceAll(path, "/", "_"))
		if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, path)] = copied
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay, touched
}

var namedSource = regexp.MustCompile("`([a-z_/]+/[a-zA-Z_]*(?:\\.go|\\.md|/))`")

// holdToTable fails where a row of the table has no recipe, or a recipe leaves out a
// folder, or the list, that its row names.
func holdToTable(t *testing.T, guide string, touched map[string][]string) {
	t.Helper()
	_, table, _ := strings.Cut(guide, "|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(strings.TrimSpace(table), "\n")
	if len(rows) < 9 {
		t.Fatalf("CONTRIBUTING.md's table has %d rows", len(rows))
	}
	for _, line := range rows {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		row := strings.TrimSpace(cells[0])
		if recipesElsewhere[row] != "" {
			continue
		}
		if touched[row] == nil {
			t.Errorf("testdata/recipes has no example of %s", row)
			continue
		}
		for i, cell := range cells[1:] {
			var named []string
			for _, m := range namedSource.FindAllStringSubmatch(cell, -1) {
				if !strings.Contains(m[1], "testdata/") && !strings.HasSuffix(m[1], "_test.go") && !strings.HasPrefix(m[1], "docs/") {
					named = append(named, m[1])
				}
			}
			for _, path := range named {
				here := slices.ContainsFunc(touched[row], func(f string) bool {
					return f == path || strings.HasPrefix(f, strings.TrimSuffix(path, "x/")) && strings.HasSuffix(path, "/") || i == 0 && filepath.Dir(f) == filepath.Dir(path)
				})
				if !here {
					t.Errorf("the example of %s does nothing in %s, which CONTRIBUTING.md names", row, path)
				}
			}
		}
	}
}
