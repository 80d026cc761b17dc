package formats

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// TerminalBench is Terminal-Bench's own harness, before Harbor: results.json of a run with
// {results: [...]}, run_metadata.json beside it, and the results.json of single trials below.
// "trial_name" with a verdict, or the metadata's "run_id" and "dataset_name", decide.
//
// is_resolved is null where the tests' output could not be parsed, which the leaderboard
// counts as a failure; it stays null here, and the policy decides. failure_mode is a fact
// apart: an agent that ran out of time may have solved the task before. Tokens of 0 were not
// counted. The attempt's number stands in the trial's name alone ("TASK.2-of-5.RUN").
var TerminalBench = Format{
	Name:    "terminal-bench",
	Title:   "Terminal-Bench",
	Meaning: "Tasks in a terminal that tests judge, by the benchmark's own harness",
	Doc: "Terminal-Bench, tasks in a terminal that tests judge, by its own harness: runs/RUN/results.json {results: [trials], n_resolved, accuracy, ...} with run_metadata.json beside it, and the trials' own results.json below. The run is the agent and the model of the metadata, else the folder; " +
		"the task is task_id, the trial the k of NAME.k-of-n. is_resolved is success; null, where the tests' output could not be read, is unknown (the leaderboard counts it as a failure: accuracy = resolved / all trials). " +
		"failure_mode is how the attempt ended, a fact apart: an agent_timeout can be resolved. 0 tokens are unknown tokens. Attempts that task_ids and n_attempts announce and no trial records are promised and missing",
	Cite:       "Terminal-Bench 2025; github.com/laude-institute/terminal-bench, terminal_bench/harness/models.py",
	Sniff:      sniffTB,
	Joined:     true,
	Read:       readTB,
	Duplicates: "first", // a trial is in its own file as well as in the run's, and some were run again
}

// sniffTB recognises the results of a run and of a trial by the trial's keys, which may stand
// deep in the head; only a run without trials is known by its totals. The metadata is a
// companion.
func sniffTB(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("trial_name", "task_id", "is_resolved"):
		return Log
	case s.has("results") && (s.has("n_resolved") || s.Cut) && bytes.Contains(f.Head, []byte(`"is_resolved"`)) && bytes.Contains(f.Head, []byte(`"trial_name"`)):
		return Log
	case s.has("results", "n_resolved", "accuracy"):
		return Log // a run without trials
	case s.has("run_id", "dataset_name") && (s.has("agent_name") || s.has("n_attempts") || s.Cut):
		return Companion
	}
	return No
}

// tbTrial is one attempt.
type tbTrial struct {
	Name    text              `json:"trial_name"`
	TaskID  id                `json:"task_id"`
	Solved  *bool             `json:"is_resolved"`
	Mode    string            `json:"failure_mode"`
	Parsed  map[string]string `json:"parser_results"`
	Input   number            `json:"total_input_tokens"`
	Output  number            `json:"total_output_tokens"`
	Started string            `json:"agent_started_at"`
	Ended   string            `json:"agent_ended_at"`
	Begun   string            `json:"trial_started_at"`
	Done    string            `json:"trial_ended_at"`
}

// tbMetadata is run_metadata.json.
type tbMetadata struct {
	Dataset  string   `json:"dataset_name"`
	Version  string   `json:"dataset_version"`
	Agent    string   `json:"agent_name"`
	Model    string   `json:"model_name"`
	Attempts number   `json:"n_attempts"`
	TaskIDs  []string `json:"task_ids"`
	RunID    string   `json:"run_id"`
}

// tbRun is one run's folder.
type tbRun struct {
	dir    string
	name   string
	about  tbMetadata
	totals []File // results.json of the run
	trials []File // results.json of single trials
	types  idTypes
	of     int // attempts a task by the names of the trials read; 0: they do not say
}

// readTB puts the files of each run together. The promises are complete behind a pass, since
// without metadata the names of the trials say how many were planned.
func readTB(files []File, opt Options) (datasets.Source, error) {
	runs, err := tbRuns(files)
	if err != nil {
		return nil, err
	}
	return promising{source(func(_ context.Context, yield yield) {
		for _, r := range runs {
			if !r.read(opt, yield) {
				return
			}
		}
	}), func() []datasets.Promise { return tbPromises(runs) }}, nil
}

// tbPromises are the tasks and attempts of the metadata; without one, the n of the
// trials' names, "TASK.2-of-5.RUN".
func tbPromises(runs []*tbRun) []datasets.Promise {
	var out []datasets.Promise
	for _, r := range runs {
		p := datasets.Promise{Benchmark: r.benchmark(), Run: r.name, Tasks: slices.Clone(r.about.TaskIDs), Source: "run_metadata.json"}
		if n, err := r.about.Attempts.index(); err == nil {
			p.Trials = min(n, 10_000)
		}
		if p.Trials == 0 && r.of > 0 {
			p.Trials = r.of
			if p.Tasks == nil {
				p.Source = "the names of the trials"
			}
		}
		if p.Tasks != nil || p.Trials > 0 {
			out = append(out, p)
		}
	}
	return out
}

// benchmark is the dataset's name, of which the harness runs several.
func (r *tbRun) benchmark() string { return cmp.Or(r.about.Dataset, "terminal-bench") }

// read yields the trials that the run's file lists, and those of single files that it
// does not. What the metadata announces beyond them is promised (tbPromises).
func (r *tbRun) read(opt Options, yield yield) bool {
	listed := map[string]bool{}
	r.types = idTypes{}
	take := func(f File, single bool) func(element) (*datasets.Trajectory, error) {
		return func(e element) (*datasets.Trajectory, error) {
			var v tbTrial
			if err := decode(f, e, &v); err != nil {
				return nil, err
			}
			// The run's file has this trial already.
			if single && v.Name != "" && listed[string(v.Name)] {
				return nil, nil
			}
			t, err := r.trial(f, e, &v)
			if err != nil {
				return nil, err
			}
			listed[strings.Clone(string(v.Name))] = true
			return project(t, opt.Columns), nil
		}
	}
	for _, f := range r.totals {
		if !records(f, "results", take(f, false), yield) {
			return false
		}
	}
	for _, f := range r.trials {
		e, err := whole(f)
		var t *datasets.Trajectory
		if err == nil {
			t, err = take(f, true)(e)
		}
		if t != nil {
			t.Place = datasets.Place{File: f.Path}
		}
		if (t != nil || err != nil) && !yield(t, err) {
			return false
		}
	}
	return true
}

// identify is an attempt with what the run's metadata says of it.
func (r *tbRun) identify(task string, trial int) *datasets.Trajectory {
	return &datasets.Trajectory{
		Benchmark: r.benchmark(), DatasetVersion: r.about.Version, Run: r.name,
		Agent: r.about.Agent, Model: r.about.Model, Task: strings.Clone(task), Trial: trial,
	}
}

// tbOrdinal is the attempt's number within a trial's name, "TASK.2-of-5.RUN".
var tbOrdinal = regexp.MustCompile(`\.(\d+)-of-(\d+)(?:\.|$)`)

// trial makes an attempt of a trial. The verdict comes from is_resolved alone: of the 4,400
// trials of the public leaderboard 329 ran out of time and are resolved, and at least 399 have
// no verdict, as their tests or their agent broke down. The published accuracy takes null for
// a failure; here it is unknown, and how to count it is the reader's choice.
func (r *tbRun) trial(f File, e element, v *tbTrial) (*datasets.Trajectory, error) {
	if err := r.types.accept(v.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	trial := 0
	if m := tbOrdinal.FindStringSubmatch(string(v.Name)); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 || n > 1<<20 {
			return nil, e.bad(f, "trial_name", fmt.Errorf("no attempt in %q", string(v.Name)))
		}
		trial = n - 1
		if of, err := strconv.Atoi(m[2]); err == nil && n <= of && of <= 10_000 {
			r.of = max(r.of, of)
		}
	}
	t := r.identify(v.TaskID.Name, trial)
	if v.Solved != nil {
		t.Success = datasets.Known(*v.Solved)
	}
	// The agent never ran.
	if mapping.SetExit(t, v.Mode); v.Mode == "agent_installation_failed" {
		t.Exit = datasets.ExitHarnessError
		delete(t.Attributes, "exit")
	}
	attribute(t, "failure_mode", v.Mode)
	attribute(t, "trial_name", string(v.Name))
	// 0 is what agents that do not count write: it or null stands in 3,455 of those 4,400 trials.
	if v.Input.Value > 0 {
		addTokens(&t.PromptTokens, v.Input)
	}
	if v.Output.Value > 0 {
		addTokens(&t.CompletionTokens, v.Output)
	}
	if len(v.Parsed) > 0 {
		passed := 0.0
		for _, outcome := range v.Parsed {
			if outcome == "passed" {
				passed++
			}
		}
		report(t, "tests_passed", number{datasets.Known(passed)})
		attribute(t, "tests", strconv.Itoa(len(v.Parsed)))
	}
	t.Date = cmp.Or(v.Started, v.Begun)
	t.LatencyMS = elapsed(cmp.Or(v.Started, v.Begun), cmp.Or(v.Ended, v.Done))
	return t, nil
}
