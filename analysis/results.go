package analysis

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
	Comparisons []Comparison         `json:"comparisons"`
	Rankings    []Ranking            `json:"rankings"`
	Stability   []Stability          `json:"stability"`
	Curves      []SpecificationCurve `json:"specification_curves"`
	Sweeps      []Sweep              `json:"sweeps"`
	Ratios      []Ratio              `json:"ratios"`
	Frontiers   []Frontier           `json:"frontiers"`
	Spreads     []Spread             `json:"spreads"`
	Agreement   []Agreement          `json:"agreement"`
	Panels      []JudgePanel         `json:"judge_panels"`
	Failures    []Failure            `json:"failures"`
	Breakdowns  []FailureBreakdown   `json:"failure_breakdowns"`
	Reported    []Reported           `json:"reported"`
	Claims      []Claim              `json:"claims"`
	Warnings    []Warning            `json:"warnings"`
}

// Provenance tells where the numbers come from, so that they can be made again.
type Provenance struct {
	Tool   string  `json:"tool"`
	Inputs []Input `json:"inputs"`
	Seed   uint64  `json:"seed"`
	Plan   Plan    `json:"plan"`
}

// Input is one log that was read.
type Input struct {
	Path         string   `json:"path"`
	SHA256       string   `json:"sha256"` // of the file; of the list of the files' digests where there are several
	Format       string   `json:"format"`
	Trajectories int      `json:"trajectories"`
	RecordErrors int      `json:"record_errors"`
	Errors       []string `json:"errors,omitempty"` // the first ones, a line each
	Files        []File   `json:"files,omitempty"`  // where one log is several files
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
	Better    string `json:"better"` // higher, lower, neither
	Missing   string `json:"missing"`
	Primary   bool   `json:"primary"` // the benchmark's headline metric
	Compared  bool   `json:"compared"`
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
}

// LedgerRow is one run's denominator: where every expected attempt went.
type LedgerRow struct {
	Benchmark   string        `json:"benchmark"`
	Run         string        `json:"run"`
	Tasks       int           `json:"tasks"`        // tasks in the benchmark's universe
	Expected    int           `json:"expected"`     // attempts expected of this run
	Present     int           `json:"present"`      // attempts in the log, duplicates resolved
	Duplicates  int           `json:"duplicates"`   // further records of attempts already present
	NullOutcome int           `json:"null_outcome"` // present, without a verdict
	Errors      int           `json:"errors"`       // present, ended by an error of agent or harness
	Missing     int           `json:"missing"`      // expected and not in the log
	Policies    []PolicyScore `json:"policies"`     // the primary metric under every policy
}

// PolicyScore is a metric's mean under one policy for what has no outcome.
type PolicyScore struct {
	Metric string   `json:"metric"`
	Policy string   `json:"policy"` // fail, drop, worst, best
	N      int      `json:"n"`      // attempts in the denominator
	Mean   *float64 `json:"mean"`
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
	Mean      *float64           `json:"mean"`
	SD        *float64           `json:"sd"` // of the task means, n-1
	SE        *float64           `json:"se"`
	Median    *float64           `json:"median"`
	Interval  *IntervalEstimate  `json:"interval"`
	Others    []IntervalEstimate `json:"other_intervals,omitempty"`
	Notes     []string           `json:"notes,omitempty"`
}

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
	MeanA       *float64           `json:"mean_a"`
	MeanB       *float64           `json:"mean_b"`
	Difference  *float64           `json:"difference"` // mean of a minus mean of b
	Interval    *IntervalEstimate  `json:"interval"`   // of the difference
	Others      []IntervalEstimate `json:"other_intervals,omitempty"`
	Headline    string             `json:"headline"` // the method whose p is P, chosen by rule
	P           *float64           `json:"p"`
	PAdjusted   *float64           `json:"p_adjusted"`
	Family      string             `json:"family"` // what the correction ran over
	Significant bool               `json:"significant"`
	Tests       []Test             `json:"tests"`
	Effects     []EffectSize       `json:"effects"`
	Equivalence *Equivalence       `json:"equivalence,omitempty"`
	Detectable  *Detectable        `json:"detectable,omitempty"` // of the headline metric
	Wins        int                `json:"wins"`                 // tasks on which a is better
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
	Omnibus   *Test       `json:"omnibus"`
	Nemenyi   *Nemenyi    `json:"nemenyi,omitempty"` // where at least three runs share tasks
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
	Rank         float64           `json:"rank"` // 1 is best; ties share the mean rank
	RankInterval *IntervalEstimate `json:"rank_interval"`
	RankUB       int               `json:"rank_ub"`                // 1 + runs whose lower bound exceeds this run's upper bound
	AverageRank  *float64          `json:"average_rank,omitempty"` // over the tasks that every run has; 1 is best
	TieGroup     string            `json:"tie_group"`              // letters, the 27th being a2; runs that share one are not separated
}

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

// Agreement is one judge against the reference, in one reading of its verdicts.
type Agreement struct {
	Benchmark     string            `json:"benchmark"`
	Run           string            `json:"run"`
	Judge         string            `json:"judge"`
	Reference     string            `json:"reference"`
	Reading       string            `json:"reading"` // "stored" or "reparsed"
	N             int               `json:"n"`       // attempts that both judged
	SuccessRate   *float64          `json:"success_rate"`
	ReferenceRate *float64          `json:"reference_rate"`
	Agreement     *float64          `json:"agreement"`
	AgreementCI   *IntervalEstimate `json:"agreement_interval"`
	Kappa         *float64          `json:"kappa"`
	KappaInterval *IntervalEstimate `json:"kappa_interval"`
	Confusion     Confusion         `json:"confusion"`
	Precision     *float64          `json:"precision"`
	Recall        *float64          `json:"recall"`
	F1            *float64          `json:"f1"`
	MCC           *float64          `json:"mcc"`
	AC1           *float64          `json:"ac1"` // Gwet's, judge and reference
	AC1Interval   *IntervalEstimate `json:"ac1_interval"`
	Constant      *float64          `json:"constant_agreement"` // of a judge that always says what the reference says most
	Corrected     *Corrected        `json:"corrected"`
	Bias          *Test             `json:"bias"`  // McNemar, judge against reference
	Flips         []Flip            `json:"flips"` // attempts where stored and re-read verdict contradict
	Notes         []string          `json:"notes,omitempty"`
}

// Corrected is the success rate of all attempts that a judge judged, corrected
// for the judge's errors, which are measured where there is a reference.
type Corrected struct {
	Judged      int               `json:"judged"`   // attempts with the judge's verdict
	Apparent    float64           `json:"apparent"` // the judge's success rate over them
	Sensitivity float64           `json:"sensitivity"`
	Specificity float64           `json:"specificity"`
	Value       float64           `json:"value"`
	Interval    *IntervalEstimate `json:"interval"`
}

// JudgePanel is the agreement of all of a run's judges with one another, the
// reference not among them.
type JudgePanel struct {
	Benchmark   string            `json:"benchmark"`
	Run         string            `json:"run"`
	Reading     string            `json:"reading"`
	Judges      []string          `json:"judges"`
	N           int               `json:"n"` // attempts that every judge judged
	Fleiss      *float64          `json:"fleiss_kappa"`
	FleissCI    *IntervalEstimate `json:"fleiss_kappa_interval"`
	Alpha       *float64          `json:"krippendorff_alpha"` // judges may lack verdicts
	AC1         *float64          `json:"ac1"`
	AC1Interval *IntervalEstimate `json:"ac1_interval"`
	Notes       []string          `json:"notes,omitempty"`
}

// Confusion counts a judge's verdicts against the reference; positive is success.
type Confusion struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	FN int `json:"fn"`
	TN int `json:"tn"`
}

// Flip is an attempt whose stored verdict is not what the judge's own text says.
type Flip struct {
	Task     string  `json:"task"`
	Trial    int     `json:"trial"`
	Stored   float64 `json:"stored"`
	Reparsed float64 `json:"reparsed"`
}

// Failure counts one failure mode of one run. Of and Share are over the attempts
// that failed and to which the mode applies; a verdict's are over all attempts.
type Failure struct {
	Benchmark    string            `json:"benchmark"`
	Run          string            `json:"run"`
	Stratum      *Stratum          `json:"stratum"`
	Category     string            `json:"category"`
	Mode         string            `json:"mode"`
	Source       string            `json:"source"` // recorded, labelled, detected
	Count        int               `json:"count"`
	Of           int               `json:"of"` // attempts in the denominator
	Share        *float64          `json:"share"`
	Interval     *IntervalEstimate `json:"interval"`
	Successes    int               `json:"successes"`    // attempts that show the mode and succeeded all the same
	SuccessesOf  int               `json:"successes_of"` // attempts that succeeded and to which the mode applies
	Lift         *float64          `json:"lift"`         // share among failures over share among successes
	LiftInterval *IntervalEstimate `json:"lift_interval"`
	Primary      *PrimaryShare     `json:"primary"`  // nil for verdicts
	Position     *Position         `json:"position"` // overall rows of detected modes alone
	Examples     []Example         `json:"examples"`
}

// Example points to one attempt that shows a failure mode.
type Example struct {
	Task    string `json:"task"`
	Trial   int    `json:"trial"`
	Step    *int   `json:"step"` // message of the conversation, from 0
	Tool    string `json:"tool,omitempty"`
	Excerpt string `json:"excerpt"`
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
