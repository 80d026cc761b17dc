package mapping

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What paths lead to, in a document written for the purpose; the values are read off it.
func TestPathLeadsTo(t *testing.T) {
	const document = `{"a": {"b": 1, "b.c": "dotted", "list": [10, 20, 30]}, "calls": [{"name": "x", "args": {"q": "1"}}, {"name": "y"}],
		"by": {"m1": {"n": 1}, "m2": {"n": 2}}, "held": "{\"in\": [true, null]}", "none": null, "": 5}`
	for path, want := range map[string]string{
		`x.a.b`:             "1",
		`x.a."b.c"`:         "dotted",
		`x.a["b.c"]`:        "dotted",
		`x.a.list[0]`:       "10",
		`x.a.list[-1]`:      "30",
		`x.a.list[3]`:       "",
		`x.a.list[-4]`:      "",
		`x.a.list[*]`:       "[10,20,30]",
		`x.calls[*].name`:   `["x","y"]`,
		`x.calls[*].args.q`: `["1"]`,
		`x.by.*.n`:          "[1,2]",
		`x.by[*].n`:         "[1,2]",
		`x.held.in[0]`:      "true",
		`x.held.in[1]`:      "",
		`x.none.deeper`:     "",
		`x.""`:              "5",
	} {
		made, err := parse(t, "task: id\nresponse: '"+path+"'").Derive(sources("id", "x"))
		if err != nil || len(made.Sources()) != 3 {
			t.Errorf("%s: %v, columns %v", path, err, made.Sources())
			continue
		}
		for _, base := range []Cell{NestedCell(document), TextCell(" " + document)} { // of JSON Lines, of CSV
			cells, err := made.Cells([]Cell{TextCell("1"), base}, make([]Cell, 1))
			if err != nil || cells[2].String() != want {
				t.Errorf("%s leads to %q, %v; want %q", path, cells[2].String(), err, want)
			}
		}
	}
}

// A column that is called like the path is the column.
func TestColumnGoesBeforePath(t *testing.T) {
	m := parse(t, "task: id\nresponse: a.b")
	for _, c := range []struct {
		names []string
		want  int
	}{{[]string{"id", "a", "a.b"}, 0}, {[]string{"id", "a"}, 1}, {[]string{"id", "b"}, 0}} {
		made, err := m.Derive(sources(c.names...))
		if err != nil || len(made.Sources()) != len(c.names)+c.want {
			t.Errorf("%v: %v, %v", c.names, made.Sources(), err)
		}
	}
	// The longest beginning that is a column: Parquet's structs are taken apart into such columns.
	made, err := parse(t, "task: id\nresponse: info.extra.x").Derive(sources("id", "info.extra"))
	if err != nil {
		t.Fatal(err)
	}
	if cells, err := made.Cells([]Cell{{}, NestedCell(`{"x": "found"}`)}, make([]Cell, 1)); err != nil || cells[2].Text != "found" {
		t.Errorf("%v, %v", cells, err)
	}
}

// A path that leads nowhere in every record is refused with the keys that are there; one that
// ends at a null in some is not.
func TestMissingPath(t *testing.T) {
	m := parse(t, "task: id\nsuccess: eval.utilty")
	made, err := m.Derive(sources("id", "eval"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := made.Cells([]Cell{{}, NestedCell(`{"utility": true, "security": false}`)}, make([]Cell, 1)); err != nil {
			t.Fatal(err)
		}
	}
	want := `log.jsonl: map.yaml: "eval.utilty" is in no record: no key "utilty"; the keys there are utility, security (nearest: "utility"); write success: eval.utility`
	if err := made.Missing("log.jsonl", m); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if made, err = parse(t, "task: id\nsuccess: eval.utility").Derive(sources("id", "eval")); err != nil {
		t.Fatal(err)
	}
	for _, document := range []string{`null`, `{"utility": null}`} {
		if _, err := made.Cells([]Cell{{}, NestedCell(document)}, make([]Cell, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := made.Missing("log.jsonl", m); err != nil {
		t.Errorf("null is there: %v", err)
	}
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		glob, path string
		match      bool
	}{
		{"**/result.json", "result.json", true},
		{"**/result.json", "a/b/result.json", true},
		{"result.json", "a/b/result.json", true},
		{"result.json", "a/b/my-result.json", false},
		{"jobs/*/result.json", "x/jobs/a/result.json", true},
		{"jobs/*/result.json", "x/jobs/a/b/result.json", false},
		{"jobs/**/result.json", "jobs/result.json", true},
		{"jobs/**", "jobs/a/b", true},
		{"old", "runs/old/a.json", true}, // a folder stands for what is in it
		{"old/", "runs/old/a.json", true},
		{"old", "runs/older/a.json", false},
		{"*.json", "a/b.json", true},
		{"a?.json", "ab.json", true},
		{"run[1].json", "run[1].json", true}, // brackets are names' own
		{"a+b.json", "aab.json", false},
	} {
		g, err := ParseGlob(c.glob)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Match(c.path); got != c.match {
			t.Errorf("%s, %s: %v", c.glob, c.path, got)
		}
	}
	for glob, want := range map[string]map[string]string{
		"jobs/{run}/*/result.json": {"run": "gpt-4o"},
		"{model}_{task}.json":      nil,
		"jobs/{run}/{task}/*.json": {"run": "gpt-4o", "task": "t1"},
		"{a}/**/result.json":       {"a": "t1"}, // the deepest that fits
		"{run}-4o/t1/result.json":  {"run": "gpt"},
	} {
		g, err := ParseGlob(glob)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.parts(filepath.FromSlash("/data/jobs/gpt-4o/t1/result.json"))
		if (err != nil) != (want == nil) || err == nil && !cmp.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", glob, got, err, want)
		}
	}
	for glob, want := range map[string]string{"": "is empty", "a{b": "expected a name in braces", "{a}/{a}": "{a} stands twice", "{}": "expected a name"} {
		if _, err := ParseGlob(glob); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", glob, err)
		}
	}
}

// Records within documents, with what stands around them.
func TestRecords(t *testing.T) {
	const document = `{"model": "m", "runs": {"run-1": {"ok": true}, "run-2": null, "run-3": {}},
		"suites": [{"name": "s1", "cases": [{"id": 1}, {"id": 2}]}, {"name": "s2", "cases": []}], "flags": {"a": {"t1": true, "t2": false}}}`
	for _, c := range []struct{ mapping, want string }{
		{"files: {one_per: object}\ntask: $.model", `{"$.model":"m",` + strings.TrimPrefix(document, "{")},
		{`files: {records: "runs.{attempt}"}` + "\ntask: $.model", `{"attempt":"run-1","$.model":"m","ok": true} {"attempt":"run-3","$.model":"m"}`},
		{"files: {records: 'suites[*].cases'}\ntask: {join: [^.name, id]}", `{"^.name":"s1","id": 1} {"^.name":"s1","id": 2}`},
		{"files: {records: 'suites[1].cases'}\ntask: id", ``},
		{"files: {records: 'flags.{run}.{task}'}\nsuccess: value", `{"run":"a","task":"t1","value":true} {"run":"a","task":"t2","value":false}`},
		{"files: {records: 'suites.{i}.cases'}\ntask: id", `{"i":"0","id": 1} {"i":"0","id": 2}`},
	} {
		r, err := NewRecords(parse(t, c.mapping))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = r.Each([]byte(document), func(record []byte) bool {
			if !validJSON(string(record)) {
				t.Errorf("%s: not JSON: %s", c.mapping, record)
			}
			got = append(got, string(record))
			return true
		})
		if s := strings.Join(got, " "); err != nil || s != c.want {
			t.Errorf("%s:\n%s\nwant\n%s\n%v", c.mapping, s, c.want, err)
		}
	}
	r, err := NewRecords(parse(t, "files: {records: run.x}\ntask: id"))
	if err != nil {
		t.Fatal(err)
	}
	err = r.Each([]byte(document), func([]byte) bool { return true })
	if want := `records: no key "run"; the keys there are model, runs, suites, flags (nearest: "runs")`; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestPartitions(t *testing.T) {
	made, err := (*Mapping)(nil).Derive(sources("task"), "data/run=gpt%204/day=__HIVE_DEFAULT_PARTITION__/task=no/part.parquet")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sources("task", "run", "day"), made.Sources()); d != "" {
		t.Error(d)
	}
	of, err := made.Of("data/run=gpt%204/part.parquet")
	if err != nil || of[0] != TextCell("gpt 4") || of[1].Kind != Null {
		t.Errorf("%v, %v", of, err)
	}
}
