package compose

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/reports/internal/golden"
	"mcpstats/reports/internal/sample"
)

// The manual's list of directives is the program's; -update writes it.
func TestManualListsEveryDirective(t *testing.T) {
	const open, end = "<!-- directives -->\n", "<!-- end of directives -->\n"
	page := filepath.Join("..", "..", "docs", "notebooks.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), open)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("docs/notebooks.md has no place for the directives")
	}
	golden.Check(t, filepath.Join("..", page), []byte(before+open+"\n"+DirectiveReference()+"\n"+end+after))
}

// The manual's example is a notebook that runs.
func TestManualExampleRuns(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "notebooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "````markdown\n")
	example, _, ok := strings.Cut(rest, "````\n")
	if !ok {
		t.Fatal("the manual has no example")
	}
	res := sample.Empty()
	sample.Add(res, "bench", sample.Run{Name: "new-planner", Mean: 0.6, Low: 0.5, Hig: 0.69}, sample.Run{Name: "old-planner", Mean: 0.5, Low: 0.4, Hig: 0.6})
	res.Comparisons = append(res.Comparisons, sample.Pair("bench", "new-planner", "old-planner", 0.1, 0.02, 0.18, 0.012, 0.012))
	got := said(made(t, res, example))
	for _, want := range []string{"The new planner reaches 60.0% (95% interval 50.0 to 69.0)", "new-planner solves more tasks than old-planner"} {
		if !strings.Contains(got, want) {
			t.Errorf("the example does not say %q:\n%s", want, got)
		}
	}
}
