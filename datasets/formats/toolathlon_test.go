package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestToolathlonDamage(t *testing.T) {
	for name, test := range map[string]struct{ path, text, tasks, says string }{
		"truncated":      {"m_a-b.json", `{"pass": true, "messages": [{"role": "user"`, "", "ends inside"},
		"no verdict":     {"m_a-b.json", `{"pass": "perhaps", "messages": []}`, "", `column "pass"`},
		"wrong types":    {"m_a-b.json", `{"pass": true, "messages": 5}`, "", `column "messages"`},
		"a second one":   {"m_a-b.json", `{"pass": true, "messages": []} {"pass": true, "messages": []}`, "", "second JSON document"},
		"text of none":   {"x.jsonl", `{"modelname_run": "m_1", "task_name": "a", "messages": "[{", "task_status": "{}"}` + "\n", "", `column "messages"`},
		"states of none": {"x.jsonl", `{"modelname_run": "m_1", "task_name": "a", "task_status": "{\"running\": 5}"}` + "\n", "", `column "task_status"`},
		"no task":        {"x.jsonl", `{"modelname_run": "m_1", "task_status": "{}"}` + "\n" + `{"modelname_run": "m_1", "task_name": "b", "task_status": "{}"}` + "\n", "b", `column "task_name"`},
		"a list":         {"x.json", `[{"modelname_run": "m_1", "task_name": "a", "task_status": {"evaluation": true}}]`, "a", ""},
		"pretty":         {"x.json", "{\n \"modelname_run\": \"m_1\",\n \"task_name\": \"a\", \"task_status\": null}", "a", ""},
		"NaN, no UTF-8":  {"m_a-b.json", "{\"pass\": null, \"messages\": [], \"failure\": \"\xff\"}", "a-b", ""},
	} {
		tasks, bad := readAll(t, Toolathlon, test.path, test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	if _, err := Toolathlon.Read([]File{inMemory("a/eval_res.json", `{"pass": true}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "traj_log.json") {
		t.Error(err)
	}
}

// Conversations that only look like the website's are left to other formats, and a name
// without its underscore is a task in the folder's run.
func TestToolathlonNames(t *testing.T) {
	for text, want := range map[string]Match{
		`{"pass": true, "messages": [], "model": "m"}`:                              No, // somebody's log
		"{\"pass\": true, \"messages\": []}\n{\"pass\": false, \"messages\": []}\n": No, // lines of one
		`{"messages": []}`:               No,
		`{"messages": [], "pass": true}`: Log,
	} {
		if got := Toolathlon.Sniff(inMemory("x.json", text)); got != want {
			t.Errorf("%s is taken as %v", text, got)
		}
	}
	const log = `{"pass": true, "messages": []}`
	all, bad := collect(t, Toolathlon, []File{inMemory("a/m_1_git-repo.json", log), inMemory("b/m_1_git-repo.json", log), inMemory("solo/git-repo.json", log)}, Options{})
	var got []string
	for _, tr := range all {
		got = append(got, tr.Run+" "+tr.Task)
	}
	if d := cmp.Diff([]string{"m_1 a git-repo", "m_1 b git-repo", "solo git-repo"}, got); d != "" || len(bad) > 0 {
		t.Error(d, bad)
	}
}

// The table that was counted from the raw files: verdict, messages and calls by task.
func TestWildToolathlon(t *testing.T) {
	all, bad := collect(t, Toolathlon, below(t, sharedData(t, "wild", "toolathlon")), Options{})
	got := map[string]string{}
	for _, tr := range all {
		calls := 0
		for _, s := range tr.Steps {
			calls += len(s.Calls)
		}
		verdict := "null"
		if tr.Success.Known {
			verdict = fmt.Sprint(tr.Success.Value)
		} else if tr.Exit != datasets.ExitMaxTurns {
			t.Errorf("%s ended with %v", tr.Task, tr.Exit)
		}
		got[tr.Run+" "+tr.Task] = fmt.Sprint(verdict, " ", len(tr.Steps), " ", calls)
	}
	const a, b = "claude-4.5-sonnet ", "deepseek-v3.2-exp "
	want := map[string]string{
		a + "git-bug-hunt": "true 24 11", a + "git-repo": "true 12 5", a + "invoice-org": "false 28 21", a + "price-comparison": "true 32 15",
		a + "set-conf-cr-ddl": "true 12 6", a + "student-interview": "false 13 7", a + "train-ticket-plan": "true 18 10",
		b + "git-bug-hunt": "false 24 11", b + "git-repo": "true 19 9", b + "invoice-org": "false 36 17", b + "language-school": "null 189 92",
		b + "price-comparison": "true 37 18", b + "set-conf-cr-ddl": "false 12 5", b + "student-interview": "false 30 14", b + "train-ticket-plan": "false 24 11",
	}
	if d := cmp.Diff(want, got); d != "" || len(bad) > 0 {
		t.Error(d, bad)
	}
}
