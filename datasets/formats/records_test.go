package formats

import (
	"strings"
	"testing"
)

func TestEveryEvalEverDamage(t *testing.T) {
	good := `{"schema_version": "0.3.0", "evaluation_id": "e", "model_id": "m", "sample_id": "a", "evaluation": {"score": 1}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":       {good + "\n" + good[:50], "a", "record 2"},
		"wrong types":     {strings.Replace(good, `{"score": 1}`, `[1]`, 1) + "\n" + good, "a", `column "evaluation"`},
		"no sample":       {`{"schema_version": "0.3.0", "evaluation_id": "e"}` + "\n" + good, "a", `column "sample_id"`},
		"unknown version": {strings.Replace(good, "0.3.0", "9.0", 1), "a", ""},
		"twice":           {good + "\n" + good, "a a", ""},
		"NaN, no UTF-8":   {"{\"schema_version\": \"0.3.0\", \"evaluation_id\": \"e\", \"sample_id\": \"\xff\", \"evaluation\": {\"score\": NaN}}", "\uFFFD<FF>", ""},
	} {
		tasks, bad := readAll(t, EveryEvalEver, "x.jsonl", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	totals := inMemory("x.json", `{"schema_version": "0.3.0", "evaluation_id": "e", "evaluation_results": []}`)
	if _, err := EveryEvalEver.Read([]File{totals}, Options{}); EveryEvalEver.Sniff(totals) != Companion || err == nil || !strings.Contains(err.Error(), "only totals") {
		t.Error(err)
	}
}

// The same question is the same task, whatever was answered and by whom.
func TestChatTask(t *testing.T) {
	talk := func(asked, answered string) string {
		return `{"messages": [{"role": "user", "content": "` + asked + `"}, {"role": "assistant", "content": "` + answered + `"}]}`
	}
	tasks, bad := readAll(t, ChatMessages, "x.jsonl", talk("a", "1")+"\n"+talk("b", "1")+"\n"+talk("a", "2"))
	if len(tasks) != 3 || tasks[0] != tasks[2] || tasks[0] == tasks[1] || len(bad) > 0 {
		t.Error(tasks, bad)
	}
	// With a task of its own such a file is a jsonl log.
	if f := inMemory("x.jsonl", strings.Replace(talk("a", "1"), "{", `{"task_id": 5, `, 1)); ChatMessages.Sniff(f) != No || JSONLines.Sniff(f) != Log {
		t.Error("a file with tasks is taken for chat")
	}
}

func TestChatDamage(t *testing.T) {
	good := `{"custom_id": "a", "response": {"status_code": 200, "body": {"choices": []}}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {good + "\n" + good[:40], "a", "record 2"},
		"wrong types":   {`{"custom_id": 5, "response": []}` + "\n" + good, "a", "record 1"},
		"no messages":   {`{"response": null}` + "\n" + good, "a", `column "messages"`},
		"choice":        {`{"custom_id": "b", "response": {"body": {"choices": [{"message": 5}]}}}` + "\n" + good, "a", `column "response"`},
		"twice":         {good + "\n" + good, "a a", ""},
		"NaN, no UTF-8": {"{\"custom_id\": \"\xff\", \"reward\": NaN}", "\uFFFD<FF>", ""},
	} {
		tasks, bad := readAll(t, ChatMessages, "x.jsonl", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}
