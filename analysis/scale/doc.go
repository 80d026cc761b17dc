// Package scale evaluates logs that no one machine holds as attempts: sums.
//
// SumTable reduces a table of one shard to Sums: for every run, metric and slice, exact sums and
// bootstrap sums whose weights derive from the task's own name, so that shards that never met draw
// the same resamples. Sums of shards merge in any order to the same bytes (stats.ExactSum), and
// Evaluate gives the result.Results of them. Below it, partial is the file that carries attempts or
// sums between machines and shards reads logs by shard; reduce in the program is both at work.
//
// What may go wrong: attempts of one task in two shards, which no sum can put together (refused);
// medians and ranks, which sums do not know (estimated from histograms, or absent with a note); a
// promise that no record of the log fulfils, which sums cannot count (warned of as sums_promise).
package scale
