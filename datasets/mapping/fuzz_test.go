package mapping

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// Whatever a mapping holds, it is read or refused in one line that names the file;
// a mapping that is read resolves against a file's columns, and the rules that it
// gives take any cell.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "maps", "terminal-bench.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, "run", "1")
	for _, s := range []string{
		"run: system\ntask: id\n", "latency_ms: {from: a, to: b, unit: s}\ntask: t\n", "strata: [a, b]\ntask: t\n", "success: {column: wie, values: {ja: true, nein: false}}\ntask: was\n",
		"a: &a [*a]\n", "? {x: y}\n: z\n", "trial: {column: t, base: 1}\ntask: x\nduplicates: last\n", "---\nrun: a\n---\ntask: b\n", "run: |\n  text\n", "\xff: 1\n",
	} {
		f.Add([]byte(s), "2026-01-01T00:00:00Z", `[{"a": 1}]`)
	}
	f.Fuzz(func(t *testing.T, document []byte, one, two string) {
		m, err := Parse("m.yaml", document)
		if err != nil {
			lineOf(t, "m.yaml", err)
			return
		}
		var columns []Source
		for i := range m.rules {
			for _, name := range m.rules[i].columns() {
				columns = append(columns, Source{Name: name})
			}
		}
		columns = append(columns, Source{Name: "task"}, Source{Name: "run"})
		plan, err := Resolve(File{Name: "m.yaml", Columns: columns}, m)
		if err != nil {
			lineOf(t, "m.yaml", err)
			return
		}
		for _, field := range plan.Fields {
			for _, c := range []Cell{TextCell(one), NestedCell(two), IntCell(-1), FloatCell(1e300), BoolCell(true), {}} {
				cells := make([]Cell, len(field.Sources))
				for i := range cells {
					cells[i] = c
				}
				_ = field.Set(new(datasets.Trajectory), cells...) // an error or a value, and no panic
			}
		}
	})
}

func lineOf(t *testing.T, name string, err error) {
	t.Helper()
	var file *datasets.FileError
	if !errors.As(err, &file) || !strings.HasPrefix(err.Error(), name) || strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("not one line that names the file: %q", err)
	}
}
