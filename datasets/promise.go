package datasets

// Promise is what a log states that a run set out to do, apart from what it holds:
// the denominator of the run's own harness. A run answers for what it promised, so
// that an attempt that crashed before it left a record is not forgotten, and nobody
// else's habit makes it miss attempts that were never meant to be made.
//
// A reader states what stands in the log (a manifest of ids, the epochs of a header,
// the number of trials of a job) or what a name in it or in its path settles (a known
// split of a benchmark), and leaves the rest zero. It never guesses: where the log
// says nothing, the run's habit is looked at later.
type Promise struct {
	Benchmark, Run string   // as the trajectories name them
	Tasks          []string // ids of the tasks that the run set out to attempt; nil: not listed
	NTasks         int      // how many they are, where only that is stated; 0: not stated
	Trials         int      // attempts at each of them; 0: not stated
	Attempts       int      // attempts at all of them together, where only that is stated; 0: not stated
	Open           bool     // the log names only a part of what was attempted, as a list of successes does: no rate follows from it
	Source         string   // where it stands, for the reader of a report: "n_total_trials in job-1/result.json"
}

// Promiser is a Source whose log states promises. They are asked for once the
// trajectories have been read to their end, and are the same however often. A run
// may be given several, as where a log is several jobs: listed tasks are united,
// numbers of different jobs added up.
type Promiser interface {
	Promises() []Promise
}
