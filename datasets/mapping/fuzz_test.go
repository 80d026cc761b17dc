package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	goccy "github.com/goccy/go-json"

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
		"files: {records: \"a.{k}[*]\", path: \"{x}/*.json\"}\ntask: $.a\nrun: {path: \"{run}.json\"}\n", "steps: {list: a, role: b, calls: {when: {c: [d]}, name: e}}\ntask: t\n",
		"wide: {task: t, runs: [a, b], metric: m}\n", "task: t\njoin: {file: f, by: {task: id}, take: {success: ok}}\n", "task: a[0].\"b.c\"[-1]\nmetrics: {m: {column: n, better: lower}}\n",
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

// A path is refused, or leads into any JSON without a panic; written again from its steps it is
// the same path.
func FuzzPath(f *testing.F) {
	for _, path := range []string{`a.b`, `a[0]`, `a[*].b`, `a[-1]`, `"a.b".c`, `a["b"]`, `*`, `{run}.x`, `a..b`, `a[`, `"`, `.a`, `a."\"".b`} {
		f.Add(path, []byte(`{"a": {"b": [1, {"c": "[{\"d\": 2}]"}]}, "a.b": null}`))
	}
	f.Fuzz(func(t *testing.T, text string, document []byte) {
		if !utf8.ValidString(text) {
			return // YAML has none
		}
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		var again strings.Builder
		for i, s := range p.steps {
			if i > 0 && s.is != byIndex && s.String() != "[*]" {
				again.WriteByte('.')
			}
			again.WriteString(s.String())
		}
		q, err := ParsePath(again.String())
		if err != nil || !slices.Equal(q.steps, p.steps) {
			t.Errorf("%q is written %q, which is %v, %v", text, again.String(), q.steps, err)
		}
		if !json.Valid(document) {
			return
		}
		found, _ := p.find(document)
		for _, v := range found {
			if !json.Valid(v) {
				t.Errorf("%q leads to %q in %q", text, v, document)
			}
		}
		if document = bytes.TrimSpace(document); document[0] == '{' {
			r := Records{path: &p, outer: []outer{{name: "$", whole: true}, {name: "^.a", path: &p}}}
			_ = r.Each(document, func(record []byte) bool {
				if !json.Valid(record) {
					t.Errorf("%q gives the record %q of %q", text, record, document)
				}
				return true
			})
			Guess([]Sample{{Path: "a.json", Documents: []goccy.RawMessage{document}, Whole: true}})
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
