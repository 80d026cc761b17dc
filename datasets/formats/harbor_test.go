package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Arms of an experiment: one agent and model, whose jobs differ in where they lie
// alone. They are runs of one benchmark, and answer for the trials that their job
// planned.
func TestHarborArms(t *testing.T) {
	trial := func(dir, task, trials, source string) File {
		return inMemory(dir+"/"+task+"__x/result.json", fmt.Sprintf(
			`{"task_name": %q, "trial_name": "%s__x", "source": %q, "agent_info": {"name": "a", "model_info": {"name": "m"}}, "config": {"trials_dir": %q}, "verifier_result": {"rewards": {"reward": 1}}}`, task, task, source, trials))
	}
	job := func(dir string, n int) File {
		return inMemory(dir+"/result.json", fmt.Sprintf(`{"id": "j", "n_total_trials": %d, "stats": {}}`, n))
	}
	for name, c := range map[string]struct {
		files []File
		want  []string
	}{
		"one job":           {[]File{trial("jobs/1", "t", "jobs/1", "s"), job("jobs/1", 3)}, []string{"s|a m|3"}},
		"the last folder":   {[]File{trial("jobs/1", "t", "", "s"), trial("jobs/2", "t", "", "s"), job("jobs/1", 3), job("jobs/2", 4)}, []string{"s|a m 1|3", "s|a m 2|4"}},
		"a folder above":    {[]File{trial("with/jobs/1", "t", "jobs/1", "s"), trial("without/jobs/1", "t", "jobs/1", "s"), job("with/jobs/1", 2)}, []string{"s|a m without|", "s|a m with|2"}},
		"trials_dir":        {[]File{trial("all", "t", "runs/x/jobs", "s"), trial("all", "u", "runs/y/jobs", "s")}, []string{"s|a m x|", "s|a m y|"}},
		"datasets":          {[]File{trial("x", "t", "", "tasks-x"), trial("x", "u", "", "tasks-x"), trial("y", "t", "", "tasks-y"), trial("y", "u", "", "tasks-y")}, []string{"tasks-x|a m x|", "tasks-x|a m y|"}},
		"other tasks":       {[]File{trial("x", "t", "", "one"), trial("y", "u", "", "two")}, []string{"one|a m x|", "two|a m y|"}},
		"a nameless source": {[]File{trial("x", "t", "", ""), trial("y", "t", "", "s")}, []string{"s|a m x|", "s|a m y|"}},
	} {
		src, err := Harbor.Read(c.files, Options{})
		if err != nil {
			t.Fatal(err)
		}
		promised := map[string]string{}
		for _, p := range src.(datasets.Promiser).Promises() {
			promised[p.Benchmark+"|"+p.Run] = fmt.Sprint(p.Attempts)
		}
		var got []string
		for tr, err := range src.Trajectories(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if tr.Trial != 0 {
				t.Errorf("%s: arms became trials", name)
			}
			id := tr.Benchmark + "|" + tr.Run
			got = append(got, id+"|"+promised[id])
		}
		slices.Sort(got)
		if d := cmp.Diff(c.want, slices.Compact(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestDiffering(t *testing.T) {
	for paths, want := range map[string]string{
		"a/b/c":           "",
		"a/b/c a/d/c":     "b d",
		"a/b a/b/c":       " c",
		"x/1/j y/2/j":     "x y",
		"a/a a/a/a":       " a",
		"/r/v1/p /r/v2/p": "v1 v2",
	} {
		if got := strings.Join(distinctParts(strings.Fields(paths)), " "); got != want {
			t.Errorf("%s: %q, want %q", paths, got, want)
		}
	}
}
