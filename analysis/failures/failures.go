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
	infrastructure    = "infrastructure"
	harness           = "harness"
)

// Detectors lists the rules in the order of the taxonomy. Each declares, beside its rule,
// the words of other taxonomies for its mode: MCP-Atlas's diagnosis has eleven (four of
// tool calls, seven cognitive), its leaderboard page another eleven; LiveMCPBench's
// annotators used four; tau-bench's error identification has three, tau2's reviews more;
// BFCL's evaluator names what its checker found.
func Detectors() []*table.Detector {
	return []*table.Detector{
		// Nothing was to be done, or nothing was done.
		falseAcceptance(), falseRejection(), noToolsCalled(),
		// What did not work, and where the log breaks off.
		toolUnavailable(), brokenOff(),
		// What the plan and the calls say together: the wrong thing, or the right thing wrongly.
		wrongArguments(), unwantedWrite(), missingWrite(), missingOutput(),
		wrongTool(), sideEffects(),
		// What the agent never came to see, and what made it stop.
		retrievalSaturation(), retrievalMiss(), queryMismatch(),
		strategicDefeatism(), errorNotRecovered(),
		hallucinatedTool(), improperOrder(), contextualDrift(),
		// What was left open.
		prematureStop(), missingToolCall(), partialCompletion(),
		// All was called and the answer is wrong.
		incorrectConclusion(), ungroundedAnswer(),
		// What agents often recover from, or what costs more than it breaks.
		incorrectParameters(), verificationSkipped(), repeatedCall(), prematureDecomposition(), extraCalls(),
	}
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
		x = append(x, table.FailureMode{Name: d.Name, Category: d.Category, Doc: d.Doc, Cite: d.Cite, Labels: d.Labels, Detector: d})
	}
	return append(x,
		table.FailureMode{Name: "misunderstood_task", Category: taskUnderstanding, Doc: "The task was taken for another; only labels tell of it.", Cite: "MCP-Atlas, diagnosis taxonomy: task_misunderstanding", Labels: []string{"task_misunderstanding"}},
		table.FailureMode{Name: "constraint_violation", Category: environment, Doc: "A constraint of the user or the environment was broken; only labels tell of it.", Cite: "MCP-Atlas, diagnosis taxonomy: constraint_violation", Labels: []string{"environment_constraint_violation"}},
	)
}
