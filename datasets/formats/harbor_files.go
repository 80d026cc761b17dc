package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-json"
)

// harborTrials reads the results, which are small, and numbers the attempts.
// What belongs to no trial is returned too.
func harborTrials(files []File) (trials []*harborTrial, rest []File) {
	at := map[string]*harborTrial{}
	paths := map[string]File{}
	for _, f := range files {
		s := f.shape()
		dir := filepath.Dir(f.Path)
		switch {
		// agent/trajectory.json: the trial is the folder above agent.
		case isATIF(f):
			paths[filepath.Dir(dir)] = f
		case s.has("task_name"):
			t := &harborTrial{file: f, dir: filepath.Dir(dir), job: filepath.Base(filepath.Dir(dir)), ended: true}
			e, err := whole(f)
			if err == nil {
				err = decode(f, e, &t.result)
			}
			if err == nil && t.result.TaskName == "" {
				err = e.bad(f, "task_name", errMissing)
			}
			if t.result.Name == "" {
				t.result.Name = filepath.Base(dir)
			}
			if t.result.Agent.Name == "" {
				t.result.Agent.Name = t.result.Config.Agent.Name
			}
			if m := t.result.Agent.Model; m.Name == "" && m.Provider == "" {
				t.model = t.result.Config.Agent.Model
			}
			t.bad = err
			t.file.Head = nil // read; a job may have thousands
			at[dir] = t
		// A result says all that its trial's config says, so that the config counts only without one.
		case s.has("trial_name") && at[dir] == nil:
			at[dir] = harborConfig(f)
		}
	}
	for dir, t := range at {
		if f, ok := paths[dir]; ok {
			t.path = f
			t.path.Head = nil
			delete(paths, dir)
		}
		trials = append(trials, t)
	}
	for _, f := range paths {
		rest = append(rest, f)
	}
	harborSources(trials)
	slices.SortFunc(rest, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	harborBenchmarks(trials)
	harborRuns(trials)
	slices.SortFunc(trials, func(a, b *harborTrial) int {
		return cmp.Or(strings.Compare(a.run, b.run), strings.Compare(a.result.TaskName, b.result.TaskName), strings.Compare(a.result.Name, b.result.Name), strings.Compare(a.file.Path, b.file.Path))
	})
	// Trials of one task are exchangeable: any order will do that is the same each time.
	next := map[[3]string]int{}
	for _, t := range trials {
		key := [3]string{t.benchmark, t.run, t.result.TaskName}
		t.trial = next[key]
		next[key]++
	}
	return trials, rest
}

// harborConfig is a trial that began and has no result: what its config says.
func harborConfig(f File) *harborTrial {
	var c struct {
		Task  json.RawMessage `json:"task"`
		Name  string          `json:"trial_name"`
		Agent struct {
			Name  string `json:"name"`
			Model string `json:"model_name"`
		} `json:"agent"`
		Dir string `json:"trials_dir"`
	}
	e, err := whole(f)
	if err == nil {
		err = decode(f, e, &c)
	}
	task := stringOr(c.Task, "name")
	if task == "" {
		task = filepath.Base(filepath.ToSlash(stringOr(c.Task, "path")))
	}
	if err == nil && (task == "" || task == ".") {
		err = e.bad(f, "task", errMissing)
	}
	t := &harborTrial{file: f, dir: filepath.Dir(filepath.Dir(f.Path)), job: filepath.Base(filepath.Dir(filepath.Dir(f.Path))), model: c.Agent.Model, bad: err}
	t.result.TaskName, t.result.Name, t.result.Agent.Name = task, c.Name, c.Agent.Name
	t.result.Config.Dir = c.Dir
	return t
}

// harborSources gives a trial that did not end the dataset of the others of its
// task, else of its job, where that is one.
func harborSources(trials []*harborTrial) {
	sources := map[[2]string]map[string]bool{}
	note := func(key [2]string, source string) {
		if sources[key] == nil {
			sources[key] = map[string]bool{}
		}
		sources[key][source] = true
	}
	for _, t := range trials {
		if t.ended && t.bad == nil {
			note([2]string{t.dir, ""}, t.result.Source)
			note([2]string{t.dir, t.result.TaskName}, t.result.Source)
		}
	}
	for _, t := range trials {
		if t.ended {
			continue
		}
		for _, key := range [][2]string{{t.dir, t.result.TaskName}, {t.dir, ""}} {
			if len(sources[key]) == 1 {
				for source := range sources[key] {
					t.result.Source = source
				}
				break
			}
		}
	}
}
