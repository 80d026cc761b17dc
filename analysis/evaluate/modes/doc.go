// Package modes counts how attempts fail, for each source by itself.
//
// # The parts
//
// Sources are never added up, as they answer different questions: what the harness recorded
// (timeouts, errors), what people or judges labelled, annotator by annotator, and what detectors
// found. A set of modes (FailureSets) is what one source can say of a run's attempts: two bit masks
// an attempt, which modes it shows and which were looked for at all. A mode that was not looked for
// is not absent: shares are of the failed attempts at which it could have been seen.
//
// CountFailures gives, by run and stratum: each mode's count and share among failed attempts, its
// primary share (each failure counted once, under the first mode in the order of precedence or the
// one that the annotator calls the root), its lift over successful attempts, co-occurrences,
// transitions between two runs on the same task, examples, and what retrieval failures do along the
// steps. What became of an attempt is read off the headline metric (Outcome).
//
// # The unit
//
// Attempts at one task fail alike. Shares have Wilson's interval where every attempt is at a task
// of its own, and the score interval with the share's design effect elsewhere; lifts are Koopman's
// risk ratio over as many attempts as the design effects leave. The intervals of one source's
// modes are also given simultaneously (Bonferroni over the modes looked for, not those found).
//
// # What may go wrong
//
//   - Attempts without an outcome are neither failures nor successes unless the plan's policy says
//     so, and are then counted as unknown.
//   - A detector that uses the outcome itself (Detector.SeesOutcome) has no lift: it would be
//     infinite by construction.
//   - A mode that no successful attempt shows has an infinite lift: the interval stands without a
//     value.
//   - Labels that no taxonomy knows are counted by name up to table.MaxModes modes, the rest
//     together as OtherLabels, with a warning.
package modes
