package formats

import (
	"strings"
	"testing"
)

func bfclVerdicts(t *testing.T, files ...File) (string, []error) {
	t.Helper()
	all, bad := collect(t, BFCL, files, Options{})
	var got []string
	for _, tr := range all {
		verdict := "?"
		if tr.Success.Known {
			verdict = map[bool]string{true: "+", false: "-"}[tr.Success.Value]
		}
		got = append(got, tr.Task+verdict)
	}
	return strings.Join(got, " "), bad
}

// Success is absence among the failures, which says something only where the
// score counts the same tests.
func TestBFCLVerdicts(t *testing.T) {
	result := inMemory("result/m/live/BFCL_v4_x_result.json", `{"id": "a", "result": "1", "latency": 1}
{"id": "b", "result": "2", "latency": 1}
{"id": "c", "result": "3", "latency": 1}`)
	score := func(text string) File { return inMemory("score/m/live/BFCL_v4_x_score.json", text) }
	for name, test := range map[string]struct {
		files []File
		want  string
		says  string
	}{
		"joined":            {[]File{result, score(`{"accuracy": 0.6667, "correct_count": 2, "total_count": 3}` + "\n" + `{"id": "b", "valid": false, "error_type": "e"}`)}, "a+ b- c+", ""},
		"all right":         {[]File{result, score(`{"accuracy": 1, "correct_count": 3, "total_count": 3}`)}, "a+ b+ c+", ""},
		"another total":     {[]File{result, score(`{"accuracy": 0.5, "correct_count": 1, "total_count": 2}` + "\n" + `{"id": "b", "valid": false}`)}, "a? b- c?", ""},
		"failure twice":     {[]File{result, score(`{"accuracy": 0.6667, "correct_count": 2, "total_count": 3}` + "\n" + `{"id": "b"}` + "\n" + `{"id": "b"}`)}, "a+ b- c+", ""},
		"without a score":   {[]File{result}, "a? b? c?", ""},
		"damaged failure":   {[]File{result, score(`{"accuracy": 0.6667, "correct_count": 2, "total_count": 3}` + "\n" + `{"id": "b`)}, "a? b? c?", "record 2"},
		"failure unnamed":   {[]File{result, score(`{"accuracy": 0.6667, "correct_count": 2, "total_count": 3}` + "\n" + `{"error": "b"}`)}, "a? b? c?", `column "id"`},
		"header of another": {[]File{result, score(`{"accuracy": 1, "correct_count": 3, "total_count": "many"}`)}, "a? b? c?", "record 1"},
	} {
		got, bad := bfclVerdicts(t, test.files...)
		if got != test.want || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: %s, %v", name, got, bad)
		}
	}
	if _, err := BFCL.Read([]File{score(`{"accuracy": 1, "correct_count": 3, "total_count": 3}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "failures alone") {
		t.Error(err)
	}
}

func TestBFCLDamage(t *testing.T) {
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {`{"id": "a", "result": "x", "latency": 1}` + "\n" + `{"id": "b", "resu`, "a", "record 2"},
		"wrong types":   {`{"id": ["a"], "result": "x"}` + "\n" + `{"id": "b", "result": 5}`, "b", "record 1"},
		"tokens":        {`{"id": "a", "result": "x", "input_token_count": "many"}`, "", `column "input_token_count"`},
		"no id":         {`{"result": "x", "latency": 1}`, "", `column "id"`},
		"twice":         {`{"id": "a", "result": "x"}` + "\n" + `{"id": "a", "result": "x"}`, "a a", ""},
		"NaN, no UTF-8": {"{\"id\": \"a\", \"result\": \"\xff\", \"latency\": NaN}", "a", ""},
	} {
		tasks, bad := readAll(t, BFCL, "result/m/BFCL_v9_x_result.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
		}
	}
}

func TestBFCLPlace(t *testing.T) {
	for path, want := range map[string]string{
		"x/result/gpt/live/BFCL_v4_live_simple_result.json":  "gpt|live|live_simple|v4",
		"score/gpt/BFCL_v3_simple_score.json":                "gpt||simple|v3",
		"gpt/agentic/memory/kv/BFCL_v4_memory_result.json":   "kv||memory|v4", // no result folder: the nearest
		"gpt/agentic/BFCL_v4_memory_result.json":             "gpt|agentic|memory|v4",
		"BFCL_v4_simple_result.json.gz":                      "BFCL_v4_simple_result||simple|v4",
		"r/result/m/agentic/memory/kv/BFCL_v4_m_result.json": "m|agentic/memory/kv|m|v4",
	} {
		p := bfclPlace(File{Path: path})
		if got := strings.Join([]string{p.model, p.group, p.category, p.version}, "|"); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
}
