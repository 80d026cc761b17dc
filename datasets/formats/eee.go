package formats

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// EveryEvalEver is the instance-level records of the Every Eval Ever schema, versions 0.2 and
// 0.3, into which its community converts the logs of other harnesses. "schema_version",
// "evaluation_id" and "sample_id" decide; the aggregate file beside them has totals alone
// and is a companion.
//
// The schema has no trial; one that a converter kept in metadata, from 0, is taken. Where one instance was scored by several results
// (evaluation_result_id), each is a line of its own, which is why repeated lines are a
// question for --duplicates and not for this reader.
var EveryEvalEver = Format{
	Name:    "every-eval-ever",
	Title:   "Every Eval Ever",
	Meaning: "A common schema for the results of many evaluations, one line an instance",
	Doc: "Every Eval Ever, a common schema of evaluation results: *_samples.jsonl, one line an instance: {schema_version, evaluation_id, model_id, evaluation_name, sample_id, sample_hash, interaction_type, input, output or messages, evaluation {score, is_correct}, token_usage, performance, error}. " +
		"The benchmark is evaluation_name, the run model_id, the task sample_id, its digest sample_hash; the schema has no trial, and metadata.trial, from 0, stands for one where it is there. Success is is_correct, the reward the score. " +
		"Where an instance was scored by several results (evaluation_result_id), each is a line of the same task: give them to the program one at a time, or see --duplicates. " +
		"The aggregate JSON beside it holds totals only, which nothing here is computed from; where its accuracy (or another mean) is not that of the instances, both are said (header_differs)",
	Cite:   "github.com/evaleval/every_eval_ever, schemas eval.schema.json and instance_level_eval.schema.json (0.2, 0.3)",
	Sniff:  sniffEEE,
	Joined: true,
	Read:   readEEE,
}

// sniffEEE tells instances from the aggregate, which has two of their keys.
func sniffEEE(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("schema_version", "evaluation_id", "sample_id"):
		return Log
	case s.has("schema_version", "evaluation_id") && (s.has("evaluation_results") || s.has("source_metadata") || s.has("model_info")):
		return Companion
	}
	return No
}

// eeeInstance is one line.
type eeeInstance struct {
	Version    string `json:"schema_version"`
	Evaluation string `json:"evaluation_id"`
	Result     string `json:"evaluation_result_id"`
	Model      string `json:"model_id"`
	Name       string `json:"evaluation_name"`
	Sample     id     `json:"sample_id"`
	Hash       string `json:"sample_hash"`
	Type       string `json:"interaction_type"`
	Input      struct {
		Reference json.RawMessage `json:"reference"`
	} `json:"input"`
	Output struct {
		Raw json.RawMessage `json:"raw"`
	} `json:"output"`
	Messages    json.RawMessage `json:"messages"`
	Attribution []struct {
		Value    text `json:"extracted_value"`
		Terminal bool `json:"is_terminal"`
	} `json:"answer_attribution"`
	Verdict struct {
		Score   number `json:"score"`
		Correct *bool  `json:"is_correct"`
		Turns   number `json:"num_turns"`
		Calls   number `json:"tool_calls_count"`
	} `json:"evaluation"`
	Usage struct {
		Input  number `json:"input_tokens"`
		Output number `json:"output_tokens"`
		Cached number `json:"input_tokens_cache_read"`
	} `json:"token_usage"`
	Performance struct {
		Latency    number `json:"latency_ms"`
		Generation number `json:"generation_time_ms"`
	} `json:"performance"`
	Error    json.RawMessage `json:"error"`
	Metadata json.RawMessage `json:"metadata"`
}

// readEEE yields one attempt an instance, file after file. Totals alone are refused.
func readEEE(files []File, opt Options) (datasets.Source, error) {
	var logs []File
	var all []*statedMean
	means := map[[2]string]*statedMean{}
	for _, f := range files {
		if sniffEEE(f) != Companion {
			logs = append(logs, f)
			continue
		}
		all = append(all, eeeMeans(f, means)...)
	}
	if len(logs) == 0 {
		return nil, noLog(files, "instances, only totals", "add the *_samples.jsonl that detailed_evaluation_results names")
	}
	return totalled{source(func(_ context.Context, yield yield) {
		for _, m := range all {
			m.reset()
		}
		for _, f := range logs {
			types := idTypes{}
			if !lineRecords(f, func(e element) (*datasets.Trajectory, error) { return eeeTrajectory(f, e, types, means, opt) }, yield) {
				return
			}
		}
	}), all}, nil
}

// eeeAverages are the metrics whose total is the mean of the instances' scores, by the last part
// of metric_id: an Elo rating or a corpus' BLEU is not.
var eeeAverages = []string{"accuracy", "acc", "exact_match", "em", "pass_rate", "success_rate", "resolve_rate", "mean"}

// eeeMeans adds the totals of an aggregate, by evaluation and result; the result "" stands for
// the only one of an evaluation, for instances that name none. Nothing rests on totals, so that
// one in another shape says nothing.
func eeeMeans(f File, means map[[2]string]*statedMean) (out []*statedMean) {
	r, err := f.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	found, _ := members(f.scanner(r), "evaluation_id", "evaluation_results")
	var evaluation string
	var results []struct {
		ID     string `json:"evaluation_result_id"`
		Name   string `json:"evaluation_name"`
		Metric struct {
			ID   string `json:"metric_id"`
			Kind string `json:"metric_kind"`
			Unit string `json:"metric_unit"`
		} `json:"metric_config"`
		Details struct {
			Score       json.RawMessage `json:"score"`
			Uncertainty struct {
				Samples number `json:"num_samples"`
			} `json:"uncertainty"`
		} `json:"score_details"`
	}
	if len(found) < 2 || unmarshal(found["evaluation_id"], &evaluation) != nil || unmarshal(found["evaluation_results"], &results) != nil {
		return nil
	}
	for _, one := range results {
		id := one.Metric.ID[strings.LastIndexByte(one.Metric.ID, '.')+1:]
		if !slices.Contains(eeeAverages, id) && !slices.Contains(eeeAverages, one.Metric.Kind) || one.Metric.Unit == "percent" {
			continue
		}
		m, ok := newStatedMean(filepath.Base(f.Path), strings.TrimSpace(one.Name+" "+cmp.Or(one.Metric.ID, one.Metric.Kind)), one.Details.Score)
		if !ok {
			continue
		}
		if n, err := one.Details.Uncertainty.Samples.index(); err == nil {
			m.of = n
		}
		known := false
		for _, key := range []string{one.ID, ""} {
			if at := [2]string{evaluation, key}; means[at] == nil && (key != "" || len(results) == 1) {
				means[at], known = m, true
			}
		}
		if known {
			out = append(out, m)
		}
	}
	return out
}

// eeeTrajectory makes an attempt of an instance. is_correct is the verdict; the score may be
// of any scale, which only the aggregate's metric_config states, and decides nothing.
func eeeTrajectory(f File, e element, types idTypes, means map[[2]string]*statedMean, opt Options) (*datasets.Trajectory, error) {
	var v eeeInstance
	if err := decode(f, e, &v); err != nil {
		return nil, err
	}
	if err := types.accept(v.Sample); err != nil {
		return nil, e.bad(f, "sample_id", err)
	}
	t := &datasets.Trajectory{
		Benchmark: cmp.Or(v.Name, "every-eval-ever"), Run: cmp.Or(v.Model, f.Stem()), Model: v.Model, Task: v.Sample.Name, TaskHash: v.Hash,
		Reward: v.Verdict.Score.Maybe,
	}
	if m := means[[2]string{v.Evaluation, v.Result}]; m != nil && t.Reward.Known {
		m.add(t.Reward.Value)
	}
	if v.Verdict.Correct != nil {
		t.Success = datasets.Known(*v.Verdict.Correct)
	}
	if stated(v.Messages) {
		if err := mapping.SetSteps(t, string(v.Messages)); err != nil {
			return nil, e.bad(f, "messages", err)
		}
	}
	if t.Response = firstText(v.Output.Raw); t.Response == "" {
		t.Response = lastWords(t.Steps)
	}
	t.ExpectedAnswer = joined(v.Input.Reference)
	for _, a := range v.Attribution {
		// The answer that counts is marked; without a mark it is the first.
		if a.Terminal || t.PredictedAnswer == "" {
			t.PredictedAnswer = string(a.Value)
		}
	}
	addTokens(&t.PromptTokens, v.Usage.Input)
	addTokens(&t.CompletionTokens, v.Usage.Output)
	addTokens(&t.CachedTokens, v.Usage.Cached)
	t.LatencyMS = firstKnown(v.Performance.Latency.Maybe, v.Performance.Generation.Maybe)
	report(t, "num_turns", v.Verdict.Turns)
	report(t, "tool_calls_count", v.Verdict.Calls)
	if stated(v.Error) {
		t.Exit, t.Error = datasets.ExitError, stringOr(v.Error, "message")
		if t.Error == "" {
			t.Error = string(v.Error)
		}
	}
	attribute(t, "evaluation_id", v.Evaluation)
	attribute(t, "evaluation_result_id", v.Result)
	attribute(t, "interaction_type", v.Type)
	if len(v.Metadata) > 0 && v.Metadata[0] == '{' {
		_ = eachMember(v.Metadata, func(key string, value []byte) {
			switch trial, err := strconv.ParseUint(plain(value), 10, 31); {
			case kindOf(value) == mapping.Nested:
			case key == "trial" && err == nil:
				t.Trial = int(trial)
			default:
				stratum(t, key, plain(value))
			}
		})
	}
	return project(t, opt.Columns), nil
}

// lineTask is a task named by its content, where a log names it in no other way.
func lineTask(parts ...string) string {
	return "prompt-" + digest(strings.Join(parts, "\x00"))
}
