// Package stability asks whether a conclusion holds under other sane choices.
//
// RankingStability ranks the runs again under another policy for attempts without an outcome and by
// other metrics of the same question (a judge's verdict in place of the harness's), one thing
// varied at a time, and holds each order against the stated one by Kendall's tau-b.
// SpecificationCurves varies everything at once, for the leader against each of its next rivals:
// metric, policy, test (SaneTests) and correction (SaneCorrections), as Simonsohn, Simmons and
// Nelson propose ("Specification curve analysis", Nature Human Behaviour, 2020). WarnPolicy speaks
// up where the order or a significance follows from the policy alone.
//
// Only choices that a careful analyst might defend are in the lists. An indefensible one makes a
// curve look fragile, and near-duplicates (permutation beside t) make it look robust.
//
// What may go wrong: the pairs' values under all choices would be many times the table, so that
// only p-values are kept, but for max-t, which corrects from the values; a choice under which a
// difference or test is undefined has no point on the curve, and is not counted against it.
package stability
