package result

// Consistency is whether a run does at a task what it did before: over the tasks at which it has
// at least two verdicts, whatever the policy for those that it lacks.
type Consistency struct {
	Benchmark string            `json:"benchmark"`
	Metric    string            `json:"metric"`
	Run       string            `json:"run"`
	Tasks     int               `json:"tasks"`
	Attempts  int               `json:"attempts"`
	Always    int               `json:"always"`    // tasks that every attempt solves
	Sometimes int               `json:"sometimes"` // that some do
	Never     int               `json:"never"`     // that none does
	Agreement *float64          `json:"agreement"` // mean over tasks of the chance that two of its attempts agree
	Interval  *IntervalEstimate `json:"interval"`  // of the agreement, over tasks; nil where it does not vary
}
