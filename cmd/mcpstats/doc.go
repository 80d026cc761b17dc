// Mcpstats analyses saved runs of tool-use benchmarks, offline.
//
// It reads trajectory logs (Parquet, Arrow, the benchmarks' own JSON and CSV),
// recomputes every metric from what the log itself says, compares runs with
// paired statistics, and writes a report: Markdown, one self-contained HTML page,
// a workbook, figures, tables and machine-readable results.
//
// Usage:
//
//	mcpstats report [PATH...] [-o DIR]       the main job; no PATH: the embedded examples
//	mcpstats doctor PATH...                  what is in these logs, and what to be careful about
//	mcpstats import PATH... -o FILE.parquet  logs of any known format to canonical trajectories
//	mcpstats score PATH... [-o FILE]         recomputed scores, one row a run, task, trial and metric
//	mcpstats compare [A B] [PATH...]         two runs, or all pairs, in the terminal
//	mcpstats failures [PATH...]              how attempts ended and failed
//	mcpstats agree [PATH...]                 judges against the reference, and against their own words
//	mcpstats calc [FILE|-]                   any one statistic on given numbers, JSON in and out
//	mcpstats list metrics|tests|formats|failures|examples
//
// PATH is a file, a folder or a glob; the format is recognised from the content,
// packed with gzip or zstd or not. --format overrides it; --map FILE.yaml maps
// foreign columns to canonical ones. stdout carries the result, stderr
// everything else.
//
// # Two runs
//
// compare pairs two runs by task, whatever the order of their logs:
//
//	$ mcpstats compare bm25 keyword --example etom --metrics plan_exact_match
//
// The test whose p-value is quoted is chosen by rule from the scale of the
// metric, so that nobody can shop among the others; they stand in results.json
// and in the report. For binary outcomes it is McNemar's exact test, for graded
// ones and several attempts a task the paired t test on task means.
//
// # Scores from elsewhere
//
// A file of scores that other scripts computed is compared the same way:
//
//	$ mcpstats compare --scores testdata/scores.csv
//
// # What has no outcome
//
// The ledger says where every expected attempt went: an attempt that is missing,
// or whose outcome the log leaves open, counts as a failure unless --missing says
// otherwise, and the other policies stand beside it:
//
//	$ mcpstats doctor --example terminal-bench --output csv
//
// # Exit codes
//
//	0  done
//	1  the answer is no: a claim is refuted, a gate failed
//	2  the command line, the plan or the mapping is wrong
//	3  the input cannot be used
//
// A run that fails leaves no half-written output: files and directories appear
// when they are complete.
package main
