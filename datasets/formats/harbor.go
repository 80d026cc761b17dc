package formats

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"mcpstats/datasets"
)

// Harbor is the job folders of the Harbor framework, which runs Terminal-Bench 2 and other
// sets of tasks: jobs/JOB/TRIAL/result.json, with agent/trajectory.json beside it.
// "task_name" with a trial's name, its agent or its verdict decides; a trial's config.json
// and a job's own files are companions.
//
// A trial has a random suffix and no ordinal, so that trials of one task are exchangeable
// and are numbered by their names. A trial whose folder has a config and no result began
// and did not end: it is there, without a verdict. How many there should be is the job's
// n_total_trials (harbor_runs.go).
var Harbor = Format{
	Name:    "harbor",
	Title:   "Harbor",
	Meaning: "Agents run in containers, on Terminal-Bench 2 and other sets of tasks",
	Doc: "Harbor, the framework that runs agents in containers, on Terminal-Bench 2 and others: jobs/JOB/TRIAL/result.json with agent/trajectory.json (ATIF) beside it; a trial with config.json alone did not end and has unknown outcome. The run is the agent and its model, with what tells its jobs apart where there are several: the part of the folder, else of trials_dir, in which they differ; " +
		"what it promised is n_total_trials of its jobs. The benchmark is the dataset (source; one where the datasets of several jobs have most of their tasks in common), the task task_name, its digest task_checksum. Attempts carry no number: they are numbered by the order of their trial names, and are exchangeable. " +
		"The reward is the verifier's \"reward\", or its only one; success where it is 0 or 1, unless the run has rewards between, which grade. Without a verifier's result the outcome is unknown (Harbor's own mean takes it for 0). " +
		"An exception is how the attempt ended, a fact apart from the verifier's",
	Cite:   "harborframework.com/docs; github.com/laude-institute/harbor, src/harbor/models/trial/result.py",
	Sniff:  sniffHarbor,
	Joined: true,
	Read:   readHarbor,
}

// sniffHarbor tells trials from jobs by their keys: both have files of the same names,
// result.json and config.json, and their folders are the users' to name.
func sniffHarbor(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("task_name") && (s.has("trial_name") || s.has("verifier_result")) && (s.has("agent_info") || s.has("task_checksum") || s.has("verifier_result") || s.Cut):
		return Log
	case s.has("task", "trial_name") && (s.has("agent") || s.Cut):
		return Companion // a trial's config
	case s.has("n_total_trials"), s.has("job_name") && (s.has("n_attempts") || s.has("orchestrator") || s.has("agents")):
		return Companion // a job's result and config
	case isATIF(f) && f.Folder() == "agent":
		return Companion
	}
	return No
}

// harborResult is a trial's result.json.
type harborResult struct {
	TaskName string         `json:"task_name"`
	Name     string         `json:"trial_name"`
	Source   string         `json:"source"`
	Checksum string         `json:"task_checksum"`
	Agent    harborAgent    `json:"agent_info"`
	Used     harborUsage    `json:"agent_result"`
	Verified *harborVerdict `json:"verifier_result"`
	Raised   *harborRaised  `json:"exception_info"`
	Started  string         `json:"started_at"`
	Finished string         `json:"finished_at"`
	Agents   harborPhase    `json:"agent_execution"`
	Config   struct {
		Agent struct {
			Name  string `json:"name"`
			Model string `json:"model_name"`
		} `json:"agent"`
		Dir string `json:"trials_dir"`
	} `json:"config"`
}

type harborAgent struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Model   struct {
		Name     string `json:"name"`
		Provider string `json:"provider"`
	} `json:"model_info"`
}

type harborUsage struct {
	Input  number `json:"n_input_tokens"`
	Cached number `json:"n_cache_tokens"`
	Output number `json:"n_output_tokens"`
	Cost   number `json:"cost_usd"`
}

type harborVerdict struct {
	Rewards map[string]number `json:"rewards"`
}

type harborRaised struct {
	Type    string `json:"exception_type"`
	Message string `json:"exception_message"`
}

type harborPhase struct {
	Started  string `json:"started_at"`
	Finished string `json:"finished_at"`
}

// harborTrial is one trial's folder.
type harborTrial struct {
	file       File   // result.json; config.json of one that did not end
	dir        string // of the job
	job, model string
	benchmark  string
	result     harborResult
	ended      bool
	path       File // agent/trajectory.json; no Open without one
	run        string
	trial      int
	bad        error
}

// readHarbor reads all results before the first attempt, as a trial's number and its run's
// name depend on the others; the conversations, which are long, follow one at a time in the
// pass. Agents' folders that lie outside of any trial are read as ATIF.
func readHarbor(files []File, opt Options) (datasets.Source, error) {
	trials, rest := harborTrials(files)
	if len(trials) == 0 {
		if len(rest) > 0 { // the agents' folders alone
			return readATIF(rest, opt)
		}
		return nil, noLog(files, "trials", "add the trials' folders with their result.json")
	}
	// One reward between 0 and 1 makes all rewards of its run grades: a 1 is then the best of
	// them, and no longer a verdict.
	graded := map[string]bool{}
	for _, t := range trials {
		if r := t.reward(); r.Known && r.Value != 0 && r.Value != 1 {
			graded[t.run] = true
		}
	}
	promises := harborPromises(files, trials)
	return promising{source(func(ctx context.Context, yield yield) {
		for _, t := range trials {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			var out *datasets.Trajectory
			err := t.bad
			if err == nil {
				out = t.trajectory(graded[t.run])
				if t.path.Open != nil {
					err = t.conversation(out)
				}
			}
			if err != nil {
				out = nil
			} else {
				out = project(out, opt.Columns)
			}
			if !yield(out, err) {
				return
			}
		}
	}), func() []datasets.Promise { return promises }}, nil
}

// reward is the verifier's one number.
func (t *harborTrial) reward() datasets.Maybe[float64] {
	if t.result.Verified == nil {
		return datasets.Maybe[float64]{}
	}
	rewards := t.result.Verified.Rewards
	// Of several rewards none of which is called "reward", none is the outcome; they are reported.
	if n, ok := rewards["reward"]; ok || len(rewards) != 1 {
		return n.Maybe
	}
	for _, n := range rewards {
		return n.Maybe
	}
	return datasets.Maybe[float64]{}
}

// trajectory makes an attempt of a trial, without its conversation; graded says that the run's
// rewards are no verdicts. A verdict and an exception may stand together: an agent that ran
// out of time was verified all the same.
func (t *harborTrial) trajectory(graded bool) *datasets.Trajectory {
	r := &t.result
	_, version, _ := strings.Cut(r.Source, "@")
	out := &datasets.Trajectory{
		Benchmark: t.benchmark, DatasetVersion: version, Run: t.run, Task: r.TaskName, Trial: t.trial, TaskHash: r.Checksum,
		Agent: strings.TrimSpace(r.Agent.Name + " " + r.Agent.Version), Model: t.model, Reward: t.reward(),
		Place: datasets.Place{File: t.file.Path},
	}
	attribute(out, "job", t.job)
	if source, _, _ := strings.Cut(r.Source, "@"); source != t.benchmark {
		attribute(out, "source", source)
	}
	attribute(out, "trial_name", r.Name)
	if v := out.Reward; v.Known && !graded && (v.Value == 0 || v.Value == 1) {
		out.Success = datasets.Known(v.Value == 1)
	}
	if r.Verified != nil {
		for name, n := range r.Verified.Rewards {
			report(out, name, n)
		}
	}
	addTokens(&out.PromptTokens, r.Used.Input)
	addTokens(&out.CompletionTokens, r.Used.Output)
	addTokens(&out.CachedTokens, r.Used.Cached)
	out.CostUSD = r.Used.Cost.Maybe
	out.Date = cmp.Or(r.Agents.Started, r.Started)
	// The agent's own time. That of the whole trial includes what came before and after the agent.
	if out.LatencyMS = elapsed(r.Agents.Started, r.Agents.Finished); !out.LatencyMS.Known {
		out.LatencyMS = elapsed(r.Started, r.Finished)
	}
	switch {
	case !t.ended:
		out.Error = "the trial began and has no result"
		attribute(out, "record", "missing")
	case r.Raised != nil:
		out.Error = strings.TrimSpace(r.Raised.Type + ": " + r.Raised.Message)
		out.Exit = harborExit(r.Raised.Type)
		out.FailureLabels = []datasets.FailureLabel{{Mode: r.Raised.Type, Source: "harbor"}}
	default:
		out.Exit = datasets.ExitCompleted
	}
	return out
}

// harborExit tells by an exception's type who failed: the agent, its time limit,
// or what is around it.
func harborExit(exception string) datasets.Exit {
	switch {
	case exception == "AgentTimeoutError", exception == "AgentExecutionTimeoutError":
		return datasets.ExitTimeout
	case strings.HasPrefix(exception, "Verifier"), strings.HasPrefix(exception, "Environment"), strings.HasPrefix(exception, "AgentSetup"), strings.HasPrefix(exception, "RewardFile"),
		strings.Contains(exception, "Docker"), strings.Contains(exception, "Sandbox"), strings.Contains(exception, "Download"), exception == "CancelledError":
		return datasets.ExitHarnessError
	case strings.Contains(exception, "ContentFilter"), strings.Contains(exception, "Refus"):
		return datasets.ExitRefused
	}
	return datasets.ExitError
}

// conversation adds what the agent's trajectory says.
func (t *harborTrial) conversation(out *datasets.Trajectory) error {
	e, err := whole(t.path)
	if err != nil {
		return err
	}
	a, err := decodeATIF(t.path, e)
	if err != nil {
		return err
	}
	return a.fill(t.path, e, out)
}

// isATIF recognises a trajectory in the agent trajectory interchange format.
func isATIF(f File) bool {
	s := f.shape()
	return !s.List && s.has("schema_version", "agent") && bytes.Contains(f.Head, []byte(`"ATIF-v`))
}
