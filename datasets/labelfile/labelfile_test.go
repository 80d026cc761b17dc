package labelfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// The same labels as JSON lines and as CSV, in which numbers may be floats and booleans words.
func TestRead(t *testing.T) {
	want := []datasets.FailureLabel{
		{Mode: "wrong_tool", Annotator: "ann", Step: datasets.Known(2), Root: true, Note: "took the, other"},
		{Mode: "Own Words", Source: Source},
	}
	for name, text := range map[string]string{
		"lines": `{"run":"r","task":7,"trial":1,"annotator":"ann","mode":"wrong_tool","step":2,"root":true,"note":"took the, other"}` + "\n\n" + `{"run":"r","task":"7","trial":1,"mode":"Own Words","agent":"x"}`,
		"table": "\ufeffRun,task,trial,annotator,mode,step,root,note\nr,7,1,ann,wrong_tool,2.0,yes,\"took the, other\"\nr,7,1.0,,Own Words,,,\n",
	} {
		l, err := Read(file(t, text))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := l.Of(&datasets.Trajectory{Benchmark: "b", Run: "r", Task: "7", Trial: 1}, 5); !cmp.Equal(want, got) {
			t.Error(name, cmp.Diff(want, got))
		}
		if asides := l.Unused(); len(asides) > 0 {
			t.Error(name, asides)
		}
	}
}

// Every label that is not used is named by its line, and the others are used.
func TestUnused(t *testing.T) {
	l, err := Read(file(t, strings.Join([]string{
		`{"run":"r","task":"1","mode":"a"}`,
		`{"run":"r","task":"1","mode":"a"}`,          // again
		`{"run":"r","task":"1","mode":"a","step":3}`, // elsewhere, and beyond the end
		`{"run":"r","task":"2","mode":"a"}`,          // no such attempt
		`{"run":"r","mode":"a"}`,
		`{"run":"r","task":"1","mode":"b","step":-1}`,
		`{"run":"r","task":"1","mode":"b","root":"perhaps"}`,
		`oops`,
		`{"benchmark":"other","run":"r","task":"1","mode":"b"}`,
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	got := l.Of(&datasets.Trajectory{Benchmark: "b", Run: "r", Task: "1", FailureLabels: []datasets.FailureLabel{{Mode: "own"}}}, 3)
	if len(got) != 2 || got[0].Mode != "own" || got[1].Mode != "a" || got[1].Step.Known {
		t.Error(got)
	}
	var lines []int
	for _, a := range l.Unused() {
		lines = append(lines, a.Line)
	}
	if want := []int{2, 3, 4, 5, 6, 7, 8, 9}; !cmp.Equal(want, lines) {
		t.Error(lines, l.Unused())
	}
	l.Forget()
	if n := len(l.Unused()); n != 9 { // 5 lines that are none, and 4 labels
		t.Error(n, l.Unused())
	}
}

func TestReadRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"":                         "not CSV with a header",
		"run,task\nr,1\n":          `no column "mode"`,
		"run,task,mode\n":          "holds no label",
		`{"run":"r","task":"1"}`:   "line 1 has no mode",
		"{\"run\"\n{\"task\"\n":    "line 1 is not a JSON object",
		"run,task,mode\nr,\"1,a\n": "holds no label",
	} {
		if _, err := Read(file(t, text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Nothing that a file may hold panics, and every line is a label, or is named.
func FuzzRead(f *testing.F) {
	f.Add(`{"run":"r","task":7,"mode":"m","step":1e3}`)
	f.Add("run,task,mode,root\nr,1,m,true\nr,1,m\n")
	f.Add("run,task,mode\n\"r,1")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(file(t, text))
		if err != nil {
			return
		}
		for _, row := range l.rows {
			if row.Run == "" || row.Task == "" || row.Mode == "" || row.Line < 1 {
				t.Errorf("%+v", row)
			}
		}
		if n := len(l.Unused()); n != len(l.Asides)+l.Len() {
			t.Error(n)
		}
	})
}
