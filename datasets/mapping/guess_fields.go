package mapping

import (
	"slices"
	"strings"
)

// guessed are the fields that are looked for, with the words that name them beyond datasets'
// own aliases, the best first.
var guessed = []guessField{
	{"task", []string{"task", "task_id", "case", "case_id", "case_name", "test", "test_id", "test_idx", "testidx", "test_case", "question", "question_id", "question_no", "task_no", "case_no", "item_no", "query", "query_id", "query_no", "prompt_id", "example", "sample", "scenario", "item", "problem", "instance", "name", "id"}, identifies, "names what was asked"},
	{"run", []string{"run", "system", "pipeline", "pipeline_name", "provider", "deployment", "experiment", "model_alias", "engine", "llm", "model", "model_name", "agent", "candidate", "variant", "config"}, identifies, "names what was tested"},
	{"success", []string{"success", "passed", "pass", "utility", "correct", "solved", "ok", "verdict", "result", "outcome", "status", "is_correct", "completed"}, isVerdict, "its values are verdicts"},
	{"steps", []string{"messages", "history", "trajectory", "conversation", "transcript", "events", "steps", "turns", "trace", "dialog", "log"}, isTalk, "a list of messages"},
	{"trial", []string{"trial", "attempt", "epoch", "repeat", "repetition", "seed", "try", "run_index", "sample_index"}, isIndex, "small whole numbers"},
	{"reward", []string{"reward", "score", "grade", "rating", "points"}, isNumberLeaf, "a number"},
	{"benchmark", []string{"benchmark", "suite", "suite_name", "dataset"}, identifies, "names the set of tasks"},
	{"error", []string{"error", "error_message", "exception", "err"}, isTextLeaf, "a text"},
	{"response", []string{"response", "answer", "final_answer", "output", "completion"}, isTextLeaf, "a text"},
	{"prompt_tokens", []string{"prompt_tokens", "input_tokens", "tokens_in", "prompt"}, isCountLeaf, "whole numbers"},
	{"completion_tokens", []string{"completion_tokens", "output_tokens", "tokens_out", "completion"}, isCountLeaf, "whole numbers"},
}

type guessField struct {
	name  string
	words []string
	fits  func(*leaf) bool
	why   string
}

func identifies(l *leaf) bool {
	return (l.kind == Text || l.kind == Int) && len(l.values) > 0 && !slices.ContainsFunc(l.values, func(v string) bool { return len(v) > 120 || strings.Contains(v, "\n") })
}

func isVerdict(l *leaf) bool {
	if l.kind == Bool {
		return true
	}
	known := 0
	for _, v := range l.values {
		if _, ok, err := Verdict(TextCell(v)); err != nil {
			return false
		} else if ok {
			known++
		}
	}
	return known > 0 && (l.kind == Text || l.kind == Int || l.kind == Float)
}

func isTalk(l *leaf) bool {
	list, err := elements(inner(l.raw))
	if err != nil || len(list) == 0 || first(list[0]) != '{' {
		return false
	}
	o := fieldsOf(list[0])
	return o.has("role") || o.has("source") || o.has("from") || o.has("speaker") || (o.has("who") || o.has("author") || o.has("sender")) && (o.has("content") || o.has("message") || o.has("text")) || o.has("type") && (o.has("content") || o.has("message") || o.has("text"))
}

func isIndex(l *leaf) bool {
	return l.kind == Int && len(l.values) > 0 && !slices.ContainsFunc(l.values, func(v string) bool { return len(v) > 4 })
}

func isNumberLeaf(l *leaf) bool { return l.kind == Float || l.kind == Int }
func isTextLeaf(l *leaf) bool   { return l.kind == Text }
func isCountLeaf(l *leaf) bool  { return l.kind == Int }
