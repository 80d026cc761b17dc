package figures

import (
	"strings"
	"testing"
)

// In a journal's column, names stand above their rows where the plot wins by it,
// and beside them where they are so short that it would not.
func TestNamesBesideOrAbove(t *testing.T) {
	notes := []string{"65.9% [64.1, 67.5]", "47.0% [45.2, 48.7]"}
	for _, c := range []struct {
		name  string
		width Width
		lanes float64
		above bool
	}{
		{"run00", Single, 0, false},
		{"run00", Single, 42, false},
		{"20250902_orchestrator_claude-4-sonnet", Single, 0, true},
		{"20250902_orchestrator_claude-4-sonnet", Double, 0, false},
		{strings.Repeat("a long name ", 9), Double, 0, true},
		{strings.Repeat("a long name ", 9), Page, 0, false},
	} {
		l := &layouter{format: formats[c.width], faces: mustFaces(t), scene: &scene{format: formats[c.width]}}
		r := l.rowsOf([]string{c.name, c.name}, notes, c.lanes)
		if r.above != c.above {
			t.Errorf("%s at width %s: above %t, want %t", c.name, c.width, r.above, c.above)
		}
		if r.right-r.left < 60 || r.right > r.notesAt {
			t.Errorf("%s at width %s: the plot goes from %.0f to %.0f, the notes begin at %.0f", c.name, c.width, r.left, r.right, r.notesAt)
		}
	}
}
