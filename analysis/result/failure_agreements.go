package result

// RuleAgreement holds a rule against one annotator: of the attempts that the annotator
// labelled at all and to which the rule applies, how many show the mode by both, by one or
// by neither. An annotator who looks for some modes alone makes a rule for others look wrong.
type RuleAgreement struct {
	Run       string   `json:"run"`
	Annotator string   `json:"annotator"`
	Mode      string   `json:"mode"`
	N         int      `json:"n"` // attempts
	Tasks     int      `json:"tasks"`
	Both      int      `json:"both"`
	OnlyRule  int      `json:"only_rule"`
	OnlyLabel int      `json:"only_label"`
	Neither   int      `json:"neither"`
	Off       bool     `json:"off,omitempty"` // the rule is off: its hits are in no count
	Precision *float64 `json:"precision"`     // of the rule's hits, those that the annotator labelled so too
	Recall    *float64 `json:"recall"`        // of the annotator's labels, those that the rule finds
	F1        *float64 `json:"f1"`
	Kappa     *float64 `json:"kappa"` // Cohen's

	PrecisionInterval *IntervalEstimate `json:"precision_interval"`
	RecallInterval    *IntervalEstimate `json:"recall_interval"`
}

// StepAgreement holds the first deviating step against the steps of the labels that an
// annotator calls roots, or of the only label of an attempt.
type StepAgreement struct {
	Run       string `json:"run"`
	Annotator string `json:"annotator"`
	N         int    `json:"n"` // failed attempts with such a step
	Exact     int    `json:"exact"`
	Within1   int    `json:"within_1"` // a message away at most, the exact ones included
}
