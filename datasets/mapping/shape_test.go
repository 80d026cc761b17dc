package mapping

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Lists of a log's own shape, and what they mean; each expectation is read off the lists.
func TestListsOfOtherShapes(t *testing.T) {
	m := parse(t, `
task: id
steps: {list: history, role: {column: source, values: {env: tool, bot: assistant}}, content: message, calls: {when: {action: [run, edit]}, name: action, arguments: args, result: observation}}
expected: {list: tools, any_of: name, arguments: with}
predicted: {list: used, when: {kind: call}, name: what.tool}
labels: {list: notes.marks, mode: type, annotator: who, step: index, source: {constant: human}}
judgments: {list: verdicts, judge: "{key}", verdict: .}
ranked: {list: hits, tool: .}
`)
	columns := sources("id", "history", "tools", "used", "notes", "verdicts", "hits")
	made, err := m.Derive(columns)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Resolve(File{Name: "x", Columns: made.Sources()}, m)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := made.Cells([]Cell{TextCell("t"),
		NestedCell(`[{"source": "user", "message": "hi"}, {"source": "bot", "message": "I run", "action": "run", "args": {"x": 1}, "observation": "done"}, {"source": "bot", "message": "I think", "action": "think"}, {"source": "env", "message": "ok"}]`),
		NestedCell(`[{"name": "a", "with": {"q": 1}}, {"name": ["b", "c"]}]`),
		NestedCell(`[{"kind": "call", "what": {"tool": "a"}}, {"kind": "talk", "what": {"tool": "z"}}]`),
		TextCell(`{"marks": [{"type": "loop", "who": "ann", "index": 1}, {"type": "slip", "who": "bob", "index": null}]}`),
		NestedCell(`{"gpt": 1, "claude": 0.5, "none": null}`),
		NestedCell(`["x", "y"]`)}, make([]Cell, 1))
	if err != nil {
		t.Fatal(err)
	}
	var got datasets.Trajectory
	for i := range plan.Fields {
		f := &plan.Fields[i]
		var of []Cell
		for _, s := range f.Sources {
			of = append(of, cells[s])
		}
		if err := f.Set(&got, of...); err != nil {
			t.Fatal(f.Name, err)
		}
	}
	want := datasets.Trajectory{Run: "x", Task: "t",
		Steps: []datasets.Step{{Role: "user", Content: "hi", Calls: []datasets.ToolCall{}},
			{Role: "assistant", Content: "I run", Calls: []datasets.ToolCall{{Tool: "run", Arguments: `{"x":1}`, Result: "done"}}},
			{Role: "assistant", Content: "I think", Calls: []datasets.ToolCall{}}, {Role: "tool", Content: "ok", Calls: []datasets.ToolCall{}}},
		Expected:  []datasets.Need{{AnyOf: []string{"a"}, Arguments: `{"q": 1}`}, {AnyOf: []string{"b", "c"}}},
		Predicted: []string{"a"}, Ranked: []datasets.Ranked{{Tool: "x"}, {Tool: "y"}},
		Judgments:     []datasets.Judgment{{Judge: "gpt", Verdict: datasets.Known(1.0)}, {Judge: "claude", Verdict: datasets.Known(0.5)}, {Judge: "none"}},
		FailureLabels: []datasets.FailureLabel{{Mode: "loop", Source: "human", Annotator: "ann", Step: datasets.Known(1)}, {Mode: "slip", Source: "human", Annotator: "bob"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if err := plan.Missing("x", m); err != nil {
		t.Error(err)
	}
	// What doctor prints, given back, is the same mapping.
	described := plan.Describe(namesOf(made.Sources()))
	again, err := Parse("again", []byte(described))
	if err != nil {
		t.Fatalf("%v\n%s", err, described)
	}
	second, err := Resolve(File{Name: "x", Columns: made.Sources()}, again)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(described, second.Describe(namesOf(made.Sources()))); d != "" {
		t.Error(d)
	}
}

func namesOf(columns []Source) (names []string) {
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// A path inside of a list that no element has is refused with the keys that they have.
func TestShapeMissesPath(t *testing.T) {
	m := parse(t, "task: id\nsteps: {list: history, role: sorce, content: message}")
	plan, err := Resolve(File{Name: "x", Columns: sources("id", "history")}, m)
	if err != nil {
		t.Fatal(err)
	}
	var x datasets.Trajectory
	for i := range plan.Fields {
		if f := &plan.Fields[i]; f.Name == "steps" {
			_ = f.Set(&x, NestedCell(`[{"source": "user", "message": "hi"}]`))
		}
	}
	want := `x: map.yaml: steps: role: "sorce" is in no element of the list: no key "sorce"; the keys there are source, message (nearest: "source")`
	if err := plan.Missing("x", m); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestShapeErrors(t *testing.T) {
	for document, want := range map[string]string{
		"steps: {list: a, rol: b}":                      "rol: unknown key; the keys here are list, when, role, content, calls",
		"steps: {list: a, calls: {arguments: b}}":       "calls: name is missing",
		"labels: {list: a, mode: {column: b, unit: s}}": `mode: unknown key "unit"`,
		"expected: {list: a, any_of: 'b[x]'}":           "expected a number or * in brackets",
		"success: {list: a}":                            `unknown key "list"`,
	} {
		if _, err := Parse("map.yaml", []byte("task: id\n"+document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", document, err)
		}
	}
}
