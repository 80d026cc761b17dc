// Package result is what an analysis says and what it was asked: plain values, without
// arithmetic. Reports, results.json and the verdicts on claims know this package and not the
// engine that fills it in.
//
// A Plan is the question: runs, metrics, correction, policy for what is missing, seed. Resolve
// fills in its defaults and refuses what makes no sense, so that a resolved plan, which a report
// keeps, repeats the report. Results is the answer: the Ledger (where every promised attempt
// went), Summaries, Comparisons, Rankings, Agreement, Failures, Stability, Claims, and Warnings,
// whose codes WarningCodes declares with what each means and what to do.
//
// Numbers that may be absent are pointers: nil is "not known", with a reason in the nearest
// Notes, never 0. A Float may be infinite, which JSON writes as text; NaN is nowhere (Undo). Names
// of keys in JSON are a promise to the users of results.json: they are added to and never changed.
package result
