package result

// Where the direction of a metric is known from, as MetricInfo.BetterFrom has it.
const (
	FromDeclaration = "declaration"
	FromPlan        = "plan"
	FromName        = "name"
	FromNowhere     = "unknown"
)

// Where a promise comes from.
const (
	PromisedByPlan   = "plan"   // the user states the universe
	PromisedByLog    = "log"    // a manifest, a header, a job: datasets.Promise
	PromisedByHabit  = "habit"  // the run's own usual number of attempts, and the benchmark's core of tasks
	PromisedBySubset = "subset" // the run's own tasks, because it attempted too little of the core
	PromisedBySlice  = "slice"  // the run's own attempts in a slice by what differs between attempts
	PromisedByNobody = "open"   // the log names a part of what was attempted, and not of how many
)
