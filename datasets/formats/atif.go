package formats

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// ATIF is single trajectories in Harbor's Agent Trajectory Interchange Format, outside of
// a job: what an agent's adapter leaves in agent/trajectory.json, schema versions 1.0 to
// 1.7. "schema_version" with the prefix "ATIF-v" and "agent" decide.
//
// The format is about what the agent did and says neither which task it was nor how it
// ended; inside of a Harbor job both stand in the trial's result.json, and harbor.go joins
// them. By itself a trajectory is an attempt of unknown outcome, its task named by the
// folder. Steps that were copied from an earlier context (is_copied_context) were paid for
// once and are not counted again.
var ATIF = Format{
	Name:    "atif",
	Title:   "Agent Trajectory Interchange Format",
	Meaning: "One attempt a file, without task, verdict or failed calls",
	Doc: "The agent trajectory interchange format, one attempt a file: {schema_version: \"ATIF-v1.x\", agent, steps, final_metrics}. The format has no task, verdict or failed calls: the outcome is unknown, the run is the agent and its model, " +
		"and the task is the name of the file, or of its folder for a trajectory.json (put an attempt's file into a folder named for its task). Beside a Harbor result.json it is read with it. " +
		"Steps copied from an earlier context (is_copied_context) are left out; tokens are the final metrics', else the steps' sum",
	Cite:  "Harbor RFC 0001, ATIF v1.0 to v1.7: harborframework.com/docs/trajectory-format",
	Sniff: sniffATIF,
	Read:  readATIF,
}

// sniffATIF comes behind Harbor's, which takes the trajectories of its trials.
func sniffATIF(f File) Match {
	if isATIF(f) {
		return Log
	}
	return No
}

// atifTrajectory is a file of the format, but for what nobody asks of an attempt.
type atifTrajectory struct {
	Version   string `json:"schema_version"`
	SessionID string `json:"session_id"`
	Agent     struct {
		Name    string          `json:"name"`
		Version string          `json:"version"`
		Model   string          `json:"model_name"`
		Tools   json.RawMessage `json:"tool_definitions"`
	} `json:"agent"`
	Steps json.RawMessage `json:"steps"`
	Final *struct {
		Prompt     number `json:"total_prompt_tokens"`
		Completion number `json:"total_completion_tokens"`
		Cached     number `json:"total_cached_tokens"`
		Cost       number `json:"total_cost_usd"`
	} `json:"final_metrics"`
	Continued string `json:"continued_trajectory_ref"`
}

// atifStep is what a step states beside what mapping.SetSteps reads of it.
type atifStep struct {
	Metrics struct {
		Prompt     number `json:"prompt_tokens"`
		Completion number `json:"completion_tokens"`
		Cached     number `json:"cached_tokens"`
		Cost       number `json:"cost_usd"`
	} `json:"metrics"`
	Copied bool `json:"is_copied_context"`
}

func readATIF(files []File, opt Options) (datasets.Source, error) {
	return source(func(_ context.Context, yield yield) {
		for _, f := range files {
			t, err := atifAlone(f)
			if err == nil {
				t = project(t, opt.Columns)
			}
			if !yield(t, err) {
				return
			}
		}
	}), nil
}

// atifAlone makes an attempt of a trajectory without a result. A task's name can only come
// from the path: the folder of the trial, or the file where it has a name of its own.
func atifAlone(f File) (*datasets.Trajectory, error) {
	e, err := whole(f)
	if err != nil {
		return nil, err
	}
	a, err := decodeATIF(f, e)
	if err != nil {
		return nil, err
	}
	t := &datasets.Trajectory{
		Benchmark: "atif", Agent: strings.TrimSpace(a.Agent.Name + " " + a.Agent.Version), Model: a.Agent.Model,
		Run: cmp.Or(strings.TrimSpace(a.Agent.Name+" "+a.Agent.Model), "unnamed agent"), Task: f.Stem(),
		Place: datasets.Place{File: f.Path},
	}
	dir := filepath.Dir(f.Path)
	if filepath.Base(dir) == "agent" {
		dir = filepath.Dir(dir)
	}
	if folder := filepath.Base(dir); t.Task == "trajectory" && folder != "." && folder != string(filepath.Separator) {
		t.Task = folder
	}
	return t, a.fill(f, e, t)
}

// decodeATIF reads a trajectory of the format's first major version.
func decodeATIF(f File, e element) (*atifTrajectory, error) {
	var a atifTrajectory
	if err := decode(f, e, &a); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(a.Version, "ATIF-v1") || len(a.Version) > len("ATIF-v1") && a.Version[len("ATIF-v1")] != '.' {
		return nil, e.bad(f, "schema_version", fmt.Errorf("%q is not known; known is ATIF-v1", excerpt([]byte(a.Version))))
	}
	return &a, nil
}

// fill adds the conversation and, where they are not known yet, the tokens.
func (a *atifTrajectory) fill(f File, e element, t *datasets.Trajectory) error {
	t.Steps = []datasets.Step{}
	var sum struct {
		prompt, completion, cached datasets.Maybe[int64]
		cost                       datasets.Maybe[float64]
	}
	var steps []atifStep
	if stated(a.Steps) {
		if err := json.Unmarshal(a.Steps, &steps); err != nil {
			return e.bad(f, "steps", err)
		}
		if err := mapping.SetSteps(t, string(a.Steps)); err != nil {
			return e.bad(f, "steps", err)
		}
	}
	for _, s := range steps {
		if s.Copied {
			continue
		}
		addTokens(&sum.prompt, s.Metrics.Prompt)
		addTokens(&sum.completion, s.Metrics.Completion)
		addTokens(&sum.cached, s.Metrics.Cached)
		if s.Metrics.Cost.Known {
			sum.cost = datasets.Known(sum.cost.Value + s.Metrics.Cost.Value)
		}
	}
	// The totals that the agent's adapter states go before the sum of the steps; each of them is
	// optional.
	if a.Final != nil {
		var total struct{ prompt, completion, cached datasets.Maybe[int64] }
		addTokens(&total.prompt, a.Final.Prompt)
		addTokens(&total.completion, a.Final.Completion)
		addTokens(&total.cached, a.Final.Cached)
		sum.prompt, sum.completion, sum.cached = firstKnown(total.prompt, sum.prompt), firstKnown(total.completion, sum.completion), firstKnown(total.cached, sum.cached)
		sum.cost = firstKnown(a.Final.Cost.Maybe, sum.cost)
	}
	// What the trial's result.json counted stays.
	t.PromptTokens, t.CompletionTokens, t.CachedTokens = firstKnown(t.PromptTokens, sum.prompt), firstKnown(t.CompletionTokens, sum.completion), firstKnown(t.CachedTokens, sum.cached)
	t.CostUSD = firstKnown(t.CostUSD, sum.cost)
	if len(a.Agent.Tools) > 0 && a.Agent.Tools[0] == '[' {
		tools, err := mapping.Names(string(a.Agent.Tools))
		if err != nil {
			return e.bad(f, "agent.tool_definitions", err)
		}
		t.Available = tools
	}
	t.Response = lastWords(t.Steps)
	attribute(t, "session_id", a.SessionID)
	attribute(t, "continued_in", a.Continued)
	return nil
}

// firstKnown is the first of two values that is known.
func firstKnown[T any](a, b datasets.Maybe[T]) datasets.Maybe[T] {
	if a.Known {
		return a
	}
	return b
}
