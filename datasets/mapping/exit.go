package mapping

import (
	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// exitWords are the words that harnesses use for how an attempt ended: the
// canonical ones, Terminal-Bench's failure modes, tau2-bench's termination
// reasons, Inspect's limits, and the stop reasons of chat APIs.
var exitWords = map[string]datasets.Exit{
	"completed": datasets.ExitCompleted, "complete": datasets.ExitCompleted, "finished": datasets.ExitCompleted, "done": datasets.ExitCompleted,
	"submitted": datasets.ExitCompleted, "stop": datasets.ExitCompleted, "end_turn": datasets.ExitCompleted, "unset": datasets.ExitCompleted,
	"user_stop": datasets.ExitCompleted, "agent_stop": datasets.ExitCompleted,

	"timeout": datasets.ExitTimeout, "timed_out": datasets.ExitTimeout, "agent_timeout": datasets.ExitTimeout, "time_limit": datasets.ExitTimeout,
	"time": datasets.ExitTimeout, "working": datasets.ExitTimeout,

	"max_turns": datasets.ExitMaxTurns, "max_steps": datasets.ExitMaxTurns, "max_iterations": datasets.ExitMaxTurns, "turn": datasets.ExitMaxTurns,
	"message": datasets.ExitMaxTurns, "message_limit": datasets.ExitMaxTurns, "turn_limit": datasets.ExitMaxTurns, "step_limit": datasets.ExitMaxTurns,

	"error": datasets.ExitError, "agent_error": datasets.ExitError, "unknown_agent_error": datasets.ExitError, "too_many_errors": datasets.ExitError,
	"exception": datasets.ExitError, "context_window_exceeded": datasets.ExitError, "context_length_exceeded": datasets.ExitError, "crashed": datasets.ExitError,
	"context": datasets.ExitError, "unexpected_error": datasets.ExitError, "fatal_llm_parse_error": datasets.ExitError, "output_length_exceeded": datasets.ExitError,

	"refused": datasets.ExitRefused, "refusal": datasets.ExitRefused, "content_filter": datasets.ExitRefused,

	"harness_error": datasets.ExitHarnessError, "test_timeout": datasets.ExitHarnessError, "parse_error": datasets.ExitHarnessError,
	"infrastructure_error": datasets.ExitHarnessError, "infra_failure": datasets.ExitHarnessError,
	"user_error": datasets.ExitHarnessError, // tau2: the simulated user, a part of the harness, failed

	"unknown": datasets.ExitUnknown,
}

// Exit reads a harness's word for how an attempt ended. ok is false for a word
// that maps to none of the exits.
func Exit(word string) (exit datasets.Exit, ok bool) {
	if e, ok := exitWords[word]; ok {
		return e, true
	}
	e, ok := exitWords[spelling.Normal(word)]
	return e, ok
}

// SetExit records how the attempt ended. A word of no known meaning becomes
// ExitUnknown and is kept in Attributes["exit"].
func SetExit(t *datasets.Trajectory, word string) {
	if isAbsent(word) {
		return
	}
	e, ok := Exit(word)
	if !ok {
		e = datasets.ExitUnknown
		setAttribute(t, "exit", word)
	}
	t.Exit = e
}

// setAttribute keeps a fact that no canonical column names.
func setAttribute(t *datasets.Trajectory, key, value string) {
	if t.Attributes == nil {
		t.Attributes = map[string]string{}
	}
	t.Attributes[key] = value
}
