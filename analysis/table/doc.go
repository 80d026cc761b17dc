// Package table makes, of scored attempts, the Table that everything is computed from.
//
// A Metric is a declared value with its meaning, source, scale and direction; ScoreTrajectory
// applies a Catalog of them to one trajectory and gives a Record. A Builder takes records from
// many goroutines, keeps them packed (a million attempts take some hundred megabytes), and Build
// freezes them: tasks, runs and strata sorted in natural order, repeated attempts resolved by one
// of result.DuplicateRules or refused with a *DuplicateError.
//
// A table knows what it holds, not what was meant to be there. Held makes the second of the first:
// a benchmark's universe of tasks and each run's promise of attempts come from the plan, else from
// what the log states (datasets.Promise), else from the run's habit. A Measure is a metric made
// ready to be read by run: Benchmark.Read gives a Column with one value a task, in which the
// plan's policy has filled in what is missing, and says how much it filled in.
//
// What may go wrong: two records of one attempt that disagree (refused, or resolved by the rule
// that the ledger names); strata or clusters on which attempts of one task disagree (kept out and
// warned of); a metric whose direction nobody states (Direction says where the knowledge comes
// from, and nothing is ranked without it).
package table
