package result

// Inspection is what mcpstats doctor finds out about logs.
type Inspection struct {
	Logs     []InspectedLog `json:"logs"`
	Skipped  []SkippedFile  `json:"skipped"`
	Ledger   []LedgerRow    `json:"ledger"`
	Metrics  []MetricInfo   `json:"metrics"`
	Bases    []MetricBasis  `json:"bases"`
	Warnings []Warning      `json:"warnings"`
}

// InspectedLog is one log: what it is, how its columns were understood, and what
// it states.
type InspectedLog struct {
	Input
	Files    []string        `json:"files"`
	Steps    int             `json:"steps"`
	Calls    int             `json:"calls"`
	Columns  []TakenColumn   `json:"columns"`
	Coverage []FieldCoverage `json:"coverage"`
	Values   []FieldValues   `json:"values"`

	Mapping  string          `json:"mapping"`  // in force, in the mapping's own language
	Amounts  []LoggedAmount  `json:"amounts"`  // times and prices, and their units
	Promises []StatedPromise `json:"promises"` // what the log says its runs set out to attempt
}

// LoggedAmount is a column that has a unit: its first value as logged and as it was
// understood.
type LoggedAmount struct {
	Column     string `json:"column"` // canonical, or the name under which it is kept as logged
	From       string `json:"from"`
	Unit       string `json:"unit"` // as logged; "" where nobody states it
	Logged     string `json:"logged"`
	Understood string `json:"understood"`
}

// StatedPromise is what a log says that a run set out to attempt, in counts; 0 where
// it does not say.
type StatedPromise struct {
	Benchmark string `json:"benchmark"`
	Run       string `json:"run"`
	Tasks     int    `json:"tasks"`
	Trials    int    `json:"trials"` // at each of them
	Attempts  int    `json:"attempts"`
	Source    string `json:"source"` // where it stands
}

// MetricBasis is what a metric rests on.
type MetricBasis struct {
	Metric     string   `json:"metric"`
	Columns    []string `json:"columns"` // canonical ones
	Better     string   `json:"better"`
	BetterFrom string   `json:"better_from"`
	Missing    string   `json:"missing"`
}

// TakenColumn tells which of a log's columns became which canonical one, and how:
// by its canonical name, an alias, a mapping, a dialect, or as an attribute.
type TakenColumn struct {
	Column string `json:"column"`
	From   string `json:"from"`
	How    string `json:"how"`
}

// FieldValues lists a field's most frequent values.
type FieldValues struct {
	Field  string       `json:"field"`
	Values []ValueCount `json:"values"`
}

// SkippedFile is a file of a folder that is no log.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Kind   string `json:"kind,omitempty"` // what it is; empty: a log that could not be read
}

// FieldCoverage is how many of a survey's trajectories state a field.
type FieldCoverage struct {
	Field string `json:"field"`
	Known int    `json:"known"`
}

// ValueCount is one value of a field and how many trajectories have it.
type ValueCount struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}
