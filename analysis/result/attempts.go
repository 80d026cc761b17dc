package result

// AttemptRow is a line of the list of attempts: one attempt, one failure mode and one place
// that shows it, or one label. An attempt of which nothing is said has one line without a
// mode, and so has one that shows modes of rules that are off alone. Attempts that succeeded
// are listed too, since what they show enters the lift. Every count of failures can be made
// from these lines.
//
// Outcome, the cause and the first and last steps are the attempt's, the same on each of its
// lines; Primary is the mode's. So a count of attempts is a count of different attempts among
// the lines.
type AttemptRow struct {
	Benchmark string `json:"benchmark"`
	Run       string `json:"run"`
	Task      string `json:"task"`
	Trial     int    `json:"trial"`
	Outcome   string `json:"outcome"`             // failed, succeeded, unknown
	Source    string `json:"source,omitempty"`    // of the mode: recorded, labelled, detected
	Annotator string `json:"annotator,omitempty"` // of labels: who gave them
	Mode      string `json:"mode"`                // as it is counted; empty: none
	Primary   bool   `json:"primary"`             // it is the attempt's primary mode of this source and annotator
	Cause     string `json:"cause,omitempty"`     // of failed attempts: whose fault it is

	Step           *int   `json:"step,omitempty"`                 // message of the conversation, from 0
	FirstDeviating *int   `json:"first_deviating_step,omitempty"` // of failed attempts
	LastSaving     *int   `json:"last_saving_step,omitempty"`     // the last one that could still have saved it
	Evidence       string `json:"evidence,omitempty"`
	Enabled        bool   `json:"enabled"` // it is counted; false where the rule is off

	File   string `json:"file"`   // the log
	Record int    `json:"record"` // number of the attempt in it, from 1

	Tool          string    `json:"tool,omitempty"`           // the tool concerned
	Label         string    `json:"label,omitempty"`          // of labels: the annotator's own word, which Mode is read from
	Root          bool      `json:"root,omitempty"`           // the annotator calls this label the root
	LeftOut       int       `json:"left_out,omitempty"`       // further places that show the mode, on the last line of it
	Strata        []Stratum `json:"strata,omitempty"`         // of the task, those that are broken down by
	NotApplicable string    `json:"not_applicable,omitempty"` // rules that could look at other attempts of the benchmark and not at this one; on its first line
}

// Outcomes of an attempt by the headline metric.
const (
	OutcomeFailed    = "failed"
	OutcomeSucceeded = "succeeded"
	OutcomeUnknown   = "unknown" // no verdict, and the plan's policy leaves it out
)

// AttemptList is the list of attempts as results hold it.
type AttemptList struct {
	Rows    []AttemptRow `json:"rows"`
	LeftOut int          `json:"left_out"` // lines beyond MaxAttemptRows; tables/attempts.csv has all
}

// MaxAttemptRows bounds the lines that results hold, which are read whole.
const MaxAttemptRows = 10_000
