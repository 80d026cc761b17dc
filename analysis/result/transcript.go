package result

import "strings"

// Transcript is one attempt to be read by a person: what was asked for, what was done, what
// each rule, label and judge says of it and at which step. It is the one result that holds a
// log's texts, and holds each no longer than its Limits allow.
type Transcript struct {
	Benchmark string   `json:"benchmark"`
	Run       string   `json:"run"`
	Task      string   `json:"task"`
	Trial     int      `json:"trial"`
	Model     string   `json:"model,omitempty"`
	Agent     string   `json:"agent,omitempty"`
	Strata    []string `json:"strata,omitempty"` // "level: 2", in the order of the names
	File      string   `json:"file"`             // where the attempt stands in the log
	Record    int      `json:"record"`           // from 1; 0: the file is the record

	Outcome string   `json:"outcome"` // success, failure, unknown
	Reward  *float64 `json:"reward"`
	Exit    string   `json:"exit,omitempty"`
	Error   Passage  `json:"error,omitzero"`

	Primary       string `json:"primary,omitempty"` // the mode that explains the failure best
	Cause         string `json:"cause,omitempty"`   // of a failure: agent, environment, judge, unknown
	FirstStep     *int   `json:"first_deviating_step"`
	LastStep      *int   `json:"last_saving_step"`
	NotApplicable int    `json:"not_applicable"` // rules that could not look, since the log lacks what they read

	Request   Passage          `json:"request,omitzero"` // the user's first message
	Plan      []PlannedCall    `json:"plan"`             // beside the calls; nil where no plan is known
	Steps     []TranscriptStep `json:"steps"`
	Foreseen  []TranscriptCall `json:"predicted_plan,omitempty"` // the plan that the agent settled on, where no messages are known
	Ranked    []string         `json:"ranked,omitempty"`         // a retriever's ranking, its beginning
	Findings  []Finding        `json:"findings"`
	Claims    []ClaimVerdict   `json:"claims,omitempty"`
	Judgments []JudgeVerdict   `json:"judgments,omitempty"`
	Response  Passage          `json:"response,omitzero"`
	Expected  Passage          `json:"expected_answer,omitzero"`
	Predicted Passage          `json:"predicted_answer,omitzero"`

	NSteps int `json:"n_steps"` // of the attempt; Steps may have fewer
	NCalls int `json:"n_calls"`
	Cut    int `json:"cut"` // texts that are not whole here
}

// Attempt is the transcript's attempt.
func (t *Transcript) Attempt() AttemptKey { return AttemptKey{t.Benchmark, t.Run, t.Task, t.Trial} }

// AttemptKey tells one attempt from all others.
type AttemptKey struct {
	Benchmark, Run, Task string
	Trial                int
}

// Passage is a text of the log. Text may have less than all of it: Length counts the
// characters of the whole.
type Passage struct {
	Text   string `json:"text"`
	Length int    `json:"length"`
	Cut    bool   `json:"cut,omitempty"`
}

// TranscriptStep is one message.
type TranscriptStep struct {
	Step      int              `json:"step"` // from 0, the system prompt included
	Role      string           `json:"role"`
	Content   Passage          `json:"content,omitzero"`
	Repeats   bool             `json:"repeats,omitempty"` // its text is the result of a call above, and stands there
	Calls     []TranscriptCall `json:"calls,omitempty"`
	Marks     []int            `json:"marks,omitempty"`      // indices into Findings
	Skipped   int              `json:"skipped,omitempty"`    // steps before this one that are left out
	CallsLeft int              `json:"calls_left,omitempty"` // further calls of this step that are left out
}

// TranscriptCall is one call with its answer.
type TranscriptCall struct {
	Tool      string   `json:"tool"` // "server::tool"
	Arguments Passage  `json:"arguments,omitzero"`
	Result    Passage  `json:"result,omitzero"`
	Error     Passage  `json:"error,omitzero"`
	Failed    bool     `json:"failed,omitempty"` // by its flag, or by what its answer says
	LatencyMS *float64 `json:"latency_ms,omitempty"`
	Labels    []string `json:"labels,omitempty"` // judgments on this call that the log holds
	Same      string   `json:"-"`                // equal for two calls of one tool with arguments of equal value
}

// Finding is what one rule, label or record says of the attempt at one place.
type Finding struct {
	Mode      string `json:"mode"`
	Source    string `json:"source"` // recorded, labelled, detected
	Annotator string `json:"annotator,omitempty"`
	Step      *int   `json:"step"`
	Tool      string `json:"tool,omitempty"`
	Evidence  string `json:"evidence,omitempty"`
	Primary   bool   `json:"primary,omitempty"`
	Mended    bool   `json:"mended,omitempty"` // the agent made up for it later
	More      int    `json:"more,omitempty"`   // further places of the mode that are not listed
	Off       bool   `json:"off,omitempty"`    // the rule is off by default: what it finds is not counted
}

// PlannedCall is one line of the plan beside the calls.
type PlannedCall struct {
	Planned   string  `json:"planned,omitempty"` // the tool, or several that do; empty: the plan does not hold the call
	Arguments Passage `json:"planned_arguments,omitzero"`
	Step      *int    `json:"step"` // of the call; nil where none was made
	Called    string  `json:"called,omitempty"`
	Made      Passage `json:"made_arguments,omitzero"`
	How       string  `json:"how"` // as planned, other arguments, failed, never called, not in the plan
	Differ    string  `json:"differ,omitempty"`
}

// ClaimVerdict is one part of the reference answer and how far the response meets it.
type ClaimVerdict struct {
	Text  Passage `json:"text"`
	Score float64 `json:"score"`
}

// JudgeVerdict is one judge's verdict and words.
type JudgeVerdict struct {
	Judge      string   `json:"judge"`
	Verdict    *float64 `json:"verdict"`
	Reference  bool     `json:"reference,omitempty"`
	Confidence *float64 `json:"confidence,omitempty"`
	Words      Passage  `json:"words,omitzero"`
}

// SourcedMode is a mode as a list names it that holds several sources: what rules detect by its
// name alone.
func SourcedMode(source, annotator, mode string) string {
	switch {
	case source == SourceDetected || source == "":
		return mode
	case annotator != "":
		return mode + " (" + source + " by " + annotator + ")"
	}
	return mode + " (" + source + ")"
}

// ListedAttempt is one attempt as a list of attempts shows it: names and findings, no text of
// the log.
type ListedAttempt struct {
	AttemptKey
	Outcome  string   // failed, succeeded, unknown
	Cause    string   // of failures
	Primary  string   // the detected mode that explains the failure best; empty: none
	Modes    []string // all that it shows, those of labels and records with their source: "timeout (recorded)"
	Tools    []string // that findings name
	First    *int
	Last     *int
	Location string // file and record
	Page     string // the attempt's page beside the list; empty: it has none
}

// Rename gives the attempt's benchmark, run, modes, annotators and judges the names by which a report
// shows them. What the agent saw and called stays as the log has it.
func (t *Transcript) Rename(named func(string) string) {
	t.Benchmark, t.Run = named(t.Benchmark), named(t.Run)
	for i, s := range t.Strata {
		if name, value, ok := strings.Cut(s, ": "); ok {
			t.Strata[i] = named(name) + ": " + named(value)
		}
	}
	for i := range t.Findings {
		f := &t.Findings[i]
		f.Mode, f.Annotator = named(f.Mode), named(f.Annotator)
	}
	for i := range t.Judgments {
		t.Judgments[i].Judge = named(t.Judgments[i].Judge)
	}
}
