package claims

import (
	"fmt"
	"strings"
	"testing"
)

// TestPapersParse: every embedded claims file is well-formed, and has one line a number.
func TestPapersParse(t *testing.T) {
	if len(Papers()) == 0 {
		t.Fatal("no papers are embedded")
	}
	for _, name := range Papers() {
		f, err := ReadPaper(name)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for i, c := range f.Claims[1:] {
			if c.Line == f.Claims[i].Line {
				t.Errorf("%s: %s shares its line", name, c.ID)
			}
		}
		text, err := papers.ReadFile("papers/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n  - {id: "); n != len(f.Claims) {
			t.Errorf("%s: %d claims in %d lines; expected one line a number", name, len(f.Claims), n)
		}
	}
}

// TestOneLineOrSeveral: a claim in one line and the same claim in several are one.
func TestOneLineOrSeveral(t *testing.T) {
	long := "claims:\n  - id: a\n    where: \"Table 1, x\"\n    printed: \"29.79\"\n    unit: percent\n    note: of all, at most\n    check:\n      - {proportion: {n: 95}}\n      - between: {high: \"30\"}\n"
	short := `claims: [{id: a, where: "Table 1, x", printed: "29.79", unit: percent, note: "of all, at most", check: [{proportion: {n: 95}}, {between: {high: "30"}}]}]`
	var got [2]string
	for i, yaml := range []string{long, short} {
		f, err := Parse("x.yaml", []byte(yaml))
		if err != nil {
			t.Fatal(err)
		}
		got[i] = fmt.Sprintf("%+v", Verify(f, Logs{}))
	}
	if got[0] != got[1] || !strings.Contains(got[0], "28/95") {
		t.Errorf("%s\n%s", got[0], got[1])
	}
}
