package failures

import (
	"regexp"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// ending are the tools whose call is the end, and which nobody need answer.
var ending = regexp.MustCompile(`(?i)^(?:(?:agent_?)?(?:submit|finish|done|end|exit|stop|terminate|complete|final|answer|conclude|give_?up)(?:[_-].*)?|attempt_completion|.*_(?:final_)?answer|task_(?:done|complete|finished)|transfer_to_.*)$`)

// stopping is how simulated users end a conversation: a word in capitals between marks.
var stopping = regexp.MustCompile(`###\s*[A-Z_ -]+\s*###|\[(?:STOP|END|DONE)\]|<(?:STOP|END|DONE)>`)

// brokenOff cannot see a conversation that ends on the agent's own words in the midst of its
// work.
func brokenOff() *table.Detector {
	return &table.Detector{
		Name: "broken_off", Category: infrastructure,
		Doc: "The log ends in the middle: the last message is the user's, who did not end the conversation, or a call that was never answered though others were. " +
			"Not applicable without a conversation, where the log drops texts or results, or where it names another end: a time-out, a limit of turns, an error, a refusal.",
		Cite:        "tau2-bench, arXiv:2506.07982, and SWE-agent, arXiv:2405.15793: attempts without an end; the rule is ours",
		Needs:       onAnswer,
		Explains:    true,
		Environment: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			named := t.Exit != datasets.ExitUnstated && t.Exit != datasets.ExitCompleted && t.Exit != datasets.ExitUnknown
			if len(t.Steps) == 0 || named || t.Error != "" || t.CallsUnread() {
				return nil, false
			}
			last := &t.Steps[len(t.Steps)-1]
			switch {
			case last.Role == "user":
				if last.Content == "" || trace.IsDigest(last.Content) {
					return nil, false
				}
				if stopping.MatchString(last.Content) || answeredApart(t) {
					return nil, true
				}
				return []table.Hit{atStep(t, len(t.Steps)-1, "", last.Content)}, true
			case last.Role == "assistant" && len(last.Calls) > 0:
				if !answersLogged(t) || !textsLogged(t) {
					return nil, false
				}
				c := &last.Calls[len(last.Calls)-1]
				if c.Result != "" || c.Error != "" || c.IsError.Known || ending.MatchString(c.Tool) || answeredApart(t) {
					return nil, true
				}
				return []table.Hit{atStep(t, len(t.Steps)-1, c.Tool, c.Arguments)}, true
			}
			return nil, true
		},
	}
}

// answeredApart tells whether the log holds a final answer that is no message of the
// conversation.
func answeredApart(t *datasets.Trajectory) bool {
	if t.Response == "" {
		return false
	}
	for i := range t.Steps {
		if t.Steps[i].Role == "assistant" && t.Steps[i].Content == t.Response {
			return false
		}
	}
	return true
}

// textsLogged tells whether the log holds what was said at all.
func textsLogged(t *datasets.Trajectory) bool {
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Role != "tool" && s.Content != "" && !trace.IsDigest(s.Content) {
			return true
		}
	}
	return false
}

// answersLogged tells whether every call before the last message has what it returned: one
// that returned nothing looks like one that was not answered.
func answersLogged(t *datasets.Trajectory) bool {
	some := false
	for i := range t.Steps[:len(t.Steps)-1] {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			if c.Result == "" && c.Error == "" {
				return false
			}
			some = true
		}
	}
	return some
}
