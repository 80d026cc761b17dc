package formats

import (
	"bytes"
	"context"
	"strings"

	"mcpstats/datasets"
)

// Tau2 is tau2-bench: dialogues in which the agent and a simulated user may both call
// tools. `tau2 run` writes {info, tasks, simulations}, newer versions a folder with the
// simulations in files of their own. "info" with agent_info and num_trials decides, or
// {id, task_id, termination_reason} for one simulation.
//
//   - tau2.go: which files are one run, and what they announce,
//   - tau2_files.go: the results file, its tasks and plans,
//   - tau2_attempt.go, tau2_messages.go: one simulation and its conversation. The calls of
//     the simulated user stand among the agent's and are counted apart.
var Tau2 = Format{
	Name:    "tau2",
	Title:   "tau2-bench",
	Meaning: "Customer-service dialogues in which agent and simulated user both call tools",
	Doc: "tau2-bench, customer-service dialogues in which the agent and a simulated user may both call tools, what `tau2 run` saves: one JSON object {info, tasks, simulations}, or a folder with results.json (the same without the simulations) and simulations/*.json. " +
		"The run is the agent's model (with the agent's kind and reasoning effort where they are not the usual ones, and the file's name where two files would be the same run); the task is domain/id, as every domain numbers from 0; " +
		"success is a reward of 1; the assistant's actions of the task's evaluation criteria are the expected plan, with the arguments that count. " +
		"Only infrastructure_error leaves no outcome, as the benchmark's metrics have it (versions of 2026 also leave out context_window_exceeded, which here keeps its reward); " +
		"every other ending keeps its reward. Attempts that tasks and num_trials announce and no simulation records are promised and missing. " +
		"Calls that the simulated user makes are not calls of the agent: their number is the attribute user_calls. Voice runs that keep ticks instead of messages have no conversation here",
	Cite:   "Barres et al. 2025, tau2-bench, arXiv:2506.07982; github.com/sierra-research/tau2-bench, src/tau2/data_model/simulation.py",
	Sniff:  sniffTau2,
	Joined: true,
	Read:   readTau2,
}

// sniffTau2 asks for keys inside of "info" as well, since "info" and "tasks" alone are
// anybody's. A long list of tasks may push the simulations out of the head.
func sniffTau2(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("info") && (s.has("tasks") || s.Cut) && bytes.Contains(f.Head, []byte(`"agent_info"`)) && bytes.Contains(f.Head, []byte(`"num_trials"`)):
		return Log
	case s.has("id", "task_id", "termination_reason"):
		return Log
	}
	return No
}

// tau2Info is what a results file says of its run.
type tau2Info struct {
	NumTrials number `json:"num_trials"`
	GitCommit string `json:"git_commit"`
	Agent     struct {
		Implementation string `json:"implementation"`
		LLM            string `json:"llm"`
		Args           struct {
			ReasoningEffort text `json:"reasoning_effort"`
		} `json:"llm_args"`
	} `json:"agent_info"`
	User struct {
		LLM string `json:"llm"`
	} `json:"user_info"`
	Environment struct {
		Domain string `json:"domain_name"`
	} `json:"environment_info"`
}

// name is the run's name as far as the file's content tells.
func (i *tau2Info) name() string {
	// The usual agent, llm_agent, goes without saying; another one, or an effort that is stated,
	// may be what an experiment compares.
	name := i.Agent.LLM
	if kind := i.Agent.Implementation; kind != "" && kind != "llm_agent" {
		name = strings.TrimSpace(name + " " + kind)
	}
	if effort := string(i.Agent.Args.ReasoningEffort); effort != "" {
		name += " (" + effort + ")"
	}
	return name
}

// tau2Run is one results file with the simulations that belong to it.
type tau2Run struct {
	file        File // the results file; without one, the first simulation
	listed      bool // the file holds the simulations itself
	simulations []File
	info        tau2Info
	name        string
	tasks       map[string]tau2Task
	order       []string // task ids in the file's order
	index       []tau2Simulation
	seen        map[tau2Attempt]bool
	types       idTypes
	opt         Options
}

type tau2Attempt struct {
	task  string
	trial int
}

type tau2Task struct {
	needs    []datasets.Need // nil: not known
	readOnly bool            // the database is to stay as it is
	tell     string          // what the user must be told, as a JSON list; empty: nothing that is known
	hash     string
}

// readTau2 reads info and tasks of all runs at once, as two files of one name in one domain
// must be told apart, and the simulations in the pass.
func readTau2(files []File, opt Options) (datasets.Source, error) {
	runs, err := tau2Runs(files, opt)
	if err != nil {
		return nil, err
	}
	return promising{source(func(ctx context.Context, yield yield) {
		for _, r := range runs {
			if !r.read(ctx, yield) {
				return
			}
		}
	}), func() []datasets.Promise { return tau2Promises(runs) }}, nil
}

// tau2Promises are the tasks and trials that the results files announce.
func tau2Promises(runs []*tau2Run) []datasets.Promise {
	var out []datasets.Promise
	for _, r := range runs {
		p := datasets.Promise{Benchmark: tau2Benchmark, Run: r.name, Source: "tasks and num_trials"}
		for _, id := range r.order {
			p.Tasks = append(p.Tasks, r.task(id))
		}
		if n, err := r.info.NumTrials.index(); err == nil {
			p.Trials = min(n, 10_000)
		}
		if p.Tasks != nil || p.Trials > 0 {
			out = append(out, p)
		}
	}
	return out
}

// tau2Benchmark is what reports call it.
const tau2Benchmark = "tau2-bench"

// task is a task's identity: every domain numbers its tasks from 0.
func (r *tau2Run) task(id string) string {
	if domain := r.info.Environment.Domain; domain != "" {
		return domain + "/" + id
	}
	return id
}

// read yields a run's simulations, then what its index alone has.
func (r *tau2Run) read(ctx context.Context, yield yield) bool {
	r.seen, r.types = map[tau2Attempt]bool{}, idTypes{}
	if r.listed {
		make := func(e element) (*datasets.Trajectory, error) { return r.trajectory(r.file, e) }
		if !records(r.file, "simulations", make, yield) {
			return false
		}
	}
	for _, f := range r.simulations {
		if ctx.Err() != nil {
			yield(nil, ctx.Err())
			return false
		}
		e, err := whole(f)
		if err != nil {
			if !yield(nil, err) {
				return false
			}
			continue
		}
		t, err := r.trajectory(f, e)
		if t != nil {
			t.Place = datasets.Place{File: f.Path}
		}
		if !yield(t, err) {
			return false
		}
	}
	return r.indexed(yield)
}

// indexed yields the attempts of the index of which no file is there: it states how they
// ended, and their reward. Attempts that tasks and num_trials announce and nothing records
// are promised (tau2Promises), not made.
func (r *tau2Run) indexed(yield yield) bool {
	for i := range r.index {
		s := &r.index[i]
		trial, err := s.Trial.index()
		if err != nil || s.TaskID.Name == "" || r.seen[tau2Attempt{s.TaskID.Name, trial}] {
			continue
		}
		s.RewardInfo.Reward = s.Reward
		t := r.facts(s, trial)
		t.Place = datasets.Place{File: r.file.Path}
		attribute(t, "record", "index only")
		if !yield(project(t, r.opt.Columns), nil) {
			return false
		}
	}
	return true
}
