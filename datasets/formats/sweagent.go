package formats

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// SWEAgent is SWE-agent's .traj files, one attempt each, of all its versions: {environment,
// trajectory, history, info}, since 1.0 with replay_config and with tool_calls in the history,
// and demonstrations that have the history alone. "trajectory" with "history" decides, or
// "history" alone with roles in it.
//
// A step of the trajectory is one action, which is one call. The history is what the model was
// shown: an older one has the demonstration in it, and one that was cut to fit has lost its
// middle, so that calls are counted in the trajectory wherever there is one.
var SWEAgent = Format{
	Name:    "swe-agent",
	Title:   "SWE-agent",
	Meaning: "Trajectories of a coding agent at issues of repositories, one file an attempt",
	Doc: "SWE-agent's .traj files, one attempt a file: {environment, trajectory: [{action, observation, response, thought, state, execution_time}], history, info: {exit_status, submission, model_stats}}, newer ones with replay_config and tool_calls, or the history alone. " +
		"The run is the folder's name (model, data set, configuration, temperature), the task the file's; a folder for each instance (RUN/ID/ID.traj) is passed over. Each action is a call: of the tool that the history names, else of the command that it begins with, else of bash. " +
		"Whether a command failed is not marked. Cost and tokens are model_stats', unknown where api_calls is 0; so is a cost of 0 with tokens used. " +
		"A .traj holds no verdict: a SWE-bench report or results.json about the same instances that lies beside gives it, with its denominator; without one the denominator is the files. Predictions (all_preds.jsonl) are no log",
	Cite:   "Yang et al. 2024, SWE-agent, arXiv:2405.15793; github.com/SWE-agent/SWE-agent, sweagent/types.py and docs/usage/trajectories.md",
	Sniff:  sniffSWEAgent,
	Joined: true,
	Read:   func(files []File, opt Options) (datasets.Source, error) { return sweAgent.source(files, opt) },
	Beside: sweAgent.beside,
}

var sweAgent = codingFormat{
	name: "swe-agent",
	runs: func(files []File) []*codingRun { return byFolder(files, sweAgentTask) },
	read: readTraj,
}

// sniffSWEAgent knows a trajectory by its steps, which fill the head before the other keys come.
func sniffSWEAgent(f File) Match {
	s := f.shape()
	if s.List || s.has("instance_id") || s.has("schema_version") {
		return No
	}
	step := bytes.Contains(f.Head, []byte(`"action"`)) && bytes.Contains(f.Head, []byte(`"observation"`))
	message := bytes.Contains(f.Head, []byte(`"role"`)) && (bytes.Contains(f.Head, []byte(`"agent"`)) || bytes.Contains(f.Head, []byte(`"thought"`)))
	switch {
	case s.has("trajectory", "history") && (step || s.has("info")):
		return Log
	case s.has("trajectory") && (s.Cut && step || s.has("info", "environment")):
		return Log
	case s.has("history") && (len(s.Keys) == 1 || s.has("environment") || s.has("info")) && message:
		return Log
	}
	return No
}

// sweAgentTask is the instance: the file's name without its ending.
func sweAgentTask(f File) string { return strings.TrimSuffix(f.Stem(), ".traj") }

// swaTrajectory is a file.
type swaTrajectory struct {
	Environment string          `json:"environment"`
	Trajectory  []swaStep       `json:"trajectory"`
	History     []swaMessage    `json:"history"`
	Replay      json.RawMessage `json:"replay_config"`
	Info        struct {
		Exit       *string         `json:"exit_status"`
		Submission json.RawMessage `json:"submission"`
		Stats      struct {
			Cost     number `json:"instance_cost"`
			Total    number `json:"total_cost"`
			Sent     number `json:"tokens_sent"`
			Received number `json:"tokens_received"`
			Calls    number `json:"api_calls"`
		} `json:"model_stats"`
		Version string `json:"swe_agent_version"`
	} `json:"info"`
}

// swaStep is one action and what came of it.
type swaStep struct {
	Action      string `json:"action"`
	Observation text   `json:"observation"`
	Response    text   `json:"response"`
	Thought     text   `json:"thought"`
	Seconds     number `json:"execution_time"`
}

// swaMessage is a message of the history.
type swaMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Action  json.RawMessage `json:"action"`
	Demo    bool            `json:"is_demo"`
	Calls   []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// readTraj makes an attempt of a file.
func readTraj(r *codingRun, f File, yield func(*datasets.Trajectory, error) bool) bool {
	e, err := whole(f)
	var v swaTrajectory
	if err == nil {
		err = decode(f, e, &v)
	}
	if err != nil {
		return yield(nil, err)
	}
	t := &datasets.Trajectory{Task: sweAgentTask(f), Agent: strings.TrimSpace("SWE-agent " + v.Info.Version), Model: v.model(r.name), Place: datasets.Place{File: f.Path}}
	if t.Task == "" {
		return yield(nil, e.bad(f, "", errMissing))
	}
	t.Steps = v.steps()
	if v.Info.Exit != nil {
		codingExit(t, *v.Info.Exit)
	}
	cost := v.Info.Stats.Cost
	if !cost.Known { // before 0.6 the sum over a batch stood alone
		cost = v.Info.Stats.Total
	}
	codingUsage(t, v.Info.Stats.Calls, cost, v.Info.Stats.Sent, v.Info.Stats.Received)
	if stated(v.Info.Submission) && plain(v.Info.Submission) == "" || v.Info.Exit != nil && !stated(v.Info.Submission) {
		attribute(t, "patch", "none")
	}
	t.Response = lastWords(t.Steps)
	return yield(t, nil)
}

// swaFolder is how SWE-agent before 1.0 names a run's folder: model, data set, configuration and
// settings.
var swaFolder = regexp.MustCompile(`^(.+?)__.+__t-[0-9.]+__p-[0-9.]+__c-[0-9.]+`)

// model is the configuration's, else what the run's folder is named for.
func (v *swaTrajectory) model(folder string) string {
	var replay struct {
		Agent struct {
			Model struct {
				Name string `json:"name"`
			} `json:"model"`
		} `json:"agent"`
	}
	if config := plain(v.Replay); config != "" && checkJSON([]byte(config)) == nil {
		_ = json.Unmarshal([]byte(config), &replay)
	}
	if m := swaFolder.FindStringSubmatch(folder); m != nil && replay.Agent.Model.Name == "" {
		return m[1]
	}
	return replay.Agent.Model.Name
}

// steps are what the model was told at first, then its actions and what came of them.
func (v *swaTrajectory) steps() []datasets.Step {
	steps := []datasets.Step{}
	next := 0 // the message of the history that the next action is looked for from
	for next < len(v.History) && (v.History[next].Role != "assistant" || v.History[next].Demo) {
		if m := &v.History[next]; m.Role != "assistant" {
			steps = append(steps, datasets.Step{Role: m.Role, Content: textOf(m.Content)})
		}
		next++
	}
	if len(v.Trajectory) == 0 {
		return append(steps, v.fromHistory(next)...)
	}
	for i := range v.Trajectory {
		s := &v.Trajectory[i]
		action := strings.TrimSpace(s.Action)
		if swaStops(action) {
			continue // info.exit_status says the same
		}
		said := string(s.Response)
		if said == "" {
			said = string(s.Thought)
		}
		step := datasets.Step{Role: "assistant", Content: said}
		if action != "" {
			c := swaCall(action)
			for j := next; j < len(v.History); j++ {
				if m := &v.History[j]; m.Role == "assistant" && strings.TrimSpace(plain(m.Action)) == action {
					if len(m.Calls) == 1 {
						c.ID, c.Tool, c.Arguments = m.Calls[0].ID, m.Calls[0].Function.Name, plain(m.Calls[0].Function.Arguments)
					}
					next = j + 1
					break
				}
			}
			c.Result = string(s.Observation)
			if s.Seconds.Known && s.Seconds.Value > 0 {
				c.LatencyMS = datasets.Known(s.Seconds.Value * 1000)
			}
			step.Calls = []datasets.ToolCall{c}
		}
		if said != "" || step.Calls != nil {
			steps = append(steps, step)
		}
		if s.Observation != "" {
			steps = append(steps, datasets.Step{Role: "tool", Content: string(s.Observation)})
		}
	}
	return steps
}

// fromHistory reads the messages from one on, where there is no trajectory.
func (v *swaTrajectory) fromHistory(from int) (steps []datasets.Step) {
	var open *datasets.ToolCall // the last call, which the next message answers
	for i := from; i < len(v.History); i++ {
		m := &v.History[i]
		content := textOf(m.Content)
		if m.Role != "assistant" {
			role := m.Role
			if open != nil && (role == "tool" || role == "user") && !m.Demo {
				open.Result, open, role = content, nil, "tool"
			}
			steps = append(steps, datasets.Step{Role: role, Content: content})
			continue
		}
		step := datasets.Step{Role: "assistant", Content: content}
		action := strings.TrimSpace(plain(m.Action))
		switch {
		case m.Demo:
		case len(m.Calls) > 0:
			for _, c := range m.Calls {
				server, tool := mapping.SplitTool(c.Function.Name)
				step.Calls = append(step.Calls, datasets.ToolCall{ID: c.ID, Server: server, Tool: tool, Arguments: plain(c.Function.Arguments)})
			}
		case action != "" && !swaStops(action):
			step.Calls = []datasets.ToolCall{swaCall(action)}
		}
		steps = append(steps, step)
		if n := len(step.Calls); n > 0 {
			open = &step.Calls[n-1]
		}
	}
	return steps
}

// swaStops reports whether an action is the harness's word for breaking off, which older
// versions wrote in the agent's place. Giving up (exit_forfeit) is the agent's own.
func swaStops(action string) bool {
	return slices.Contains([]string{"exit_cost", "exit_context", "exit_format", "exit_error", "exit_api", "exit_environment_error"}, action)
}

// swaCommands are the commands that SWE-agent gives its model beside those of a shell.
var swaCommands = []string{"open", "goto", "scroll_up", "scroll_down", "create", "edit", "insert", "append", "search_dir", "search_file", "find_file", "submit", "exit_forfeit",
	"str_replace_editor", "view_image", "filemap", "undo_edit", "set_cursors", "get_symbols", "state"}

// swaCall is an action as a call: of the command, where it is SWE-agent's, else of bash.
func swaCall(action string) datasets.ToolCall {
	word, _, _ := strings.Cut(action, "\n")
	if word, _, _ = strings.Cut(strings.TrimSpace(word), " "); !slices.Contains(swaCommands, word) {
		word = "bash"
	}
	return datasets.ToolCall{Tool: word, Arguments: commandArguments(action)}
}
