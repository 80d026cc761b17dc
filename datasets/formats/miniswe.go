package formats

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// MiniSWEAgent is mini-swe-agent's .traj.json files, one attempt each: a bare list of messages
// before version 1, {info, messages, trajectory_format: "mini-swe-agent-1"} since, and with tool
// calls since "mini-swe-agent-1.1". The format's name decides, or the name of the file with a
// list of messages.
//
// The agent has one tool, the shell. Before 1.1 a call is the one block of bash in what the model
// says; two blocks or none are a mistake that the agent answers with a reminder, and no call.
var MiniSWEAgent = Format{
	Name:    "mini-swe-agent",
	Title:   "mini-swe-agent",
	Meaning: "Trajectories of a coding agent with one tool, the shell, one file an attempt",
	Doc: "mini-swe-agent's ID.traj.json files, one attempt a file: {info: {exit_status, submission, model_stats, config}, messages, trajectory_format: \"mini-swe-agent-1\" or \"-1.1\", instance_id}, or the bare list of messages of older versions. " +
		"The run is the folder's name (a folder for each instance is passed over), the task instance_id, else the file's name. A call is a tool call of a message, else its one block of bash; it failed where its return code is stated and not 0. " +
		"Cost is model_stats', unknown where it is 0 with calls made; tokens are the sum of the usage that the model's answers state. " +
		"Such a file holds no verdict: a SWE-bench report, results.json or sb-cli report about the same instances that lies beside gives it, with its denominator; without one the denominator is the files. preds.json is no log",
	Cite:   "github.com/SWE-agent/mini-swe-agent, run/utils/save.py and docs/usage/output_files.md (trajectory_format 1 and 1.1)",
	Sniff:  sniffMini,
	Joined: true,
	Read:   func(files []File, opt Options) (datasets.Source, error) { return miniSWE.source(files, opt) },
	Beside: miniSWE.beside,
}

var miniSWE = codingFormat{
	name: "mini-swe-agent",
	runs: func(files []File) []*codingRun { return byFolder(files, miniTask) },
	read: readMini,
}

// sniffMini takes a list of messages only under the file name that the agent gives: anybody's
// conversation may be such a list.
func sniffMini(f File) Match {
	s := f.shape()
	switch {
	case s.List && strings.Contains(f.Path, ".traj.json") && s.has("role", "content"):
		return Log
	case !s.List && bytes.Contains(f.Head, []byte(`"mini-swe-agent-`)) && (s.has("messages") || s.has("info")):
		return Log
	case !s.List && s.has("info", "messages") && (bytes.Contains(f.Head, []byte(`"mini_version"`)) || strings.Contains(f.Path, ".traj.json")):
		return Log // the format's name stands behind the head
	}
	return No
}

// miniTask is the instance by the file's name.
func miniTask(f File) string { return strings.TrimSuffix(f.Stem(), ".traj") }

// miniTrajectory is a file of version 1 and later.
type miniTrajectory struct {
	Info struct {
		Exit       *string         `json:"exit_status"`
		Submission json.RawMessage `json:"submission"`
		Stats      struct {
			Cost  number `json:"instance_cost"`
			Calls number `json:"api_calls"`
		} `json:"model_stats"`
		Version string `json:"mini_version"`
		Config  struct {
			Model struct {
				Name string `json:"model_name"`
			} `json:"model"`
		} `json:"config"`
	} `json:"info"`
	Messages []miniMessage `json:"messages"`
	Instance id            `json:"instance_id"`
}

// miniMessage is a message, and what the agent keeps of the model's answer and of the command's
// outcome.
type miniMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Calls   []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	CallID string `json:"tool_call_id"`
	Extra  struct {
		Actions    json.RawMessage `json:"actions"`
		ReturnCode number          `json:"returncode"`
		Response   struct {
			Usage miniUsage `json:"usage"`
		} `json:"response"`
		Cost number `json:"cost"`
	} `json:"extra"`
}

// miniUsage is a chat API's count of tokens.
type miniUsage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Details    struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// readMini makes an attempt of a file.
func readMini(_ *codingRun, f File, yield func(*datasets.Trajectory, error) bool) bool {
	e, err := whole(f)
	var v miniTrajectory
	switch {
	case err != nil:
	case len(e.Text) > 0 && e.Text[0] == '[':
		err = decode(f, e, &v.Messages)
	default:
		err = decode(f, e, &v)
	}
	if err != nil {
		return yield(nil, err)
	}
	t := &datasets.Trajectory{Task: v.Instance.Name, Agent: strings.TrimSpace("mini-swe-agent " + v.Info.Version), Model: v.Info.Config.Model.Name, Place: datasets.Place{File: f.Path}}
	if t.Task == "" {
		t.Task = miniTask(f)
	}
	if t.Task == "" {
		return yield(nil, e.bad(f, "instance_id", errMissing))
	}
	t.Steps = miniSteps(v.Messages)
	if v.Info.Exit != nil {
		codingExit(t, *v.Info.Exit)
		if plain(v.Info.Submission) == "" {
			attribute(t, "patch", "none")
		}
	}
	codingUsage(t, v.Info.Stats.Calls, v.Info.Stats.Cost, number{}, number{})
	for i := range v.Messages {
		u := &v.Messages[i].Extra.Response.Usage
		addTokens(&t.PromptTokens, u.Prompt)
		addTokens(&t.CompletionTokens, u.Completion)
		addTokens(&t.CachedTokens, u.Details.Cached)
	}
	t.Response = lastWords(t.Steps)
	return yield(t, nil)
}

// miniBlock is a command in what the model says.
var miniBlock = regexp.MustCompile("(?s)```(?:bash|sh|mswea_bash_command)[ \t]*\n(.*?)\n?```")

// miniReturn is the return code at the beginning of what a command gave, as the agent shows it
// to the model.
var miniReturn = regexp.MustCompile(`<returncode>\s*(-?\d+)\s*</returncode>`)

// miniSteps are the messages, each with its call, and the message behind a call as its result.
func miniSteps(messages []miniMessage) []datasets.Step {
	steps := make([]datasets.Step, 0, len(messages))
	var open []*datasets.ToolCall // the calls that no message has answered
	for i := range messages {
		m := &messages[i]
		step := datasets.Step{Role: m.Role, Content: textOf(m.Content)}
		if m.Role == "assistant" {
			open = nil
			step.Calls = m.calls(step.Content)
			steps = append(steps, step)
			for j := range step.Calls {
				open = append(open, &step.Calls[j])
			}
			continue
		}
		for j, c := range open {
			if m.CallID != "" && m.CallID != c.ID {
				continue
			}
			c.Result, step.Role = step.Content, "tool"
			code := m.Extra.ReturnCode
			if found := miniReturn.FindStringSubmatch(step.Content[:min(len(step.Content), 200)]); found != nil && !code.Known {
				n, err := strconv.ParseFloat(found[1], 64)
				code = number{datasets.Maybe[float64]{Value: n, Known: err == nil}}
			}
			if code.Known {
				c.IsError = datasets.Known(code.Value != 0)
			}
			open = append(open[:j:j], open[j+1:]...)
			break
		}
		steps = append(steps, step)
	}
	return steps
}

// calls are those of a message: the API's, those that the agent took from the text, or the one
// block of bash in it.
func (m *miniMessage) calls(said string) (calls []datasets.ToolCall) {
	for _, c := range m.Calls {
		server, tool := mapping.SplitTool(c.Function.Name)
		calls = append(calls, datasets.ToolCall{ID: c.ID, Server: server, Tool: tool, Arguments: plain(c.Function.Arguments)})
	}
	if calls != nil {
		return calls
	}
	var actions []struct {
		Command string `json:"command"`
		ID      string `json:"tool_call_id"`
	}
	if stated(m.Extra.Actions) && json.Unmarshal(m.Extra.Actions, &actions) == nil {
		for _, a := range actions {
			calls = append(calls, datasets.ToolCall{ID: a.ID, Tool: "bash", Arguments: commandArguments(a.Command)})
		}
		return calls
	}
	if blocks := miniBlock.FindAllStringSubmatch(said, 2); len(blocks) == 1 {
		calls = []datasets.ToolCall{{Tool: "bash", Arguments: commandArguments(strings.TrimSpace(blocks[0][1]))}}
	}
	return calls
}
