package formats

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// TerminalBench is Terminal-Bench's own harness, before Harbor.
var TerminalBench = Format{
	Name: "terminal-bench",
	Doc: "runs/RUN/results.json {results: [trials], n_resolved, accuracy, ...} with run_metadata.json beside it, and the trials' own results.json below. The run is the agent and the model of the metadata, else the folder; " +
		"the task is task_id, the trial the k of NAME.k-of-n. is_resolved is success; null, where the tests' output could not be read, is unknown (the leaderboard counts it as a failure: accuracy = resolved / all trials). " +
		"failure_mode is how the attempt ended, a fact apart: an agent_timeout can be resolved. 0 tokens are unknown tokens. Attempts that task_ids and n_attempts announce and no trial records have unknown outcome",
	Cite:       "Terminal-Bench 2025; github.com/laude-institute/terminal-bench, terminal_bench/harness/models.py",
	Sniff:      sniffTB,
	Joined:     true,
	Read:       readTB,
	Duplicates: "first", // a trial is in its own file as well as in the run's, and some were run again
}

func sniffTB(f File) Match {
	s := sniffJSON(f.Head)
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
	TaskID  text              `json:"task_id"`
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
}

func readTB(files []File, opt Options) (datasets.Source, error) {
	runs, err := tbRuns(files)
	if err != nil {
		return nil, err
	}
	return source(func(_ context.Context, yield yield) {
		for _, r := range runs {
			if !r.read(opt, yield) {
				return
			}
		}
	}), nil
}

// tbRuns puts the files of each run together: what stands in one folder, and the
// trials below it.
func tbRuns(files []File) ([]*tbRun, error) {
	at := map[string]*tbRun{}
	run := func(dir string) *tbRun {
		if at[dir] == nil {
			at[dir] = &tbRun{dir: dir}
		}
		return at[dir]
	}
	var trials []File
	for _, f := range files {
		switch s := sniffJSON(f.Head); {
		case s.has("trial_name"):
			trials = append(trials, f)
		case sniffTB(f) == Companion:
			r := run(filepath.Dir(f.Path))
			e, err := whole(f)
			if err == nil {
				err = decode(f, e, &r.about)
			}
			if err != nil {
				return nil, &datasets.FileError{File: f.Path, Err: err, Hint: "mend or remove the run's metadata"}
			}
		default:
			r := run(filepath.Dir(f.Path))
			r.totals = append(r.totals, f)
		}
	}
	for _, f := range trials {
		// RUN/TASK/TRIAL/results.json; without a known run above, that folder is one.
		dir := filepath.Dir(f.Path)
		for up := dir; ; up = filepath.Dir(up) {
			if at[up] != nil {
				dir = up
				break
			}
			if up == filepath.Dir(up) {
				dir = filepath.Dir(filepath.Dir(dir))
				break
			}
		}
		r := run(dir)
		r.trials = append(r.trials, f)
	}
	runs := make([]*tbRun, 0, len(at))
	for _, r := range at {
		if len(r.totals)+len(r.trials) > 0 {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b *tbRun) int { return strings.Compare(a.dir, b.dir) })
	if len(runs) == 0 {
		return nil, lacking(files, "trials, only metadata", "add the results.json beside it")
	}
	count := map[string]int{}
	for _, r := range runs {
		if r.name = strings.TrimSpace(r.about.Agent + " " + r.about.Model); r.name == "" {
			r.name = cmp.Or(r.about.RunID, filepath.Base(r.dir))
		}
		count[r.name]++
	}
	for _, r := range runs {
		if folder := filepath.Base(r.dir); count[r.name] > 1 && folder != r.name {
			r.name += " " + folder
		}
	}
	return runs, nil
}

// read yields the trials that the run's file lists, those of single files that it
// does not, and those that are announced alone.
func (r *tbRun) read(opt Options, yield yield) bool {
	listed := map[string]bool{}
	seen := map[string]map[int]bool{}
	take := func(f File, single bool) func(element) (*datasets.Trajectory, error) {
		return func(e element) (*datasets.Trajectory, error) {
			var v tbTrial
			if err := decode(f, e, &v); err != nil {
				return nil, err
			}
			if single && v.Name != "" && listed[string(v.Name)] {
				return nil, nil
			}
			t, err := r.trial(f, e, &v)
			if err != nil {
				return nil, err
			}
			listed[strings.Clone(string(v.Name))] = true
			if seen[t.Task] == nil {
				seen[t.Task] = map[int]bool{}
			}
			seen[t.Task][t.Trial] = true
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
		if (t != nil || err != nil) && !yield(t, err) {
			return false
		}
	}
	attempts, err := r.about.Attempts.index()
	if err != nil {
		return true
	}
	for _, task := range r.about.TaskIDs {
		for trial := range min(attempts, 10_000) {
			if seen[task][trial] {
				continue
			}
			t := r.identify(task, trial)
			t.Error = "the run's metadata announces this attempt and no file has a record of it"
			attribute(t, "record", "missing")
			if !yield(project(t, opt.Columns), nil) {
				return false
			}
		}
	}
	return true
}

func (r *tbRun) identify(task string, trial int) *datasets.Trajectory {
	return &datasets.Trajectory{
		Benchmark: cmp.Or(r.about.Dataset, "terminal-bench"), DatasetVersion: r.about.Version, Run: r.name,
		Agent: r.about.Agent, Model: r.about.Model, Task: strings.Clone(task), Trial: trial,
	}
}

// tbOrdinal is the attempt's number within a trial's name, "TASK.2-of-5.RUN".
var tbOrdinal = regexp.MustCompile(`\.(\d+)-of-\d+(?:\.|$)`)

func (r *tbRun) trial(f File, e element, v *tbTrial) (*datasets.Trajectory, error) {
	if v.TaskID == "" {
		return nil, e.bad(f, "task_id", errMissing)
	}
	trial := 0
	if m := tbOrdinal.FindStringSubmatch(string(v.Name)); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 || n > 1<<20 {
			return nil, e.bad(f, "trial_name", fmt.Errorf("no attempt in %q", string(v.Name)))
		}
		trial = n - 1
	}
	t := r.identify(string(v.TaskID), trial)
	if v.Solved != nil {
		t.Success = datasets.Known(*v.Solved)
	}
	if mapping.SetExit(t, v.Mode); v.Mode == "agent_installation_failed" {
		t.Exit = datasets.ExitHarnessError
		delete(t.Attributes, "exit")
	}
	attribute(t, "failure_mode", v.Mode)
	attribute(t, "trial_name", string(v.Name))
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
	t.LatencyMS = elapsed(cmp.Or(v.Started, v.Begun), cmp.Or(v.Ended, v.Done))
	return t, nil
}

// elapsed is the time between two instants in milliseconds, unknown where either
// is not there or cannot be read.
func elapsed(from, to string) datasets.Maybe[float64] {
	start, err1 := instant(from)
	end, err2 := instant(to)
	if err1 != nil || err2 != nil || end.Before(start) {
		return datasets.Maybe[float64]{}
	}
	return datasets.Known(float64(end.Sub(start)) / float64(time.Millisecond))
}

// instant reads a time as Python's isoformat writes it; without a zone it is UTC.
func instant(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05.999999999", s)
	}
	return t, err
}

// stringOr is a JSON value's text, or that of a member of it.
func stringOr(raw json.RawMessage, member string) string {
	if len(raw) > 0 && raw[0] == '{' {
		v, _ := eachNamed(raw, member)
		return plain(v)
	}
	return plain(raw)
}
