package result

// TrialVariance says how much of the scatter of a run's mean, or of a difference of two runs, lies
// between tasks and how much trials cause: what more trials of the same tasks could take away.
// Variances are in squared units of the metric.
type TrialVariance struct {
	Benchmark string  `json:"benchmark"`
	Metric    string  `json:"metric"`
	A         string  `json:"a"`
	B         string  `json:"b,omitempty"` // empty: of A's mean; else of A minus B
	Tasks     int     `json:"n_tasks"`
	Attempts  int     `json:"n_attempts"`
	Trials    float64 `json:"trials"` // a task, on average; of two runs those of both
	Between   float64 `json:"between_tasks"`
	Within    float64 `json:"within_tasks"` // of a difference the sum of both runs'
	Mean      float64 `json:"mean"`
	SE        float64 `json:"se"` // of the mean, from both variances
	// ShareTrials is the share of SE squared that trials cause; nil where nothing varies.
	ShareTrials *float64   `json:"share_trials"`
	At          []TrialsAt `json:"at"` // standard errors with other numbers of trials at the same tasks
	Clustered   bool       `json:"clustered,omitempty"`
	Notes       []string   `json:"notes,omitempty"`
}

// TrialsAt is the standard error with a number of trials a task.
type TrialsAt struct {
	Trials int     `json:"trials"`
	SE     float64 `json:"se"`
}

// Posterior is how probable it is, after the data and given a prior, that A is better than B by more
// than a margin, practically equal to it, or worse by more than the margin. It is no p-value.
type Posterior struct {
	Method   string            `json:"method"`
	Prior    string            `json:"prior"`
	Margin   float64           `json:"margin"` // in the metric's unit; 0: better or worse at all
	Better   float64           `json:"better"` // higher, where neither direction is known to be better
	Equal    float64           `json:"practically_equal"`
	Worse    float64           `json:"worse"`
	Interval *IntervalEstimate `json:"interval"` // of the difference A minus B: a credible interval
	Notes    []string          `json:"notes,omitempty"`
}
