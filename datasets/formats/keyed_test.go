package formats

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
)

func TestKeyedDamage(t *testing.T) {
	pine := func(id string) string { return `{"id": "` + id + `", "tier": "T1", "method": "m", "ranked": ["a"]}` }
	episode := func(id string) string {
		return `{"task_id": "` + id + `", "model": "m", "initial_state": {}, "final_state": {}}`
	}
	for name, test := range map[string]struct {
		format            Format
		path, text, tasks string
		says              string
		file              bool
	}{
		"list cut off":     {PinePaper, "x.json", "[" + pine("1") + ", {", "1", "ends inside record 2", true},
		"line cut off":     {PinePaper, "x.jsonl", pine("1") + "\n" + pine("2")[:30], "1", "record 2", false},
		"ranking of words": {PinePaper, "x.jsonl", `{"id": 1, "tier": "T1", "ranked": "a b", "scores": [1, 2]}`, "", "not as many scores", false},
		"ranking of lists": {PinePaper, "x.jsonl", `{"id": 1, "tier": "T1", "ranked": [[["a"]]]}` + "\n" + pine("2"), "2", `column "ranked"`, false},
		"expected number":  {PinePaper, "x.jsonl", `{"id": 1, "tier": "T1", "ranked": [], "expected": 5}` + "\n" + pine("2"), "2", `column "expectedTools"`, false},
		"no object":        {PinePaper, "x.json", "[" + pine("1") + ", 5]", "1", "expected a JSON object", false},
		"twice":            {PinePaper, "x.jsonl", pine("1") + "\n" + pine("1"), "1 1", "", false},
		"NaN, no UTF-8":    {PinePaper, "x.jsonl", "{\"id\": \"\xff\", \"tier\": \"T1\", \"ranked\": [{\"tool\": \"a\", \"score\": NaN}], \"latencyMs\": NaN}", "\uFFFD<FF>", "", false},
		"whole cut off":    {ComplexMCP, "x.json", "{\n\"task_id\": \"1\", \"initial_state\": {", "", "ends inside", false},
		"state of another": {ComplexMCP, "x.jsonl", `{"task_id": "1", "initial_state": [], "final_state": 5}` + "\n" + episode("2"), "2", `column "final_state"`, false},
		"no verdict":       {ComplexMCP, "x.jsonl", `{"task_id": "1", "initial_state": {}, "final_state": {}, "success": 0.5}` + "\n" + episode("2"), "2", `column "success"`, false},
		"no task":          {ComplexMCP, "x.jsonl", `{"initial_state": {}, "final_state": {}}` + "\n" + episode("2"), "2", `column "task_id"`, false},
		"prompt in words":  {ComplexMCP, "x.jsonl", `{"task_id": "1", "seed": 1, "initial_state": {}, "final_state": {}, "tokens": {"prompt": "many"}}`, "1@1", "", false},
		"tokens of words":  {ComplexMCP, "x.jsonl", `{"task_id": "1", "initial_state": {}, "final_state": {}, "prompt_tokens": "many"}` + "\n" + episode("2"), "2", `column "prompttokens"`, false},
	} {
		tasks, bad := readAll(t, test.format, test.path, test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") ||
			len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	totals := inMemory("track-a-results.json", `{"trackA": {"testCaseCount": 582, "results": [{"name": "BM25", "byTier": {"T1": {"recall_at_5": 1}}}]}}`)
	if PinePaper.Sniff(totals) != Companion {
		t.Error("the published totals are not recognised")
	}
	if _, err := PinePaper.Read([]File{totals}, Options{}); err == nil || !strings.Contains(err.Error(), "only cases or totals") {
		t.Error(err)
	}
	// This program's own trajectories may hold rankings and states; they are rows.
	canonical := inMemory("x.jsonl", `{"run": "a", "task": "1", "trial": 0, "tier": "T1", "ranked": [], "state_before": "{}", "state_after": "{}", "steps": []}`)
	if PinePaper.Sniff(canonical) != No || ComplexMCP.Sniff(canonical) != No {
		t.Error("canonical trajectories are taken for another format")
	}
}
