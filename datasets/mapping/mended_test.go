package mapping

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// The line that a refusal ends with reads the file when it is pasted, whatever the rule is made of.
func TestMendedLinesWork(t *testing.T) {
	file := File{Name: "f", Columns: []Source{{Name: "suite", Kind: Text}, {Name: "user_task", Kind: Text}, {Name: "began", Kind: Float}, {Name: "ended", Kind: Float}, {Name: "difficulty", Kind: Text}, {Name: "a b", Kind: Text}}}
	for text, want := range map[string]string{
		"task: user_tsk": "write task: user_task",
		"task: {join: [suite, user_tsk], with: \"/\"}":           `write task: {join: [suite, user_task], with: "/"}`,
		"task: {join: [suite, user_task, zzzzzzzzzz]}":           "write task: {join: [suite, user_task]}",
		"task: {join: [suite, zzzzzzzzzz]}":                      "write task: suite",
		"task: {join: [suite, zzzzzzzzzz, \"a b\"]}":             `write task: {join: [suite, "a b"]}`,
		"{task: user_task, latency_ms: {from: begn, to: ended}}": "write latency_ms: {from: began, to: ended}",
		"{task: user_task, strata: {level: dificulty}}":          "write strata: {level: difficulty}",
	} {
		m, err := Parse("m", []byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		_, err = Resolve(file, m)
		var refused *datasets.FileError
		if !errors.As(err, &refused) || refused.Hint != want {
			t.Errorf("%s: %v, want the hint %q", text, err, want)
			continue
		}
		line := strings.TrimPrefix(refused.Hint, "write ")
		if !strings.HasPrefix(line, "task") {
			line += "\ntask: user_task"
		}
		again, err := Parse("m", []byte(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if _, err := Resolve(file, again); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
