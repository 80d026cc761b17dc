package formats

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Toolathlon is the Tool Decathlon's trajectories in the three forms in which they are about:
// the website's, {pass, messages, failure}, one file an attempt whose name alone says of which
// run and task it is; the published data set's, JSON Lines with "modelname_run" and "task_name"
// whose values are JSON in texts; and the harness's own folder of a task, traj_log.json with
// eval_res.json beside it.
//
// Only a passed evaluation counts to the benchmark. An attempt that came to no evaluation, since
// its preparation failed or it ran out of turns, has a verdict of null, which stays unknown here
// and is a failure by the default policy, as it is to the benchmark.
var Toolathlon = Format{
	Name:    "toolathlon",
	Title:   "Toolathlon",
	Meaning: "Long tasks over 32 applications' MCP servers, checked by the state they leave",
	Doc: "Toolathlon, the Tool Decathlon: RUN_TASK.json {pass, messages, failure} as on its website, JSON lines of {modelname_run, task_name, task_status, messages, key_stats, agent_cost} as in its data set, or the harness's TASK/traj_log.json with eval_res.json beside it. " +
		"Run and task of the first are the parts of the file's name before and behind its last \"_\", of the last the folder above finalpool and the task's own; modelname_run is MODEL_N, whose N-1 is the trial, and a run promises as many attempts at each task as it has N. " +
		"Success is pass, or task_status.evaluation; null, where there was no evaluation, is unknown, which the benchmark counts as not passed: its pass@1 divides by all 108 tasks, of which the log names only those that it holds. " +
		"What the evaluation printed is the attribute failure. No log marks the calls that failed. cost_usd is agent_cost, which its authors call imprecise, as it leaves out the caching of prompts; 0 is unknown",
	Cite:   "Li et al. 2025, The Tool Decathlon, arXiv:2510.25726; github.com/hkust-nlp/Toolathlon, data set Toolathlon-Trajectories",
	Sniff:  sniffToolathlon,
	Joined: true,
	Read:   readToolathlon,
}

// sniffToolathlon asks that the website's files have no other keys than its own: two of them
// are words that anybody's conversation may stand beside. JSON lines of such keys are not its.
func sniffToolathlon(f File) Match {
	s := f.shape()
	only := func(keys ...string) bool {
		return !slices.ContainsFunc(s.Keys, func(k string) bool { return !slices.Contains(keys, k) })
	}
	switch {
	case s.has("modelname_run", "task_name") && (s.has("task_status") || s.has("messages") || s.Cut):
		return Log
	case s.List:
	case s.has("pass", "messages") && only("pass", "messages", "failure") && !severalLines(f):
		return Log
	case s.has("config", "request_id", "initial_run_time") && (s.has("key_stats") || s.has("messages") || s.Cut):
		return Log
	case f.Stem() == "eval_res" && s.has("pass") && only("pass", "details", "failure"):
		return Companion
	case s.has("preprocess", "running", "evaluation") && only("preprocess", "running", "evaluation"):
		return Companion // the state of a task's folder, which the log repeats
	}
	return No
}

// severalLines reports whether a head shows JSON lines: a whole object, and more behind it.
func severalLines(f File) bool {
	line, rest, _ := strings.Cut(strings.TrimSpace(string(f.Head)), "\n")
	return strings.HasSuffix(strings.TrimSpace(line), "}") && strings.HasPrefix(strings.TrimSpace(rest), "{")
}

// toolathlonRecord is what any of the forms says of an attempt. The data set has its objects
// and lists as JSON in texts, for the sake of a viewer.
type toolathlonRecord struct {
	Pass    json.RawMessage `json:"pass"`
	Failure json.RawMessage `json:"failure"`

	Name   string          `json:"modelname_run"`
	Task   string          `json:"task_name"`
	States json.RawMessage `json:"task_status"`
	Status string          `json:"status"`

	Messages json.RawMessage `json:"messages"`
	Stats    json.RawMessage `json:"key_stats"`
	Cost     json.RawMessage `json:"agent_cost"`
	Started  string          `json:"initial_run_time"`
	Ended    string          `json:"completion_time"`
}

// readToolathlon names the runs by the files' places before the first attempt.
func readToolathlon(files []File, opt Options) (datasets.Source, error) {
	var logs []*toolathlonFile
	verdicts := map[string]File{}
	for _, f := range files {
		dir := filepath.Dir(f.Path)
		s := f.shape()
		switch {
		case sniffToolathlon(f) == Companion:
			if s.has("pass") {
				verdicts[dir] = f
			}
		case s.has("modelname_run"):
			logs = append(logs, &toolathlonFile{File: f, lines: !s.List && sniffLines(f) == Log})
		default:
			logs = append(logs, toolathlonPlace(f, s))
		}
	}
	if len(logs) == 0 {
		return nil, noLog(files, "attempts, only verdicts", "add the traj_log.json beside them")
	}
	names, places := make([]string, len(logs)), make([]string, len(logs))
	for i, l := range logs {
		names[i], places[i] = l.run, l.place
		l.verdict = verdicts[filepath.Dir(l.Path)]
		if l.run != "" {
			l.Head = nil // one attempt, of hundreds; looked at
		}
	}
	for i, name := range placedNames(names, places) {
		logs[i].run = name
	}
	trials := map[string]map[int]bool{}
	var runs []string
	return promising{source(func(ctx context.Context, yield yield) {
		clear(trials)
		runs = nil
		note := func(t *datasets.Trajectory) {
			if trials[t.Run] == nil {
				trials[t.Run] = map[int]bool{}
				runs = append(runs, t.Run)
			}
			trials[t.Run][t.Trial] = true
		}
		for _, l := range logs {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if !l.read(note, opt, yield) {
				return
			}
		}
	}), func() []datasets.Promise {
		var out []datasets.Promise
		for _, run := range runs {
			if n := len(trials[run]); n > 1 {
				out = append(out, datasets.Promise{Benchmark: "toolathlon", Run: run, Trials: n, Source: strconv.Itoa(n) + " numbers of modelname_run"})
			}
		}
		return out
	}}, nil
}

// read yields a file's attempts.
func (l *toolathlonFile) read(note func(*datasets.Trajectory), opt Options, yield yield) bool {
	take := func(e element) (*datasets.Trajectory, error) {
		t, err := l.trajectory(e)
		if err != nil {
			return nil, err
		}
		note(t)
		return project(t, opt.Columns), nil
	}
	switch {
	case l.lines:
		return lineRecords(l.File, take, yield)
	case l.run == "" && sniffJSON(l.Head).List:
		return records(l.File, "", take, yield)
	}
	e, err := whole(l.File)
	var t *datasets.Trajectory
	if err == nil {
		t, err = take(e)
	}
	if t != nil {
		t.Place = datasets.Place{File: l.Path}
	}
	return yield(t, err)
}

// toolathlonRun is a model's name with the number of its run, from 1.
var toolathlonRun = regexp.MustCompile(`^(.+)_(\d{1,4})$`)

// trajectory makes an attempt of a record.
func (l *toolathlonFile) trajectory(e element) (*datasets.Trajectory, error) {
	var v toolathlonRecord
	if err := decode(l.File, e, &v); err != nil {
		return nil, err
	}
	t := &datasets.Trajectory{Benchmark: "toolathlon", Run: l.run, Task: l.task}
	if l.run == "" {
		t.Run, t.Task = v.Name, v.Task
		if m := toolathlonRun.FindStringSubmatch(v.Name); m != nil {
			if n, err := strconv.Atoi(m[2]); err == nil && n > 0 {
				t.Run, t.Trial = m[1], n-1
			}
		}
		t.Model = t.Run
	}
	for _, name := range []struct{ key, text string }{{"modelname_run", t.Run}, {"task_name", t.Task}} {
		if name.text == "" {
			return nil, e.bad(l.File, name.key, errMissing)
		}
	}
	if stated(v.Messages) {
		if err := mapping.SetSteps(t, string(innerJSON(v.Messages))); err != nil {
			return nil, e.bad(l.File, "messages", err)
		}
		t.Response = lastWords(t.Steps)
	}
	if l.verdict.Open != nil {
		e, err := whole(l.verdict)
		if err != nil {
			return nil, err
		}
		var judged toolathlonRecord
		if err := decode(l.verdict, e, &judged); err != nil {
			return nil, err
		}
		v.Pass, v.Failure = judged.Pass, judged.Failure
	}
	if err := l.outcome(t, e, &v); err != nil {
		return nil, err
	}
	return t, l.usage(t, e, &v)
}

// toolathlonEnd is how the website tells that an attempt came to no evaluation.
var toolathlonEnd = regexp.MustCompile(`^Task status: (\w+)`)

// outcome takes the verdict, and how the attempt ended.
func (l *toolathlonFile) outcome(t *datasets.Trajectory, e element, v *toolathlonRecord) error {
	var states struct {
		Preprocess string          `json:"preprocess"`
		Running    string          `json:"running"`
		Evaluation json.RawMessage `json:"evaluation"`
	}
	if stated(v.States) {
		if err := unmarshal(innerJSON(v.States), &states); err != nil {
			return e.bad(l.File, "task_status", err)
		}
	}
	verdict, key := v.Pass, "pass"
	if !stated(verdict) {
		verdict, key = states.Evaluation, "task_status"
	}
	if stated(verdict) {
		yes, known, err := mapping.Verdict(mapping.TextCell(plain(verdict)))
		if err != nil {
			return e.bad(l.File, key, err)
		}
		t.Success = datasets.Maybe[bool]{Value: yes, Known: known}
	}
	why := plain(v.Failure)
	attribute(t, "failure", why)
	word := v.Status
	if m := toolathlonEnd.FindStringSubmatch(why); m != nil {
		word = m[1]
	}
	if states.Running != "" {
		word = states.Running
	}
	switch {
	case states.Preprocess != "" && states.Preprocess != "done":
		t.Exit = datasets.ExitHarnessError
		attribute(t, "preprocess", states.Preprocess)
	case word == "success":
		t.Exit = datasets.ExitCompleted
	case strings.HasPrefix(word, "max_turn"):
		t.Exit = datasets.ExitMaxTurns
	case word == "fail" || word == "failed":
		t.Exit = datasets.ExitError
	case word != "":
		mapping.SetExit(t, word)
	case t.Success.Known: // an evaluation comes behind the agent's end
		t.Exit = datasets.ExitCompleted
	}
	return nil
}

// usage takes tokens, price and time, which the website's files lack.
func (l *toolathlonFile) usage(t *datasets.Trajectory, e element, v *toolathlonRecord) error {
	var stats struct {
		Input  number `json:"input_tokens"`
		Output number `json:"output_tokens"`
		Total  number `json:"total_tokens"`
		Turns  number `json:"interaction_turns"`
		Calls  number `json:"tool_calls"`
		Asked  number `json:"agent_llm_requests"`
	}
	var cost struct {
		Total number `json:"total_cost"`
	}
	for _, part := range []struct {
		key string
		raw json.RawMessage
		to  any
	}{{"key_stats", v.Stats, &stats}, {"agent_cost", v.Cost, &cost}} {
		if !stated(part.raw) {
			continue
		}
		if err := unmarshal(innerJSON(part.raw), part.to); err != nil {
			return e.bad(l.File, part.key, err)
		}
	}
	if stats.Input.Value > 0 || stats.Output.Value > 0 {
		addTokens(&t.PromptTokens, stats.Input)
		addTokens(&t.CompletionTokens, stats.Output)
		report(t, "total_tokens", stats.Total)
	}
	report(t, "interaction_turns", stats.Turns)
	report(t, "key_stats_tool_calls", stats.Calls)
	report(t, "agent_llm_requests", stats.Asked)
	if cost.Total.Value > 0 {
		t.CostUSD = cost.Total.Maybe
	}
	t.Date = v.Started
	t.LatencyMS = elapsed(v.Started, v.Ended)
	return nil
}
