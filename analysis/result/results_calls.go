package result

// CallProfile is what a benchmark's attempts did with their tools, and how that went with
// their failures. Rows whose Run is empty are over all runs together.
type CallProfile struct {
	Benchmark   string       `json:"benchmark"`
	Tools       []ToolUse    `json:"tools"`
	Servers     []ToolUse    `json:"servers,omitempty"` // where the log names them
	Labels      []CallLabel  `json:"labels,omitempty"`  // of single calls, as logged: by run and over all runs, then by run and tool
	Errors      []ErrorUse   `json:"errors"`            // most frequent first
	OtherErrors *OtherErrors `json:"other_errors,omitempty"`
	FirstErrors []FirstError `json:"first_errors"`
	Spent       []Spent      `json:"spent"`
	Contrasts   []Contrast   `json:"contrasts"`
}

// ToolUse is one tool, or one server, in one run. Of calls whose answer was not logged it is
// not known whether they failed.
type ToolUse struct {
	Run      string            `json:"run,omitempty"`
	Server   string            `json:"server,omitempty"`
	Tool     string            `json:"tool,omitempty"` // empty in rows of servers
	Calls    int               `json:"calls"`
	Told     int               `json:"told"` // calls of which the log tells whether they failed
	Failed   int               `json:"failed"`
	Share    *float64          `json:"failed_share"`
	Interval *IntervalEstimate `json:"failed_interval"` // of Share, by task

	Recovered      int      `json:"recovered"` // failed calls that the agent made up for later
	RecoveredShare *float64 `json:"recovered_share"`

	Timed    int      `json:"timed"` // calls whose latency the log has
	MedianMS *float64 `json:"median_ms"`
	P90MS    *float64 `json:"p90_ms"`

	Attempts int    `json:"attempts"` // that used it
	Judged   int    `json:"judged"`   // of them, those with an outcome
	Passed   Passed `json:"passed"`
	// Of the attempts with an outcome those in which a call of it failed.
	Hit       int    `json:"hit"`
	HitPassed Passed `json:"hit_passed"`
}

// Passed is how many attempts succeeded, as a share of those at hand.
type Passed struct {
	Count    int               `json:"count"`
	Share    *float64          `json:"share"`
	Interval *IntervalEstimate `json:"interval"` // by task
}

// ErrorUse is one kind of error message: what is left of it once numbers, identifiers,
// paths, addresses, times and quoted values are taken out.
type ErrorUse struct {
	Pattern  string     `json:"pattern"` // empty: the log does not hold the messages
	Calls    int        `json:"calls"`
	Tools    []string   `json:"tools"`
	ByRun    []RunError `json:"by_run"`
	Attempts int        `json:"attempts"`
	Judged   int        `json:"judged"` // attempts with an outcome
	Failed   int        `json:"failed"` // of them
	// Of all failed attempts the share that met this error.
	FailedOf    int               `json:"failed_of"`
	FailedShare *float64          `json:"failed_share"`
	Interval    *IntervalEstimate `json:"interval"`
	Example     ErrorPlace        `json:"example"`
}

// RunError is one run's part of an error.
type RunError struct {
	Run      string `json:"run"`
	Calls    int    `json:"calls"`
	Attempts int    `json:"attempts"`
}

// ErrorPlace is where an error stands.
type ErrorPlace struct {
	Run   string `json:"run"`
	Task  string `json:"task"`
	Trial int    `json:"trial"`
	Step  int    `json:"step"` // message of the conversation, from 0
	Tool  string `json:"tool"`
}

// OtherErrors says what the list of errors does not tell apart.
type OtherErrors struct {
	Patterns int      `json:"patterns,omitempty"` // kinds beyond those listed
	Calls    int      `json:"calls,omitempty"`    // failed calls of these kinds
	Cut      []string `json:"cut,omitempty"`      // runs with so many kinds that they are told apart by their first words alone
}

// FirstError is where the first failed call stands in a run's attempts that have one,
// those that failed and those that succeeded apart: medians over the attempts.
type FirstError struct {
	Run         string   `json:"run,omitempty"`
	Failed      bool     `json:"failed"`
	Attempts    int      `json:"attempts"` // with a failed call
	Of          int      `json:"of"`       // of this outcome
	Place       *float64 `json:"place"`    // 0: the conversation's first message, 1: its last
	Thirds      [3]int   `json:"thirds"`   // attempts by the third of the conversation
	StepsBefore *float64 `json:"steps_before"`
	StepsAfter  *float64 `json:"steps_after"`
	CallsBefore *float64 `json:"calls_before"`
	CallsAfter  *float64 `json:"calls_after"`
	Timed       int      `json:"timed"` // attempts in which every call has its latency
	MSBefore    *float64 `json:"ms_before"`
	MSAfter     *float64 `json:"ms_after"`
}

// Spent is what a run's failed attempts took, by their primary detected mode or by their
// cause; with neither, all of them.
type Spent struct {
	Run      string `json:"run"`
	Mode     string `json:"mode,omitempty"`
	Cause    string `json:"cause,omitempty"`
	Attempts int    `json:"attempts"`
	Steps    Amount `json:"steps"`
	Tokens   Amount `json:"tokens"`
	USD      Amount `json:"usd"`
	MS       Amount `json:"ms"`
}

// Amount is a sum over the attempts that state it.
type Amount struct {
	N     int      `json:"n"`
	Sum   *float64 `json:"sum"`
	Share *float64 `json:"share"` // of the sum over all attempts of the run that state it
}

// Contrast is how failed attempts differ from those at the same task that succeeded: the mean over
// tasks with both of the failed attempts' mean minus the others'. It describes, and says
// nothing of what causes what.
type Contrast struct {
	Run        string            `json:"run,omitempty"`
	Quantity   string            `json:"quantity"` // calls, failed_calls, steps, total_tokens, latency_ms, cost_usd
	NTasks     int               `json:"n_tasks"`
	Failed     int               `json:"failed"` // attempts
	Passed     int               `json:"passed"`
	MeanFailed *float64          `json:"mean_failed"` // of the tasks' means
	MeanPassed *float64          `json:"mean_passed"`
	Difference *float64          `json:"difference"`
	Interval   *IntervalEstimate `json:"interval"`
}

// Quantities of contrasts and of what was spent.
const (
	QuantityCalls  = "calls"
	QuantityErrors = "failed_calls"
	QuantitySteps  = "steps"
	QuantityTokens = "total_tokens"
	QuantityTime   = "latency_ms"
	QuantityCost   = "cost_usd"
)
