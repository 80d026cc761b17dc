package result

import "strings"

// Judging is what the judges of a benchmark say together: over all of its compared runs that
// have a reference verdict, and beside one another. Agreement has each run by itself.
type Judging struct {
	Benchmark string         `json:"benchmark"`
	Runs      []string       `json:"runs"`   // with a reference verdict
	Pooled    []Agreement    `json:"pooled"` // over these runs together, Run being empty; tasks that several runs attempted count once in intervals
	Bounds    []JudgeBound   `json:"bounds"`
	Errors    []JudgeErrors  `json:"errors"`
	Rankings  []JudgeRanking `json:"rankings"`
	Variants  []JudgeVariant `json:"variants"`
}

// JudgeBound is how often some judge, and how often every judge, gives the reference's
// verdict: what no choice among the judges can better, and what none can worsen. Attempts
// that one of them did not judge are left out.
type JudgeBound struct {
	Run     string            `json:"run"` // empty: all of Judging.Runs
	Reading string            `json:"reading"`
	Judges  []string          `json:"judges"`
	N       int               `json:"n"` // attempts with the verdicts of the reference and all judges
	NTasks  int               `json:"n_tasks"`
	LeftOut int               `json:"left_out"` // with a reference verdict, and not of all judges
	Some    int               `json:"some_right"`
	Share   *float64          `json:"some_right_share"`
	Int     *IntervalEstimate `json:"some_right_interval"`
	All     int               `json:"all_right"`
	AllOf   *float64          `json:"all_right_share"`
	AllInt  *IntervalEstimate `json:"all_right_interval"`
}

// JudgeErrors is why a judge and the reference disagree, in the log's own words.
type JudgeErrors struct {
	Run       string       `json:"run"` // empty: all of Judging.Runs
	Judge     string       `json:"judge"`
	Disagrees int          `json:"disagreements"` // attempts on which the stored verdict is not the reference's
	Labelled  int          `json:"labelled"`      // of them, those with a word for why
	Elsewhere int          `json:"elsewhere"`     // attempts with such a word on which the two agree, or one says nothing
	Kinds     []JudgeError `json:"kinds"`         // most frequent first
}

// JudgeError is one kind of disagreement.
type JudgeError struct {
	Error    string            `json:"error"` // as logged
	Count    int               `json:"count"` // disagreements
	Share    *float64          `json:"share"` // of the labelled disagreements
	Interval *IntervalEstimate `json:"interval"`
	Lenient  int               `json:"lenient"` // of them, those where the judge says success
	Examples []JudgeExample    `json:"examples,omitempty"`
}

// JudgeExample points to an attempt.
type JudgeExample struct {
	Run   string `json:"run"`
	Task  string `json:"task"`
	Trial int    `json:"trial"`
}

// JudgeRanking ranks the runs under two judges, those that both judged. Runs of one value
// share the better rank.
type JudgeRanking struct {
	Judges   [2]string         `json:"judges"`
	Runs     []JudgedRun       `json:"runs"` // by the first judge's rank
	TauB     *float64          `json:"tau_b"`
	Test     Test              `json:"test"` // of independence
	Interval *IntervalEstimate `json:"interval"`
	Notes    []string          `json:"notes,omitempty"`
}

// JudgedRun is one run under two judges: its mean over the tasks that each judged.
type JudgedRun struct {
	Run    string     `json:"run"`
	Means  [2]float64 `json:"means"`
	NTasks [2]int     `json:"n_tasks"`
	Ranks  [2]int     `json:"ranks"`
}

// VariantSign parts the name of a judge from what varies in it, as in "gpt-4.1 @ human key points".
const VariantSign = " @ "

// SplitVariant parts "JUDGE @ VARIANT" at the last sign with blanks around it; not ok where the
// name is of a judge alone.
func SplitVariant(name string) (judge, variant string, ok bool) {
	at := strings.LastIndex(name, VariantSign)
	if at <= 0 || at+len(VariantSign) >= len(name) {
		return name, "", false
	}
	return name[:at], name[at+len(VariantSign):], true
}

// JudgeVariant holds two variants of one judge, as "JUDGE @ VARIANT" names them, against each
// other: on which attempts each gives the reference's verdict.
type JudgeVariant struct {
	Run        string            `json:"run"` // empty: all of Judging.Runs
	Judge      string            `json:"judge"`
	A          string            `json:"a"`
	B          string            `json:"b"`
	N          int               `json:"n"` // attempts that both and the reference judged
	NTasks     int               `json:"n_tasks"`
	AgreeA     *float64          `json:"agreement_a"`
	AgreeB     *float64          `json:"agreement_b"`
	Difference *float64          `json:"difference"` // a minus b
	Interval   *IntervalEstimate `json:"interval"`   // of the difference
	OnlyA      int               `json:"only_a"`     // attempts on which A alone is right
	OnlyB      int               `json:"only_b"`
	Test       *Test             `json:"test"` // McNemar's, exact, where every attempt is at a task of its own
	PAdjusted  *float64          `json:"p_adjusted"`
}
