package formats

import (
	"context"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// HELM is the run folders of Stanford's evaluation framework: per_instance_stats.json, a list
// of {instance_id, train_trial_index, stats}, with run_spec.json, scenario_state.json and
// stats.json beside it. The list's keys decide; the others are companions.
//
// A folder is one model on one scenario. An instance is there once for every split that it is
// of, every draw of examples (train_trial_index) and every perturbation of its text. HELM
// averages each split by itself and the perturbed texts apart from the others; its own mean
// over perturbations is that of the worst of an instance.
var HELM = Format{
	Name:    "helm",
	Title:   "HELM",
	Meaning: "Stanford's scenarios for language models, one folder a model and scenario",
	Doc: "HELM's run folders: per_instance_stats.json [{instance_id, perturbation, train_trial_index, stats: [{name {name, split}, mean, ...}]}] with run_spec.json, scenario_state.json and stats.json beside it. " +
		"The run is run_spec.adapter_spec.model, with the suite's folder where one model and scenario stand in several; the benchmark is run_spec.name without its model, and a benchmark of its own for each perturbation; the task is instance_id, the split is a stratum, the trial train_trial_index. " +
		"The headline is the metric that HELM's schema names for the scenario, else the first that run_spec declares: it is the reward, and success where it is an exact match. HELM prints it by split, mostly of test alone, while the mean here is over all instances of all splits: take the stratum split. All of an instance's stats are reported, as means. " +
		"A run promises the num_instances of stats.json and the num_train_trials of its adapter. latency_ms is inference_runtime in milliseconds, and of an answer from a cache that of the request it was first given to",
	Cite:   "Liang et al. 2022, HELM, arXiv:2211.09110; github.com/stanford-crfm/helm, src/helm/benchmark/metrics/metric.py (PerInstanceStats) and adaptation/scenario_state.py",
	Sniff:  sniffHELM,
	Joined: true,
	Read:   readHELM,
}

// sniffHELM claims the files of a run folder by keys, which suffice: each has a pair of them
// that nobody else writes.
func sniffHELM(f File) Match {
	s := f.shape()
	switch {
	case s.List && s.has("instance_id", "train_trial_index", "stats") && !s.has("predicted_text"):
		return Log
	case s.List && s.has("instance_id", "train_trial_index") && (s.has("predicted_text") || s.has("request")):
		return Companion // display_predictions.json and display_requests.json repeat the others
	case s.List && s.has("name", "count", "sum", "sum_squared"):
		return Companion // stats.json
	case s.List && s.has("input", "references", "id") && f.Stem() == "instances":
		return Companion
	case s.List:
	case s.has("name", "scenario_spec", "adapter_spec"), s.has("adapter_spec", "request_states"), s.has("adapter_spec") && s.Cut && len(s.Keys) <= 2:
		return Companion // run_spec.json, scenario_state.json
	case f.Stem() == "scenario" && s.has("name", "description", "tags"):
		return Companion
	}
	return No
}

// helmStat is one measure of an instance, summed over what the metric looked at.
type helmStat struct {
	Name struct {
		Name  string `json:"name"`
		Split string `json:"split"`
		Sub   string `json:"sub_split"`
	} `json:"name"`
	Count number `json:"count"`
	Mean  number `json:"mean"`
}

// helmInstance is one element of per_instance_stats.json.
type helmInstance struct {
	ID           id              `json:"instance_id"`
	Perturbation json.RawMessage `json:"perturbation"`
	Trial        number          `json:"train_trial_index"`
	Stats        []helmStat      `json:"stats"`
}

// readHELM reads what the folders say of their runs before the instances.
func readHELM(files []File, opt Options) (datasets.Source, error) {
	runs := helmRuns(files)
	if len(runs) == 0 {
		return nil, noLog(files, "instances, only what lies beside them", "add the per_instance_stats.json of the run")
	}
	promises := helmPromises(runs)
	return promising{source(func(_ context.Context, yield yield) {
		for _, r := range runs {
			if r.bad != nil && !yield(nil, r.bad) {
				return
			}
			answers, err := r.answers(opt.Columns)
			if err != nil && !yield(nil, err) {
				return
			}
			types := idTypes{}
			ok := records(r.file, "", func(e element) (*datasets.Trajectory, error) {
				t, err := r.trajectory(e, types, answers)
				if err != nil {
					return nil, err
				}
				return project(t, opt.Columns), nil
			}, yield)
			if !ok {
				return
			}
		}
	}), func() []datasets.Promise { return promises }}, nil
}

// trajectory makes an attempt of an instance.
func (r *helmRun) trajectory(e element, types idTypes, answers map[helmKey]helmAnswer) (*datasets.Trajectory, error) {
	var v helmInstance
	if err := decode(r.file, e, &v); err != nil {
		return nil, err
	}
	if err := types.accept(v.ID); err != nil {
		return nil, e.bad(r.file, "instance_id", err)
	}
	trial, err := v.Trial.index()
	if err != nil {
		return nil, e.bad(r.file, "train_trial_index", err)
	}
	t := &datasets.Trajectory{Benchmark: r.benchmark, Run: r.run, Model: r.model, Task: v.ID.Name, Trial: trial}
	perturbation := helmPerturbation(v.Perturbation)
	if perturbation != "" {
		t.Benchmark += " perturbed: " + perturbation
		t.Strata = map[string]string{"perturbation": perturbation}
	}
	values := map[string]number{}
	for _, s := range v.Stats {
		if s.Name.Split != "" {
			stratum(t, "split", s.Name.Split)
		}
		// A stat of nothing has a mean of null or 0, and a part of a split repeats the whole's.
		if _, twice := values[s.Name.Name]; s.Count.Value == 0 || s.Name.Sub != "" && twice {
			continue
		}
		values[s.Name.Name] = s.Mean
		report(t, s.Name.Name, s.Mean)
	}
	if name := r.headlineOf(values); name != "" {
		attribute(t, "headline", name)
		t.Reward = values[name].Maybe
		if n := t.Reward; n.Known && helmBinary(name) && (n.Value == 0 || n.Value == 1) {
			t.Success = datasets.Known(n.Value == 1)
		}
	}
	if n := values["inference_runtime"]; n.Value > 0 {
		t.LatencyMS = datasets.Known(n.Value * 1e3)
	}
	for _, tokens := range []struct {
		to    *datasets.Maybe[int64]
		names []string
	}{{&t.PromptTokens, []string{"num_prompt_tokens"}}, {&t.CompletionTokens, []string{"num_output_tokens", "num_completion_tokens"}}} {
		for _, name := range tokens.names {
			if n := values[name]; n.Known && !tokens.to.Known {
				addTokens(tokens.to, n)
			}
		}
	}
	if a, ok := answers[helmKey{t.Task, trial, perturbation}]; ok {
		t.Response, t.ExpectedAnswer, t.PredictedAnswer, t.Exit, t.Error = a.response, a.right, a.predicted, a.exit, a.message
	}
	return t, nil
}

// helmHeadlines are the metrics that HELM's schemas (schema_classic.yaml, schema_lite.yaml)
// name for scenarios whose run specs declare another one first.
var helmHeadlines = []struct {
	scenarios []string
	metrics   []string
}{
	{[]string{"narrative_qa", "natural_qa", "quac", "narrativeqa"}, []string{"f1_score"}},
	{[]string{"boolq", "imdb", "civil_comments", "raft", "bbq", "legalbench", "legal_bench", "med_qa", "lsat_qa", "entity_matching", "entity_data_imputation", "synthetic_reasoning", "babi_qa"}, []string{"quasi_exact_match"}},
	{[]string{"gsm", "gsm8k"}, []string{"final_number_exact_match", "exact_match_indicator"}},
	{[]string{"math"}, []string{"math_equiv_chain_of_thought", "math_equiv"}},
	{[]string{"dyck_language"}, []string{"exact_match_indicator"}},
	{[]string{"wmt_14"}, []string{"bleu_4"}},
	{[]string{"summarization", "summarization_cnndm", "summarization_xsum"}, []string{"rouge_2"}},
	{[]string{"msmarco"}, []string{"RR@10", "NDCG@10"}},
	{[]string{"code"}, []string{"pass", "test_avg"}},
}

// headlineOf is the metric that an instance is judged by: of those that the scenario's schema
// and then the run's spec name, the first that the instance has.
func (r *helmRun) headlineOf(values map[string]number) string {
	for _, h := range helmHeadlines {
		for _, scenario := range h.scenarios {
			for _, metric := range h.metrics {
				if values[metric].Known && r.scenario == scenario {
					return metric
				}
			}
		}
	}
	for _, name := range r.declared {
		if values[name].Known {
			return name
		}
	}
	for _, name := range []string{"exact_match", "quasi_exact_match"} {
		if values[name].Known {
			return name
		}
	}
	return ""
}

// helmBinary reports whether a metric is 0 or 1 for one instance: the exact matches, and what
// compares a number or runs a test. A 1 of any other may be the end of a scale.
func helmBinary(name string) bool {
	return strings.Contains(name, "exact_match") || strings.HasPrefix(name, "math_equiv") || name == "pass"
}

// helmPerturbation names a change of the instance's text: its name, with what of its settings
// tells it from another of that name.
func helmPerturbation(raw json.RawMessage) string {
	if !stated(raw) {
		return ""
	}
	if raw[0] != '{' {
		return plain(raw)
	}
	name := ""
	var settings []string
	_ = eachMember(raw, func(key string, value []byte) {
		switch key {
		case "name":
			name = strings.Clone(plain(value))
		case "robustness", "fairness", "computed_on", "seed":
		default:
			if kindOf(value) != mapping.Nested && kindOf(value) != mapping.Null {
				settings = append(settings, key+"="+plain(value))
			}
		}
	})
	if name == "identity" { // the text as it is, where others are perturbed
		return ""
	}
	if len(settings) > 0 {
		name += " (" + strings.Join(settings, ", ") + ")"
	}
	return name
}
