package formats

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// AppWorld is an experiment's outputs folder of AppWorld: what an agent's code did in a world of
// apps, and which of the tests of the state it left passed. Any part of it will do:
//
//   - evaluations/SPLIT.json: {aggregate, individual: {task: {success, difficulty, passes, failures}}},
//   - tasks/ID/evaluation/report.md or report.json: the same of one task,
//   - tasks/ID/logs/environment_io.md: the code of each turn and what it printed,
//   - tasks/ID/logs/lm_calls.jsonl: the calls of the model, with their tokens.
//
// "individual" with "aggregate" decides, a report's count of tests, or the headings of the
// environment's log. The leaderboard's file of totals is no log (Asides).
var AppWorld = Format{
	Name:    "appworld",
	Title:   "AppWorld",
	Meaning: "Tasks in a world of apps that an agent's code solves and tests of the state judge",
	Doc: "AppWorld, tasks in a world of apps that an agent's code solves: experiments/outputs/NAME with evaluations/SPLIT.json ({aggregate, individual: {task: {success, difficulty, num_tests, passes, failures}}}), tasks/ID/evaluation/report.md or report.json, tasks/ID/logs/environment_io.md and lm_calls.jsonl; any part of it. " +
		"The run is NAME, the task ID, its cluster the scenario (the part of ID before _), difficulty and split strata. success is the evaluation's; without it that of the task's report, where no test failed. Tests passed and failed are as reported. " +
		"Each interaction is a call of execute with the code; it failed where the output begins with \"Execution failed\". Tokens are the sum of lm_calls' usage. " +
		"The denominator is the tasks that evaluations lists, else the folders of tasks. The leaderboard's scenario goal completion is not computed: it counts a scenario where each of its tasks succeeded",
	Cite:   "Trivedi et al. 2024, AppWorld, arXiv:2407.18901; github.com/StonyBrookNLP/appworld, README (experiments/outputs, appworld evaluate)",
	Sniff:  sniffAppWorld,
	Joined: true,
	Read:   readAppWorld,
}

// awKind is what one file is.
type awKind int

const (
	awNone awKind = iota
	awEvaluation
	awReport
	awReportText
	awTurns
	awModel
)

func sniffAppWorld(f File) Match {
	switch awKindOf(f) {
	case awNone:
		return No
	case awModel:
		return Companion
	}
	return Log
}

// awKindOf tells the files apart. What a model was asked stands in many programs' logs in the
// same keys, and counts as AppWorld's under its name and folder alone.
func awKindOf(f File) awKind {
	s := f.shape()
	switch {
	case s.List:
	case len(s.Keys) == 0:
		switch {
		case bytes.Contains(f.Head, []byte("### Environment Interaction 1\n")):
			return awTurns
		case bytes.Contains(f.Head, []byte("Num Passed Tests")):
			return awReportText
		}
	case s.has("individual") && (s.has("aggregate") || bytes.Contains(f.Head, []byte(`"num_tests"`))), s.Cut && s.has("aggregate") && bytes.Contains(f.Head, []byte(`"task_goal_completion"`)):
		return awEvaluation
	case s.has("success", "num_tests") && (s.has("passes") || s.has("failures")):
		return awReport
	case s.has("input", "output") && filepath.Base(f.Path) == "lm_calls.jsonl":
		return awModel
	}
	return awNone
}

// awTask is what the files say of one attempt.
type awTask struct {
	id       string
	split    string
	verdict  *awVerdict
	path     string
	verdicts []File // of the task alone
	turns    []File
	model    []File
}

// awRun is one experiment.
type awRun struct {
	dir, name string
	tasks     map[string]*awTask
	listed    []string // the tasks that the evaluations list
}

// readAppWorld puts the files together by experiment and task. The evaluations are small and
// read at once; the logs of a task when it is asked for.
func readAppWorld(files []File, opt Options) (datasets.Source, error) {
	at := map[string]*awRun{}
	run := func(dir string) *awRun {
		if at[dir] == nil {
			at[dir] = &awRun{dir: dir, name: cmp.Or(folderName(dir), "appworld"), tasks: map[string]*awTask{}}
		}
		return at[dir]
	}
	var bad []error
	logs := 0
	for _, f := range files {
		kind := awKindOf(f)
		if kind == awNone {
			kind = awEvaluation // by --format
		}
		if kind != awModel {
			logs++
		}
		if kind == awEvaluation {
			dir := filepath.Dir(f.Path)
			if filepath.Base(dir) == "evaluations" {
				dir = filepath.Dir(dir)
			}
			if err := run(dir).evaluation(f); err != nil {
				bad = append(bad, err)
			}
			continue
		}
		dir, id := awPlace(f.Path)
		t := run(dir).task(id, f)
		switch kind {
		case awTurns:
			t.turns = append(t.turns, f)
		case awModel:
			t.model = append(t.model, f)
		default:
			t.verdicts = append(t.verdicts, f)
		}
	}
	if logs == 0 {
		return nil, noLog(files, "attempts, only calls of a model", "give the experiment's whole folder")
	}
	runs := make([]*awRun, 0, len(at))
	same := map[string]int{}
	for _, r := range at {
		runs = append(runs, r)
		same[r.name]++
	}
	slices.SortFunc(runs, func(a, b *awRun) int { return strings.Compare(a.dir, b.dir) })
	for _, r := range runs {
		if above := folderName(filepath.Dir(r.dir)); same[r.name] > 1 && above != "" {
			r.name = above + "/" + r.name
		}
	}
	return promising{source(func(_ context.Context, yield yield) {
		for _, err := range bad {
			if !yield(nil, err) {
				return
			}
		}
		for _, r := range runs {
			if !r.read(opt, yield) {
				return
			}
		}
	}), func() []datasets.Promise { return awPromises(runs) }}, nil
}

// awPlace reads NAME/tasks/ID/...; of a file elsewhere the task is its folder.
func awPlace(path string) (dir, id string) {
	id = folderName(filepath.Dir(path))
	for up := filepath.Dir(path); up != filepath.Dir(up); up = filepath.Dir(up) {
		if above := filepath.Dir(up); filepath.Base(above) == "tasks" {
			return filepath.Dir(above), filepath.Base(up)
		}
	}
	return filepath.Dir(filepath.Dir(path)), cmp.Or(id, "task")
}

// task is an attempt of the run, made if nothing was known of it.
func (r *awRun) task(id string, f File) *awTask {
	t := r.tasks[id]
	if t == nil {
		t = &awTask{id: id, path: f.Path}
		r.tasks[id] = t
	}
	return t
}

// read yields a run's attempts by task. A task of which only the model's calls are there was
// begun and is an attempt without a verdict.
func (r *awRun) read(opt Options, yield yield) bool {
	ids := make([]string, 0, len(r.tasks))
	for id := range r.tasks {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		t, err := r.tasks[id].attempt(r.name)
		if err == nil {
			t = project(t, opt.Columns)
		}
		if !yield(t, err) {
			return false
		}
	}
	return true
}

// awPromises are the tasks that the evaluations list.
func awPromises(runs []*awRun) []datasets.Promise {
	var out []datasets.Promise
	for _, r := range runs {
		if len(r.listed) > 0 {
			out = append(out, datasets.Promise{Benchmark: "appworld", Run: r.name, Tasks: r.listed, Trials: 1, Source: "the tasks of its evaluations"})
		}
	}
	return out
}
