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
//	mcpstats notebook list|new NAME          the reports that come with the program, to copy and edit
//	mcpstats doctor PATH...                  what is in these logs, and what to be careful about
//	mcpstats import PATH... -o FILE.parquet  logs of any known format to canonical trajectories, or another form (--to)
//	mcpstats score PATH... [-o FILE]         recomputed scores, one row a run, task, trial and metric
//	mcpstats reduce PARTIAL...               shards that were scored elsewhere (score --partial), to the report of one machine
//	mcpstats compare [A B] [PATH...]         two runs, or all pairs, in the terminal
//	mcpstats failures [A B] [PATH...]        how attempts ended and failed, and what became of A's failures in B
//	mcpstats show RUN TASK [TRIAL] [PATH...] one attempt: messages, plan, evidence, verdicts; show A B TASK: two side by side
//	mcpstats agree [PATH...]                 judges against the reference, and against their own words
//	mcpstats verify CLAIMS.yaml [PATH...]    published numbers against each other and against logs; exit 1 where one fails
//	mcpstats gate BASE NEW [PATH...]         is a new run not worse than a base by a margin? exit 0: it is not
//	mcpstats power [A B PATH...]             tasks needed for a difference, or the smallest that can be seen
//	mcpstats calc [FILE|-]                   any one statistic on given numbers, JSON in and out
//	mcpstats list metrics|tests|methods|formats|figures|failures|examples|warnings|statistics|checks
//	mcpstats completion bash|zsh|fish|powershell  completions for the shell, values of flags included
//	mcpstats man DIR                         the manual pages
//
// PATH is a file, a folder or a glob; the format is recognised from the content,
// packed with gzip or zstd or not. --format overrides it; --map FILE.yaml maps
// foreign columns to canonical ones. stdout carries the result, stderr
// everything else.
//
// # Notebooks
//
// What a report shows is written in a notebook: Markdown with directives where
// live results go. Copy one that comes with the program, edit it, and give it to
// report --notebook:
//
//	$ mcpstats notebook new leaderboard -o -
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
//	2 runs on 6 tasks, by success. No difference in success is shown between a and b (83.3% against 16.7% on 6 tasks; difference 66.7 points, 95% interval 1.6 to 90.3; exact McNemar test, Holm-adjusted p = .13). That does not mean that there is none. It is borderline: McNemar's exact test shows no difference, Tango's interval excludes zero.
//	Differences in success, A minus B: paired by task, 6 tasks; 95% Tango score interval; exact McNemar test; Holm correction (success, all pairs: 1 test).
//	Tasks   A: a   B: b  A - B (points)   95% interval    p  p, adjusted  Wins  Ties  Losses  Shown
//	-------------------------------------------------------------------------------------------------------------
//	    6  83.3%  16.7%           +66.7  [+1.6, +90.3]  .13          .13     4     2       0  no difference shown
//	* By tango, newcombe10, t, bca, percentile the interval excludes zero, unlike the decision of mcnemar_exact before correction: the methods rest on different assumptions (a against b).
//	95% interval: where other tasks of this kind might have put the number. p: how often chance alone gives such a difference, all comparisons allowed for.
//
// # One attempt
//
// show prints the attempt behind a number: how it ended and why, the plan beside the calls, and
// the messages with what each rule saw. Two runs stand side by side, aligned by call:
//
//	$ mcpstats show bm25 keyword L1-1 --example etom
//
// # A gate for a job
//
// gate says by its exit code whether a new run is not worse than a base by a margin, and in a
// screen of words what was seen and what it would have taken (docs/gate.md):
//
//	$ mcpstats gate keyword bm25 --example etom --margin 3
//
// # How many tasks
//
// power tells what a planned study needs, or what the tasks at hand can show; with
// two runs of a log it starts from how often they disagree:
//
//	$ mcpstats power --difference 0.05 --discordance 0.25 --n 300
//
// # Published numbers
//
// verify holds the numbers that a paper prints against each other and against
// logs, from a claims file (docs/claims-file.md) or for an embedded paper:
//
//	$ mcpstats verify --paper msc-bench
//
// # What has no outcome
//
// The ledger says where every promised attempt went: an attempt that is missing,
// or whose outcome the log leaves open, counts as a failure unless --missing says
// otherwise, and the other policies stand beside it:
//
//	$ mcpstats doctor --example terminal-bench --output csv
//
// # Damaged files, and the same files
//
// What cannot be read is counted, named and left out; docs/damaged-files.md explains
// every message. --max-record-errors says how much of a file may be unreadable,
// --max-record-bytes and --max-decompressed what one record and one compressed file
// may take. report --verify-inputs REPORT refuses logs that are not those of an
// earlier report, by their SHA-256.
//
// # Exit codes
//
//	0  done
//	1  the answer is no: a claim is refuted, a gate failed
//	2  the command line, the plan or the mapping is wrong
//	3  the input cannot be used, the output cannot be written, or the program was interrupted
//
// A run that fails leaves no half-written output: files and directories appear
// when they are complete.
package main
