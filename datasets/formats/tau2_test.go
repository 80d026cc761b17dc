package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// The shared results file is of a run that had not begun: it states its agent and
// holds neither tasks nor simulations.
func TestTau2Facts(t *testing.T) {
	files := onDisk(t, filepath.Join(sharedData(t, "formats", "tau2"), "results.json"))
	if Tau2.Sniff(files[0]) != Log {
		t.Error("not recognised")
	}
	if all, bad := collect(t, Tau2, files, Options{}); len(all) != 0 || len(bad) != 0 {
		t.Error(all, bad)
	}
}

func TestTau2Damage(t *testing.T) {
	const head = `{"timestamp": "t", "info": {"num_trials": 1, "agent_info": {"llm": "m"}, "environment_info": {"domain_name": "d"}}, `
	good := func(id string) string {
		return fmt.Sprintf(`{"id": "x", "task_id": %s, "termination_reason": "user_stop", "reward_info": {"reward": 1}}`, id)
	}
	for name, test := range map[string]struct {
		text  string
		tasks string
		says  []string
		file  bool
	}{
		"truncated":          {head + `"tasks": [], "simulations": [` + good(`"1"`) + `, {"id": "y"`, "d/1", []string{"ends inside record 2"}, true},
		"no task id":         {head + `"tasks": [], "simulations": [{"id": "y", "termination_reason": "x"}, ` + good("2") + `]}`, "d/2", []string{`record 1: column "task_id"`}, false},
		"wrong types":        {head + `"tasks": [], "simulations": [{"id": "y", "task_id": "1", "termination_reason": 5}, ` + good("2") + `]}`, "d/2", []string{"record 1", "a string"}, false},
		"messages of words":  {head + `"tasks": [], "simulations": [{"id": "y", "task_id": "1", "termination_reason": "timeout", "messages": ["hi"]}]}`, "", []string{`column "messages"`}, false},
		"info is a list":     {`{"info": [], "tasks": [], "simulations": []}`, "", []string{`"info" is not as tau2 writes it`}, true},
		"tasks are words":    {head + `"tasks": ["a"], "simulations": []}`, "", []string{`"tasks" is not as tau2 writes it`}, true},
		"task twice":         {head + `"tasks": [{"id": "1"}, {"id": "1"}], "simulations": [` + good("1") + "," + good("1") + `]}`, "d/1 d/1", nil, false},
		"bare NaN, no UTF-8": {head + `"tasks": [], "simulations": [{"id": "` + "\xff" + `", "task_id": "1", "termination_reason": "user_stop", "reward_info": {"reward": NaN}}]}`, "d/1", nil, false},
		"unknown reason":     {head + `"tasks": [], "simulations": [{"id": "x", "task_id": "1", "termination_reason": "sun_flare", "reward_info": {"reward": 0.5}}]}`, "d/1", nil, false},
	} {
		tasks, bad := readAll(t, Tau2, "run.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (len(test.says) > 0) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
			continue
		}
		for _, says := range test.says {
			var fe *datasets.FileError
			if err := bad[len(bad)-1]; !strings.Contains(err.Error(), says) || errors.As(err, &fe) != test.file {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Runs of one model in one domain are told apart by where they lie.
func TestTau2SameModel(t *testing.T) {
	text := `{"info": {"num_trials": 1, "agent_info": {"llm": "m"}, "environment_info": {"domain_name": "d"}}, "tasks": [{"id": "1"}], "simulations": [{"id": "s", "task_id": "1", "trial": 0, "messages": []}]}`
	other := strings.Replace(text, `"d"`, `"e"`, 1)
	all, bad := collect(t, Tau2, []File{inMemory("a/results.json", text), inMemory("b/second.json", text), inMemory("c/third.json", other)}, Options{})
	var got []string
	for _, tr := range all {
		got = append(got, tr.Run+" "+tr.Task)
	}
	if strings.Join(got, ", ") != "m a d/1, m b d/1, m e/1" || len(bad) > 0 {
		t.Error(got, bad)
	}
}
