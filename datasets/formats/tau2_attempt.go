package formats

import (
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// tau2Simulation is one attempt; an entry of simulation_index has some of its
// members.
type tau2Simulation struct {
	ID         text            `json:"id"`
	TaskID     id              `json:"task_id"`
	Trial      number          `json:"trial"`
	Seed       text            `json:"seed"`
	Duration   number          `json:"duration"`
	Reason     string          `json:"termination_reason"`
	AgentCost  number          `json:"agent_cost"`
	UserCost   number          `json:"user_cost"`
	Reward     number          `json:"reward"` // of an index entry
	RewardInfo tau2Reward      `json:"reward_info"`
	Messages   json.RawMessage `json:"messages"`
	Review     struct {
		Errors []struct {
			Source string   `json:"source"`
			Type   string   `json:"error_type"`
			Tags   []string `json:"error_tags"`
			Turn   number   `json:"turn_idx"`
		} `json:"errors"`
	} `json:"review"`
}

type tau2Reward struct {
	Reward    number            `json:"reward"`
	Breakdown map[string]number `json:"reward_breakdown"`
	DBCheck   struct {
		Match number `json:"db_match"`
	} `json:"db_check"`
	ActionChecks []struct {
		Match bool `json:"action_match"`
	} `json:"action_checks"`
}

// trajectory makes an attempt of a simulation. What a review of the dialogue found becomes
// failure labels at the step that it points to; the user's errors are among them, under their
// source.
func (r *tau2Run) trajectory(f File, e element) (*datasets.Trajectory, error) {
	var s tau2Simulation
	if err := decode(f, e, &s); err != nil {
		return nil, err
	}
	if err := r.types.accept(s.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	trial, err := s.Trial.index()
	if err != nil {
		return nil, e.bad(f, "trial", err)
	}
	t := r.facts(&s, trial)
	turns, err := tau2Conversation(t, s.Messages)
	if err != nil {
		return nil, e.bad(f, "messages", err)
	}
	t.Response = lastWords(t.Steps)
	for _, failure := range s.Review.Errors {
		var step datasets.Maybe[int]
		if at, ok := turns[failure.Turn.Value]; ok && failure.Turn.Known {
			step = datasets.Known(at)
		}
		for _, mode := range append([]string{failure.Type}, failure.Tags...) {
			if mode != "" {
				t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: mode, Source: "review of the " + failure.Source, Step: step})
			}
		}
	}
	return project(t, r.opt.Columns), nil
}

// facts is an attempt without its conversation.
func (r *tau2Run) facts(s *tau2Simulation, trial int) *datasets.Trajectory {
	id := strings.Clone(s.TaskID.Name)
	r.seen[tau2Attempt{id, trial}] = true
	t := &datasets.Trajectory{
		Benchmark: tau2Benchmark, Run: r.name, Task: r.task(id), Trial: trial,
		Model: r.info.Agent.LLM, Agent: r.info.Agent.Implementation,
	}
	if domain := r.info.Environment.Domain; domain != "" {
		t.Strata = map[string]string{"domain": domain}
	}
	task := r.tasks[id]
	t.Expected, t.TaskHash, t.ExpectedAnswer = task.needs, task.hash, task.tell
	if task.readOnly {
		t.ReadOnly = datasets.Known(true)
	}
	mapping.SetExit(t, s.Reason)
	// In the harness's word, as several reasons make one exit.
	attribute(t, "termination_reason", s.Reason)
	attribute(t, "simulation_id", string(s.ID))
	attribute(t, "seed", string(s.Seed))
	attribute(t, "user_model", r.info.User.LLM)
	// An infrastructure_error is the one ending that the benchmark's metrics leave out, so that a
	// reward of 0 beside it is no failure of the agent. max_steps, timeout and the others are.
	if reward := s.RewardInfo.Reward; reward.Known && s.Reason != "infrastructure_error" {
		t.Reward = reward.Maybe
		t.Success = datasets.Known(math.Abs(reward.Value-1) <= 1e-6) // is_successful, metrics/agent_metrics.py
	}
	if s.Duration.Known {
		t.LatencyMS = datasets.Known(s.Duration.Value * 1e3)
	}
	t.CostUSD = s.AgentCost.Maybe
	report(t, "user_cost", s.UserCost)
	report(t, "db_match", s.RewardInfo.DBCheck.Match)
	for key, v := range s.RewardInfo.Breakdown {
		report(t, "reward_"+strings.ToLower(key), v)
	}
	if checks := s.RewardInfo.ActionChecks; len(checks) > 0 {
		matched := 0
		for _, c := range checks {
			if c.Match {
				matched++
			}
		}
		report(t, "action_matches", number{datasets.Known(float64(matched))})
		attribute(t, "action_checks", strconv.Itoa(len(checks)))
	}
	return t
}
