package formats

import (
	"math"
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

// The published figures of one server (31.08%, from data_overall.csv of its authors)
// follow from the shares and the published accuracies of the categories.
func TestBFCLShares(t *testing.T) {
	live := map[string][2]float64{"live_simple": {.8023, 258}, "live_multiple": {.7407, 1053}, "live_parallel": {0, 16}, "live_parallel_multiple": {0, 24}}
	accuracy := map[string]float64{
		"simple_python": .6342, "simple_java": .6342, "simple_javascript": .6342, "multiple": .87, "irrelevance": .8391, "live_irrelevance": .8391,
		"multi_turn_base": .42, "multi_turn_miss_func": .40, "multi_turn_miss_param": .32, "multi_turn_long_context": .41,
	}
	sum, shares := 0.0, bfclLiveShare
	for category, share := range bfclShares {
		sum += share * accuracy[category]
		shares += share
	}
	right, tests := 0.0, 0.0
	for _, c := range live {
		right, tests = right+c[0]*c[1], tests+c[1]
	}
	if sum += bfclLiveShare * right / tests; math.Abs(sum-.3108) > 5e-5 || math.Abs(shares-1) > 1e-12 {
		t.Errorf("overall %v of shares %v, published .3108", sum, shares)
	}
}

// A wrong answer is no error. Two live tests of three in one category and one in
// another weigh .1 / 3 each, the two of multiple .025 / 2 each: by hand, .1 x 2/3 +
// .025 x 1/2, and copies of a model in two folders are two runs.
func TestBFCLRunsAndWeights(t *testing.T) {
	file := func(version, kind, group, category, text string) File {
		return inMemory("r/"+version+"/"+kind+"/m/"+group+"/BFCL_v4_"+category+"_"+kind+".json", text)
	}
	var files []File
	for _, v := range []string{"1", "2"} {
		files = append(files,
			file(v, "result", "live", "live_simple", `{"id": "a", "result": "1", "latency": 1}`+"\n"+`{"id": "b", "result": "1", "latency": 1}`),
			file(v, "result", "live", "live_multiple", `{"id": "c", "result": "1", "latency": 1}`),
			file(v, "result", "non_live", "multiple", `{"id": "d", "result": "1", "latency": 1}`+"\n"+`{"id": "e", "result": "Error during inference: no answer", "latency": 1}`),
			file(v, "score", "live", "live_simple", `{"accuracy": 0.5, "correct_count": 1, "total_count": 2}`+"\n"+`{"id": "b", "error": ["wrong"], "error_type": "x"}`),
			file(v, "score", "live", "live_multiple", `{"accuracy": 1, "correct_count": 1, "total_count": 1}`),
			file(v, "score", "non_live", "multiple", `{"accuracy": 0.5, "correct_count": 1, "total_count": 2}`+"\n"+`{"id": "e", "error": "no answer", "error_type": "x"}`))
	}
	all, bad := collect(t, BFCL, files, Options{})
	sums, n := map[string]float64{}, map[string]float64{}
	for _, tr := range all {
		if n[tr.Run]++; tr.Success.Value {
			sums[tr.Run] += tr.Reported["bfcl_weight"]
		}
		if (tr.Error != "") != (tr.Task == "e") {
			t.Errorf("%s: error %q", tr.Task, tr.Error)
		}
	}
	for _, run := range []string{"m 1", "m 2"} {
		if want := .1*2/3 + .025/2; n[run] != 5 || math.Abs(sums[run]/n[run]-want) > 1e-12 {
			t.Errorf("%s: %v of %v tests, want %v", run, sums[run]/n[run], n[run], want)
		}
	}
	if len(bad) > 0 {
		t.Error(bad)
	}
}
