package relations

import (
	"bytes"
	"strings"
	"testing"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

const meanTable = "M\tA\tB\tC\tAvg.\na\t61.2\t70.4\t55.1\t62.2\nb\t64.0\t71.5\t58.8\t64.8\nc\t49.9\t66.2\t51.7\t55.9\nd\t70.1\t75.0\t60.9\t68.7\ne\t58.3\t69.1\t54.6\t66.7"

// TestWriteKeepsCorrections: the file that is written asks what was asked; a check that a
// person takes out stays out, one that is added is asked, and both survive a changed number.
func TestWriteKeepsCorrections(t *testing.T) {
	r := Read(tabled("Scores.", meanTable))
	w, err := r.Write("claims.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	again := Read(tabled("Scores.", meanTable))
	again.Judge(w, claims.Logs{})
	if got := told(again); got != "t1[e, Avg.] 66.7 weighted_mean" {
		t.Errorf("judged by its own file: %s", got)
	}
	lines := strings.SplitAfter(string(w.YAML), "\n")
	for i, line := range lines {
		switch {
		case strings.Contains(line, `"t1[e, Avg.]", where`):
			lines[i] = line[:strings.Index(line, ", check")] + "}\n"
		case strings.Contains(line, `"t1[a, A]", where`):
			lines[i] = strings.Replace(line, "}\n", ", check: {proportion: {n: 7}}, unit: percent}\n", 1)
			lines[i] = strings.Replace(lines[i], "unit: none, ", "", 1)
		}
	}
	changed := Read(tabled("Scores.", strings.Replace(meanTable, "61.2", "61.3", 1)))
	w2, err := changed.Write("claims.yaml", []byte(strings.Join(lines, "")))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(w2.YAML, []byte(`printed: "61.3"`)) || w2.Kept != len(changed.Numbers) {
		t.Errorf("kept %d of %d", w2.Kept, len(changed.Numbers))
	}
	changed.Judge(w2, claims.Logs{})
	// 4/7 = 57.1, 5/7 = 71.4: no count over 7 prints 61.3.
	if got := told(changed); got != "t1[a, A] 61.3 proportion" {
		t.Errorf("after the corrections: %s", got)
	}
	for _, n := range changed.Numbers {
		if n.ID == "t1[e, Avg.]" && n.Verdict != result.Unverifiable {
			t.Errorf("a check was taken out, and %s is %s", n.ID, n.Verdict)
		}
	}
}

// TestPrintedAs: the number follows the paper, whatever stands around its key.
func TestPrintedAs(t *testing.T) {
	for _, c := range []struct{ block, want string }{
		{`  - {id: "a", printed: "1.5", unit: none}`, `  - {id: "a", printed: "2.5", unit: none}`},
		{`  - {id: "what is printed: 3", where: "as \"printed: 4\"", printed: 1.5}`, `  - {id: "what is printed: 3", where: "as \"printed: 4\"", printed: "2.5"}`},
		{"  - id: a\n    printed: '1.5'\n    unit: none\n", "  - id: a\n    printed: \"2.5\"\n    unit: none\n"},
	} {
		if got := printedAs(c.block, "2.5"); got != c.want {
			t.Errorf("%s: %s; want %s", c.block, got, c.want)
		}
	}
}

// TestWriteTakesWhatAPersonAdds: an n that a person adds is asked, a relation that he drops is
// not, and both stay with the address when the paper changes, in one line a number and in the
// longer form.
func TestWriteTakesWhatAPersonAdds(t *testing.T) {
	r := Read(tabled("Scores.", meanTable))
	w, err := r.Write("claims.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(w.YAML), "\n  - "); n != len(r.Numbers) || strings.Count(string(w.YAML), "\n") != n+4 {
		t.Errorf("%d lines of %d numbers:\n%s", n, len(r.Numbers), w.YAML)
	}
	var lines []string
	for line := range strings.Lines(string(w.YAML)) {
		switch {
		case strings.Contains(line, `{id: "t1[e, Avg.]"`): // in the long form, without its relation
			line = "  - id: \"t1[e, Avg.]\"\n    printed: \"66.7\"\n    unit: percent\n    check: {proportion: {n: 3}}\n"
		case strings.Contains(line, `{id: "t1[d, Avg.]"`):
			line = "  - {id: \"t1[d, Avg.]\", printed: \"68.7\", unit: none}\n"
		}
		lines = append(lines, line)
	}
	changed := Read(tabled("Scores.", strings.NewReplacer("66.7", "66.8", "68.7", "61.7").Replace(meanTable)))
	w, err = changed.Write("claims.yaml", []byte(strings.Join(lines, "")))
	if err != nil {
		t.Fatal(err)
	}
	changed.Judge(w, claims.Logs{})
	// 2/3 = 66.67 prints 66.7 or 66.6, not 66.8; the mean of d is no longer asked.
	if got := told(changed); got != "t1[e, Avg.] 66.8 proportion" {
		t.Errorf("%s\n%s", got, w.YAML)
	}
}
