package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// common copies what is a fact in every log: identity, outcome, plans, numbers.
func common(t *datasets.Trajectory) *datasets.Trajectory {
	return &datasets.Trajectory{
		Benchmark: t.Benchmark, Run: t.Run, Task: t.Task, Trial: t.Trial, TaskHash: t.TaskHash,
		Strata: maps.Clone(t.Strata), Success: t.Success, Reward: t.Reward, Exit: t.Exit,
		Predicted: slices.Clone(t.Predicted), Available: t.Available,
		LatencyMS: t.LatencyMS, PromptTokens: t.PromptTokens, CompletionTokens: t.CompletionTokens,
		Reported: maps.Clone(t.Reported),
	}
}

// liveFacts keeps the roles, the calls by server and tool, and each judge's
// verdict with the status it stated last.
func liveFacts(t *datasets.Trajectory) (*datasets.Trajectory, error) {
	out := common(t)
	out.Attributes = maps.Clone(t.Attributes)
	steps, err := roles(t.Steps, func(c datasets.ToolCall) (string, error) {
		if c.Tool != "execute-tool" {
			return digest(c.Arguments)
		}
		var a struct {
			Server string          `json:"server_name"`
			Tool   string          `json:"tool_name"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal([]byte(c.Arguments), &a); err != nil {
			return "", err
		}
		params, err := digest(string(a.Params))
		if err != nil {
			return "", err
		}
		kept, err := json.Marshal(struct {
			Server string          `json:"server_name"`
			Tool   string          `json:"tool_name"`
			Params json.RawMessage `json:"params"`
		}{a.Server, a.Tool, json.RawMessage(params)})
		return string(kept), err
	})
	out.Steps = steps
	for _, j := range t.Judgments {
		j.Raw = lastStatus(j.Raw)
		out.Judgments = append(out.Judgments, j)
	}
	return out, err
}

var status = regexp.MustCompile(`(?is)status\W{1,9}(success|failure)`)

// lastStatus is the status that a judge's text states last, as a line of its own.
func lastStatus(raw string) string {
	all := status.FindAllStringSubmatch(raw, -1)
	if all == nil {
		return ""
	}
	return "Status: " + strings.ToLower(all[len(all)-1][1])
}

// terminalFacts keeps the outcome and the harness's word for how it came about.
func terminalFacts(t *datasets.Trajectory) (*datasets.Trajectory, error) {
	out := common(t)
	out.Attributes = map[string]string{"failure_mode": t.Attributes["failure_mode"]}
	return out, nil
}

// tauFacts keeps the roles, the calls by name, and the expected actions.
func tauFacts(t *datasets.Trajectory) (*datasets.Trajectory, error) {
	out := common(t)
	var err error
	if out.Steps, err = roles(t.Steps, func(c datasets.ToolCall) (string, error) { return digest(c.Arguments) }); err != nil {
		return nil, err
	}
	out.Expected = slices.Clone(t.Expected)
	for i := range out.Expected {
		if out.Expected[i].Arguments, err = digest(out.Expected[i].Arguments); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// roles keeps of a conversation who spoke, what was called, and whether the call
// failed.
func roles(steps []datasets.Step, arguments func(datasets.ToolCall) (string, error)) ([]datasets.Step, error) {
	out := make([]datasets.Step, len(steps))
	for i, s := range steps {
		out[i].Role = s.Role
		for _, c := range s.Calls {
			kept, err := arguments(c)
			if err != nil {
				return nil, err
			}
			out[i].Calls = append(out[i].Calls, datasets.ToolCall{Server: c.Server, Tool: c.Tool, Arguments: kept, IsError: c.IsError})
		}
	}
	return out, nil
}

// digest stands for a JSON value: equal values, whatever their spelling, have
// equal digests, so that repeated calls and expected arguments can still be recognised.
func digest(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return "", err
	}
	canonical, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(canonical)
	return `{"sha256":"` + hex.EncodeToString(sum[:6]) + `"}`, nil
}
