package formats

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestMCPMarkDamage(t *testing.T) {
	good := `"run-1": {"success": true, "token_usage": {}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {`{"model": "m", "service": "s", "task": "c__t", "runs": {` + good + `, "run-2": {`, "", "ends inside"},
		"wrong types":   {`{"model": "m", "service": "s", "task": "c__t", "runs": {` + good + `, "run-2": {"success": "maybe"}}}`, "s/c__t", "success"},
		"no attempt":    {`{"model": "m", "service": "s", "task": "c__t", "runs": {` + good + `, "again": {"success": true}}}`, "s/c__t", "such as run-1"},
		"no list":       {`{"task": "c__t", "service": "s", "models": {"m": {"runs": 5}, "n": {"runs": [{"run": "run-1", "success": true}]}}}`, "s/c__t", "models"},
		"no task":       {`{"model": "m", "service": "s", "task": "", "runs": {` + good + `}}`, "", `column "task_name"`},
		"no attempts":   {`{"model": "m", "service": "s", "task": "c__t", "runs": {}}`, "", "no attempts"},
		"NaN, no UTF-8": {"{\"model\": \"m\", \"service\": \"s\", \"task\": \"c__t\", \"runs\": {\"run-1\": {\"success\": null, \"error_message\": \"\xff\", \"turn_count\": NaN}}}", "s/c__t", ""},
		"null":          {`{"model": "m", "service": "s", "task": "c__t", "runs": {"run-1": null}}`, "s/c__t", ""},
	} {
		tasks, bad := readAll(t, MCPMark, "x.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	// A conversation that cannot be read is an error of its attempt, said with its path.
	meta := `{"task_name": "c__t", "model_name": "m", "mcp": "s", "execution_result": {"success": true}}`
	all, bad := collect(t, MCPMark, []File{inMemory("e/m__s/run-1/c__t/meta.json", meta), inMemory("e/m__s/run-1/c__t/messages.json", `[{"role": "user"`)}, Options{})
	var re *datasets.RecordError
	if len(all) != 0 || len(bad) != 1 || !errors.As(bad[0], &re) || !strings.HasSuffix(re.File, "messages.json") {
		t.Error(all, bad)
	}
	if _, err := MCPMark.Read([]File{inMemory("summary.json", `{"generated_at": "", "k": 4, "overall": {}}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "model_results") {
		t.Error(err)
	}
}

// Where a file lies says of which run and attempt it is; one that was moved says it itself.
func TestMCPMarkPlaces(t *testing.T) {
	meta := `{"task_name": "c__t", "model_name": "m.1", "reasoning_effort": "low", "mcp": "s", "execution_result": {"success": true}}`
	for path, want := range map[string]string{
		"e/m-1-low__s/run-3/c__t/meta.json": "m-1-low s/c__t 2",
		"e/m-1-low__s/first/c__t/meta.json": "m-1-low s/c__t 0", // one run, named by its experiment
		"e/m-1-low__s/c__t/meta.json":       "m-1-low s/c__t 0",
		"e/run-2/c__t/meta.json":            "m.1-low s/c__t 1",
		"meta.json":                         "m.1-low s/c__t 0",
	} {
		all, bad := collect(t, MCPMark, []File{inMemory(path, meta)}, Options{})
		if len(all) != 1 || len(bad) > 0 || fmt.Sprint(all[0].Run, " ", all[0].Task, " ", all[0].Trial) != want {
			t.Errorf("%s: %+v %v", path, all, bad)
		}
	}
	// One model in two experiments is two runs, and what the aggregator wrote is of its own.
	summary := `{"model": "m", "service": "s", "task": "c__t", "runs": {"run-1": {"success": false}, "run-2": {"success": true}}}`
	all, _ := collect(t, MCPMark, []File{inMemory("x/old/m__s/run-1/c__t/meta.json", meta), inMemory("x/new/m__s/run-1/c__t/meta.json", meta), inMemory("x/new/model_results/m/c__t.json", summary)}, Options{})
	var got []string
	for _, tr := range all {
		got = append(got, fmt.Sprint(tr.Run, " ", tr.Trial, " ", tr.Success.Value))
	}
	if d := cmp.Diff([]string{"m new 0 true", "m new 1 true", "m old 0 true"}, got); d != "" {
		t.Error(d)
	}
}

// The figures of the experiments' own README, and sums over the raw files.
func TestWildMCPMark(t *testing.T) {
	src, err := MCPMark.Read(below(t, sharedData(t, "wild", "mcpmark")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	type sums struct{ runs, successes, anyOf, allOf, turns, tokens, trials int }
	wins := map[string]map[string]int{}
	got := map[string]sums{}
	seconds := map[string]float64{}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		s := got[tr.Run]
		s.runs++
		s.turns += int(tr.Reported["turn_count"])
		s.tokens += int(tr.Reported["total_tokens"])
		seconds[tr.Run] += tr.LatencyMS.Value / 1e3
		if wins[tr.Run] == nil {
			wins[tr.Run] = map[string]int{}
		}
		if tr.Success.Value {
			s.successes++
			wins[tr.Run][tr.Task]++
		}
		got[tr.Run] = s
	}
	for _, p := range src.(datasets.Promiser).Promises() {
		s := got[p.Run]
		s.trials = p.Trials
		for _, n := range wins[p.Run] {
			s.anyOf++
			if n == p.Trials {
				s.allOf++
			}
		}
		got[p.Run] = s
	}
	// Of 30 tasks: Pass@1 57.5 and 33.3, Pass@4 23/30 = 76.7, Pass^4 11/30 = 36.7.
	want := map[string]sums{"gpt-5-medium": {120, 69, 23, 11, 1207, 28000677, 4}, "claude-opus-4-1": {30, 10, 10, 10, 491, 8295973, 1}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(sums{})); d != "" {
		t.Error(d)
	}
	if a, b := fmt.Sprintf("%.1f", seconds["gpt-5-medium"]), fmt.Sprintf("%.1f", seconds["claude-opus-4-1"]); a != "37567.7" || b != "8033.3" {
		t.Error(a, b)
	}
}
