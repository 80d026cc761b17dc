package formats

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// MCPBench is the results of MCP-Bench's runner: one file a run of the runner, {run_metadata,
// task_run_results: {MODEL: [task]}, ...}. "task_run_results" decides. The totals that newer
// versions of the runner save instead have no attempts in them and are not claimed.
//
// A judge gives six scores from 1 to 10, and the runner averages them by pairs and over the
// tasks that were completed. None of them is a verdict. The first, task_fulfillment, is the
// reward here, on its own scale; the others are reported under their names.
var MCPBench = Format{
	Name:    "mcp-bench",
	Title:   "MCP-Bench",
	Meaning: "Tasks over one to three MCP servers that a judge scores from 1 to 10",
	Doc: "MCP-Bench: benchmark_results_*.json {task_file, run_metadata, task_run_results: {MODEL: [{task_id, server_name, status, execution_results, token_usage, evaluation}]}, ...}, of several models where it was run so. " +
		"The run is MODEL; where several files have one model, with the part of the folder and of the file's name in which they differ, as that is where people write what they compare (files that differ in the time of their name alone are one run where their task_file differs and their configuration does not, else the time tells them apart). The task is task_id, its servers and their number are strata; one trial. " +
		"There is no verdict: reward is the judge's task_fulfillment from 1 to 10, its other scores are mcp_bench_grounding and so on, and all are reported. Its own averages, such as avg_task_fulfillment_score, are over the tasks with an evaluation, while a reward counts an attempt without one as 0 unless --missing says otherwise; tasks_per_model is promised. " +
		"Calls are execution_results by rounds; where an agent calls through others, total_tool_calls counts more. latency_ms is agent_execution_time, else execution_time; 0 tokens are unknown tokens",
	Cite:   "Wang et al. 2025, MCP-Bench, arXiv:2508.20453; github.com/Accenture/mcp-bench, benchmark/runner.py and evaluator.py",
	Sniff:  sniffMCPBench,
	Joined: true,
	Read:   readMCPBench,
}

// sniffMCPBench goes by the object's keys.
func sniffMCPBench(f File) Match {
	if s := f.shape(); !s.List && s.has("task_run_results") && (s.has("run_metadata") || s.has("task_file") || s.Cut) {
		return Log
	}
	return No
}

// mcpBenchTask is one element of a model's list. The public runner and its forks name some
// members differently.
type mcpBenchTask struct {
	TaskID     id                `json:"task_id"`
	Server     string            `json:"server_name"`
	Model      string            `json:"model_name"`
	Status     string            `json:"status"`
	Error      json.RawMessage   `json:"error"`
	Seconds    number            `json:"agent_execution_time"`
	Whole      number            `json:"execution_time"`
	Solution   string            `json:"solution"`
	Final      string            `json:"final_solution"`
	Rounds     number            `json:"total_rounds"`
	Calls      []json.RawMessage `json:"execution_results"`
	TotalCalls number            `json:"total_tool_calls"`
	Usage      struct {
		Prompt     number `json:"prompt_tokens"`
		Completion number `json:"completion_tokens"`
		Total      number `json:"total_tokens"`
	} `json:"token_usage"`
	Prompt     number          `json:"total_prompt_tokens"`
	Completion number          `json:"total_output_tokens"`
	Total      number          `json:"total_tokens"`
	Scores     json.RawMessage `json:"evaluation"`
}

// mcpBenchCall is one element of execution_results.
type mcpBenchCall struct {
	ID         string          `json:"call_id"`
	Tool       string          `json:"tool"`
	Server     string          `json:"server"`
	Round      number          `json:"round"`
	RoundNum   number          `json:"round_num"`
	Parameters json.RawMessage `json:"parameters"`
	Response   json.RawMessage `json:"response"`
	Result     json.RawMessage `json:"result"`
	Error      json.RawMessage `json:"error"`
	Success    *bool           `json:"success"`
}

// readMCPBench names the runs before the first attempt, which takes a look at each file.
func readMCPBench(files []File, opt Options) (datasets.Source, error) {
	logs, err := mcpBenchLogs(files)
	if err != nil {
		return nil, err
	}
	types := map[string]idTypes{}
	return promising{source(func(_ context.Context, yield yield) {
		clear(types)
		for _, l := range logs {
			if !l.read(types, opt, yield) {
				return
			}
		}
	}), func() []datasets.Promise { return mcpBenchPromises(logs) }}, nil
}

// read yields the attempts of one file.
func (l *mcpBenchLog) read(types map[string]idTypes, opt Options, yield yield) bool {
	goOn := true
	err := eachListed(l.file, "task_run_results", func(model string, e element) bool {
		t, err := l.trajectory(model, e, types)
		if t != nil {
			t.Place = e.place(l.file)
			t = project(t, opt.Columns)
		}
		goOn = yield(t, err)
		return goOn
	})
	if err != nil {
		yield(nil, err)
		return false
	}
	return goOn
}

// trajectory makes an attempt of one task of one model.
func (l *mcpBenchLog) trajectory(model string, e element, types map[string]idTypes) (*datasets.Trajectory, error) {
	var v mcpBenchTask
	if err := decode(l.file, e, &v); err != nil {
		return nil, err
	}
	model = cmp.Or(model, v.Model)
	run := l.runs[model]
	if run == "" {
		return nil, e.bad(l.file, "model_name", errMissing)
	}
	if types[run] == nil {
		types[run] = idTypes{}
	}
	if err := types[run].accept(v.TaskID); err != nil {
		return nil, e.bad(l.file, "task_id", err)
	}
	t := &datasets.Trajectory{
		Benchmark: "mcp-bench", Run: run, Model: model, Task: v.TaskID.Name, Response: cmp.Or(v.Solution, v.Final), Error: plain(v.Error),
	}
	if v.Server != "" {
		t.Strata = map[string]string{"server": v.Server, "servers": fmt.Sprint(1 + strings.Count(v.Server, "+"))}
	}
	attribute(t, "judge_model", l.judge)
	if t.Exit = mcpBenchExit(v.Status, t.Error); t.Exit == datasets.ExitUnknown {
		attribute(t, "status", v.Status)
	}
	if s := firstKnown(v.Seconds.Maybe, v.Whole.Maybe); s.Known {
		t.LatencyMS = datasets.Known(s.Value * 1e3)
	}
	prompt, completion := firstKnown(v.Usage.Prompt.Maybe, v.Prompt.Maybe), firstKnown(v.Usage.Completion.Maybe, v.Completion.Maybe)
	if prompt.Value > 0 || completion.Value > 0 { // 0 is the runner's default for what was not counted
		addTokens(&t.PromptTokens, number{prompt})
		addTokens(&t.CompletionTokens, number{completion})
		report(t, "total_tokens", number{firstKnown(v.Usage.Total.Maybe, v.Total.Maybe)})
	}
	report(t, "total_rounds", v.Rounds)
	report(t, "total_tool_calls", v.TotalCalls)
	if err := mcpBenchRounds(t, &v); err != nil {
		return nil, e.bad(l.file, "execution_results", err)
	}
	if err := mcpBenchScores(t, v.Scores); err != nil {
		return nil, e.bad(l.file, "evaluation", err)
	}
	return t, nil
}

// mcpBenchExit reads the runner's status; it has no word of its own for a time limit.
func mcpBenchExit(status, message string) datasets.Exit {
	m := strings.ToLower(message)
	switch {
	case status == "completed":
		return datasets.ExitCompleted
	case status == "failed" && (strings.Contains(m, "timeout") || strings.Contains(m, "timed out")):
		return datasets.ExitTimeout
	case status == "failed" && strings.Contains(m, "server configuration not found"):
		return datasets.ExitHarnessError
	case status == "failed":
		return datasets.ExitError
	}
	if exit, known := mapping.Exit(status); known {
		return exit
	}
	if status == "" {
		return datasets.ExitUnstated
	}
	return datasets.ExitUnknown
}

// mcpBenchScores reports every number of the evaluation. Where the judge gave none, the member
// is null or absent, and so is the reward.
func mcpBenchScores(t *datasets.Trajectory, scores json.RawMessage) error {
	if !stated(scores) {
		return nil
	}
	return eachMember(scores, func(key string, value []byte) {
		var n number
		switch kindOf(value) {
		case mapping.Int, mapping.Float:
		default:
			return // the judge's reasons, lists of violations
		}
		if n.UnmarshalJSON(value) != nil || key == "evaluation_timestamp" {
			return
		}
		report(t, key, n)
		if key == "task_fulfillment" {
			t.Reward = n.Maybe
		}
	})
}
