// Package failures holds the failure modes that mcpstats knows: one detector per
// file, each a declared value over one trajectory, and in failures.go the taxonomy,
// their explicit order. docs/failure-modes.md says how precise each detector was on
// real trajectories that were read by hand.
//
// A detector reads one trajectory and returns its evidence, or says that it does not
// apply. That the log lacks what a rule reads must never look like the absence of the
// mode: the share of attempts that show a mode is taken over those that it applies to.
// Blanking the texts of a log may therefore take modes away, and never adds one.
//
// Most detectors stand on one of two things. plan.go matches what was called with what
// should have been, for the rules that compare the two; evidence.go parts the calls into
// searches for tools and executions, and says where in the conversation a hit lies. The
// rules that read words know a few English phrases and no others: they miss what is said
// otherwise.
package failures
