package mapping

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What MCP's annotations say of a tool, in the forms in which catalogs hold them; what they leave
// open stays open.
func TestAnnotatedEffects(t *testing.T) {
	got := AnnotatedEffects(`[
		{"name": "a", "annotations": {"readOnlyHint": true}},
		{"name": "b", "annotations": {"readOnlyHint": true, "destructiveHint": false}},
		{"name": "c", "annotations": {"readOnlyHint": true, "destructiveHint": true}},
		{"name": "d", "annotations": {"readOnlyHint": false}},
		{"name": "e", "annotations": {"readOnlyHint": false, "destructiveHint": false}},
		{"name": "f", "annotations": {"destructiveHint": true}},
		{"name": "g", "annotations": {"destructiveHint": false}},
		{"name": "h", "annotations": {"title": "H", "openWorldHint": true}},
		{"name": "i"}, "j",
		{"name": "k", "server": "s", "readOnlyHint": true},
		{"type": "function", "function": {"name": "l", "annotations": {"readOnlyHint": false}}},
		{"name": "m", "read_only": true}
	]`)
	want := map[string]string{ // by hand, from the meaning of the hints in MCP's ToolAnnotations
		"a": "reads (annotations)", "b": "reads (annotations)", "c": "contradicts (annotations)", "d": "writes (annotations)", "e": "adds (annotations)", "f": "destroys (annotations)",
		"s::k": "reads (annotations)", "l": "writes (annotations)", "m": "reads (annotations)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := AnnotatedEffects(`[{"name": "a"}, "b"]`); got != nil {
		t.Error(got)
	}
}

// A mapping's writes and reads go over what a log says, leave its map alone, and describe
// themselves as they were written.
func TestEffectRules(t *testing.T) {
	m, err := Parse("m", []byte("writes: [run, \"send_*\"]\nreads: look\n"))
	if err != nil {
		t.Fatal(err)
	}
	logged := map[string]string{"run": "reads (annotations)", "x": "reads (annotations)"}
	got := m.WithEffects(logged)
	want := map[string]string{"run": "writes (mapping)", "send_*": "writes (mapping)", "look": "reads (mapping)", "x": "reads (annotations)"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if len(logged) != 2 || logged["run"] != "reads (annotations)" {
		t.Error("the log's own map was changed")
	}
	again, err := Parse("m", []byte(m.effects.describe()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, again.WithEffects(logged)); d != "" {
		t.Error(d)
	}
	if (*Mapping)(nil).WithEffects(nil) != nil {
		t.Error("no mapping says something")
	}
	for text, message := range map[string]string{
		"writes: [a]\nreads: [b, a]\n": `"a" stands under reads and writes`,
		"writes: {a: b}\n":             "expected names of tools",
		"writes: []\n":                 "no tool is named",
	} {
		if _, err := Parse("m", []byte(text)); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
