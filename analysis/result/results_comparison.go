package result

// Comparison is run A against run B on one metric, paired by task.
type Comparison struct {
	Benchmark   string             `json:"benchmark"`
	Metric      string             `json:"metric"`
	Stratum     *Stratum           `json:"stratum"`
	A           string             `json:"a"`
	B           string             `json:"b"`
	NTasks      int                `json:"n_tasks"`
	Clusters    int                `json:"n_clusters,omitempty"` // of tasks, where they come in clusters
	Unpaired    int                `json:"unpaired"`             // tasks of either run left out, having no partner
	LeftOut     []string           `json:"left_out,omitempty"`   // of them, at most ten
	MeanA       *float64           `json:"mean_a"`
	MeanB       *float64           `json:"mean_b"`
	Difference  *float64           `json:"difference"` // mean of a minus mean of b
	Interval    *IntervalEstimate  `json:"interval"`   // of the difference
	Others      []IntervalEstimate `json:"other_intervals,omitempty"`
	Brief       bool               `json:"brief,omitempty"` // one of very many pairs: the headline test and its interval alone
	Headline    string             `json:"headline"`        // the method whose p is P, chosen by rule
	P           *float64           `json:"p"`
	PAdjusted   *float64           `json:"p_adjusted"`
	Family      string             `json:"family"` // what the correction ran over
	Significant bool               `json:"significant"`
	Check       *Check             `json:"check,omitempty"` // the test that Fragile goes by
	Fragile     bool               `json:"fragile"`         // Check decides otherwise than the headline test
	Borderline  bool               `json:"borderline"`      // binary, one attempt: the exact p before correction and Tango's interval disagree about zero
	Tests       []Test             `json:"tests"`
	Effects     []EffectSize       `json:"effects"`
	Equivalence *Equivalence       `json:"equivalence,omitempty"`
	Posterior   *Posterior         `json:"posterior,omitempty"`  // where the plan asks for it
	Detectable  *Detectable        `json:"detectable,omitempty"` // of the headline metric
	Resampled   *Resampled         `json:"resampled,omitempty"`  // of the headline metric, where the pairs are few
	Wins        int                `json:"wins"`                 // tasks on which a is better; higher, where neither direction is
	Ties        int                `json:"ties"`
	Losses      int                `json:"losses"`
	Flips       []string           `json:"flips,omitempty"` // tasks with the largest differences, at most ten
	Notes       []string           `json:"notes,omitempty"`
}

// Equivalence is the verdict of two one-sided tests against the plan's margin:
// "no difference shown" and "equivalent" are different findings.
type Equivalence struct {
	Margin     float64           `json:"margin"` // half-width, in the metric's unit
	P          *float64          `json:"p"`
	Interval   *IntervalEstimate `json:"interval"` // 1 - 2 alpha, of the difference
	Equivalent bool              `json:"equivalent"`
	Notes      []string          `json:"notes,omitempty"`
}

// Check is the other test of a comparison, after the same correction over the same
// family: the mid-p test beside McNemar's exact one, the permutation test beside the
// others, flips of signs beside max-t.
type Check struct {
	Method      string   `json:"method"`
	P           *float64 `json:"p"`
	PAdjusted   *float64 `json:"p_adjusted"`
	Significant bool     `json:"significant"`
}

// Test is one test's outcome. P is nil where the test does not exist for these
// data; Notes say why.
type Test struct {
	Method    string    `json:"method"`
	Statistic *Float    `json:"statistic"`
	DF        []float64 `json:"df"`
	P         *float64  `json:"p"`
	NUsed     int       `json:"n_used"`
	Exact     bool      `json:"exact"`
	Notes     []string  `json:"notes"`
}

// EffectSize is one effect size with its interval, where it has one.
type EffectSize struct {
	Name     string            `json:"name"`
	Value    *Float            `json:"value"`
	Interval *IntervalEstimate `json:"interval"`
	Notes    []string          `json:"notes,omitempty"`
}

// Ranking orders the runs of a benchmark by a metric, best first.
type Ranking struct {
	Benchmark string      `json:"benchmark"`
	Metric    string      `json:"metric"`
	Runs      []RankedRun `json:"runs"`
	Subsets   []SubsetRun `json:"subsets,omitempty"` // runs that answer for other tasks, unranked
	Omnibus   *Test       `json:"omnibus"`
	Nemenyi   *Nemenyi    `json:"nemenyi,omitempty"` // where at least three runs share tasks
}

// SubsetRun is a run that does not answer for the benchmark's core of tasks: its mean
// is of other tasks than the ranked runs' means, and beside it stand theirs over the
// tasks that both have.
type SubsetRun struct {
	Run    string       `json:"run"`
	NTasks int          `json:"n_tasks"`
	Mean   *float64     `json:"mean"`
	Common []CommonMean `json:"common"` // of the ranked runs, best first
}

// CommonMean is what a ranked run and a subset run have over the tasks of both.
type CommonMean struct {
	Run        string  `json:"run"` // the ranked one
	NTasks     int     `json:"n_tasks"`
	Mean       float64 `json:"mean"`        // of the ranked run
	SubsetMean float64 `json:"subset_mean"` // of the subset run
}

// Nemenyi is Nemenyi's test on the runs' average ranks: what a
// critical-difference diagram shows.
type Nemenyi struct {
	NTasks   int        `json:"n_tasks"`             // tasks that every run has
	CD       float64    `json:"critical_difference"` // of average ranks, at the plan's alpha
	Groups   [][]string `json:"groups"`              // maximal groups of runs whose average ranks are not separated
	TiedRows float64    `json:"tied_tasks"`          // share of tasks on which all runs tie
}

// RankedRun is one line of a leaderboard.
type RankedRun struct {
	Run          string            `json:"run"`
	Mean         *float64          `json:"mean"`
	Rank         float64           `json:"rank"`                   // 1 is best; ties share the mean rank
	RankInterval *IntervalEstimate `json:"rank_interval"`          // what the corrected comparisons of all pairs leave; see RankSetMethod
	RankUB       int               `json:"rank_ub"`                // 1 + runs whose lower bound exceeds this run's upper bound
	AverageRank  *float64          `json:"average_rank,omitempty"` // over the tasks that every run has; 1 is best
	TieGroup     string            `json:"tie_group"`              // letters, the 27th being a2; runs that share one are not separated
}

// Resampled is the bootstrap distribution of a difference as a histogram: what
// its interval was read from. Bins have one width; where the resampled values lie
// on a lattice, as means of 0 and 1 do, every bin holds as many of its points.
type Resampled struct {
	Low    float64 `json:"low"` // where the first bin begins, in the metric's unit
	Width  float64 `json:"width"`
	Counts []int   `json:"counts"` // resamples by bin; at most mostBins
}

// Detectable is the smallest true difference that a comparison of these tasks
// shows with the stated power: what "no difference shown" leaves open.
type Detectable struct {
	Difference *float64 `json:"difference"` // in the metric's unit, above 0; nil where no difference is large enough
	Power      float64  `json:"power"`
	Alpha      float64  `json:"alpha"` // of a single test: a correction for many makes the difference larger
	Test       string   `json:"test"`
	Notes      []string `json:"notes,omitempty"`
	// Curve is the power of the same test against the true difference, ascending
	// from 0; empty where the pairs are many or no difference is large enough.
	Curve []PowerOver `json:"curve,omitempty"`
}

// PowerOver is the power at a true difference, in the metric's unit.
type PowerOver struct {
	Difference float64 `json:"difference"`
	Power      float64 `json:"power"`
}
