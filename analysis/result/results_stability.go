package result

// Stability is the ranking of a benchmark's runs under one other sane choice,
// against the ranking that the report states.
type Stability struct {
	Benchmark string   `json:"benchmark"`
	Metric    string   `json:"metric"`  // the headline metric
	Varied    string   `json:"varied"`  // missing, metric
	Setting   string   `json:"setting"` // a policy's or a metric's name
	Order     []string `json:"order"`   // the runs, best first
	Leader    bool     `json:"same_leader"`
	Tau       *float64 `json:"tau"` // Kendall's tau-b between the two rankings
	P         *float64 `json:"p"`
	Notes     []string `json:"notes,omitempty"`
}

// SpecificationCurve is one pair of runs under every sane choice of policy,
// verdict, test and correction: in how many the order holds, and in how many the
// difference is significant.
type SpecificationCurve struct {
	Benchmark   string          `json:"benchmark"`
	A           string          `json:"a"` // the run that the report ranks higher
	B           string          `json:"b"`
	Choices     []Specification `json:"choices"`     // by difference, ascending
	Holds       int             `json:"holds"`       // choices under which a is better
	Significant int             `json:"significant"` // of those, choices under which significantly
	Against     int             `json:"against"`     // choices under which b is significantly better
}

// Specification is one choice and what it finds. The difference is positive
// where a is better.
type Specification struct {
	Missing     string   `json:"missing"`
	Metric      string   `json:"metric"`
	Test        string   `json:"test"`
	Correction  string   `json:"correction"`
	Difference  *float64 `json:"difference"`
	P           *float64 `json:"p"`      // adjusted over all pairs
	Stated      bool     `json:"stated"` // the choice of the report
	Significant bool     `json:"significant"`
}
