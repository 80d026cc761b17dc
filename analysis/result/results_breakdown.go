package result

// Sweep is a metric along a numeric axis: the length of the plan, a cut-off, a
// threshold, a parameter that the runs vary.
type Sweep struct {
	Benchmark string      `json:"benchmark"`
	Axis      string      `json:"axis"` // plan_length, k, threshold, or the parameter's name
	Metric    string      `json:"metric"`
	Lines     []SweepLine `json:"lines"`
	// Taus holds, for a threshold, Kendall's tau-b between the ranking of the
	// runs at each point and at the stated threshold.
	Taus   []SweepTau `json:"taus,omitempty"`
	Stated *float64   `json:"stated,omitempty"` // the axis value of the report's own choice
}

// SweepLine is one run along a sweep.
type SweepLine struct {
	Run    string       `json:"run"`
	Points []SweepPoint `json:"points"`
}

// SweepPoint is a mean at one place of the axis.
type SweepPoint struct {
	X        float64           `json:"x"`
	NTasks   int               `json:"n_tasks"`
	Mean     float64           `json:"mean"`
	Interval *IntervalEstimate `json:"interval"`
}

// SweepTau compares two rankings of the runs.
type SweepTau struct {
	X   float64  `json:"x"`
	Tau *float64 `json:"tau"`
}

// Ratio is a ratio of two means over the same tasks, with a bootstrap interval:
// latency against a baseline's, cost against successes.
type Ratio struct {
	Benchmark string            `json:"benchmark"`
	Name      string            `json:"name"` // normalized_latency, cost_per_success, tokens_per_success
	Run       string            `json:"run"`
	Baseline  string            `json:"baseline,omitempty"`
	NTasks    int               `json:"n_tasks"`
	Value     *float64          `json:"value"`
	Interval  *IntervalEstimate `json:"interval"`
	Notes     []string          `json:"notes,omitempty"`
}

// Frontier is the runs of a benchmark by what they cost and how well they do.
type Frontier struct {
	Benchmark string          `json:"benchmark"`
	Cost      string          `json:"cost"`    // the metric of which less is better
	Quality   string          `json:"quality"` // the headline metric
	Points    []FrontierPoint `json:"points"`  // by cost, ascending
}

// FrontierPoint is one run. It is on the frontier where no other run is better
// or as good at less or the same cost, and strictly so in one of them.
type FrontierPoint struct {
	Run        string   `json:"run"`
	Cost       float64  `json:"cost"`
	Quality    float64  `json:"quality"`
	Total      *float64 `json:"total,omitempty"` // of the cost, over all attempts that have one; nil where attempts are not at hand
	OnFrontier bool     `json:"on_frontier"`
}

// Spread is the distribution of a metric's means over the runs.
type Spread struct {
	Benchmark string  `json:"benchmark"`
	Metric    string  `json:"metric"`
	Runs      int     `json:"runs"`
	Q1        float64 `json:"q1"`
	Median    float64 `json:"median"`
	Q3        float64 `json:"q3"`
	IQR       float64 `json:"iqr"`
	Quantiles string  `json:"quantiles"` // the definition: "type 7"
}
