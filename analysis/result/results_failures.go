package result

// Failure counts one failure mode of one run. Of and Share are over the attempts
// that failed and to which the mode applies; a verdict's are over all attempts.
type Failure struct {
	Benchmark    string            `json:"benchmark"`
	Run          string            `json:"run"`
	Stratum      *Stratum          `json:"stratum"`
	Category     string            `json:"category"`
	Mode         string            `json:"mode"`
	Source       string            `json:"source"`              // recorded, labelled, detected
	Annotator    string            `json:"annotator,omitempty"` // of labels: who gave them; annotators are counted apart
	Count        int               `json:"count"`
	Of           int               `json:"of"`                 // attempts in the denominator
	OfTasks      int               `json:"of_tasks,omitempty"` // tasks that they are at; clusters, where tasks come in some; absent where sums do not tell
	Share        *float64          `json:"share"`
	Interval     *IntervalEstimate `json:"interval"`                        // of this share alone
	Simultaneous *IntervalEstimate `json:"simultaneous_interval,omitempty"` // holds together with those of all modes of the source, by Bonferroni
	DesignEffect *float64          `json:"design_effect,omitempty"`         // of the share, where several attempts are at one task or cluster
	Successes    int               `json:"successes"`                       // attempts that show the mode and succeeded all the same
	SuccessesOf  int               `json:"successes_of"`                    // attempts that succeeded and to which the mode applies
	Lift         *float64          `json:"lift"`                            // share among failures over share among successes
	LiftInterval *IntervalEstimate `json:"lift_interval"`
	Primary      *PrimaryShare     `json:"primary"`  // nil for verdicts
	Position     *Position         `json:"position"` // overall rows of detected modes alone
	Examples     []Example         `json:"examples"`
}

// Example points to one attempt that shows a failure mode.
type Example struct {
	Task    string `json:"task"`
	Trial   int    `json:"trial"`
	Step    *int   `json:"step"` // message of the conversation, from 0
	Tool    string `json:"tool,omitempty"`
	Excerpt string `json:"excerpt"`
}
