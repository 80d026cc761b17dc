package formats

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Jobs of one agent and model are the arms of an experiment: what differs between
// them, the prompt or the tools, stands in no field. Where the jobs lie tells them
// apart, and becomes part of the run's name.

// harborJob is one job: a folder, and what its trials say that theirs is.
type harborJob struct{ dir, trials string }

// at is the job that the trial is of, as far as folders tell.
func (t *harborTrial) at() harborJob { return harborJob{t.dir, filepath.ToSlash(t.result.Config.Dir)} }

// harborRuns names the runs.
func harborRuns(trials []*harborTrial) {
	stated := map[string][]string{} // the trials_dirs by folder
	for _, t := range trials {
		if d := t.result.Config.Dir; d != "" && !slices.Contains(stated[t.dir], d) {
			stated[t.dir] = append(stated[t.dir], d)
		}
	}
	jobs := map[string][]harborJob{}
	for _, t := range trials {
		if list := stated[t.dir]; t.result.Config.Dir == "" && len(list) == 1 {
			t.result.Config.Dir = list[0] // a trial that does not say
		}
		if t.model == "" {
			m := t.result.Agent.Model
			t.model = strings.Trim(m.Provider+"/"+m.Name, "/")
		}
		if t.run = strings.TrimSpace(t.result.Agent.Name + " " + t.model); t.run == "" {
			t.run = t.job
		}
		if job := t.at(); !slices.Contains(jobs[t.run], job) {
			jobs[t.run] = append(jobs[t.run], job)
		}
	}
	names := map[string]map[harborJob]string{}
	for run, list := range jobs {
		names[run] = harborNames(list)
	}
	for _, t := range trials {
		if name := names[t.run][t.at()]; name != "" {
			t.run += " " + name
		}
	}
}

// harborNames tells jobs apart: by the parts of their folders that differ, and where
// several are in one folder by those of their trials_dir too.
func harborNames(jobs []harborJob) map[harborJob]string {
	dirs, trials := make([]string, len(jobs)), make([]string, len(jobs))
	perDir := map[string]int{}
	for i, j := range jobs {
		dirs[i], trials[i] = filepath.ToSlash(j.dir), j.trials
		perDir[j.dir]++
	}
	byDir, byTrials := distinctParts(dirs), distinctParts(trials)
	names := map[harborJob]string{}
	for i, j := range jobs {
		name := byDir[i]
		if perDir[j.dir] > 1 {
			name = strings.TrimSpace(name + " " + byTrials[i])
		}
		names[j] = name
	}
	return names
}

// harborBenchmarks names the benchmarks: the datasets, as one where they have at
// least half of the smaller one's tasks in common. The name is the one with the most
// trials.
func harborBenchmarks(trials []*harborTrial) {
	tasks, count := map[string]map[string]bool{}, map[string]int{}
	for _, t := range trials {
		t.benchmark, _, _ = strings.Cut(t.result.Source, "@")
		if tasks[t.benchmark] == nil {
			tasks[t.benchmark] = map[string]bool{}
		}
		if t.bad == nil {
			tasks[t.benchmark][t.result.TaskName] = true
		}
		count[t.benchmark]++
	}
	names := make([]string, 0, len(tasks))
	for name := range tasks {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(intOf(a == ""), intOf(b == "")), cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	// Names come in the order of their trials, so that a dataset is joined to a larger one and
	// never the other way round.
	stands := map[string]string{}
	for i, name := range names {
		stands[name] = cmp.Or(name, "harbor")
		for _, before := range names[:i] {
			common := 0
			for task := range tasks[name] {
				if tasks[before][task] {
					common++
				}
			}
			if common > 0 && 2*common >= min(len(tasks[name]), len(tasks[before])) {
				stands[name] = stands[before]
				break
			}
		}
	}
	for _, t := range trials {
		t.benchmark = stands[t.benchmark]
	}
}

// intOf is 1 for true and 0 for false.
func intOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// harborPromises are the trials that jobs planned, where all of a job is one run's.
func harborPromises(files []File, trials []*harborTrial) []datasets.Promise {
	type run struct{ benchmark, name string }
	runs := map[string][]run{} // by the job's folder
	for _, t := range trials {
		if r := (run{t.benchmark, t.run}); !slices.Contains(runs[t.dir], r) {
			runs[t.dir] = append(runs[t.dir], r)
		}
	}
	var out []datasets.Promise
	for _, f := range files {
		dir := filepath.Dir(f.Path)
		// A job over several agents has one total for all, which no run of them answers for.
		if !f.shape().has("n_total_trials") || len(runs[dir]) != 1 {
			continue
		}
		var job struct {
			Total number `json:"n_total_trials"`
		}
		e, err := whole(f)
		if err != nil || decode(f, e, &job) != nil {
			continue // a job's totals are not a record
		}
		// A number beyond it is damage.
		const most = 1 << 20
		if n, err := job.Total.index(); err == nil && n > 0 && n <= most {
			r := runs[dir][0]
			out = append(out, datasets.Promise{Benchmark: r.benchmark, Run: r.name, Attempts: n, Source: fmt.Sprintf("n_total_trials in %s/%s", filepath.Base(dir), filepath.Base(f.Path))})
		}
	}
	return out
}
