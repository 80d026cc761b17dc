package result

// Relation is one metric against another, over runs, tasks or attempts.
type Relation struct {
	X            string          `json:"x"`
	Y            string          `json:"y"`
	Over         string          `json:"over"`               // what a point is: runs, tasks, attempts
	Relative     string          `json:"relative,omitempty"` // the condition on the runs that X is a ratio to
	Held         []string        `json:"held,omitempty"`     // the factors in which a run and that one agree
	BetterX      string          `json:"better_x"`           // higher, lower, neither, unknown
	BetterY      string          `json:"better_y"`
	Points       []RelationPoint `json:"points,omitempty"` // none where there are more than can be drawn
	Correlations []Correlation   `json:"correlations"`
	Notes        []string        `json:"notes,omitempty"`
}

// RelationPoint is one run, task or attempt.
type RelationPoint struct {
	Run       string            `json:"run,omitempty"`
	Task      string            `json:"task,omitempty"`
	X         float64           `json:"x"`
	Y         float64           `json:"y"`
	XInterval *IntervalEstimate `json:"x_interval,omitempty"`
	YInterval *IntervalEstimate `json:"y_interval,omitempty"`
	NTasks    int               `json:"n_tasks,omitempty"` // behind a run's Y
	Colour    string            `json:"colour,omitempty"`  // the run's values of the factors that figures tell apart
	Mark      string            `json:"mark,omitempty"`
	OnFront   *bool             `json:"on_front,omitempty"` // no other is as good in both and better in one; nil where which direction is better is not known
}

// Correlation is one coefficient. P is two-sided, against none.
type Correlation struct {
	Run      string            `json:"run,omitempty"` // over whose tasks or attempts; empty: over runs, or over tasks of which each is a mean of runs
	Method   string            `json:"method"`        // pearson, spearman, kendall_tau_b
	N        int               `json:"n"`
	Tasks    int               `json:"n_tasks,omitempty"` // behind attempts
	Value    *float64          `json:"value"`
	Interval *IntervalEstimate `json:"interval"`
	P        *float64          `json:"p"`
	Exact    bool              `json:"exact,omitempty"` // P is
	Notes    []string          `json:"notes,omitempty"`
}

// CorrelationMethods names the coefficients, in their order.
var CorrelationMethods = []struct{ Name, Title string }{
	{"pearson", "Pearson's r"}, {"spearman", "Spearman's rho"}, {"kendall_tau_b", "Kendall's tau-b"},
}

// RelativeRatios are a metric's means of runs over those of a baseline run each, which agrees
// with it in all factors but one.
type RelativeRatios struct {
	Metric string   `json:"metric"`
	To     string   `json:"to"` // the condition on baselines, as factor=value
	Factor string   `json:"factor"`
	Held   []string `json:"held,omitempty"`
	Rows   []Ratio  `json:"rows"`
	// Largest holds, for every set of held values, the largest ratio between two runs that are
	// not its baseline: how many times the one's mean is of the other's.
	Largest []LargestRatio `json:"largest,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
}

// LargestRatio is the ratio of the largest mean to the smallest among runs that agree in the
// held factors.
type LargestRatio struct {
	Held string `json:"held,omitempty"` // their values
	Ratio
}

// Curve is a metric along a number.
type Curve struct {
	Sweep  Sweep    `json:"sweep"`  // its lines are named as Lines says
	Of     string   `json:"of"`     // what the number is a fact of: runs, tasks, attempts
	Lines  string   `json:"lines"`  // what a line is: run, all, or the names of strata or factors
	Better string   `json:"better"` // which direction of the metric is: higher, lower, neither, unknown
	Notes  []string `json:"notes,omitempty"`
}

// FactorEffects is what changing one factor of runs does to a metric with others held.
type FactorEffects struct {
	Factor     string         `json:"factor"`
	Metric     string         `json:"metric"`
	Held       []string       `json:"held,omitempty"`
	By         string         `json:"by,omitempty"`
	Reference  string         `json:"reference,omitempty"` // the level that all differences are to or of, where only those are asked for
	Best       bool           `json:"best,omitempty"`      // it was chosen for having the best mean
	Correction string         `json:"correction"`          // over all effects together
	Effects    []FactorEffect `json:"effects"`
	Notes      []string       `json:"notes,omitempty"`
}

// FactorEffect is one level minus another, paired by task.
type FactorEffect struct {
	A          string            `json:"a"`
	B          string            `json:"b"`
	Stratum    *Stratum          `json:"stratum,omitempty"`
	Pairs      int               `json:"pairs"` // of runs
	NTasks     int               `json:"n_tasks"`
	MeanA      float64           `json:"mean_a"`
	MeanB      float64           `json:"mean_b"`
	Difference float64           `json:"difference"`
	Interval   *IntervalEstimate `json:"interval"`
	Method     string            `json:"method,omitempty"`
	Statistic  *float64          `json:"statistic,omitempty"` // the test's: t, or of McNemar's test the tasks at which A alone succeeds
	DF         []float64         `json:"df,omitempty"`
	P          *float64          `json:"p"`
	PAdjusted  *float64          `json:"p_adjusted"`
	Dz         *float64          `json:"cohen_dz"` // mean over standard deviation of the differences
	Higher     int               `json:"higher"`   // tasks at which A's value is higher
	Lower      int               `json:"lower"`
	Notes      []string          `json:"notes,omitempty"`
}
