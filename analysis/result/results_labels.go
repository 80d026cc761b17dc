package result

// LabelSet is what one source of labels says of a benchmark's attempts, in its own words.
// Sources, and annotators of one source, are sets of their own: two readings of an attempt
// are never added up, and two words that mean one mode of the taxonomy stay two. Failure
// counts modes; this counts words, and says beside each which mode it is read as.
type LabelSet struct {
	Benchmark string       `json:"benchmark"`
	Annotator string       `json:"annotator"` // who gave the labels, as FailureLabel.By names him; may be empty
	Scopes    []LabelScope `json:"scopes"`    // runs that he labelled at all; behind them all together, where there are several
	Labels    []Label      `json:"labels"`    // those at most attempts first
	Unused    []string     `json:"unused"`    // modes of the taxonomy that none of his words means
}

// LabelScope is how many attempts the labels of one run are counted among. Run is empty for
// all of the set's runs together.
type LabelScope struct {
	Run            string `json:"run"`
	Attempts       int    `json:"attempts"`
	Failed         int    `json:"failed"` // by the headline metric
	Succeeded      int    `json:"succeeded"`
	Labelled       int    `json:"labelled"`        // attempts with a label of the set, whatever became of them
	LabelledFailed int    `json:"labelled_failed"` // of the failed ones
}

// Label is one word of a set.
type Label struct {
	Label    string         `json:"label"`              // as logged
	Mode     string         `json:"mode,omitempty"`     // of the taxonomy, that it is read as; empty: none
	Category string         `json:"category,omitempty"` // of that mode
	Counts   []LabelCount   `json:"counts"`             // in the order of the scopes; a run that never shows it has 0
	Range    *LabelRange    `json:"range"`              // nil where no run has a failed attempt
	Verdicts []LabelVerdict `json:"verdicts,omitempty"`
}

// LabelCount counts attempts: a label that stands twice at one attempt counts once there, and
// twice in Given.
type LabelCount struct {
	Run              string            `json:"run"`
	Given            int               `json:"given"`    // labels
	Attempts         int               `json:"attempts"` // with the label, whatever became of them
	Labelled         int               `json:"labelled"` // attempts with any label of the set
	LabelledShare    *float64          `json:"labelled_share"`
	LabelledInterval *IntervalEstimate `json:"labelled_interval"`
	Failed           int               `json:"failed"`    // failed attempts with the label
	FailedOf         int               `json:"failed_of"` // failed attempts
	FailedShare      *float64          `json:"failed_share"`
	FailedInterval   *IntervalEstimate `json:"failed_interval"`
	Examples         []Example         `json:"examples,omitempty"` // of runs
}

// LabelRange is a label's share of failed attempts over the set's runs that have some.
type LabelRange struct {
	Runs    int     `json:"runs"`
	Low     float64 `json:"low"`
	LowRun  string  `json:"low_run"` // the first of the runs that have it
	High    float64 `json:"high"`
	HighRun string  `json:"high_run"`
	Mean    float64 `json:"mean"` // of the runs' shares: every run counts alike, however often it failed
}

// LabelVerdict is how many of the attempts with a label one judge failed. Judge is "harness"
// and "human" for the verdicts of these.
type LabelVerdict struct {
	Run      string            `json:"run"` // empty: all of the set's runs
	Judge    string            `json:"judge"`
	Failed   int               `json:"failed"`
	Of       int               `json:"of"` // attempts with the label that the judge judged
	Share    *float64          `json:"share"`
	Interval *IntervalEstimate `json:"interval"`
}

// CallLabel counts the calls that bear one label of single calls, out of all calls: of a run,
// of one tool in it where Tool or Server says so, of all runs where Run is empty.
type CallLabel struct {
	Run        string            `json:"run,omitempty"`
	Server     string            `json:"server,omitempty"`
	Tool       string            `json:"tool,omitempty"`
	Label      string            `json:"label"`
	Count      int               `json:"count"`
	Calls      int               `json:"calls"`
	Share      *float64          `json:"share"`
	Interval   *IntervalEstimate `json:"interval"`    // by task
	Attempts   int               `json:"attempts"`    // with such a call
	AttemptsOf int               `json:"attempts_of"` // with any call
	Example    ErrorPlace        `json:"example"`     // the first such call
}
