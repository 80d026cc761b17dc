package claims

import "testing"

// TestPapersParse: every embedded claims file is well-formed.
func TestPapersParse(t *testing.T) {
	if len(Papers()) == 0 {
		t.Fatal("no papers are embedded")
	}
	for _, name := range Papers() {
		if _, err := ReadPaper(name); err != nil {
			t.Errorf("%v", err)
		}
	}
}
