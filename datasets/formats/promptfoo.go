package formats

import (
	"context"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Promptfoo is what `promptfoo eval --output` and `promptfoo export` write: {evalId, results:
// {version, timestamp, results: [...], stats}, config}, version 3 of the summary and those
// before it, or the results alone as JSON Lines.
//
// A failed assertion and an error of the provider are both success false, and the text of the
// former stands under "error" too. Only failureReason tells them apart, and before there was
// one, whether there is an answer that was graded.
var Promptfoo = Format{
	Name:    "promptfoo",
	Title:   "promptfoo",
	Meaning: "Prompts and providers held against assertions, one result a test and column",
	Doc: "promptfoo's output: {evalId, results: {version, timestamp, prompts, results: [{provider, prompt, vars, testCase, success, score, latencyMs, cost, response, gradingResult}], stats}, config}, versions 1 to 3, or JSON lines of the inner results. " +
		"The benchmark is config.description, else promptfoo; the run is the provider's label, else its id, with the prompt where several are compared (its label, else its number) and the file where one stands in several; the task is the test's description, with its variables where tests share it, else the variables; repeats of one test (--repeat) are the trials. A digest of the assertions is the task's hash. " +
		"Success is success over all results, errors included: stats counts successes, failures and errors apart, and an error of the provider is exit error. score is the reward, namedScores are reported. " +
		"latencyMs are milliseconds, cost is in dollars; a cost or latency of 0 is unknown, as caches and providers without prices write it",
	Cite:   "promptfoo.dev/docs/configuration/outputs; github.com/promptfoo/promptfoo, src/types/index.ts (EvaluateSummaryV2, V3)",
	Sniff:  sniffPromptfoo,
	Joined: true,
	Read:   readPromptfoo,
}

// sniffPromptfoo looks into "results", a key that many logs have.
func sniffPromptfoo(f File) Match {
	s := f.shape()
	if s.List {
		return No
	}
	if s.has("provider", "success", "latencyMs") && (s.has("promptIdx", "testIdx") || s.has("testCase") || s.has("namedScores")) {
		return Log // JSON lines
	}
	inner := sniffMember(f.Head, "results")
	if inner.has("version", "timestamp") && (inner.has("results") || inner.has("prompts") || inner.has("stats") || inner.Cut) && (s.has("config") || s.has("evalId") || s.Cut) {
		return Log
	}
	return No
}

// promptfooResult is one test in one column.
type promptfooResult struct {
	Provider    json.RawMessage `json:"provider"`
	PromptID    string          `json:"promptId"`
	Column      number          `json:"promptIdx"`
	Prompt      json.RawMessage `json:"prompt"`
	Vars        json.RawMessage `json:"vars"`
	Description string          `json:"description"`
	Test        struct {
		Description string          `json:"description"`
		Vars        json.RawMessage `json:"vars"`
		Assert      json.RawMessage `json:"assert"`
		Metadata    json.RawMessage `json:"metadata"`
	} `json:"testCase"`
	Success  *bool           `json:"success"`
	Score    number          `json:"score"`
	Error    json.RawMessage `json:"error"`
	Reason   number          `json:"failureReason"`
	Latency  number          `json:"latencyMs"`
	Cost     number          `json:"cost"`
	Usage    promptfooUsage  `json:"tokenUsage"`
	Named    json.RawMessage `json:"namedScores"`
	Response struct {
		Output json.RawMessage `json:"output"`
		Error  json.RawMessage `json:"error"`
		Cached *bool           `json:"cached"`
		Usage  promptfooUsage  `json:"tokenUsage"`
	} `json:"response"`
	Grade struct {
		Reason string `json:"reason"`
		Parts  []struct {
			Pass *bool `json:"pass"`
		} `json:"componentResults"`
	} `json:"gradingResult"`
}

type promptfooUsage struct {
	Prompt     number `json:"prompt"`
	Completion number `json:"completion"`
	Cached     number `json:"cached"`
	Total      number `json:"total"`
}

// readPromptfoo looks at all results first: the names of runs, tasks and trials depend on what
// else is there.
func readPromptfoo(files []File, opt Options) (datasets.Source, error) {
	logs := promptfooLogs(files)
	return source(func(_ context.Context, yield yield) {
		for _, l := range logs {
			i := 0
			ok := yieldEach(l.file, l.each, func(e element) (*datasets.Trajectory, error) {
				n := l.names[min(i, len(l.names)-1)]
				i++
				t, err := l.trajectory(e, n)
				if err != nil {
					return nil, err
				}
				return project(t, opt.Columns), nil
			}, yield)
			if !ok {
				return
			}
		}
	}), nil
}

// trajectory makes an attempt of a result.
func (l *promptfooLog) trajectory(e element, n promptfooNames) (*datasets.Trajectory, error) {
	var v promptfooResult
	if err := decode(l.file, e, &v); err != nil {
		return nil, err
	}
	if n.run == "" {
		return nil, e.bad(l.file, "provider", errMissing)
	}
	t := &datasets.Trajectory{Benchmark: l.benchmark, Run: n.run, Model: n.provider, Task: n.task, Trial: n.trial, TaskHash: n.hash, Reward: v.Score.Maybe}
	if v.Success != nil {
		t.Success = datasets.Known(*v.Success)
	}
	v.outcome(t)
	if v.Latency.Value > 0 {
		t.LatencyMS = v.Latency.Maybe
	}
	if v.Cost.Value > 0 {
		t.CostUSD = v.Cost.Maybe
	}
	used := v.Response.Usage
	if !used.Prompt.Known && !used.Completion.Known {
		used = v.Usage
	}
	if used.Prompt.Value > 0 || used.Completion.Value > 0 {
		addTokens(&t.PromptTokens, used.Prompt)
		addTokens(&t.CompletionTokens, used.Completion)
	}
	if used.Cached.Value > 0 {
		addTokens(&t.CachedTokens, used.Cached)
	}
	attribute(t, "prompt", n.prompt)
	if c := v.Response.Cached; c != nil {
		attribute(t, "cached", strconv.FormatBool(*c))
	}
	if len(v.Named) > 0 && v.Named[0] == '{' {
		_ = eachMember(v.Named, func(key string, value []byte) {
			var score number
			if score.UnmarshalJSON(value) == nil {
				report(t, key, score)
			}
		})
	}
	if len(v.Test.Metadata) > 0 && v.Test.Metadata[0] == '{' {
		_ = eachMember(v.Test.Metadata, func(key string, value []byte) {
			if kindOf(value) != mapping.Nested {
				stratum(t, key, plain(value))
			}
		})
	}
	if err := v.conversation(t); err != nil {
		return nil, e.bad(l.file, "response", err)
	}
	return t, nil
}

// outcome tells an error from a failed assertion. failureReason is 1 for an assertion and 2
// for an error; older files have none.
func (v *promptfooResult) outcome(t *datasets.Trajectory) {
	message := plain(v.Response.Error)
	failed := v.Reason.Value == 2
	if !v.Reason.Known {
		failed = message != "" || stated(v.Error) && v.Grade.Reason == "" && len(v.Grade.Parts) == 0
	}
	if failed {
		if t.Exit, t.Error = datasets.ExitError, plain(v.Error); t.Error == "" {
			t.Error = message
		}
		return
	}
	t.Exit = datasets.ExitCompleted
	if v.Success != nil && !*v.Success {
		attribute(t, "failure", v.Grade.Reason)
	}
	if len(v.Grade.Parts) > 0 {
		passed := 0.0
		for _, part := range v.Grade.Parts {
			if part.Pass != nil && *part.Pass {
				passed++
			}
		}
		report(t, "assertions_passed", number{datasets.Known(passed)})
		attribute(t, "assertions", strconv.Itoa(len(v.Grade.Parts)))
	}
}

// conversation is the prompt, which may be a chat's messages as JSON, and the answer, which
// providers leave as a list of calls where the model made some.
func (v *promptfooResult) conversation(t *datasets.Trajectory) error {
	output := v.Response.Output
	t.Response = compactPlain(output)
	var messages []json.RawMessage
	if asked := stringOr(v.Prompt, "raw"); asked != "" {
		if text := strings.TrimSpace(asked); text[0] != '[' || json.Unmarshal([]byte(text), &messages) != nil || !looksLikeChat(messages) {
			m, err := json.Marshal(map[string]string{"role": "user", "content": asked})
			if err != nil {
				return err
			}
			messages = []json.RawMessage{m}
		}
	}
	if stated(output) {
		answer := map[string]any{"role": "assistant", "content": t.Response}
		if calls := []json.RawMessage{}; output[0] == '[' && json.Unmarshal(output, &calls) == nil && len(calls) > 0 && areCalls(calls) {
			answer = map[string]any{"role": "assistant", "content": nil, "tool_calls": calls}
		}
		m, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		messages = append(messages, m)
	}
	if messages == nil {
		return nil
	}
	all, err := json.Marshal(messages)
	if err != nil {
		return err
	}
	return mapping.SetSteps(t, string(all))
}

// looksLikeChat and areCalls tell a chat and a list of calls from any other list.
func looksLikeChat(list []json.RawMessage) bool { return allHave(list, "role") }
func areCalls(list []json.RawMessage) bool      { return allHave(list, "function") }

func allHave(list []json.RawMessage, key string) bool {
	for _, item := range list {
		if v, err := eachNamed(item, key); err != nil || v == nil {
			return false
		}
	}
	return len(list) > 0
}
