package templates

import (
	"io/fs"
	"strings"
	"testing"
)

// The list names every notebook of the folder, and no other.
func TestEveryTemplateIsListed(t *testing.T) {
	files, err := fs.Glob(files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, l := range All {
		listed[l.Name+".md"] = true
		text, err := Read(l.Name)
		if err != nil || !strings.HasPrefix(string(text), "---\n") || l.Doc == "" {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	for _, f := range files {
		if !listed[f] {
			t.Errorf("%s is not listed", f)
		}
	}
	if len(files) != len(All) {
		t.Errorf("%d notebooks, %d listed", len(files), len(All))
	}
}

func TestReadNamesTheTemplates(t *testing.T) {
	_, err := Read("mine")
	if want := `no template "mine"; expected report, full, comparison, leaderboard, failures, judges, claims, paper-msc-bench, paper-mcp-atlas, paper-pinepaper, paper-complexmcp, paper-livemcpbench, appendix`; err == nil || err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
}
