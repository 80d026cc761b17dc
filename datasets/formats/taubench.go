package formats

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// TauBench is tau-bench, version 1: the list that run.py writes. A list of {task_id, reward,
// info, traj} decides. The model, the strategy and the domain stand in the file's name
// alone, which is therefore the run.
//
// Success is a reward of 1 within 1e-6, as is_successful has it. An exception is stored as
// reward 0 with info.error and without a conversation: a failure that ended in an error.
// Both domains number their tasks from 0, so that a digest of the task keeps files of two
// domains from being paired.
var TauBench = Format{
	Name:    "tau-bench",
	Title:   "tau-bench",
	Meaning: "Customer-service dialogues with tools over simulated databases, version 1",
	Doc: "A JSON list of {task_id, reward, info, traj, trial}; the run is the file's name; success is a reward of 1; " +
		"the actions of info.task are the expected plan, in order, with their arguments (a task without actions may still need calls that read: its plan is not known); " +
		"an attempt that raised an exception is stored with reward 0 and info.error: exit error; " +
		"task_hash is a digest of info.task, as the domains number their tasks alike",
	Cite:  "Yao et al. 2024, tau-bench, arXiv:2406.12045; github.com/sierra-research/tau-bench, run.py",
	Sniff: sniffTau,
	Read:  readTau,
}

// sniffTau goes by the first record, whose conversation may be longer than the head.
func sniffTau(f File) Match {
	s := f.shape()
	if s.List && s.has("task_id", "reward", "info") && (s.has("traj") || s.Cut) {
		return Log
	}
	return No
}

// tauRecord is one attempt. An attempt that raised an exception has {error, traceback} for
// info.
type tauRecord struct {
	TaskID id              `json:"task_id"`
	Trial  number          `json:"trial"`
	Reward number          `json:"reward"`
	Traj   json.RawMessage `json:"traj"`
	Info   struct {
		Error      string          `json:"error"`
		UserCost   number          `json:"user_cost"`
		Task       json.RawMessage `json:"task"`
		RewardInfo struct {
			Info struct {
				Actions number `json:"r_actions"`
				Outputs number `json:"r_outputs"`
			} `json:"info"`
		} `json:"reward_info"`
	} `json:"info"`
}

// tauTask is info.task: the calls that solve it, in order, and what the answer must contain.
type tauTask struct {
	Actions []struct {
		Name   string          `json:"name"`
		Kwargs json.RawMessage `json:"kwargs"`
	} `json:"actions"`
	Outputs []string `json:"outputs"`
}

func readTau(files []File, opt Options) (datasets.Source, error) {
	return source(func(_ context.Context, yield yield) {
		for _, f := range files {
			types := idTypes{}
			take := func(e element) (*datasets.Trajectory, error) { return tauTrajectory(f, e, types, opt) }
			if !records(f, "", take, yield) {
				return
			}
		}
	}), nil
}

// tauTrajectory makes an attempt of a record. An exception is a failure with a reward of 0, as
// the benchmark counts it, and exit error lets a reader set it apart.
func tauTrajectory(f File, e element, types idTypes, opt Options) (*datasets.Trajectory, error) {
	var r tauRecord
	if err := decode(f, e, &r); err != nil {
		return nil, err
	}
	if err := types.accept(r.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	trial, err := r.Trial.index()
	if err != nil {
		return nil, e.bad(f, "trial", err)
	}
	t := &datasets.Trajectory{
		Benchmark: "tau-bench", Run: f.Stem(), Task: r.TaskID.Name, Trial: trial,
		Reward: r.Reward.Maybe, Exit: datasets.ExitCompleted, Error: r.Info.Error,
	}
	// Not reward > 0: the benchmark's measure is all or nothing, with room for rounding alone.
	if r.Reward.Known {
		t.Success = datasets.Known(math.Abs(r.Reward.Value-1) <= 1e-6) // is_successful, run.py
	}
	if err = setSteps(t, r.Traj, tauError); err != nil {
		return nil, e.bad(f, "traj", err)
	}
	if t.Error != "" {
		t.Exit = datasets.ExitError
		if len(t.Steps) == 0 {
			t.Steps = nil // the conversation up to the exception is not kept
		}
	}
	t.Response = lastWords(t.Steps)
	if err := tauPlan(t, r.Info.Task); err != nil {
		return nil, e.bad(f, "info.task", err)
	}
	report(t, "user_cost", r.Info.UserCost)
	report(t, "r_actions", r.Info.RewardInfo.Info.Actions)
	report(t, "r_outputs", r.Info.RewardInfo.Info.Outputs)
	return project(t, opt.Columns), nil
}

// tauPlan takes the plan, the expected outputs and the digest of a task.
func tauPlan(t *datasets.Trajectory, task json.RawMessage) error {
	if len(task) == 0 || string(task) == "null" {
		return nil
	}
	var v tauTask
	if err := json.Unmarshal(task, &v); err != nil {
		return err
	}
	for _, a := range v.Actions {
		arguments, err := compact(a.Kwargs)
		if err != nil {
			return err
		}
		t.Expected = append(t.Expected, datasets.Need{AnyOf: []string{a.Name}, Arguments: arguments})
	}
	// Which calls that only read are needed is then open, and that nothing is to be changed is not.
	if v.Actions != nil && len(v.Actions) == 0 {
		t.ReadOnly = datasets.Known(true)
	}
	if len(v.Outputs) > 0 {
		answer, err := json.Marshal(v.Outputs)
		if err != nil {
			return err
		}
		t.ExpectedAnswer = string(answer)
	}
	whole, err := compact(task)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(whole))
	t.TaskHash = hex.EncodeToString(sum[:8])
	return nil
}

// compact is a JSON value without white space.
func compact(value json.RawMessage) (string, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, value); err != nil && len(value) > 0 {
		return "", err
	}
	return out.String(), nil
}

// tauError knows the two ways in which tau-bench's environment answers a call
// that failed: "Error: ..." from a tool or its exception, "Unknown action ..."
// for a tool that does not exist (envs/base.py, step).
func tauError(result string) (bool, string) {
	return strings.HasPrefix(result, "Error: ") || strings.HasPrefix(result, "Unknown action "), ""
}
