package datasets

// Trajectory is one attempt of one run at one task, as the log records it. Only Run
// and Task are always there. A reader fills what the log says and nothing else:
// an absent value stays absent, and "unknown" is never a number.
//
// For slices, nil means that the log does not say, an empty slice that there
// was nothing: Expected == nil is an unknown plan, Expected == []Need{} a
// request for which no tool should be called.
//
// A Source may reuse the backing arrays of a Trajectory once the consumer asks
// for the next one; keep copies of what must live longer.
type Trajectory struct {
	Benchmark string // groups runs in a report; empty is a benchmark of its own
	Run       string // the system under test: model, agent and configuration
	Task      string // identity of the task within the benchmark, the same in every run
	Trial     int    // attempt index, 0-based

	Place Place `json:"-"` // where the record stands in the log; not part of its content

	Model, Agent             string
	DatasetVersion, TaskHash string

	Strata  map[string]string // level, tier, category, difficulty, domain, source, split...
	Cluster string            // unit of sampling above the task; empty: the task itself

	Success Maybe[bool]    // the harness's verdict; unknown is neither failure nor absence
	Reward  Maybe[float64] // graded verdict
	Exit    Exit           // how the attempt ended, a fact apart from Success
	Error   string         // message of the harness or the agent

	Expected  []Need      // the plan that would have been right
	ReadOnly  Maybe[bool] // true: nothing is to be changed, also where the plan itself, the calls that read, is not known
	Predicted []string    // the plan the agent settled on, in order, "server::tool"
	Ranked    []Ranked    // a retriever's ranking, best first
	Available []string    // tools the agent could see

	ToolEffects map[string]string // what tools do, where annotations or a mapping say it, by name or a pattern with * (ToolEffect)

	Steps    []Step
	Unread   []Unread // what the messages hold that no reader knows; nil: nothing
	Response string

	Claims    []Claim
	Judgments []Judgment

	StateBefore, StateAfter, StateGoal string // JSON documents
	ExpectedAnswer, PredictedAnswer    string
	FailureLabels                      []FailureLabel

	Date             string // when the attempt was made, as logged (mapping.Instant reads it); empty: not known
	LatencyMS        Maybe[float64]
	CostUSD          Maybe[float64]
	Priced           bool `json:"-"` // CostUSD is computed from the tokens (package prices); not part of the log's content
	PromptTokens     Maybe[int64]
	CompletionTokens Maybe[int64]
	CachedTokens     Maybe[int64]

	Metrics    map[string]float64 // what the log alone measures, under its own names; taken as it is, for nothing here can recompute it
	Reported   map[string]float64 // metrics that the harness computed itself; compared, never trusted
	Attributes map[string]string  // columns that no canonical name claims; usable as strata
}

// Place is where an attempt's record stands in a log of several files, for messages
// about it. Readers of one file may leave it zero: the log's name says as much.
type Place struct {
	File string // as the user named it
	Row  int    // 1-based record number within the file; 0: the file is the record
}

// Maybe is a value that a log may leave out. The zero value is "not known".
type Maybe[T any] struct {
	Value T
	Known bool
}

// Known wraps a value that the log states.
func Known[T any](v T) Maybe[T] { return Maybe[T]{Value: v, Known: true} }

// Need is one step of an expected plan: any tool of an equal function set meets
// it, once the needs it depends on (indices into the plan) are met.
type Need struct {
	AnyOf     []string
	After     []int
	Arguments string // JSON object that the call should carry; empty: not known
}

// Ranked is one entry of a retriever's ranking.
type Ranked struct {
	Tool  string
	Score float64
}

// Step is one message of the conversation, in order, the system prompt included.
type Step struct {
	Role    string // system, user, assistant, tool
	Content string // may be dropped by a reader that was not asked for texts
	Calls   []ToolCall
}

// ToolCall is one call an assistant message makes, with its result where the
// log has it. A call without arguments has the arguments {}: an empty text means
// that the log does not say, as many keep only the tools' names, and two unknown
// arguments are not equal.
type ToolCall struct {
	ID        string
	Server    string
	Tool      string
	Arguments string // JSON; empty: not known
	Result    string // empty: not known
	Error     string
	IsError   Maybe[bool] // unknown where nothing in the log marks calls that failed
	LatencyMS Maybe[float64]
	Labels    []string // judgments on this one call, in the log's own words; nil: none were made
}

// Unread is data in the messages of an attempt that no reader knows.
type Unread struct {
	What  string // as a user would look for it: block "x", key "y"
	Count int    // how often it occurs
	Calls bool   // it looks like tool calls, or like what they are made of
}

// CallsUnread reports whether the attempt may have made calls although Steps has
// none, for what looks like calls was not understood.
func (t *Trajectory) CallsUnread() bool {
	may := false
	for _, u := range t.Unread {
		may = may || u.Calls
	}
	if !may {
		return false
	}
	for i := range t.Steps {
		if len(t.Steps[i].Calls) > 0 {
			return false
		}
	}
	return true
}

// Claim is one part of the reference answer and how far the response meets it,
// in [0, 1].
type Claim struct {
	Text  string
	Score float64
}

// Judgment is one judge's verdict on this attempt. Verdict is what the log
// stores; Raw is the judge's own text, from which the verdict can be read again.
type Judgment struct {
	Judge     string
	Verdict   Maybe[float64]
	Raw       string
	Reference bool // the human or gold judge

	Confidence Maybe[float64] // of the judge in its verdict, from 0 to 1
	Error      string         // why this judge and the reference disagree, in a word
}

// FailureLabel is a failure mode that came with the log, in its own words, and who gave
// it: Source is the kind of judge (a harness, a person, a model), Annotator one of them
// by name. Either can be empty.
type FailureLabel struct {
	Mode, Source, Annotator string
	Step                    Maybe[int] // message of the conversation, from 0
	Root                    bool       // the annotator calls it the cause of the failure
	Note                    string     // the annotator's reason or evidence
}

// By names who gave the label: the annotator, its source in brackets where both are
// stated. Labels by different names are never pooled.
func (l *FailureLabel) By() string {
	switch {
	case l.Annotator == "":
		return l.Source
	case l.Source == "" || l.Source == l.Annotator:
		return l.Annotator
	}
	return l.Annotator + " (" + l.Source + ")"
}
