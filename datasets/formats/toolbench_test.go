package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToolBenchDamage(t *testing.T) {
	good := `{"win": true, "trys": [{"chain": [{"node_type": "Action", "description": "f"}, {"node_type": "Action Input", "description": "{}", "observation": "1", "observation_code": 0}]}]}`
	for name, test := range map[string]struct{ path, text, tasks, says string }{
		"good":          {"m/G1_category/5_x.json", good, "G1_category/5", ""},
		"truncated":     {"m/G1_category/5_x.json", good[:60], "", "ends inside"},
		"wrong types":   {"m/G1_category/5_x.json", `{"win": true, "trys": 5}`, "", "trys"},
		"nothing":       {"m/G1_category/5_x.json", `{"answer": 5}`, "", "win"},
		"input first":   {"m/G1_category/5_x.json", `{"win": false, "trys": [{"chain": [{"node_type": "Action Input"}, {"node_type": "Rain"}, {"node_type": "Action"}]}]}`, "G1_category/5", ""},
		"NaN, no UTF-8": {"m/G1_category/5_x.json", "{\"win\": null, \"tree\": {\"tree\": {\"node_type\": \"Thought\", \"description\": \"\xff\", \"observation_code\": NaN}}}", "G1_category/5", ""},
		"a vote":        {"m/G1_category_m.json", `{"5": {"query": "q", "is_solved": {"0": "AnswerStatus.Solved"}}, "6": {"query": 5, "is_solved": {}}}`, "G1_category/5", "6"},
		"no votes":      {"m/G1_category_m.json", `{"5": {"query": "q", "is_solved": null}}`, "G1_category/5", ""},
		"cut votes":     {"m/G1_category_m.json", `{"5": {"query": "q", "is_solved": {"0": "Ans`, "", "ends inside"},
		"details":       {"m/G1_category.json", `{"5": {"query": "q", "available_tools": [], "answer": {"answer_details": [{"role": "tool", "message": 5}]}}}`, "", "answer_details"},
		"table":         {"m/G1_category_m.csv", "query\tquery_id\tis_solved\nq\t5\t{0: 'AnswerStatus.Unsure'}\nq\t\t{}\n", "G1_category/5", "query_id"},
	} {
		tasks, bad := readAll(t, ToolBench, test.path, test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	preference := inMemory("p.json", `{"5": {"a": 0, "b": 3, "round_0": "complete"}}`)
	if _, err := ToolBench.Read([]File{preference}, Options{}); ToolBench.Sniff(preference) != Companion || err == nil || !strings.Contains(err.Error(), "only preferences") {
		t.Error(err)
	}
}

// Votes in JSON's spelling, in Python's, and one alone.
func TestToolBenchVotes(t *testing.T) {
	for text, want := range map[string]map[string]float64{
		`{"0": "AnswerStatus.Solved", "1": "AnswerStatus.Unsolved"}`: {"0": 1, "1": 0},
		`{0: 'AnswerStatus.Unsure', 10: 'AnswerStatus.Solved'}`:      {"0": 0.5, "10": 1},
		`AnswerStatus.Unsolved`:                                      {"0": 0},
		`"Solved"`:                                                   {"0": 1},
		``:                                                           nil,
		`{}`:                                                         nil,
	} {
		votes, err := tbenchVotesOf(text)
		if d := cmp.Diff(want, votes); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, d)
		}
	}
	for _, text := range []string{`{1: 'Answ`, `{1: 'AnswerStatus.Solved', 0: 'Ans`, "maybe"} {
		if votes, err := tbenchVotesOf(text); err == nil {
			t.Errorf("%s is read as %v", text, votes)
		}
	}
}

// All votes are unanimous: virtual_chatgpt_cot solves 1073 and 608, not 588; dfs all three.
func TestWildToolBench(t *testing.T) {
	root := sharedData(t, "wild", "stabletoolbench")
	all, bad := collect(t, ToolBench, below(t, root), Options{})
	got := map[string]string{}
	for _, tr := range all {
		id := strings.TrimPrefix(tr.Task, "G1_instruction/")
		if tr.Success.Value && len(tr.Judgments) == 3 && len(tr.Steps) > 0 {
			got[tr.Run] += id + " "
		}
	}
	if d := cmp.Diff(map[string]string{"virtual_chatgpt_cot": "1073 608 ", "virtual_chatgpt_dfs": "1073 588 608 "}, got); d != "" || len(all) != 6 || len(bad) > 0 {
		t.Errorf("%d, %v (-want +got):\n%s", len(all), bad, d)
	}
}
