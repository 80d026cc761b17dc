package result

// GateResults is what a gate answers for every pair of runs and metric asked for. A version of
// its own, as results have.
type GateResults struct {
	Version    int          `json:"version"`
	Decision   GateDecision `json:"decision"` // pass where every gate passes, fail where one fails, else undecided
	Gates      []Gate       `json:"gates"`
	Provenance *Provenance  `json:"provenance,omitempty"`
}

// GateDecision is what a gate answers.
type GateDecision string

// The answers of a gate.
const (
	GatePass      GateDecision = "pass"      // the new run is shown not to be worse by the margin
	GateFail      GateDecision = "fail"      // it is shown to be worse by more than the margin
	GateUndecided GateDecision = "undecided" // neither is shown
)

// Overall is the decision on all gates together. Every one must pass, so that no correction for
// their number is needed: the chance that all pass though one should not is no larger than that
// one's alone.
func (r *GateResults) Overall() GateDecision {
	out := GatePass
	for i := range r.Gates {
		switch d := r.Gates[i].Decision; {
		case d == GateFail:
			return GateFail
		case d != GatePass:
			out = GateUndecided
		}
	}
	return out
}

// Gate is one metric of one benchmark: is the new run worse than the base by the margin or more?
// Values and differences (new - base) are in the metric's unit, shares between 0 and 1.
type Gate struct {
	Benchmark string       `json:"benchmark,omitempty"`
	Metric    string       `json:"metric"`
	Base      string       `json:"base"`
	New       string       `json:"new"`
	Decision  GateDecision `json:"decision"`
	Test      string       `json:"test"`
	Unit      string       `json:"unit"`
	Better    string       `json:"better"` // higher or lower
	Margin    float64      `json:"margin"` // that the new run may be worse by, above 0 or 0
	Alpha     float64      `json:"alpha"`

	Tasks      int      `json:"tasks"` // that entered the answer
	Clusters   int      `json:"clusters,omitempty"`
	MeanBase   *float64 `json:"mean_base"`
	MeanNew    *float64 `json:"mean_new"`
	Difference *float64 `json:"difference"`
	// Worst is how bad the difference may be: the one-sided confidence bound at 1-alpha on the side
	// of the margin; Best is the bound on the other side. Of a sequence they are the ends of the
	// confidence sequence.
	Worst *Float   `json:"worst"`
	Best  *Float   `json:"best"`
	P     *float64 `json:"p,omitempty"` // of the null hypothesis that the new run is worse by the margin or more

	Needed GateNeeded    `json:"needed"`
	Told   *GateSequence `json:"sequence,omitempty"` // nil: one look at a number of tasks chosen beforehand

	ImputedBase int      `json:"imputed_base,omitempty"` // attempts without outcome that the policy filled in
	ImputedNew  int      `json:"imputed_new,omitempty"`
	Policy      string   `json:"missing"`
	Unpaired    int      `json:"unpaired,omitempty"` // tasks that one run alone has a value at
	LeftOut     []string `json:"left_out,omitempty"` // the first of them
	Notes       []string `json:"notes,omitempty"`
}

// GateNeeded is what a gate would have had to see, or has to.
type GateNeeded struct {
	Difference *float64 `json:"difference"`  // that would have passed at this scatter and number of tasks; nil: none
	Power      float64  `json:"power"`       // for which tasks are counted
	IfEqual    *int     `json:"if_equal"`    // tasks, were the runs truly equal; nil: not known
	AsObserved *int     `json:"as_observed"` // tasks, were the true difference the one seen; nil: none suffices, or not known
}

// Orders in which a sequence takes its tasks.
const (
	GateDrawn    = "drawn" // by a seed, before results are looked at
	GateLogOrder = "log"   // as the log has them, of which nobody knows how it came about
)

// GateSequence is a gate that may be looked at after every task.
type GateSequence struct {
	Order      string     `json:"order"`      // GateDrawn or GateLogOrder
	Guaranteed bool       `json:"guaranteed"` // the error rates hold: the order was drawn
	Seed       uint64     `json:"seed,omitempty"`
	Planned    int        `json:"planned"`            // tasks of the order
	Waiting    int        `json:"waiting,omitempty"`  // tasks with results that come after one without
	Next       string     `json:"next,omitempty"`     // the task that is waited for
	Dropped    int        `json:"dropped,omitempty"`  // tasks without outcome that the policy leaves out
	DecidedAt  int        `json:"decided_at"`         // tasks after which it was decided; 0: it is not
	NotWorse   Float      `json:"evidence_not_worse"` // capital; 1/alpha decides
	Worse      Float      `json:"evidence_worse"`
	Looks      []GateLook `json:"looks"`
}

// GateLook is one look at a sequence.
type GateLook struct {
	Tasks    int          `json:"tasks"`
	Decision GateDecision `json:"decision"`
	NotWorse Float        `json:"evidence_not_worse"`
	Worse    Float        `json:"evidence_worse"`
	Worst    Float        `json:"worst"`
	Best     Float        `json:"best"`
}

// GateState is what a gate that is looked at again remembers: what it was asked, the order of its
// tasks, what it has seen of them, and its looks.
type GateState struct {
	Version int          `json:"version"`
	Base    string       `json:"base"`
	New     string       `json:"new"`
	Alpha   float64      `json:"alpha"`
	Order   string       `json:"order"`
	Seed    uint64       `json:"seed"`
	Missing string       `json:"missing"`
	Where   []string     `json:"where,omitempty"`
	Streams []GateStream `json:"streams"`
}

// GateStream is the state of one metric of one benchmark.
type GateStream struct {
	Benchmark string     `json:"benchmark,omitempty"`
	Metric    string     `json:"metric"`
	Better    string     `json:"better"`
	Margin    float64    `json:"margin"`
	Tasks     []string   `json:"tasks"` // in the order drawn; of a log's own order those seen
	Seen      []GateSeen `json:"seen"`  // of the first of them
	Looks     []GateLook `json:"looks"`
}

// GateSeen is what a look saw of a task: the two runs' values, nil where a policy left it out.
type GateSeen struct {
	Task string   `json:"task"`
	Base *float64 `json:"base"`
	New  *float64 `json:"new"`
}
