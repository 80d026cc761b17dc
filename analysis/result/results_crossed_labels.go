package result

// CrossedLabels counts attempts by the labels of two sources at once: of the attempts that one
// gives a category, how many the other gives a pattern.
type CrossedLabels struct {
	Outer  string             `json:"outer"` // the annotators, or sources
	Inner  string             `json:"inner"`
	Scopes []CrossedScope     `json:"scopes"` // runs that both labelled; behind them all together, where there are several
	Pairs  []CrossedLabelPair `json:"pairs"`  // by outer label, those at most attempts first
	Unmet  []CrossedLabelRest `json:"unmet,omitempty"`
	Notes  []string           `json:"notes,omitempty"`
}

// CrossedScope is how many attempts the pairs of one run are counted among. Run is empty for all.
type CrossedScope struct {
	Run      string `json:"run"`
	Labelled int    `json:"labelled"` // by both sources
	Failed   int    `json:"failed"`   // attempts, labelled or not, by the headline metric
}

// CrossedLabelPair is one label of each source.
type CrossedLabelPair struct {
	Outer  string              `json:"outer"`
	Inner  string              `json:"inner"`
	Counts []CrossedLabelCount `json:"counts"` // in the order of the scopes
	Range  *LabelRange         `json:"range"`  // of the shares of failed attempts, over runs
}

// CrossedLabelCount counts attempts that have both labels.
type CrossedLabelCount struct {
	Run            string            `json:"run"`
	Attempts       int               `json:"attempts"`
	Of             int               `json:"of"` // attempts with the outer label that the inner source labelled
	Share          *float64          `json:"share"`
	Interval       *IntervalEstimate `json:"interval"`
	Failed         int               `json:"failed"`    // failed attempts with both labels
	FailedOf       int               `json:"failed_of"` // failed attempts
	FailedShare    *float64          `json:"failed_share"`
	FailedInterval *IntervalEstimate `json:"failed_interval"`
}

// CrossedLabelRest counts the attempts with a label of one source that the other did not label.
type CrossedLabelRest struct {
	Annotator string `json:"annotator"`
	Attempts  int    `json:"attempts"`
}
