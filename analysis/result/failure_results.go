package result

// PrimaryShare is how many failed attempts have a mode as their primary one: of detected
// modes the one that explains the failure best, of recorded ones the first in the
// taxonomy's order; of an
// annotator's labels the one that he calls the root, else the first in the taxonomy's
// order, else the first that the log lists. The
// primary modes of a source and "none" divide the failed attempts, so their
// intervals hold together.
type PrimaryShare struct {
	Count    int               `json:"count"`
	Of       int               `json:"of"` // failed attempts
	Share    *float64          `json:"share"`
	Interval *IntervalEstimate `json:"interval"` // simultaneous over the modes of the source
}

// Position is where in the trajectory a mode shows first: 0 is its start, 1 its
// end. Thirds are halves of thirds open at the right.
type Position struct {
	N      int     `json:"n"` // failed attempts that show the mode at a known place
	Median float64 `json:"median"`
	Q1     float64 `json:"q1"`
	Q3     float64 `json:"q3"`
	Thirds [3]int  `json:"thirds"` // attempts by first, middle and last third
}

// FailureBreakdown is what the failures of one benchmark say together.
type FailureBreakdown struct {
	Benchmark     string           `json:"benchmark"`
	Scopes        []FailureScope   `json:"scopes"`
	CoOccurrences []CoOccurrence   `json:"co_occurrences"`
	Transitions   []Transition     `json:"transitions"`
	Trends        []RetrievalTrend `json:"trends"`
	Agreements    []RuleAgreement  `json:"agreements,omitempty"` // of rules with annotators
	Steps         []StepAgreement  `json:"steps,omitempty"`      // of first deviating steps with annotators' roots
}

// FailureScope is one run's attempts as one source of failure modes sees them.
// Absent and NotApplicable list detected modes: looked for and not found in any
// failed attempt, and not looked for since the log lacks what the rule needs.
type FailureScope struct {
	Run           string   `json:"run"`
	Source        string   `json:"source"`
	Annotator     string   `json:"annotator,omitempty"` // of labels: who gave them
	Failed        int      `json:"failed"`
	Succeeded     int      `json:"succeeded"`
	Unknown       int      `json:"unknown"`          // attempts without an outcome that the policy leaves out
	Explained     int      `json:"explained"`        // failed attempts with at least one mode of the source
	Causes        *Causes  `json:"causes,omitempty"` // of detected modes: whose fault the failures are
	DesignEffect  *float64 `json:"design_effect"`    // the largest of the shares, where several attempts are at one task or cluster
	Absent        []string `json:"absent"`
	NotApplicable []string `json:"not_applicable"`
	Off           []string `json:"off,omitempty"` // rules that are off, though they could look at some attempt of the benchmark
}

// Causes divides failed attempts by whose fault they are.
type Causes struct {
	Agent       int `json:"agent"`
	Environment int `json:"environment"` // a tool, its server or the harness
	Judge       int `json:"judge"`       // they did what the plan or the state asks for, and were judged failures
	Unknown     int `json:"unknown"`
}

// CoOccurrence counts two modes of one source among one run's failed attempts to
// which both apply.
type CoOccurrence struct {
	Run       string  `json:"run"`
	Source    string  `json:"source"`
	Annotator string  `json:"annotator,omitempty"`
	A         string  `json:"a"`
	B         string  `json:"b"`
	Both      int     `json:"both"`
	OnlyA     int     `json:"only_a"`
	OnlyB     int     `json:"only_b"`
	Neither   int     `json:"neither"`
	Expected  float64 `json:"expected"` // attempts with both, were the two independent
}

// Transition is what became of run A's outcomes in run B, task by task. States are
// the primary modes that occur, then "none" (failed, and no mode of the source) and
// "success". Where a task was attempted several times, every attempt of A meets
// every attempt of B and the task counts once.
type Transition struct {
	A         string       `json:"a"`
	B         string       `json:"b"`
	Source    string       `json:"source"`
	Annotator string       `json:"annotator,omitempty"`
	NTasks    int          `json:"n_tasks"` // that both runs have an outcome for
	States    []string     `json:"states"`
	Matrix    [][]float64  `json:"matrix"` // tasks by state in A (rows) and in B (columns)
	Changes   []ModeChange `json:"changes"`
	Family    string       `json:"family"`
}

// ModeChange asks whether a primary mode is as frequent in A as in B.
type ModeChange struct {
	Mode        string   `json:"mode"`
	A           float64  `json:"a"` // tasks that failed so in A
	B           float64  `json:"b"`
	OnlyA       float64  `json:"only_a"` // tasks that failed so in A and not in B
	OnlyB       float64  `json:"only_b"`
	Test        Test     `json:"test"`
	PAdjusted   *float64 `json:"p_adjusted"`
	Significant bool     `json:"significant"`
}

// RetrievalTrend asks whether retrieval misses grow with the size of the tool set:
// Kendall's tau-b between the number of tools and the share of attempts that missed,
// over the tasks.
type RetrievalTrend struct {
	Run      string `json:"run"`
	NTasks   int    `json:"n_tasks"`
	Smallest int    `json:"smallest"` // tools in the smallest set
	Largest  int    `json:"largest"`
	Test     Test   `json:"test"`
}
