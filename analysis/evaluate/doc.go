// Package evaluate answers a plan over a table: it turns attempts into Results.
//
// # The parts
//
// study is one benchmark held to the plan: its measures, runs, baseline, headline metric, strata,
// clusters, and every measure of every run as a column with one value a task. It summarizes,
// compares and ranks. Four rooms ask it further questions and know nothing of one another: judges
// (do the verdicts agree with the reference?), modes (how do attempts fail?), curves (how does a
// metric move along a cut-off, a length, a threshold, a cost?), stability (would another sane
// analyst conclude the same?). warnings reads what all of them found and says what a reader must
// know first. This package holds the order of the work, and what belongs to no room: the ledger,
// the scores under every policy, the harness's own figures beside ours, power from observed runs.
//
// # How they work together
//
// Evaluate resolves the plan, refuses what the table lacks (CheckPlan), and goes through the
// benchmarks one by one. For each:
//
//  1. study.New holds the benchmark to the plan and chooses the headline metric; ReadColumns fills
//     in what is missing by the plan's policy, and counts what it filled in.
//  2. study.Slice, over all tasks and over every stratum: summaries, comparisons, rankings.
//  3. ledger: where every promised attempt went, and the headline mean under every policy.
//  4. study.Correct adjusts the headline p-values within their family, and checks each decision by
//     a second test; study.TieGroups and study.RankSets then read the corrected decisions. Nothing
//     before this step knows what is significant, nothing after it changes that.
//  5. stability and modes, which need the columns alone and therefore run beside steps 2 to 4;
//     curves and judges; the harness's own figures.
//  6. warnings, last, because they read all of the above.
//
// Summarize is steps 1 and 2 without comparisons, for a list of means; AttemptScores gives metrics
// of several attempts (pass^k) back to the attempts, for a file of scores; ObservedPower plans the
// next study from two runs.
//
// # The unit
//
// The unit is the task, or the cluster where tasks come in clusters: a run's attempts at a task are
// one value, pairs are of tasks, and resampling draws units whole. Attempts at one task are not
// independent, and counting them as such makes intervals too narrow (Miller, "Adding Error Bars to
// Evals", 2024). What several parts resample they share (study.Resampling), so that intervals over
// the same tasks move together, and are the same whatever GOMAXPROCS is.
//
// # What may go wrong
//
//   - A statistic does not exist for the data (stats.UndefinedError: no spread, one task, nothing
//     but ties). It becomes an absent value with a note, never 0 or 1.
//   - A bootstrap limit moves with the seed. It is drawn again with more resamples; if it moves
//     even then, a note says by how much.
//   - The plan names a run, metric or stratum that the logs lack: result.NotThereError, with what
//     they hold instead. A family's name ("recall_at") stands for its members.
//   - All runs' values together are many times the table. Parts that wait for their turn keep
//     indices, not values, and read the values again (study.Gather, study.Study.Match).
//
// Definitions and sources of the methods stand at each function, in result.Methods and in
// docs/statistics.md.
package evaluate
