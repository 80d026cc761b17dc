package table

import (
	"mcpstats/datasets"
)

// Attempt holds the facts of one attempt that are no scores. It keeps no text but the
// start of what annotators noted.
type Attempt struct {
	Benchmark, Run, Task string
	Trial                int
	Strata               map[string]string
	Attributes           []string   // values of Builder.Attributes, empty where the log does not say; nil: none is kept
	PlanLength           int        // needs of the expected plan; -1 where it is not known
	Wanted               [][]string // the needs of the expected plan, each with the tools that meet it; nil: not known
	Offered              []string   // tools that the agent could see; nil: the log does not say
	Cluster              string
	Version, Hash        string // dataset version and task hash, where the log has them
	Exit                 datasets.Exit
	Errored              bool // the log carries an error message
	Labels               []datasets.FailureLabel
	JudgeErrors          []JudgeError // why judges and the reference disagree, where the log says
}

// JudgeError is a log's word for why a judge's verdict is not the reference's.
type JudgeError struct{ Judge, Error string }

// Value is one metric's value within a record.
type Value struct {
	Metric string
	Value  float64
}

// Record is one scored attempt. Values lists the defined metrics, in the order
// of the metric list; Reported what the harness had computed itself.
type Record struct {
	Attempt  Attempt
	Values   []Value
	Reported []Value
	Detected Detected // empty where no failure mode was looked for
}
