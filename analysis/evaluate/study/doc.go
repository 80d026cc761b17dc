// Package study is one benchmark held to a plan, and what is asked of it first: means, pairs, ranks.
//
// A Study (New) knows the benchmark's measures, the runs compared, the baseline, the headline metric,
// strata and clusters, and keeps every measure of every run as a column with one value a task. Over a
// slice of the tasks it gives summaries (Slice), comparisons of pairs over their common tasks, with every
// admissible test of PairTests and effect size of Effects, and rankings; over all comparisons the
// correction and the rank sets (Correct, RankSets). Resampling is shared: one group of drawn tasks serves
// every metric and pair that has them, so that intervals move together and are drawn once.
package study
