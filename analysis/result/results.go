package result

import (
	"cmp"
	"slices"
)

// Version is the version of the Results JSON. A changed meaning of a key is a
// new version.
const Version = 1

// Results is everything an analysis found: what every output is rendered from,
// and lossless as JSON. A pointer that is nil, null in JSON, is a number that
// does not exist; the notes beside it say why.
type Results struct {
	Version     int                  `json:"version"`
	Provenance  Provenance           `json:"provenance"`
	Ledger      []LedgerRow          `json:"ledger"`
	Metrics     []MetricInfo         `json:"metrics"`
	Summaries   []Summary            `json:"summaries"`
	Crossings   []Crossing           `json:"crossings,omitempty"` // of the plan's Crossed, and of Factors that are facts of tasks
	Comparisons []Comparison         `json:"comparisons"`
	Rankings    []Ranking            `json:"rankings"`
	Stability   []Stability          `json:"stability"`
	Curves      []SpecificationCurve `json:"specification_curves"`
	Factors     []RunFactor          `json:"factors,omitempty"` // of the plan's factors: what each run has
	Slices      []SliceInfo          `json:"slices,omitempty"`  // of the plan's Where: what it leaves of each benchmark
	Answers     []Answer             `json:"answers,omitempty"` // to the plan's questions
	Sweeps      []Sweep              `json:"sweeps"`
	Ratios      []Ratio              `json:"ratios"`
	Trials      []TrialVariance      `json:"trial_variances,omitempty"` // of runs with several trials, and of their differences
	Frontiers   []Frontier           `json:"frontiers"`
	Spreads     []Spread             `json:"spreads"`
	Agreement   []Agreement          `json:"agreement"`
	Panels      []JudgePanel         `json:"judge_panels"`
	Judging     []Judging            `json:"judging,omitempty"` // judges over all runs, and beside one another
	Failures    []Failure            `json:"failures"`
	Breakdowns  []FailureBreakdown   `json:"failure_breakdowns"`
	Labels      []LabelSet           `json:"labels,omitempty"`   // as logged, annotator by annotator
	Attempts    *AttemptList         `json:"attempts,omitempty"` // what the failures are counted from; nil where nobody asked for it
	Calls       []CallProfile        `json:"call_profiles,omitempty"`
	TaskSets    []TaskSet            `json:"task_sets,omitempty"`   // what the tasks are made of
	Offers      []ToolOffer          `json:"tool_offers,omitempty"` // what there is to be used, and what of it is
	Items       []ItemSet            `json:"items,omitempty"`       // what the runs' answers say of the tasks
	Consistency []Consistency        `json:"consistency,omitempty"` // of runs with several attempts a task
	Reported    []Reported           `json:"reported"`
	Claims      []Claim              `json:"claims"`
	Papers      []Paper              `json:"papers,omitempty"` // whose numbers the claims are, where they were read from the papers themselves
	Warnings    []Warning            `json:"warnings"`
}

// Provenance tells where the numbers come from, so that they can be made again.
type Provenance struct {
	Tool   string  `json:"tool"`
	Inputs []Input `json:"inputs"`
	Seed   uint64  `json:"seed"`
	Plan   Plan    `json:"plan"`
	// Command makes the report again from its plan.yaml; empty where nobody knows.
	Command string `json:"command,omitempty"`
}

// Note is something that a reader noticed about a whole log; a value of the same shape as
// datasets.Note, which this room does not know.
type Note struct {
	Code     string `json:"code"` // one of WarningCodes
	Message  string `json:"message"`
	Decisive bool   `json:"decisive,omitempty"` // it can change a conclusion
}

// Input is one log that was read.
type Input struct {
	Path         string   `json:"path"`
	SHA256       string   `json:"sha256"` // of the file; of the list of the files' digests where there are several
	Format       string   `json:"format"`
	Trajectories int      `json:"trajectories"`
	RecordErrors int      `json:"record_errors"`
	Errors       []string `json:"errors,omitempty"` // the first ones, a line each
	Notes        []Note   `json:"notes,omitempty"`  // what was noticed about the log as a whole
	Files        []File   `json:"files,omitempty"`  // where one log is several files
	Unread       []Unread `json:"unread,omitempty"` // what its messages hold that no reader knows, the first kinds
	Prices       *Prices  `json:"prices,omitempty"` // by what costs were computed from tokens; nil: costs are those that the log states
}

// Unread is data in a log's messages that no reader knows.
type Unread struct {
	What     string `json:"what"`     // block "x", key "y"
	Count    int    `json:"count"`    // how often it occurs
	Attempts int    `json:"attempts"` // in how many attempts
	Calls    bool   `json:"calls"`    // it looks like tool calls
}

// File is one file of a log.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// MetricInfo carries into the results what a reader of them must know of a metric.
type MetricInfo struct {
	Benchmark string `json:"benchmark"`
	Name      string `json:"name"`
	Doc       string `json:"doc"`
	Cite      string `json:"cite"`
	Unit      string `json:"unit"`
	Scale     string `json:"scale"`  // binary, ordinal, interval
	Better    string `json:"better"` // higher, lower, neither (declared so), unknown
	// BetterFrom tells where that is known from: the metric's declaration, the plan,
	// or the word of its name that BetterWord has; "unknown" where nothing says it.
	BetterFrom string `json:"better_from,omitempty"`
	BetterWord string `json:"better_word,omitempty"`
	Missing    string `json:"missing"`
	Primary    bool   `json:"primary"` // the benchmark's headline metric
	Compared   bool   `json:"compared"`
	Computed   string `json:"computed,omitempty"` // of costs: the tables of prices by which some or all are computed from tokens
}

// Stratum is one value of one stratum.
type Stratum struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// IntervalEstimate is a confidence interval as results carry it. A bound may be
// infinite: "Infinity" in JSON.
type IntervalEstimate struct {
	Low    Float   `json:"low"`
	High   Float   `json:"high"`
	Level  float64 `json:"level"`
	Method string  `json:"method"`
	// Movement is how far the limits of a bootstrap interval typically move from one seed to another, as a
	// share of its width; absent where it is at most .02.
	Movement float64 `json:"movement,omitempty"`
}

// LedgerRow is one run's denominator: where every expected attempt went.
type LedgerRow struct {
	Benchmark   string          `json:"benchmark"`
	Run         string          `json:"run"`
	Tasks       int             `json:"tasks"`               // tasks that the run promised
	Trials      int             `json:"trials"`              // attempts that it promised at each
	Promised    int             `json:"promised"`            // attempts that it answers for: tasks times trials
	PromisedBy  string          `json:"promised_by"`         // plan, log, habit, subset or slice: what says so
	TrialsBy    string          `json:"trials_by"`           // plan, log or habit: what says so of the attempts at a task
	Stated      string          `json:"stated,omitempty"`    // where the log states it
	Ranked      bool            `json:"ranked"`              // it answers for the benchmark's core of tasks: its mean is comparable
	Expected    int             `json:"expected"`            // the same as promised
	Present     int             `json:"present"`             // attempts in the log, duplicates resolved
	Duplicates  int             `json:"duplicates"`          // further records of attempts already present
	NullOutcome int             `json:"null_outcome"`        // present, without a verdict
	Errors      int             `json:"errors"`              // present, ended by an error of agent or harness
	Missing     int             `json:"missing"`             // promised and not in the log
	Surplus     int             `json:"surplus"`             // in the log beyond what was promised: present + missing - surplus = promised
	Elsewhere   int             `json:"elsewhere,omitempty"` // of them, attempts at tasks that were not promised, which enter nothing
	Unclear     *UnclearPromise `json:"unclear,omitempty"`   // the habit is no clear promise
	Policies    []PolicyScore   `json:"policies"`            // the primary metric under every policy
}

// UnclearPromise is a habit of too few of a run's tasks: under another number of
// attempts a task the score is another.
type UnclearPromise struct {
	Tasks         int      `json:"tasks"` // that have the commonest number of attempts
	Of            int      `json:"of"`    // tasks attempted
	Commonest     int      `json:"commonest"`
	Largest       int      `json:"largest"`
	MeanCommonest *float64 `json:"mean_commonest"` // of the headline metric, under the plan's policy
	MeanLargest   *float64 `json:"mean_largest"`
}

// PolicyScore is a metric's mean under one policy for what has no outcome, with
// the interval that Summary has when the plan names this policy. The interval says
// how the mean would scatter over other tasks, once what is missing is settled so;
// the means of worst and best are bounds on what is missing, and no interval.
type PolicyScore struct {
	Metric   string            `json:"metric"`
	Policy   string            `json:"policy"`            // fail, drop, worst, best
	N        int               `json:"n"`                 // attempts in the denominator
	NTasks   int               `json:"n_tasks,omitempty"` // tasks that the mean is over
	Mean     *float64          `json:"mean"`
	Interval *IntervalEstimate `json:"interval,omitempty"` // null where there is none, or in results of before
	Notes    []string          `json:"notes,omitempty"`    // why there is no interval, or another method's
}

// Summary describes one run by one metric, overall or in one stratum.
type Summary struct {
	Benchmark string             `json:"benchmark"`
	Run       string             `json:"run"`
	Metric    string             `json:"metric"`
	Stratum   *Stratum           `json:"stratum"`
	NTasks    int                `json:"n_tasks"`
	NAttempts int                `json:"n_attempts"`
	Clusters  int                `json:"n_clusters,omitempty"` // of tasks, where they come in clusters
	Imputed   int                `json:"imputed"`              // attempts without a score that count as failures
	LeftOut   int                `json:"left_out,omitempty"`   // attempts in the log without a score, which are left out
	Mean      *float64           `json:"mean"`
	SD        *float64           `json:"sd"` // of the task means, n-1
	SE        *float64           `json:"se"`
	Median    *float64           `json:"median"`
	Interval  *IntervalEstimate  `json:"interval"`
	Others    []IntervalEstimate `json:"other_intervals,omitempty"`
	Notes     []string           `json:"notes,omitempty"`
}

// Crossing is a summary of the tasks that have all of some values: a cell of a table by two
// facts of tasks, or by one that is no stratum. Its own Stratum is nil.
type Crossing struct {
	Summary
	Strata []Stratum `json:"strata"`
}

// Reported compares a value that the harness stored with ours.
type Reported struct {
	Benchmark    string   `json:"benchmark"`
	Run          string   `json:"run"`
	Stratum      *Stratum `json:"stratum"`
	Metric       string   `json:"metric"`
	Column       string   `json:"column"` // the harness's name
	N            int      `json:"n"`      // attempts that carry both
	MeanOurs     *float64 `json:"mean_ours"`
	MeanReported *float64 `json:"mean_reported"`
	Differ       int      `json:"differ"` // attempts on which the two differ
	Examples     []string `json:"examples"`
}

// Warning is something a reader must know before trusting a number.
type Warning struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Where    string `json:"where"`
	Decisive bool   `json:"decisive"` // it can change a conclusion: it belongs at the head
}

// Sort puts the best run first.
func (r *Ranking) Sort() {
	slices.SortStableFunc(r.Runs, func(a, b RankedRun) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), CompareNatural(a.Run, b.Run))
	})
}
