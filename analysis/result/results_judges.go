package result

// Agreement is one judge against the reference, in one reading of its verdicts.
type Agreement struct {
	Benchmark     string            `json:"benchmark"`
	Run           string            `json:"run"`
	Judge         string            `json:"judge"`
	Reference     string            `json:"reference"`
	Reading       string            `json:"reading"` // "stored" or "reparsed"
	N             int               `json:"n"`       // attempts that both judged
	NTasks        int               `json:"n_tasks"` // tasks that they are at
	NUnits        int               `json:"n_units"` // clusters of tasks, or the tasks: what intervals and the test count
	SuccessRate   *float64          `json:"success_rate"`
	ReferenceRate *float64          `json:"reference_rate"`
	Agreement     *float64          `json:"agreement"`
	AgreementCI   *IntervalEstimate `json:"agreement_interval"`
	AgreementAlso *IntervalEstimate `json:"agreement_interval_t,omitempty"` // where units have several attempts: agreement -+ t standard errors (CR1)
	Kappa         *float64          `json:"kappa"`
	KappaInterval *IntervalEstimate `json:"kappa_interval"`
	Confusion     Confusion         `json:"confusion"`
	Precision     *float64          `json:"precision"`
	Recall        *float64          `json:"recall"`
	F1            *float64          `json:"f1"`
	MCC           *float64          `json:"mcc"`
	AC1           *float64          `json:"ac1"` // Gwet's, judge and reference
	AC1Interval   *IntervalEstimate `json:"ac1_interval"`
	Constant      *float64          `json:"constant_agreement"` // of a judge that always says what the reference says most
	Corrected     *Corrected        `json:"corrected"`
	Bias          *Test             `json:"bias"`                      // judge against reference: McNemar's where no task is judged twice, else of the task means
	BiasSign      *Test             `json:"bias_sign,omitempty"`       // sign test of the units' means, where several attempts are at one
	BiasDiff      *float64          `json:"bias_difference,omitempty"` // mean over tasks of the judge's share of successes less the reference's
	BiasInterval  *IntervalEstimate `json:"bias_interval,omitempty"`   // goes with Bias where that is a t test
	Flips         []Flip            `json:"flips"`                     // attempts where stored and re-read verdict contradict
	Notes         []string          `json:"notes,omitempty"`
}

// ByTask tells whether several attempts are at one task, or one cluster of tasks, so that
// there are fewer independent verdicts than attempts.
func (a *Agreement) ByTask() bool { return a.NUnits > 0 && a.NUnits < a.N }

// Corrected is the success rate of all attempts that a judge judged, corrected
// for the judge's errors, which are measured where there is a reference.
type Corrected struct {
	Judged      int               `json:"judged"`       // attempts with the judge's verdict
	JudgedTasks int               `json:"judged_tasks"` // tasks that they are at
	Apparent    float64           `json:"apparent"`     // the judge's success rate over them
	Sensitivity float64           `json:"sensitivity"`
	Specificity float64           `json:"specificity"`
	Value       float64           `json:"value"`
	Interval    *IntervalEstimate `json:"interval"`
}

// JudgePanel is the agreement of all of a run's judges with one another, the
// reference not among them.
type JudgePanel struct {
	Benchmark   string            `json:"benchmark"`
	Run         string            `json:"run"`
	Reading     string            `json:"reading"`
	Judges      []string          `json:"judges"`
	N           int               `json:"n"`       // attempts that every judge judged
	NTasks      int               `json:"n_tasks"` // tasks that they are at
	Fleiss      *float64          `json:"fleiss_kappa"`
	FleissCI    *IntervalEstimate `json:"fleiss_kappa_interval"` // bootstrap over tasks or clusters
	Alpha       *float64          `json:"krippendorff_alpha"`    // judges may lack verdicts
	AlphaCI     *IntervalEstimate `json:"krippendorff_alpha_interval"`
	AC1         *float64          `json:"ac1"`
	AC1Interval *IntervalEstimate `json:"ac1_interval"`
	Pairs       []JudgePair       `json:"pairs,omitempty"` // of its judges, each pair once
	Notes       []string          `json:"notes,omitempty"`
}

// JudgePair is on how many attempts two judges give the same verdict.
type JudgePair struct {
	A         string   `json:"a"`
	B         string   `json:"b"`
	N         int      `json:"n"`         // attempts that both judged
	NTasks    int      `json:"n_tasks"`   // tasks that they are at
	Agreement *float64 `json:"agreement"` // share of them with the same verdict; nil without any
}

// Confusion counts a judge's verdicts against the reference; positive is success.
type Confusion struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	FN int `json:"fn"`
	TN int `json:"tn"`
}

// Flip is an attempt whose stored verdict is not what the judge's own text says.
type Flip struct {
	Task     string  `json:"task"`
	Trial    int     `json:"trial"`
	Stored   float64 `json:"stored"`
	Reparsed float64 `json:"reparsed"`
}
