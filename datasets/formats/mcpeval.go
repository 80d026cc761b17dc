package formats

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// MCPEval is Salesforce's framework: the comparison of predicted calls with the right ones,
// task_metrics.json ({task_results, summary_metrics} decides), and the runs themselves, a list
// of {task_id, success, tool_calls, final_response, conversation} that its evaluator writes.
//
// It judges twice. "strict" asks for the same calls in the same order with equal parameters,
// "flexible" for the right tools with parameters and order that are near enough. "success" in
// the list of runs is neither: it says that the client came to an end.
var MCPEval = Format{
	Name:    "mcpeval",
	Title:   "MCPEval",
	Meaning: "Calls of generated tasks, held against the calls of a reference run",
	Doc: "MCPEval: task_metrics.json {task_results: [{task_id, ground_truth_calls, prediction_calls, evaluation {strict, flexible}}], summary_metrics}, and the evaluator's list of {task_id, success, tool_calls, final_response, conversation, model}; where both are there, they are joined by model and task. summary_analysis.json is a summary and no log. " +
		"The run is the model: of task_metrics.json the folder's name, of the list its member model; the domain below benchmarks is a stratum; one trial. " +
		"Success is evaluation.strict.success over all tasks, the average behind tasks_with_complete_success of exact_match; flexible_success is the same of flexible_match; the scores of both are reported as strict_* and flexible_*. The right calls are the plan, with their parameters and in no order but as they stand. " +
		"success in the list says that the client ended without an exception, which is how the attempt ended and no verdict: without task_metrics.json the outcome is unknown",
	Cite:   "Liu et al. 2025, MCPEval, arXiv:2507.12806; github.com/SalesforceAIResearch/MCPEval, src/mcp_eval_llm/metrics/static_tool_eval.py",
	Sniff:  sniffMCPEval,
	Joined: true,
	Read:   readMCPEval,
}

// sniffMCPEval goes by keys; those of the summary are a companion's.
func sniffMCPEval(f File) Match {
	s := f.shape()
	switch {
	case s.List:
		if s.has("task_id", "success", "tool_calls", "final_response", "conversation") && (s.has("client_type") || s.Cut) {
			return Log
		}
	case s.has("task_results") && (s.has("summary_metrics") || s.Cut):
		return Log
	case s.has("summary", "parameter_mismatches", "tool_usage"):
		return Companion
	}
	return No
}

// mcpEvalCall is one call, right or predicted.
type mcpEvalCall struct {
	Name       string          `json:"tool_name"`
	Parameters json.RawMessage `json:"tool_parameters"`
}

// mcpEvalTask is one element of task_results.
type mcpEvalTask struct {
	TaskID     id            `json:"task_id"`
	Right      []mcpEvalCall `json:"ground_truth_calls"`
	Predicted  []mcpEvalCall `json:"prediction_calls"`
	Evaluation struct {
		Strict   mcpEvalScores `json:"strict"`
		Flexible mcpEvalScores `json:"flexible"`
	} `json:"evaluation"`
}

type mcpEvalScores struct {
	Success *bool  `json:"success"`
	Overall number `json:"overall_score"`
	Name    number `json:"tool_name_score"`
	Params  number `json:"param_match_score"`
	Order   number `json:"order_score"`
}

// mcpEvalRun is one element of the evaluator's list.
type mcpEvalRun struct {
	TaskID   id              `json:"task_id"`
	Success  *bool           `json:"success"`
	Calls    []mcpEvalCall   `json:"tool_calls"`
	Response string          `json:"final_response"`
	Talk     json.RawMessage `json:"conversation"`
	Model    string          `json:"model"`
	Error    json.RawMessage `json:"error"`
}

// mcpEvalKey says which run of the list a comparison is of.
type mcpEvalKey struct{ model, task string }

// readMCPEval reads the comparisons, which are small, before the conversations. In the pass
// each run of a list takes its comparison along; what is left of them has no conversation.
func readMCPEval(files []File, opt Options) (datasets.Source, error) {
	var metrics, lists []File
	for _, f := range files {
		switch s := f.shape(); {
		case s.List:
			lists = append(lists, f)
		case sniffMCPEval(f) != Companion:
			metrics = append(metrics, f)
		}
	}
	if len(metrics)+len(lists) == 0 {
		return nil, noLog(files, "attempts, only a summary", "add the task_metrics.json beside it")
	}
	names, places := make([]string, len(metrics)), make([]string, len(metrics))
	for i, f := range metrics {
		dir := filepath.Dir(f.Path)
		names[i], places[i] = f.Folder(), filepath.ToSlash(filepath.Dir(dir))
		if names[i] == "." || names[i] == string(filepath.Separator) {
			names[i] = f.Stem()
		}
	}
	runs := mcpEvalRuns(names, places)
	return source(func(_ context.Context, yield yield) {
		// By model and task: one that the consumer has had is nil.
		held := map[mcpEvalKey]*datasets.Trajectory{}
		var order []mcpEvalKey
		for i, f := range metrics {
			types := idTypes{}
			ok := records(f, "task_results", func(e element) (*datasets.Trajectory, error) {
				t, err := mcpEvalTrajectory(f, e, types)
				if err != nil {
					return nil, err
				}
				t.Run, t.Model, t.Place = runs[i], names[i], e.place(f)
				key := mcpEvalKey{names[i], t.Task}
				if len(lists) == 0 || held[key] != nil { // nothing to join, or the same twice
					return project(t, opt.Columns), nil
				}
				held[key] = t
				order = append(order, key)
				return nil, nil
			}, yield)
			if !ok {
				return
			}
		}
		for _, f := range lists {
			types := idTypes{}
			ok := records(f, "", func(e element) (*datasets.Trajectory, error) {
				t, err := mcpEvalConversation(f, e, types, held)
				if err != nil {
					return nil, err
				}
				return project(t, opt.Columns), nil
			}, yield)
			if !ok {
				return
			}
		}
		for _, key := range order {
			if t := held[key]; t != nil && !yield(project(t, opt.Columns), nil) {
				return
			}
		}
	}), nil
}

// mcpEvalDomain is the folder of one set of tasks.
var mcpEvalDomain = regexp.MustCompile(`(?:^|/)benchmarks/([^/]+)/`)

// mcpEvalRuns names the runs: the folders', with their places only where these differ in more
// than the domain, as one model's results in several domains are one run.
func mcpEvalRuns(names, places []string) []string {
	plain := make([]string, len(places))
	for i, p := range places {
		plain[i] = mcpEvalDomain.ReplaceAllString(p+"/", "/benchmarks/")
	}
	return placedNames(names, plain)
}

// mcpEvalTrajectory makes an attempt of a comparison.
func mcpEvalTrajectory(f File, e element, types idTypes) (*datasets.Trajectory, error) {
	var v mcpEvalTask
	if err := decode(f, e, &v); err != nil {
		return nil, err
	}
	if err := types.accept(v.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	t := &datasets.Trajectory{Benchmark: "mcpeval", Task: strings.Clone(v.TaskID.Name)}
	if m := mcpEvalDomain.FindStringSubmatch(filepath.ToSlash(f.Path)); m != nil {
		t.Strata = map[string]string{"domain": m[1]}
	}
	for _, kind := range []struct {
		name string
		mcpEvalScores
	}{{"strict", v.Evaluation.Strict}, {"flexible", v.Evaluation.Flexible}} {
		report(t, kind.name+"_overall_score", kind.Overall)
		report(t, kind.name+"_tool_name_score", kind.Name)
		report(t, kind.name+"_param_match_score", kind.Params)
		report(t, kind.name+"_order_score", kind.Order)
	}
	if s := v.Evaluation.Strict.Success; s != nil {
		t.Success = datasets.Known(*s)
	}
	if s := v.Evaluation.Flexible.Success; s != nil {
		report(t, "flexible_success", number{datasets.Known(float64(intOf(*s)))})
	}
	if v.Right != nil {
		t.Expected = []datasets.Need{}
	}
	for i, c := range v.Right {
		arguments, err := c.arguments(i)
		if err != nil {
			return nil, e.bad(f, "ground_truth_calls", err)
		}
		t.Expected = append(t.Expected, datasets.Need{AnyOf: []string{strings.Clone(c.Name)}, Arguments: arguments})
	}
	if err := mcpEvalCalls(t, v.Predicted); err != nil {
		return nil, e.bad(f, "prediction_calls", err)
	}
	return t, nil
}

// arguments are the parameters of the i-th call of a list, which must name its tool.
func (c *mcpEvalCall) arguments(i int) (string, error) {
	if c.Name == "" {
		return "", fmt.Errorf("call %d: names no tool", i+1)
	}
	if !stated(c.Parameters) {
		return "", nil
	}
	return compact(c.Parameters)
}

// mcpEvalCalls makes one message of the calls, as the log keeps neither texts nor turns.
func mcpEvalCalls(t *datasets.Trajectory, calls []mcpEvalCall) error {
	if calls == nil {
		return nil
	}
	step := datasets.Step{Role: "assistant"}
	for i, c := range calls {
		arguments, err := c.arguments(i)
		if err != nil {
			return err
		}
		step.Calls = append(step.Calls, datasets.ToolCall{Tool: strings.Clone(c.Name), Arguments: arguments})
	}
	t.Steps = []datasets.Step{step}
	return nil
}

// mcpEvalConversation makes an attempt of a run in a list, with its comparison where there is
// one.
func mcpEvalConversation(f File, e element, types idTypes, held map[mcpEvalKey]*datasets.Trajectory) (*datasets.Trajectory, error) {
	var v mcpEvalRun
	if err := decode(f, e, &v); err != nil {
		return nil, err
	}
	if err := types.accept(v.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	key := mcpEvalKey{cmp.Or(v.Model, f.Stem()), v.TaskID.Name}
	t := &datasets.Trajectory{}
	if of := held[key]; of != nil {
		*t = *of // which stays as it is where the conversation cannot be read
	} else {
		*t = datasets.Trajectory{Benchmark: "mcpeval", Run: key.model, Model: v.Model, Task: v.TaskID.Name}
		if m := mcpEvalDomain.FindStringSubmatch(filepath.ToSlash(f.Path)); m != nil {
			t.Strata = map[string]string{"domain": m[1]}
		}
	}
	t.Error = plain(v.Error)
	switch {
	case t.Error != "", v.Success != nil && !*v.Success:
		t.Exit = datasets.ExitError
	case v.Success != nil:
		t.Exit = datasets.ExitCompleted
	}
	if stated(v.Talk) && string(v.Talk) != "[]" {
		if err := mapping.SetSteps(t, string(v.Talk)); err != nil {
			return nil, e.bad(f, "conversation", err)
		}
	} else if t.Steps == nil && (t.Error == "" || len(v.Calls) > 0) { // an exception loses the calls before it
		if err := mcpEvalCalls(t, v.Calls); err != nil {
			return nil, e.bad(f, "tool_calls", err)
		}
	}
	if t.Response = v.Response; t.Response == "" {
		t.Response = lastWords(t.Steps)
	}
	if held[key] != nil {
		held[key] = nil
	}
	return t, nil
}
