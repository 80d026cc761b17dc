package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"

	"mcpstats/datasets"
)

var eeeTarget = Target{
	Name: "every-eval-ever", Title: "Every Eval Ever", Format: "every-eval-ever", Ending: eeeEnding, Folder: true,
	Holds:   "benchmark (evaluation_name), run (model_id), task, trial (metadata.trial), task_hash, success, reward, error, the messages with calls and results, expected_answer, predicted_answer, strata and attributes (metadata), latency_ms and the tokens",
	Changes: "The schema has arguments as texts only, no model beside the run, no mark on failed calls and no exit but an error; an attempt with messages has the assistant's last words as its response; it asks for both a score and a verdict, of which the one that is unknown is left out or follows from the other",
	apart:   func(t *datasets.Trajectory) part { return part{benchmark: t.Benchmark, run: t.Run} },
	record:  eeeRecord, separator: "\n", tail: "\n", beside: eeeTotals,
}

// eeeVersion is the version of the schemas that are written: instance_level_eval and eval.
const eeeVersion = "0.2.2"

// eeeEnding is that of the file with the records; that of its totals is .json.
const eeeEnding = "_samples.jsonl"

// evaluation is the identifier that joins the records with their totals.
func (f *file) evaluation() string {
	return cmp.Or(f.ids["evaluation_id"], f.benchmark+"/"+f.run)
}

// eeeRecord is one attempt as a line.
func eeeRecord(f *file, t *datasets.Trajectory) ([]byte, error) {
	calls, turns := 0, 0
	for i := range t.Steps {
		calls += len(t.Steps[i].Calls)
		if t.Steps[i].Role == "assistant" {
			turns++
		}
	}
	kind := "multi_turn"
	switch {
	case len(t.Steps) == 0:
		kind = "single_turn"
	case calls > 0:
		kind = "agentic"
	}
	o := object{{"schema_version", eeeVersion}, {"evaluation_id", f.evaluation()}, {"model_id", t.Run}, {"evaluation_name", t.Benchmark}}
	o.add("evaluation_result_id", t.Attributes["evaluation_result_id"])
	o = append(o, member{"sample_id", t.Task})
	o.add("sample_hash", t.TaskHash)
	o.add("interaction_type", kind)
	references := []string{}
	if t.ExpectedAnswer != "" {
		references = append(references, t.ExpectedAnswer)
	}
	o.add("input", object{{"raw", question(t.Steps)}, {"reference", references}})
	if kind == "single_turn" {
		o.add("output", object{{"raw", []string{t.Response}}})
	} else {
		o = append(o, member{"output", nil})
		o.add("messages", eeeMessages(t.Steps))
	}
	answers := []object{}
	if t.PredictedAnswer != "" {
		source := "output.raw"
		if kind != "single_turn" {
			source = "messages[turn_idx].content"
		}
		answers = append(answers, object{{"turn_idx", max(0, len(conversation(t.Steps))-1)}, {"source", source},
			{"extracted_value", t.PredictedAnswer}, {"extraction_method", "as logged"}, {"is_terminal", true}})
	}
	o.add("answer_attribution", answers)
	o.add("evaluation", eeeVerdict(t, kind, turns, calls))
	o.add("token_usage", eeeUsage(t))
	if v := number(t.LatencyMS); v != nil {
		o.add("performance", object{{"latency_ms", v}})
	}
	if t.Error != "" || t.Exit == datasets.ExitError {
		o.add("error", cmp.Or(t.Error, string(t.Exit)))
	}
	metadata, _ := facts(t, func(key string) bool {
		return key == "evaluation_id" || key == "evaluation_result_id" || key == "interaction_type" || key == "trial"
	}).(object)
	if t.Trial > 0 {
		metadata.add("trial", strconv.Itoa(t.Trial))
	}
	if metadata != nil {
		o.add("metadata", metadata)
	}
	return encode(o)
}

// eeeVerdict has what is known of it: an attempt nobody scored gets no verdict for the schema's sake.
func eeeVerdict(t *datasets.Trajectory, kind string, turns, calls int) object {
	o := object{}
	if v, ok := grade(t); ok {
		o.add("score", number(datasets.Known(v)))
	}
	o.add("is_correct", known(t.Success))
	if kind != "single_turn" {
		o.add("num_turns", max(turns, 1))
		o.add("tool_calls_count", calls)
	}
	return o
}

// eeeUsage is the tokens; the schema asks for their sum, which is known where both parts are.
func eeeUsage(t *datasets.Trajectory) any {
	usage, _ := inspectUsage(t).(object)
	var o object
	for _, m := range usage {
		if m.key != "total_cost" {
			o = append(o, m)
		}
	}
	if o == nil {
		return nil
	}
	return o
}

// eeeMessages is a conversation in the schema's dialect, which numbers the messages and has
// texts alone as arguments: other values stand as their JSON.
func eeeMessages(steps []datasets.Step) []object {
	out := []object{}
	for i, m := range conversation(steps) {
		o := object{{"turn_idx", i}, {"role", m.role}, {"content", m.content}}
		var calls []object
		for _, c := range m.calls {
			v := object{{"id", c.id}, {"name", c.name}}
			if arguments := textArguments(c.Arguments); arguments != nil {
				v.add("arguments", arguments)
			}
			calls = append(calls, v)
		}
		if calls != nil {
			o.add("tool_calls", calls)
		}
		if m.id != "" {
			o.add("tool_call_id", []string{m.id})
		}
		out = append(out, o)
	}
	return out
}

// textArguments is an object with its values as texts, in its own order; nil for what is no object.
func textArguments(s string) any {
	b, ok := jsonObject(s)
	if !ok {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return nil
	}
	out := object{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil
		}
		var text string
		if json.Unmarshal(raw, &text) != nil || raw[0] != '"' {
			var short bytes.Buffer
			if json.Compact(&short, raw) != nil {
				return nil
			}
			text = short.String()
		}
		name, _ := key.(string)
		out = append(out, member{name, text})
	}
	return out
}

// eeeTotals is the file of totals that goes with the records. The score is the share of passed
// attempts among those with a verdict, whose number stands beside it; without any there is no
// result. What nobody logged, as the evaluator and the time, is said to be unknown.
func eeeTotals(f *file) (string, []byte, error) {
	results := []object{}
	if f.verdicts > 0 {
		results = append(results, object{
			{"evaluation_name", f.benchmark},
			{"source_data", object{{"dataset_name", cmp.Or(f.benchmark, "unknown")}, {"source_type", "other"}}},
			{"metric_config", object{{"metric_id", "accuracy"}, {"lower_is_better", false}, {"score_type", "binary"}}},
			{"score_details", object{
				{"score", float64(f.passed) / float64(f.verdicts)},
				{"details", object{{"denominator", "attempts with a verdict"}, {"attempts", strconv.Itoa(f.attempts)}, {"passed", strconv.Itoa(f.passed)}}},
				{"uncertainty", object{{"num_samples", f.verdicts}}},
			}},
		})
	}
	o := object{
		{"schema_version", eeeVersion},
		{"evaluation_id", f.evaluation()},
		{"retrieved_timestamp", "0"},
		{"source_metadata", object{{"source_type", "evaluation_run"}, {"source_organization_name", "unknown"}, {"evaluator_relationship", "other"}}},
		{"eval_library", object{{"name", "unknown"}, {"version", "unknown"}}},
		{"model_info", object{{"name", f.run}, {"id", f.run}}},
		{"evaluation_results", results},
		{"detailed_evaluation_results", object{{"format", "jsonl"}, {"file_path", f.name + eeeEnding}, {"total_rows", f.attempts}}},
	}
	b, err := encode(o)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", " "); err != nil {
		return "", nil, err
	}
	out.WriteByte('\n')
	return ".json", out.Bytes(), nil
}
