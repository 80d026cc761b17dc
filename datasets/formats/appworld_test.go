package formats

import (
	"strings"
	"testing"
)

func TestAppWorldDamage(t *testing.T) {
	good := `{"aggregate": {}, "individual": {"a1_1": {"success": true, "difficulty": 1, "num_tests": 1, "passes": [{}], "failures": []}}}`
	for name, test := range map[string]struct{ path, text, tasks, says string }{
		"good":          {"x/evaluations/dev.json", good, "a1_1", ""},
		"truncated":     {"x/evaluations/dev.json", good[:60], "", "ends inside"},
		"wrong types":   {"x/evaluations/dev.json", `{"aggregate": {}, "individual": []}`, "", "individual"},
		"lists":         {"x/evaluations/dev.json", `{"aggregate": {}, "individual": {"a1_1": {"passes": 5}}}`, "", "a1_1"},
		"null":          {"x/evaluations/dev.json", `{"aggregate": {}, "individual": {"a1_1": null}}`, "a1_1", ""},
		"NaN, no UTF-8": {"x/evaluations/dev.json", "{\"aggregate\": {}, \"individual\": {\"a1_1\": {\"success\": null, \"difficulty\": \"\xff\", \"num_tests\": NaN}}}", "a1_1", ""},
		"a report":      {"x/tasks/a1_2/evaluation/report.md", "Num Passed Tests : 2\nNum Failed Tests : many\n", "", "how many tests"},
		"half a turn":   {"x/tasks/a1_2/logs/environment_io.md", "### Environment Interaction 1\n```python\nprint(1)", "", "interaction 1"},
		"no code":       {"x/tasks/a1_2/logs/environment_io.md", "### Environment Interaction 1\nnothing\n### Environment Interaction 2\n", "", "interaction 1"},
	} {
		tasks, bad := readAll(t, AppWorld, test.path, test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	calls := inMemory("x/tasks/a1_1/logs/lm_calls.jsonl", `{"input": {}, "output": {}}`)
	if _, err := AppWorld.Read([]File{calls}, Options{}); AppWorld.Sniff(calls) != Companion || err == nil || !strings.Contains(err.Error(), "only calls of a model") {
		t.Error(err)
	}
}
