// Package study is one benchmark held to a plan, and what is asked of it first: means, pairs, ranks.
//
// # The parts
//
// A Study (New) knows the benchmark's measures, the runs compared, the baseline, the headline
// metric and why it is that one, strata and clusters, and keeps every measure of every run as a
// column with one value a task. Slice evaluates a part of the tasks; its rows are:
//
//   - a Summary (Register, Gather, Summarize): a run's mean by a measure, its spread and intervals;
//   - a Comparison: two runs over the tasks that both have (Match), with every admissible test of
//     PairTests, every effect size of Effects, intervals, equivalence, and the smallest difference
//     that so many tasks can show (Detectable);
//   - a Ranking: the runs by the headline metric, with an omnibus test over all of them.
//
// Correct, TieGroups and RankSets work over all comparisons of a benchmark, after its slices.
//
// # Which number is quoted
//
// The test whose p-value is quoted follows from the scale alone (Headlines): McNemar's exact test
// for outcomes of 0 and 1, the paired t test for interval scales, Wilcoxon's signed ranks for
// ordinal ones, and a cluster-robust t test wherever tasks come in clusters (ClusteredHeadline).
// The others are shown beside it. A rule leaves nobody room to choose the test after seeing its
// p-value. The interval of a difference is the one that belongs to that test (Tango's with
// McNemar's), as an interval of another method can contradict the p-value beside it; where two
// methods do disagree about zero, a note says so.
//
// A mean has Wilson's interval where outcomes are 0 and 1, one attempt a task and no clusters;
// otherwise BCa over resampled units from fewTasks units on, Student's t below, since at ten tasks
// the bootstrap covers 90% where t covers 95% (docs/calibration.md has the coverage of each).
//
// # Resampling
//
// A slice first registers all vectors (Resampling.Want), then draws them together (Run), then
// reads the replicates. Vectors over the same tasks form a ResampleGroup, whose seed follows from
// the plan's seed, the benchmark, the slice and the number of tasks. All of a group's runs
// and metrics see the same resamples: the replicate of a difference is the difference of two
// replicates, and a hundred runs cost a hundred vectors, not five thousand pairs. A limit that
// still moves with the seed is drawn again with more resamples (steady), of which the first are
// those it had.
//
// # What may go wrong
//
//   - Two runs have a task of the same name and different content (Hashes): it is refused as a pair
//     and listed. Without hashes nobody can know.
//   - Differences are all equal: t and the bootstrap do not exist. The sign test is quoted instead,
//     since the same difference on every task is a finding (TestedPair.Headline).
//   - No unit varies, or there is only one: there is no interval, with a note, rather than one of
//     width zero.
//   - Runs know different verdicts (one a judge's, one a person's): no metric is the headline until
//     the plan names one (ChooseHeadline, WarnHeadline).
//   - The family holds tests that are undefined: they are left out of it, which its name says.
package study
