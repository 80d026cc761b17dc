package mapping

import (
	"slices"

	"mcpstats/datasets"
)

// Definition is one canonical column: its name, the kinds of columns that can
// fill it, and the names under which logs carry it.
type Definition struct {
	Name    string
	Column  datasets.Column
	Accepts Kinds
	Aliases []string // in the order of preference, normalized
	Keyed   bool     // a map: a mapping fills it key by key
	set     func(*datasets.Trajectory, Cell, *Field) error
}

var (
	texts    = kindSet(Text)
	scalars  = kindSet(Text, Bool, Int, Float)
	labels   = kindSet(Text, Int, Float, Time) // numbers and instants, exactly as logged
	numbers  = kindSet(Int, Float, Text)
	verdicts = kindSet(Bool, Int, Float, Text)
	nested   = kindSet(Nested, Text)
	anything = kindSet(Bool, Int, Float, Text, Time, Nested)
)

// Definitions are the canonical columns in the order of the Trajectory's fields.
var Definitions = []Definition{
	{Name: "benchmark", Column: datasets.ColBenchmark, Accepts: labels, set: setBenchmark,
		Aliases: []string{"benchmark_name", "suite", "dataset", "dataset_name"}},
	{Name: "run", Column: datasets.ColRun, Accepts: labels, set: setRun,
		Aliases: []string{"run_id", "run_name", "system", "system_id", "system_name", "submission"}},
	{Name: "task", Column: datasets.ColTask, Accepts: labels, set: setTask,
		Aliases: []string{"task_id", "instance_id", "sample_id", "query_id", "question_id", "problem_id", "example_id", "doc_id", "item_id", "task_name", "id", "uuid"}},
	{Name: "trial", Column: datasets.ColTrial, Accepts: numbers, set: setTrial,
		Aliases: []string{"trial_id", "trial_index", "attempt", "attempt_id", "epoch", "task_repeat", "repeat", "repetition", "rollout", "sample_index", "seed"}},
	{Name: "model", Column: datasets.ColModel, Accepts: labels, set: setModel,
		Aliases: []string{"model_name", "model_id"}},
	{Name: "agent", Column: datasets.ColAgent, Accepts: labels, set: setAgent,
		Aliases: []string{"agent_name", "scaffold", "orchestrator"}},
	{Name: "dataset_version", Column: datasets.ColDatasetVersion, Accepts: scalars, set: setDatasetVersion,
		Aliases: []string{"benchmark_version", "task_version"}},
	{Name: "task_hash", Column: datasets.ColTaskHash, Accepts: labels, set: setTaskHash,
		Aliases: []string{"doc_hash", "sample_hash", "task_checksum"}},
	{Name: "strata", Column: datasets.ColStrata, Accepts: anything, Keyed: true, set: setStrata},
	{Name: "cluster", Column: datasets.ColCluster, Accepts: labels, set: setCluster,
		Aliases: []string{"cluster_id"}},
	{Name: "success", Column: datasets.ColSuccess, Accepts: verdicts, set: setSuccess,
		Aliases: []string{"resolved", "is_resolved", "passed", "is_correct", "correct", "task_success", "is_success", "solved", "pass"}},
	{Name: "reward", Column: datasets.ColReward, Accepts: kindSet(Bool, Int, Float, Text), set: setReward,
		Aliases: []string{"score", "final_reward", "total_reward"}},
	{Name: "exit", Column: datasets.ColExit, Accepts: texts, set: setExit,
		Aliases: []string{"exit_status", "exit_reason", "failure_mode", "termination_reason", "stop_reason", "finish_reason", "limit"}},
	{Name: "error", Column: datasets.ColError, Accepts: kindSet(Text, Nested), set: setError,
		Aliases: []string{"error_message", "exception", "exception_message"}},
	{Name: "expected", Column: datasets.ColExpected, Accepts: nested, set: setExpected,
		Aliases: []string{"expected_tools", "ground_truth_tools", "gold_tools", "target_tools", "expected_plan"}},
	{Name: "predicted", Column: datasets.ColPredicted, Accepts: nested, set: setPredicted,
		Aliases: []string{"predicted_tools", "predicted_plan"}},
	{Name: "ranked", Column: datasets.ColRanked, Accepts: nested, set: setRanked,
		Aliases: []string{"ranked_tools", "retrieved_tools"}},
	{Name: "available", Column: datasets.ColAvailable, Accepts: nested, set: setAvailable,
		Aliases: []string{"available_tools", "enabled_tools", "tools"}},
	{Name: "steps", Column: datasets.ColSteps, Accepts: nested, set: setSteps,
		Aliases: []string{"messages", "trajectory", "traj", "conversation", "raw_conversation_history"}},
	{Name: "unread", Column: datasets.ColCalls, Accepts: nested, set: setUnread},
	{Name: "response", Column: datasets.ColResponse, Accepts: texts, set: setResponse,
		Aliases: []string{"final_response", "model_response", "completion"}},
	{Name: "claims", Column: datasets.ColClaims, Accepts: nested, set: setClaims},
	{Name: "judgments", Column: datasets.ColJudgments, Accepts: kindSet(Bool, Int, Float, Text, Nested), Keyed: true, set: setJudgments},
	{Name: "state_before", Column: datasets.ColStates, Accepts: nested, set: setStateBefore,
		Aliases: []string{"initial_state"}},
	{Name: "state_after", Column: datasets.ColStates, Accepts: nested, set: setStateAfter,
		Aliases: []string{"final_state"}},
	{Name: "state_goal", Column: datasets.ColStates, Accepts: nested, set: setStateGoal,
		Aliases: []string{"goal_state"}},
	{Name: "expected_answer", Column: datasets.ColAnswers, Accepts: anything, set: setExpectedAnswer,
		Aliases: []string{"gold_answer", "ground_truth", "reference_answer", "correct_answer", "target"}},
	{Name: "predicted_answer", Column: datasets.ColAnswers, Accepts: anything, set: setPredictedAnswer,
		Aliases: []string{"model_answer", "prediction", "final_answer"}},
	{Name: "failure_labels", Column: datasets.ColFailureLabels, Accepts: nested, set: setFailureLabels},
	{Name: "latency_ms", Column: datasets.ColLatency, Accepts: kindSet(Int, Float, Text, Time), set: setLatency}, // its other names: dimensions
	{Name: "cost_usd", Column: datasets.ColCost, Accepts: numbers, set: setCost},                                 // its other names: dimensions
	{Name: "prompt_tokens", Column: datasets.ColTokens, Accepts: numbers, set: setPromptTokens,
		Aliases: []string{"input_tokens", "total_input_tokens", "n_input_tokens", "input_token_count", "total_prompt_tokens"}},
	{Name: "completion_tokens", Column: datasets.ColTokens, Accepts: numbers, set: setCompletionTokens,
		Aliases: []string{"output_tokens", "total_output_tokens", "n_output_tokens", "output_token_count", "total_completion_tokens"}},
	{Name: "cached_tokens", Column: datasets.ColTokens, Accepts: numbers, set: setCachedTokens,
		Aliases: []string{"n_cache_tokens", "cache_read_tokens", "input_tokens_cache_read", "total_cached_tokens"}},
	{Name: "reported", Column: datasets.ColReported, Accepts: kindSet(Bool, Int, Float, Text, Nested), Keyed: true, set: setReported},
	{Name: "attributes", Column: datasets.ColAttributes, Accepts: anything, Keyed: true, set: setAttributes},
}

// strataNames are the columns that become a stratum of their own name.
var strataNames = []string{"level", "tier", "category", "difficulty", "domain", "source", "split"}

// IsStratum reports whether a fact of a task is a stratum by its name alone.
func IsStratum(name string) bool { return slices.Contains(strataNames, normalize(name)) }

// NamesTask reports whether any of the columns can be the task.
func NamesTask(columns []string) bool {
	d := define("task")
	return slices.ContainsFunc(columns, func(c string) bool { return normalize(c) == d.Name || slices.Contains(d.Aliases, normalize(c)) })
}

// reportedPrefixes mark the columns that hold the harness's own metrics.
var reportedPrefixes = []string{"evaluator_", "reported_", "metric_"}

// scoreNames are the columns that hold the scores of a ranking of bare tools.
var scoreNames = []string{"ranked_scores", "retrieved_scores"}

// instants are pairs of columns whose difference is the latency, where no column
// states it.
var instants = [][2]string{
	{"agent_started_at", "agent_ended_at"}, {"started_at", "completed_at"}, {"started_at", "finished_at"}, {"started_at", "ended_at"},
	{"start_time", "end_time"}, {"start_timestamp", "end_timestamp"}, {"trial_started_at", "trial_ended_at"},
}

// define is the definition of a canonical name.
func define(name string) *Definition {
	for i := range Definitions {
		if Definitions[i].Name == name {
			return &Definitions[i]
		}
	}
	return nil
}

// IsCanonical reports whether a column carries a canonical name.
func IsCanonical(column string) bool { return define(normalize(column)) != nil }
