package formats

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestHELMDamage(t *testing.T) {
	good := `{"instance_id": "a", "train_trial_index": 0, "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 1.0}]}`
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":     {`[` + good + `, {"instance_id": "b`, "a", "ends inside record 2", true},
		"wrong types":   {`[{"instance_id": "b", "train_trial_index": 0, "stats": {}}, ` + good + `]`, "a", "record 1", false},
		"no instance":   {`[` + good + `, {"train_trial_index": 0, "stats": []}]`, "a", `column "instance_id"`, false},
		"half a trial":  {`[{"instance_id": "b", "train_trial_index": 0.5, "stats": []}, ` + good + `]`, "a", "whole number", false},
		"NaN, no UTF-8": {"[{\"instance_id\": \"a\", \"train_trial_index\": 0, \"stats\": [{\"name\": {\"name\": \"x\xff\"}, \"count\": 1, \"mean\": NaN}]}]", "a", "", false},
	} {
		tasks, bad := readAll(t, HELM, "s/per_instance_stats.json", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	// What lies beside the instances costs them nothing, and is said.
	for path, text := range map[string]string{
		"s/run_spec.json":       `{"name": "n", "scenario_spec": {}, "adapter_spec": {`,
		"s/scenario_state.json": `{"adapter_spec": {}, "request_states": [{"instance": 5}]}`,
		"s/stats.json":          `[{"name": {}, "count": 1, "sum": 1, "sum_squared": 1}, `,
	} {
		all, bad := collect(t, HELM, []File{inMemory("s/per_instance_stats.json", "["+good+"]"), inMemory(path, text)}, Options{})
		var re *datasets.RecordError
		if len(all) != 1 || !all[0].Success.Value || len(bad) != 1 || !errors.As(bad[0], &re) || re.File != path {
			t.Errorf("%s: %+v %v", path, all, bad)
		}
	}
}

// The figures of the folders' own stats.json, by split.
func TestWildHELM(t *testing.T) {
	src, err := HELM.Read(below(t, sharedData(t, "wild", "every-eval-ever", "helm")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, sum := map[string]int{}, map[string]float64{}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		key := tr.Benchmark + ", " + tr.Run + ", " + tr.Strata["split"]
		n[key]++
		sum[key] += tr.Reward.Value
		if tr.Response == "" || tr.Exit != datasets.ExitCompleted {
			t.Errorf("%+v", tr)
		}
	}
	got := map[string]string{}
	for key := range n {
		got[key] = fmt.Sprintf("%d %.5f", n[key], sum[key]/float64(n[key]))
	}
	for _, p := range src.(datasets.Promiser).Promises() {
		got[p.Benchmark+", promised"] = fmt.Sprint(p.NTasks, " ", p.Trials)
	}
	const hella, mmlu, narrative = "commonsense:dataset=hellaswag,method=multiple_choice_joint", "mmlu:subject=philosophy,method=multiple_choice_joint", "narrative_qa"
	want := map[string]string{
		hella + ", eleutherai/pythia-1b-v0, valid": "10 0.30000", mmlu + ", openai/gpt2, test": "9 0.11111", mmlu + ", openai/gpt2, valid": "1 0.00000",
		narrative + ", openai/gpt2, test": "4 0.17424", narrative + ", openai/gpt2, valid": "1 0.00000",
		hella + ", promised": "10 1", mmlu + ", promised": "10 1", narrative + ", promised": "5 1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
