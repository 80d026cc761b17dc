package scorefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

func readAll(t testing.TB, path string) (rows []Row, problems []string) {
	t.Helper()
	for row, err := range Read(context.Background(), path) {
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		rows = append(rows, row)
	}
	return rows, problems
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is written in any of the formats is read back as it was.
func TestRoundTrip(t *testing.T) {
	writers := []struct {
		name  string
		write func(io.Writer, iter.Seq[Row]) error
	}{{"s.csv", WriteCSV}, {"s.jsonl", WriteLines}, {"s.parquet", WriteParquet}}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z][a-z ,"|\n=']{0,12}[a-z]`)
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
			r := Row{Benchmark: rapid.StringMatching(`[a-z]{0,5}`).Draw(t, "benchmark"), Run: name.Draw(t, "run"), Task: name.Draw(t, "task"),
				Trial: rapid.IntRange(0, 9).Draw(t, "trial"), Metric: name.Draw(t, "metric"), Known: rapid.Bool().Draw(t, "known")}
			if r.Known {
				r.Value = rapid.Float64().Filter(func(v float64) bool { return v-v == 0 }).Draw(t, "value")
			}
			return r
		}), 1, 20).Draw(t, "rows")
		for _, w := range writers {
			var out bytes.Buffer
			if err := w.write(&out, slices.Values(rows)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, w.name)
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			var got []Row
			for row, err := range Read(context.Background(), path) {
				if err != nil {
					t.Fatalf("%s: %v", w.name, err)
				}
				got = append(got, row)
			}
			if d := cmp.Diff(rows, got); d != "" {
				t.Fatalf("%s (-want +got):\n%s", w.name, d)
			}
		}
	})
}

// Headers of other dialects are understood, a byte-order mark is none of their
// business, and a bad row costs that row alone.
func TestReadCSV(t *testing.T) {
	path := write(t, "s.csv", "\ufeffSystem,Task_ID,Measure,Score,Epoch\na,t1,acc,0.5,\na,t2,acc,high,\na,t3,acc,,1\na,,acc,1,\na,t4,acc,1\na,t5,acc,true,-1\n")
	rows, problems := readAll(t, path)
	want := []Row{{Run: "a", Task: "t1", Metric: "acc", Value: .5, Known: true}, {Run: "a", Task: "t3", Trial: 1, Metric: "acc"}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	wanted := []string{
		path + `: record 2: column "value": "high" is not a finite number`,
		path + `: record 4: column "task": empty`,
		path + `: record 5: 4 fields, the header has 5`,
		path + `: record 6: column "trial": "-1" is not an attempt index; expected 0, 1, 2`,
	}
	if d := cmp.Diff(wanted, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

// Lines are read as leniently as rows: names that are numbers, scores that are
// truths or texts, and spaces around either.
func TestReadLines(t *testing.T) {
	path := write(t, "s.jsonl", `{"run":"a","task":7,"metric":"acc","value":true}
{"run":" a ","task":"7","trial":1,"metric":"acc","value":" 0.25"}
{"run":"a","task":1e2,"metric":"acc","value":null}
{"run":"a","task":true,"metric":"acc","value":1}
{"run":"a","task":{"id":1},"metric":"acc","value":1}
{"run":"a","task":"t","metric":"acc","value":[1]}
`)
	rows, problems := readAll(t, path)
	want := []Row{{Run: "a", Task: "7", Metric: "acc", Value: 1, Known: true}, {Run: "a", Task: "7", Trial: 1, Metric: "acc", Value: .25, Known: true}, {Run: "a", Task: "1e2", Metric: "acc"}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	wanted := []string{
		path + `: record 4: no score as JSON: expected a name, found true`,
		path + `: record 5: no score as JSON: expected a name, found {"id":1}`,
		path + `: record 6: no score as JSON: "[1]" is not a finite number`,
	}
	if d := cmp.Diff(wanted, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

// Spaces around a field are the writer's, not the name's.
func TestSpacesInCSV(t *testing.T) {
	rows, problems := readAll(t, write(t, "s.csv", "run, task, metric, value\na, t1, acc, 1\na ,t2 ,acc ,0 \n"))
	want := []Row{{Run: "a", Task: "t1", Metric: "acc", Value: 1, Known: true}, {Run: "a", Task: "t2", Metric: "acc", Known: true}}
	if d := cmp.Diff(want, rows); d != "" || len(problems) > 0 {
		t.Errorf("problems %q, rows (-want +got):\n%s", problems, d)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"s.csv", "run,task,value\n", `no column "metric"; there are run, task, value`},
		{"s.csv", "", "no header row"},
		{"s.parquet", "PAR1 and nothing else", "s.parquet: "},
	} {
		_, problems := readAll(t, write(t, c.name, c.text))
		if len(problems) != 1 || !strings.Contains(problems[0], c.want) {
			t.Errorf("%q: problems %q, want one that says %q", c.text, problems, c.want)
		}
	}
	var file *datasets.FileError
	for _, err := range Read(context.Background(), filepath.Join(t.TempDir(), "none.csv")) {
		if !errors.As(err, &file) {
			t.Errorf("a missing file is %v, want a FileError", err)
		}
	}
}

// A table as a spreadsheet saves it, and names that would be bent.
func TestReadSeparatedCSV(t *testing.T) {
	path := write(t, "s.csv", "\ufeffrun;task;metric;value\ncaf\xe9;t1;acc;1\n\"a;b\";t1;acc;0.25\n")
	rows, problems := readAll(t, path)
	want := []Row{{Run: "a;b", Task: "t1", Metric: "acc", Value: .25, Known: true}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	wanted := []string{path + `: record 1: column "run": is not UTF-8; save the file as UTF-8`}
	if d := cmp.Diff(wanted, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

// Whatever the bytes, reading ends without a panic and yields sound rows.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"run,task,metric,value\na,t,m,1\n", `{"run":"a","task":"t","metric":"m","value":1}`, "PAR1", "run\n\"", "\xff\xfe"} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(dir, "s")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		for row, err := range Read(context.Background(), path) {
			if err == nil && (row.Run == "" || row.Task == "" || row.Metric == "" || row.Trial < 0 || row.Value-row.Value != 0) {
				t.Fatalf("unsound row %+v", row)
			}
		}
	})
}

// However many rows there are, they come in the file's order, and a consumer may
// stop at any of them.
func TestRowsComeInOrder(t *testing.T) {
	const n = 3*batchRows + 7
	text := "run,task,metric,value\n"
	for i := range n {
		text += fmt.Sprintf("a,t%d,m,%d\n", i, i)
	}
	path := filepath.Join(t.TempDir(), "s.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []int{1, batchRows, batchRows + 1, n, n + 1} {
		seen := 0
		for row, err := range Read(context.Background(), path) {
			if err != nil || row.Value != float64(seen) {
				t.Fatalf("row %d is %+v, %v", seen, row, err)
			}
			if seen++; seen == stop {
				break
			}
		}
		if want := min(stop, n); seen != want {
			t.Errorf("%d rows until %d, want %d", seen, stop, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range Read(ctx, path) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a reading that is interrupted ends with %v", last)
	}
}
