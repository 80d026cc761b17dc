package result

// PowerResults answers a question of power. A version of its own, as results have.
type PowerResults struct {
	Version    int          `json:"version"`
	Provenance *Provenance  `json:"provenance,omitempty"` // of the logs, where there are any
	Studies    []PowerStudy `json:"studies"`
	Trials     []TrialStudy `json:"trial_studies,omitempty"` // where trials are planned, in place of Studies
}

// PowerStudy is one planned study: what it needs, and what it shows with the
// tasks at hand.
type PowerStudy struct {
	Benchmark   string          `json:"benchmark,omitempty"` // with Metric, A and B: the runs observed
	Metric      string          `json:"metric,omitempty"`
	A           string          `json:"a,omitempty"`
	B           string          `json:"b,omitempty"`
	Test        string          `json:"test"`
	Alpha       float64         `json:"alpha"`
	Power       float64         `json:"power"` // wanted
	N           int             `json:"n,omitempty"`
	Unit        string          `json:"unit"`       // of the differences: share, or the metric's, or "standard deviations"
	Difference  *float64        `json:"difference"` // planned for, above 0
	Source      string          `json:"source"`     // of the difference: given, observed, detectable; empty where there is none
	P1          *float64        `json:"p1,omitempty"`
	P2          *float64        `json:"p2,omitempty"`
	Discordance *float64        `json:"discordance,omitempty"`
	SD          *float64        `json:"sd,omitempty"`
	PowerAtN    *float64        `json:"power_at_n,omitempty"`
	Detectable  *float64        `json:"detectable,omitempty"` // smallest difference that N tasks show with the power wanted
	Needed      []Needed        `json:"needed"`
	Curve       []PowerAt       `json:"curve"`
	Simulated   []SimulatedStep `json:"simulated,omitempty"`
	Notes       []string        `json:"notes,omitempty"`
}

// Needed is the number of tasks for a power; nil where no number was found.
type Needed struct {
	Power float64 `json:"power"`
	N     *int    `json:"n"`
}

// PowerAt is the power with n tasks.
type PowerAt struct {
	N     int     `json:"n"`
	Power float64 `json:"power"`
}

// SimulatedStep is a power found by simulation, with its Monte-Carlo standard
// error.
type SimulatedStep struct {
	N     int     `json:"n"`
	Power float64 `json:"power"`
	SE    float64 `json:"se"`
	Runs  int     `json:"runs"`
}

// Sources of a planned difference.
const (
	DifferenceGiven      = "given"
	DifferenceObserved   = "observed"
	DifferenceDetectable = "detectable" // none was given: the smallest one that n tasks show
)

// TrialStudy is a planned study of several trials a task: how many tasks and trials see a difference
// for the least cost.
type TrialStudy struct {
	Benchmark  string        `json:"benchmark,omitempty"` // with Metric, A and B: the runs observed
	Metric     string        `json:"metric,omitempty"`
	A          string        `json:"a,omitempty"`
	B          string        `json:"b,omitempty"`
	Unit       string        `json:"unit"`
	Alpha      float64       `json:"alpha"`
	Power      float64       `json:"power"` // wanted
	Difference float64       `json:"difference"`
	Source     string        `json:"source"` // of the difference: given or observed
	Between    float64       `json:"between_tasks"`
	Within     float64       `json:"within_tasks"` // of both runs together
	CostTask   float64       `json:"cost_task"`
	CostTrial  float64       `json:"cost_trial"` // of one trial of a task by both runs
	Best       TrialChoice   `json:"best"`
	Choices    []TrialChoice `json:"choices"` // for every number of trials, the fewest tasks that do
	Curves     []TrialCurve  `json:"curves"`  // standard errors over trials, by tasks
	Notes      []string      `json:"notes,omitempty"`
}

// TrialChoice is a number of tasks and trials, its cost, and the difference's standard error.
type TrialChoice struct {
	Trials int     `json:"trials"`
	Tasks  int     `json:"tasks"`
	Cost   float64 `json:"cost"`
	SE     float64 `json:"se"`
}

// TrialCurve is the standard error with one number of tasks, over trials.
type TrialCurve struct {
	Tasks  int        `json:"tasks"`
	Points []TrialsAt `json:"points"`
}
