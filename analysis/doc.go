// Package analysis is the way of a number from an attempt to a verdict. It holds no code: the
// rooms below it do, each of which sees only those before it.
//
// # The way
//
//  1. A reader (package datasets/open) yields a datasets.Trajectory: one attempt of one run at
//     one task, as its log tells it.
//  2. table.ScoreTrajectory applies every declared table.Metric (package metrics lists them) to
//     it and gives a table.Record: the attempt's facts and its values. table.DetectFailures adds
//     what the detectors of package failures find. Both are pure functions of the trajectory, so
//     that they may run on any goroutine or machine. What a call did, and what its result says,
//     both take from package trace.
//  3. A table.Builder collects records in any order, resolves repeated attempts by a rule, and
//     makes a table.Table: frozen, sorted, free of duplicates. Table.Held holds every run to what
//     it promised: the plan's tasks and trials, else those that its log states, else its habit.
//  4. evaluate.Evaluate answers a result.Plan over the table, benchmark by benchmark. Its room
//     study holds a benchmark to the plan, reads every measure into columns with one value a task,
//     and gives summaries, paired comparisons with their correction, and rankings; evaluate itself
//     the ledger of every promised attempt. The rooms judges, modes, curves and stability ask their
//     own questions of the same columns, and warnings says what must be known before believing any
//     of it. The arithmetic is package stats'.
//  5. result.Results is what everybody else sees: reports, results.json, claims. It is typed, and
//     lossless as JSON; a value that cannot be computed is absent, with a reason.
//  6. claims.Verify holds published numbers against each other and against the logs, in exact
//     rationals: a printed number becomes the set of values that print so, a check asks whether
//     what it computes meets that set, and the answer is a verdict. reports/compose makes a
//     Document of results and claims, which one renderer a format prints.
//
// Where a log is larger than one machine's patience, steps 2 and 3 are done in parts: package
// scale adds up sums, its partial and shards write and read what a worker leaves behind, and both
// end at the same step 5. Package power plans studies before step 1, or from what step 4
// observed; package calc does one statistic of step 4 on given numbers.
//
// # What may go wrong
//
//   - At 1 a log tells less than a metric needs. A metric then has no value (table.Metric.Score
//     reports false); it is never 0 instead.
//   - At 2 a benchmark's harness has written its own figure for the same quantity. It is kept
//     beside ours (table.ReportedPrefix), and evaluate says where the two differ.
//   - At 3 an attempt is there twice, or an attempt that was promised is not there at all. The
//     first is refused or resolved by a rule that the report names, the second counts by the
//     plan's policy for what is missing, and the report shows the bounds.
//   - At 4 tasks may come in clusters, attempts in trials, comparisons in families. The unit of
//     every test is the task, or the cluster of tasks, never the attempt; a correction spans the
//     comparisons of the headline metric.
//   - At 5 a double may overflow or not exist. Results.Undo takes out what JSON cannot hold, with
//     a note; a report is never lost to one value.
//
// Nothing here reads a file by name, prints or draws; nothing depends on the order in which
// records arrive or on the number of processors. cmd/mcpstats/imports_test.go holds which room may
// import which.
package analysis
