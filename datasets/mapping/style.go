package mapping

import (
	"slices"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// Style says how a harness writes conversations where that differs from what chat APIs
// do. A reader that knows the harness states it, so that nothing has to be inferred; the
// zero value is for messages of unknown origin.
type Style struct {
	ErrorsMarked bool     // answers to failed calls are marked, so that an unmarked one is a success
	AnswerID     bool     // a tool's message has the id of its call as its own "id", which alone pairs the two
	UserCalls    bool     // a simulated user calls tools too: its calls are counted and left out of the steps
	Aside        []string // members of messages that hold facts of the harness, never calls
}

// Talk is what reading a conversation tells beside its steps.
type Talk struct {
	Starts    []int // by message of the list: the step that it became, or that comes next where it became none
	UserCalls int   // calls of the simulated user, 0 unless the style has them
}

// SetSteps reads a conversation into an attempt: a list of messages of any common
// shape (message.go), or an object whose "messages" holds them. The answer to a
// call becomes the call's result and stays a step of its own. What holds data and
// is not understood is counted in Unread.
func SetSteps(t *datasets.Trajectory, document string) error {
	_, err := Style{}.SetSteps(t, document)
	return err
}

// setAside marks the members of a message that the harness adds as read.
func (s Style) setAside(o *fields) {
	for i := range o.members {
		m := &o.members[i]
		m.used = m.used || slices.Contains(s.Aside, m.key)
	}
}

// requestorOf is the participant who asked for a call, where the log says so.
func requestorOf(raw json.RawMessage) string {
	if first(raw) != '{' {
		return ""
	}
	o := fieldsOf(raw)
	return o.peek("requestor")
}
