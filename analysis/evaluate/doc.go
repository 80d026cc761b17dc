// Package evaluate answers a plan over a table: it turns attempts into Results.
//
// Evaluate resolves the plan, holds the table to it (table.Table.Held), and goes through the
// benchmarks one by one. For each it reads every measure of every run into a column with one value
// a task, then fills in, in this order: summaries by run, measure and stratum; comparisons of
// pairs, over the tasks that both runs have; the correction over their family; rankings with rank
// sets; the ledger and the scores under every policy; stability under other sane choices;
// agreement of judges; failure modes. Warnings come last, since they read all of it.
//
// The unit is the task, or the cluster where tasks come in clusters: a run's attempts at a task
// are one value, pairs are of tasks, and resampling draws units whole. What several parts resample
// they share (resampleGroup), so that intervals of the same tasks move together and are the same
// whatever GOMAXPROCS.
//
// What may go wrong: a statistic that does not exist for the data (stats.UndefinedError) becomes an
// absent value with a note; a bootstrap limit that moves with the seed is drawn again with more
// resamples, or said to move; a plan that names what the logs lack is refused with what they hold
// (result.NotThereError). Definitions and sources of the methods stand at each function and in
// docs/statistics.md.
package evaluate
