package exchange

import (
	"fmt"

	"mcpstats/datasets"
)

// message is one message of a conversation as chat APIs have it: a result is a message of its
// own, which names the call that it answers.
type message struct {
	role    string
	content string
	calls   []call
	answers *call // of a tool: the call; nil where none of this conversation has this result
	id      string
}

// call is a call with an id, which chat APIs ask for and logs may lack.
type call struct {
	datasets.ToolCall
	id, name string
}

// conversation is the steps as messages. The steps of a log that keeps results inside of its
// calls lack the tools' messages, which are put behind the calls; where they are there, each is
// matched to the call whose result it repeats.
func conversation(steps []datasets.Step) []message {
	out := make([]message, 0, len(steps))
	var open []*call // without a message that answers them
	n := 0
	for i := range steps {
		s := &steps[i]
		m := message{role: s.Role, content: s.Content}
		for _, c := range s.Calls {
			n++
			m.calls = append(m.calls, call{ToolCall: c, id: c.ID, name: qualified(c.Server, c.Tool)})
			if c.ID == "" {
				m.calls[len(m.calls)-1].id = fmt.Sprintf("call_%d", n)
			}
		}
		if s.Role == "tool" {
			m.id = fmt.Sprintf("unasked_%d", i+1)
			for k, c := range open {
				if c.Result == s.Content {
					m.answers, m.id = c, c.id
					open = append(open[:k:k], open[k+1:]...)
					break
				}
			}
		}
		out = append(out, m)
		calls := out[len(out)-1].calls
		for k := range calls {
			c := &calls[k]
			if answered(steps[i+1:], c.Result, open) {
				open = append(open, c)
			} else if c.Result != "" || c.Error != "" || c.IsError.Known {
				out = append(out, message{role: "tool", content: c.Result, answers: c, id: c.id})
			}
		}
	}
	return out
}

// answered reports whether a later message of a tool is left for a call with this result, once
// the open calls that have the same result have taken theirs.
func answered(later []datasets.Step, result string, open []*call) bool {
	left := 0
	for i := range later {
		if later[i].Role == "tool" && later[i].Content == result {
			left++
		}
	}
	for _, c := range open {
		if c.Result == result {
			left--
		}
	}
	return left > 0
}

// qualified is a tool's name with its server's, as plans write it.
func qualified(server, tool string) string {
	if server == "" {
		return tool
	}
	return server + "::" + tool
}

// asked is the messages before the first answer: what the model was given.
func asked(steps []datasets.Step) []datasets.Step {
	for i := range steps {
		if steps[i].Role == "assistant" {
			return steps[:i]
		}
	}
	return steps
}

// question is the first words of a user.
func question(steps []datasets.Step) string {
	for i := range steps {
		if steps[i].Role == "user" {
			return steps[i].Content
		}
	}
	return ""
}
