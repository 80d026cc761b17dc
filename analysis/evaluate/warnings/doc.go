// Package warnings says what a reader of a benchmark's results must know before believing them.
//
// Each check is a function of the study and of the results so far, which returns no, one or several
// warnings; Warnings lists the checks in the order in which they are shown, decisive ones first. A
// warning is decisive where what it says can change a conclusion: those stand at the head of a
// report, the others in its list. The codes, with what each means and what to do about it, are
// declared in result.WarningCodes; docs/warnings.md is made of them.
//
// The checks by file: warnings.go (attempts without an outcome, judges, coverage of pairs, spread),
// warnings_attempts.go (exits, numbers of attempts, identity of tasks, panels, thresholds),
// warnings_promised.go (what the log does not say it owes), warnings_values.go (overlap, negative
// amounts), warnings_direction.go, warnings_labels.go, warnings_without.go. Checks that follow from
// work of another room stand there: study.WarnHeadline, stability.WarnPolicy.
//
// A limit (smallN, fewShared, littleAgreement...) is a named constant with its reason or source. A
// check counts and words; it never changes a result. It names at most study.NamedRuns runs, since it
// may hold for all of two hundred.
package warnings
