package result

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page on claims files explains the verdicts in the words of reports, in their order.
func TestVerdictsOnThePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "claims-file.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := "| verdict | means |\n| :--- | :--- |\n"
	for _, v := range Verdicts {
		if v.Name == "" || v.Title == "" || v.Meaning == "" {
			t.Errorf("%+v lacks a field", v)
		}
		want += fmt.Sprintf("| %s | %s |\n", v.Name, v.Meaning)
	}
	if !strings.Contains(string(page), want+"\n") {
		t.Errorf("docs/claims-file.md does not hold the table of verdicts:\n%s", want)
	}
}

// English plurals of the nouns that reports count: a vowel before the y keeps it.
func TestPlural(t *testing.T) {
	for want, of := range map[string]struct {
		n    int
		noun string
	}{"1 task": {1, "task"}, "2 tasks": {2, "task"}, "0 queries": {0, "query"}, "1 query": {1, "query"}, "3 days": {3, "day"}, "2 keys": {2, "key"}} {
		if got := Plural(of.n, of.noun); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
