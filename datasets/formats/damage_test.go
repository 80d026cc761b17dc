package formats

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpstats/datasets"
)

// inMemory makes a File of a text.
func inMemory(path, text string) File {
	return File{Path: path, Head: []byte(text[:min(len(text), HeadSize)]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// readAll reads a text without failing the test; a refusal to read it at all is
// the only error then.
func readAll(t testing.TB, format Format, path, text string) (tasks []string, bad []error) {
	t.Helper()
	src, err := format.Read([]File{inMemory(path, text)}, Options{})
	if err != nil {
		return nil, []error{err}
	}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		tasks = append(tasks, tr.Task)
	}
	return tasks, bad
}

const tau = `{"task_id": %s, "reward": 1.0, "trial": 0, "info": {}, "traj": []}`

// A record that is damaged in any of these ways is one record error; the ones
// around it are read.
func TestDamagedRecord(t *testing.T) {
	good := func(id string) string { return fmt.Sprintf(tau, id) }
	for _, test := range []struct{ name, record, column, says string }{
		{"literal", `{"task_id": 2, "reward": tru}`, "", "not valid JSON"},
		{"brackets", `{"task_id": 2, "traj": [1, 2}`, "", "not valid JSON"},
		{"closer too many", `{"task_id": 2, "reward": 1]}`, "", "not valid JSON"},
		{"string without end", "{\"task_id\": 2, \"info\": {\"error\": \"oh}},\n", "", "not valid JSON"},
		{"raw line break", "{\"task_id\": 2, \"info\": {\"error\": \"a\nb\"}}", "", "not valid JSON"},
		{"no object", `7`, "", "object"},
		{"null", `null`, "task_id", "missing"},
		{"no task", `{"reward": 1.0, "trial": 0, "info": {}, "traj": []}`, "task_id", "missing"},
		{"empty task", fmt.Sprintf(tau, `""`), "task_id", "missing"},
		{"task is a list", fmt.Sprintf(tau, `[1]`), "", "expected a string or a number"},
		{"reward is a word", `{"task_id": 2, "reward": "good", "info": {}}`, "", `expected a number, found "good"`},
		{"trial is a fraction", `{"task_id": 2, "reward": 1, "trial": 0.5, "info": {}}`, "trial", "whole number"},
		{"trial is negative", `{"task_id": 2, "reward": 1, "trial": -1, "info": {}}`, "trial", "whole number"},
		{"info is a list", `{"task_id": 2, "reward": 1, "info": []}`, "info", "an object"},
		{"error is a number", `{"task_id": 2, "reward": 1, "info": {"error": 5}}`, "info.error", "a string"},
		{"conversation is a number", `{"task_id": 2, "reward": 1, "info": {}, "traj": 5}`, "traj", "expected a JSON list"},
		{"message is a string", `{"task_id": 2, "reward": 1, "info": {}, "traj": ["hi"]}`, "traj", "message 1"},
		{"plan of numbers", `{"task_id": 2, "reward": 1, "info": {"task": {"actions": [1]}}, "traj": []}`, "info.task", ""},
	} {
		text := "[" + good("1") + ",\n" + test.record + ",\n" + good("3") + "]"
		tasks, bad := readAll(t, TauBench, "x.json", text)
		var re *datasets.RecordError
		if strings.Join(tasks, " ") != "1 3" || len(bad) != 1 || !errors.As(bad[0], &re) {
			t.Errorf("%s: tasks %v, errors %v", test.name, tasks, bad)
			continue
		}
		if re.Row != 2 || re.File != "x.json" || re.Column != test.column || !strings.Contains(re.Error(), test.says) {
			t.Errorf("%s: %v (column %q)", test.name, re, re.Column)
		}
	}
}

// A file that ends early says behind which record.
func TestTruncated(t *testing.T) {
	whole := "[" + fmt.Sprintf(tau, "1") + ", " + fmt.Sprintf(tau, "2") + "]"
	inside := strings.Index(whole, `"task_id": 2`)
	for _, test := range []struct {
		cut   int
		tasks int
		says  string
	}{
		{len(whole) - 1, 2, "ends behind record 2"},
		{len(whole) - 2, 1, "ends inside record 2"},
		{inside + 3, 1, "ends inside record 2"},
		{inside, 1, "ends inside record 2"},
		{inside - 1, 1, "ends behind record 1"},
		{5, 0, "ends inside record 1"},
		{1, 0, "ends behind record 0"},
		{0, 0, "empty"},
	} {
		tasks, bad := readAll(t, TauBench, "x.json", whole[:test.cut])
		var fe *datasets.FileError
		if len(tasks) != test.tasks || len(bad) != 1 || !errors.As(bad[0], &fe) || !strings.Contains(fe.Error(), test.says) {
			t.Errorf("cut at %d: tasks %v, errors %v", test.cut, tasks, bad)
		}
	}
}

// What JSON forbids and logs hold all the same.
func TestTolerated(t *testing.T) {
	for name, text := range map[string]string{
		"bare numbers":   `[{"task_id": 1, "reward": NaN, "info": {"user_cost": -Infinity}, "traj": [{"role": "user", "content": "NaN \" Infinity"}]}]`,
		"byte order":     "\xef\xbb\xbf[" + fmt.Sprintf(tau, "1") + "]",
		"trailing comma": "[" + fmt.Sprintf(tau, "1") + ",]",
		"no UTF-8":       "[{\"task_id\": 1, \"reward\": 1, \"info\": {\"error\": \"caf\xe9\"}}]",
		"huge integer":   `[{"task_id": 1, "reward": 1e400, "info": {}}]`,
	} {
		src, err := TauBench.Read([]File{inMemory("x.json", text)}, Options{})
		if err != nil {
			t.Error(name, err)
			continue
		}
		for tr, err := range src.Trajectories(t.Context()) {
			if name == "huge integer" {
				if err == nil {
					t.Error(name, "is read as", tr.Reward)
				}
				continue
			}
			if err != nil || tr.Task != "1" || !utf8.ValidString(tr.Error) {
				t.Error(name, tr, err)
				continue
			}
			switch name {
			case "bare numbers":
				if tr.Reward.Known || tr.Success.Known || len(tr.Reported) != 0 || tr.Steps[0].Content != `NaN " Infinity` {
					t.Errorf("%s: %+v", name, tr)
				}
			case "no UTF-8":
				if tr.Error != "caf\uFFFD<E9>" {
					t.Errorf("%q", tr.Error)
				}
			}
		}
	}
	if _, bad := readAll(t, TauBench, "x.json", "\xff\xfe[\x00"); len(bad) != 1 || !strings.Contains(bad[0].Error(), "UTF-16") {
		t.Error(bad)
	}
}

// The same task and trial twice is for the table to resolve, not for a reader.
func TestDuplicateIDs(t *testing.T) {
	one := fmt.Sprintf(tau, `"a"`)
	if tasks, bad := readAll(t, TauBench, "x.json", "["+one+","+one+"]"); len(tasks) != 2 || len(bad) > 0 {
		t.Error(tasks, bad)
	}
}

// One line of a JSON Lines file that a crash cut short costs that record alone.
func TestDamagedLine(t *testing.T) {
	text := `{"run":"a","task":"1"}` + "\n" + `{"run":"a","ta` + "\n" + `{"run":"a","task":"3"}` + "\n\n" + `[1]` + "\n" + `{"run":"a","task":"5"`
	tasks, bad := readAll(t, JSONLines, "x.jsonl", text)
	if strings.Join(tasks, " ") != "1 3" || len(bad) != 3 {
		t.Fatal(tasks, bad)
	}
	// The last line may be one that is still being written.
	if whole, cut := Truncated(bad[2]); !cut || whole != 4 {
		t.Error(bad[2])
	}
	for i, row := range []int{2, 4} {
		var re *datasets.RecordError
		if !errors.As(bad[i], &re) || re.Row != row {
			t.Error(bad[i])
		}
	}
}

func TestDamagedCSV(t *testing.T) {
	for _, test := range []struct {
		text, tasks, says string
		file              bool
	}{
		{"run,task\na,1\na\na,3\n", "1 3", "record 2: found 1 fields where the first row names 2", false},
		{"run,task\na,1\na,\"2\"x\na,3\n", "1 3", "record 2: line 3", false},
		{"run,task\na,1\na,\"2\na,3\na,4\n", "1", "quote opened in record 2 (line 3) is never closed", true},
		{"run,task\na,1\na,\n", "1", `record 2: column "task"`, false},
		{"run;task;success\na;1;true\nb;2;maybe\n", "1", `"maybe" is not a verdict`, false},
	} {
		tasks, bad := readAll(t, CSV, "x.csv", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || len(bad) != 1 || !strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file {
			t.Errorf("%q: %v, %v", test.text, tasks, bad)
		}
	}
}

// Texts that are tables: row numbers without a name, as data frames are saved with,
// bars between the fields; and one that is none, of Markdown.
func TestDialectsOfCSV(t *testing.T) {
	for text, want := range map[string]string{
		",run,task,success\n0,a,1,true\n1,a,2,false\n": "1 2",
		"run|task|success\na|1|true\na|2|false\n":      "1 2",
		"run, task, success\na, 1, true\na,2 ,false\n": "1 2", // as people write
		"run;task;success;\na;1;true;\n":               "",    // more than row numbers have no name
		"|run|task|\n|a|1|\n":                          "",
		",task\n0,1\n":                                 "",
	} {
		f := inMemory("x.csv", text)
		if got := CSV.Sniff(f); (got == Log) != (want != "") {
			t.Errorf("%q is taken as %v", text, got)
		}
		if want == "" {
			continue
		}
		if tasks, bad := readAll(t, CSV, "x.csv", text); strings.Join(tasks, " ") != want || len(bad) > 0 {
			t.Errorf("%q: %v, %v", text, tasks, bad)
		}
	}
}

// This program's own tables of scores are no attempts.
func TestScoresAreNoAttempts(t *testing.T) {
	_, bad := readAll(t, CSV, "scores.csv", "benchmark,run,task,trial,metric,value\nb,a,1,0,success,1\n")
	if len(bad) != 1 || !strings.Contains(bad[0].Error(), "--scores") {
		t.Error(bad)
	}
}

// Keys that only some records have are columns all the same.
func TestSparseKeys(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, `{"run":"a","task":"%d","pad":"%s"}`+"\n", i, strings.Repeat("x", 50))
	}
	b.WriteString(`{"run":"a","task":"last","failure_mode":"agent_timeout"}` + "\n")
	src, err := JSONLines.Read([]File{inMemory("x.jsonl", b.String())}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if (tr.Task == "last") != (tr.Exit == datasets.ExitTimeout) {
			t.Errorf("%+v", tr)
		}
	}
}
