package formats

import (
	"cmp"
	"context"
	"regexp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// MCPMark is that benchmark's results, in the three shapes in which its pipeline leaves them:
// a folder for every attempt, EXP/MODEL__SERVICE/run-N/CATEGORY__TASK/{meta.json, messages.json}
// ("task_name" with "execution_result" decides), and what its aggregator makes of these, a file
// for every model and task ({model, service, task, runs}) or for every task ({task, service,
// models}). The public experiments hold the latter two only.
//
// The benchmark makes four attempts at a task, and one with models that are dear. The number of
// an attempt stands in the name of its folder or key, run-N; a run that has no run-2 never
// made that attempt, and none is invented for it.
var MCPMark = Format{
	Name:    "mcpmark",
	Title:   "MCPMark",
	Meaning: "Tasks over five MCP servers whose outcome a script verifies, four attempts each",
	Doc: "MCPMark: EXP/MODEL__SERVICE/run-N/CATEGORY__TASK/meta.json with messages.json beside it, or what its aggregator writes: model_results/MODEL/TASK.json {model, service, task, runs: {run-N: {success, ...}}} and task_results/TASK.json {task, service, models}; an attempt that stands in several of them is read once, from the first. " +
		"The run is MODEL, with the part of EXP in which several experiments with that model differ; the task is SERVICE/CATEGORY__TASK, as two services may use one name, and both parts are strata; the trial is N-1. " +
		"Success is execution_result.success over the attempts that were made: the benchmark's own pass@4 and pass^4 count the tasks of which any or all of four attempts succeed, over all tasks, and are not printed for a run with one attempt. A run promises as many attempts at each task as it has run-N. " +
		"latency_ms is agent_execution_time, without setting up and verifying; where no tokens are counted, they are unknown. Only messages.json has tool calls",
	Cite:   "MCPMark, arXiv:2509.24002; github.com/eval-sys/mcpmark, src/results_reporter.py and src/aggregators/aggregate_results.py",
	Sniff:  sniffMCPMark,
	Joined: true,
	Read:   readMCPMark,
}

// sniffMCPMark goes by the keys, but for a conversation, which looks like anybody's list of
// messages: it belongs here by its place.
func sniffMCPMark(f File) Match {
	s := f.shape()
	switch {
	case isMCPMarkTalk(f, s):
		return Companion
	case s.List:
	case s.has("task_name", "execution_result") && (s.has("token_usage") || s.has("mcp") || s.Cut):
		return Log
	case s.has("model", "service", "task", "runs"), s.has("task", "service", "models"):
		return Log
	case s.has("generated_at", "k", "overall"), s.has("model_name", "model_config", "category_breakdown"):
		return Companion // the aggregator's summary, and the reporter's of one model
	}
	return No
}

// isMCPMarkTalk recognises messages.json in the folder of a task. An agent that never answered
// leaves an empty list.
func isMCPMarkTalk(f File, s shape) bool {
	if f.Stem() != "messages" || !strings.Contains(f.Folder(), "__") {
		return false
	}
	return s.List && (s.has("role") || s.has("type")) || emptyList.Match(f.Head)
}

// emptyList is a list without elements, whatever stands behind it.
var emptyList = regexp.MustCompile(`^\s*\[\s*\]`)

// mcpMarkMeta is what any of the shapes says of one attempt. A meta.json has the verdict inside
// of execution_result, the aggregator's files have it beside the rest.
type mcpMarkMeta struct {
	TaskName string `json:"task_name"`
	Model    string `json:"model_name"`
	Answered string `json:"litellm_run_model_name"` // as the provider calls the model
	Actual   string `json:"actual_model_name"`      // the same, in older files
	Effort   string `json:"reasoning_effort"`
	Service  string `json:"mcp"`
	Agent    string `json:"agent_name"`
	Name     string `json:"run"` // in task_results

	Result *mcpMarkVerdict `json:"execution_result"`
	mcpMarkVerdict

	Seconds   number `json:"agent_execution_time"`
	Execution number `json:"execution_time"` // the aggregator's name for the same
	Usage     struct {
		Input     number `json:"input_tokens"`
		Output    number `json:"output_tokens"`
		Total     number `json:"total_tokens"`
		Reasoning number `json:"reasoning_tokens"`
	} `json:"token_usage"`
	Turns number `json:"turn_count"`
}

type mcpMarkVerdict struct {
	Success      *bool           `json:"success"`
	Error        json.RawMessage `json:"error_message"`
	Verification json.RawMessage `json:"verification_error"`
}

// readMCPMark reads all verdicts at once, since an attempt may stand in several files and a
// run's name depends on the other runs; the conversations follow one at a time in the pass.
func readMCPMark(files []File, opt Options) (datasets.Source, error) {
	log := mcpMarkFiles(files)
	if len(log.attempts) == 0 && len(log.bad) == 0 {
		return nil, noLog(files, "attempts, only summaries or conversations", "add the folder with the meta.json files, or model_results")
	}
	promises := log.promises()
	return promising{source(func(_ context.Context, yield yield) {
		for _, err := range log.bad {
			if !yield(nil, err) {
				return
			}
		}
		for _, a := range log.attempts {
			t, err := a.trajectory()
			if err == nil {
				t = project(t, opt.Columns)
			}
			if !yield(t, err) {
				return
			}
		}
	}), func() []datasets.Promise { return promises }}, nil
}

// trajectory makes an attempt, with its conversation where one lies beside.
func (a *mcpMarkAttempt) trajectory() (*datasets.Trajectory, error) {
	m := &a.meta
	t := &datasets.Trajectory{
		Benchmark: "mcpmark", Run: a.run, Task: a.service + "/" + a.task, Trial: a.trial,
		Model: cmp.Or(m.Model, a.model), Agent: m.Agent, Place: datasets.Place{File: a.file.Path},
		Strata: map[string]string{"service": a.service},
	}
	if category, _, ok := strings.Cut(a.task, "__"); ok {
		t.Strata["category"] = category
	}
	attribute(t, "provider_model", cmp.Or(m.Answered, m.Actual))
	verdict := m.mcpMarkVerdict
	if m.Result != nil {
		verdict = *m.Result
	}
	if verdict.Success != nil {
		t.Success = datasets.Known(*verdict.Success)
	}
	t.Error = plain(verdict.Error)
	t.Exit = mcpMarkExit(t.Error)
	attribute(t, "verification_error", plain(verdict.Verification))
	// 0 is what the pipeline writes for an agent that never ran.
	if s := firstKnown(m.Seconds.Maybe, m.Execution.Maybe); s.Value > 0 {
		t.LatencyMS = datasets.Known(s.Value * 1e3)
	}
	// Turns without a token were not counted; a provider that reports no usage leaves 0.
	if u := m.Usage; u.Input.Value > 0 || u.Output.Value > 0 {
		addTokens(&t.PromptTokens, u.Input)
		addTokens(&t.CompletionTokens, u.Output)
		report(t, "total_tokens", u.Total)
		report(t, "reasoning_tokens", u.Reasoning)
	}
	report(t, "turn_count", m.Turns)
	if a.talk.Open == nil {
		return t, nil
	}
	e, err := whole(a.talk)
	if err != nil {
		return nil, err
	}
	if err := setSteps(t, e.Text, mcpMarkFailed); err != nil {
		return nil, e.bad(a.talk, "", err)
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			// Runs of mid-2025 logged the text of an answer alone, which does not say.
			if c := &t.Steps[i].Calls[j]; !c.IsError.Value && !strings.Contains(c.Result, `"isError"`) {
				c.IsError = datasets.Maybe[bool]{}
			}
		}
	}
	if len(t.Steps) == 0 {
		t.Steps = nil // the conversation up to a time limit is not kept
	}
	t.Response = lastWords(t.Steps)
	return t, nil
}

// mcpMarkFailed knows the two ways in which a failed call is logged: the agent's own words for
// an exception, and the server's answer as JSON, with the protocol's flag.
func mcpMarkFailed(result string) (bool, string) {
	if message, ok := strings.CutPrefix(result, "Error: "); ok {
		return true, message
	}
	return mcpFlag.MatchString(result), ""
}

// mcpFlag is CallToolResult.isError. Inside of a text that an answer quotes, its quotation
// marks have backslashes.
var mcpFlag = regexp.MustCompile(`(?:^|[^\\])"isError":\s*true`)

// mcpMarkExit reads the pipeline's message. What its is_retryable_error takes for a matter of
// the API or the servers, and runs again where it can, is no end that the agent came to.
func mcpMarkExit(message string) datasets.Exit {
	m := strings.ToLower(message)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(m, w) {
				return true
			}
		}
		return false
	}
	switch {
	case m == "":
		return datasets.ExitCompleted
	case has("max turns"):
		return datasets.ExitMaxTurns
	case has("timed out", "timeout"):
		return datasets.ExitTimeout
	case has("state setup failed", "state duplication", "network error", "ratelimit", "rate limit", "quota", "account balance", "unavailable", "internal server error"):
		return datasets.ExitHarnessError
	}
	return datasets.ExitError
}
