package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Categories of failure modes.
const (
	toolUse           = "tool use"
	retrieval         = "retrieval"
	taskUnderstanding = "task understanding"
	scope             = "scope"
	environment       = "environment"
	response          = "response"
	harness           = "harness"
)

// Detectors lists the rules in the order of the taxonomy.
func Detectors() []*table.Detector {
	return []*table.Detector{
		// What decides by itself: nothing was to be done, or nothing was done.
		falseAcceptance(), falseRejection(), noToolsCalled(),
		// What the agent never came to see, and what made it stop.
		retrievalSaturation(), retrievalMiss(), queryMismatch(),
		strategicDefeatism(), errorNotRecovered(),
		// What was called: the wrong thing, or the right thing wrongly.
		wrongTool(), hallucinatedTool(), sideEffects(), improperOrder(), contextualDrift(),
		// What was left open.
		prematureStop(), missingToolCall(), partialCompletion(),
		// All was called and the answer is wrong.
		incorrectConclusion(), ungroundedAnswer(),
		// What agents often recover from, or what costs more than it breaks.
		incorrectParameters(), verificationSkipped(), repeatedCall(), prematureDecomposition(), extraCalls(),
	}
}

// labels are the words of other taxonomies for these modes. MCP-Atlas's diagnosis
// has eleven (four of tool calls, seven cognitive), its leaderboard page another
// eleven; LiveMCPBench's annotators used four; tau-bench's error identification
// has three, tau2's reviews more; BFCL's evaluator names what its checker found.
var labels = map[string][]string{
	"false_acceptance":     {"irrelevance_error"},
	"false_rejection":      {"relevance_error"},
	"no_tools_called":      {"no_tool_use", "no_tool_called", "no_tool_call"},
	"wrong_tool":           {"wrong_tool_selection", "wrong_tool_selected", "called_wrong_tool", "wrong_func_name"},
	"incorrect_parameters": {"malformed_call", "incorrect_tool_parameters", "tool_error", "invalid_parameters", "used_wrong_tool_argument", "missing_required", "unexpected_param", "value_error", "type_error", "ast_decoder"},
	"missing_tool_call":    {"missing_tool_calls", "skipped_steps"},
	"improper_order":       {"improper_sequencing", "wrong_order"},
	"hallucinated_tool":    {"tool_hallucination"},
	"error_not_recovered":  {"err_recovery", "error_recovery", "other_error"},
	"retrieval_miss":       {"retrieve_error", "retrieval_error", "capability_discovery_missing"},
	"query_mismatch":       {"query_error"},
	"partial_completion":   {"partial_task_completion", "goal_partially_completed", "incomplete"},
	"premature_stop":       {"early_termination", "premature_stopping", "insufficient_exploration"},
	"incorrect_conclusion": {"faulty_synthesis", "response_misparsing", "logical_error", "logical", "wrong_conclusion"},
	"ungrounded_answer":    {"hallucinated_fact", "hallucinated_completion", "hallucination"},
	"verification_skipped": {"over_confidence", "overconfidence"},
	"side_effects":         {"misbehaving"},
}

// Taxonomy is every failure mode in the order of precedence: what ended the
// attempt from outside, then what rules find, the most specific and the least
// recoverable first, then what only labels tell of.
func Taxonomy() table.Taxonomy {
	x := table.Taxonomy{
		{Name: "harness_error", Category: harness, Doc: "The harness, not the agent, broke.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitHarnessError}},
		{Name: "timeout", Category: harness, Doc: "The attempt ran out of time.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitTimeout}, Labels: []string{"agent_timeout", "timed_out"}},
		{Name: "max_turns", Category: harness, Doc: "The attempt ran out of turns.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitMaxTurns}},
		{Name: "error", Category: harness, Doc: "The agent ended in an error.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitError}},
		{Name: "refused", Category: harness, Doc: "The agent refused the task.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitRefused}},
		{Name: "unknown", Category: harness, Doc: "The log names an end that is not known.", Cite: "recorded exit", Exits: []datasets.Exit{datasets.ExitUnknown}},
	}
	for _, d := range Detectors() {
		x = append(x, table.FailureMode{Name: d.Name, Category: d.Category, Doc: d.Doc, Cite: d.Cite, Labels: labels[d.Name], Detector: d})
	}
	return append(x,
		table.FailureMode{Name: "misunderstood_task", Category: taskUnderstanding, Doc: "The task was taken for another; only labels tell of it.", Cite: "MCP-Atlas, diagnosis taxonomy: task_misunderstanding", Labels: []string{"task_misunderstanding"}},
		table.FailureMode{Name: "constraint_violation", Category: environment, Doc: "A constraint of the user or the environment was broken; only labels tell of it.", Cite: "MCP-Atlas, diagnosis taxonomy: constraint_violation", Labels: []string{"environment_constraint_violation"}},
	)
}
