package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// An agent's conversation grows with every call of its model: each span of the model
// has all that was said before, so that the longest holds the others. A sub-agent has
// a conversation of its own, inside a call of the agent above it. The trace's is that
// of the agent on top; of the sub-agents' the spans of their calls are kept.

// otelTalk is the longest conversation recorded under one parent span.
type otelTalk struct {
	input, output string
	order         int
}

// otelNode is a span's place in the tree.
type otelNode struct {
	parent string
	agent  bool
}

// conversation keeps the longest history that a model was given, by the span above.
func (t *otelTrace) conversation(input, output, above string) {
	if len(input)+len(output) == 0 {
		return
	}
	talk, ok := t.talks[above]
	if ok && len(input) < len(talk.input) {
		return
	}
	if !ok {
		talk.order = len(t.talks)
	}
	t.talks[strings.Clone(above)] = otelTalk{input, output, talk.order}
}

// otelSpoken is a message that an event holds.
type otelSpoken struct {
	span    string
	answer  bool
	message json.RawMessage
}

// overheard makes conversations of the messages in events, one for each span that they belong
// to: all but the last are what the model was given.
func (t *otelTrace) overheard() {
	for len(t.spoken) > 0 {
		span := t.spoken[0].span
		var asked, answered, rest = []json.RawMessage{}, []json.RawMessage{}, t.spoken[:0:0]
		for _, m := range t.spoken {
			switch {
			case m.span != span:
				rest = append(rest, m)
			case m.answer:
				answered = append(answered, m.message)
			default:
				asked = append(asked, m.message)
			}
		}
		t.spoken = rest
		// A tool's span may repeat its arguments and its result as messages.
		if n := t.nodes[span]; slices.ContainsFunc(t.spent, func(s otelSpent) bool { return s.span == span }) {
			t.conversation(listOf(asked), listOf(answered), n.parent)
		} else if n.agent {
			t.conversation(listOf(asked), listOf(answered), span)
		}
	}
}

// talk is the conversation of the agent on top: of the fewest agents above, the
// longest.
func (t *otelTrace) talk() (best otelTalk) {
	least, found := 0, false
	for span, talk := range t.talks {
		depth := t.depth(span)
		order := cmp.Or(cmp.Compare(depth, least), cmp.Compare(len(best.input), len(talk.input)), cmp.Compare(talk.order, best.order))
		if !found || order < 0 {
			best, least, found = talk, depth, true
		}
	}
	return best
}

// steps makes the conversation of the recorded messages, and adds the calls that
// spans alone tell of.
func (t *otelTrace) steps(out *datasets.Trajectory) error {
	if out.Steps == nil {
		if err := t.recorded(out); err != nil {
			return fmt.Errorf("the messages: %w", err)
		}
	}
	taken := map[*datasets.ToolCall]bool{}
	const placed = -2
	after := make([]int, len(t.calls)) // by span: the message that it belongs behind, or placed
	last := -1                         // the message of the last call that was found; before any, the request
	for last+1 < len(out.Steps) && out.Steps[last+1].Role != "assistant" {
		last++
	}
	for i := range t.calls {
		step, c := findCall(out.Steps, &t.calls[i].call, taken)
		if c == nil {
			after[i] = last
			continue
		}
		after[i], last, taken[c] = placed, max(last, step), true
		span := &t.calls[i].call
		c.IsError, c.Error, c.LatencyMS = span.IsError, span.Error, span.LatencyMS
		c.Result, c.Server, c.Arguments = cmp.Or(c.Result, span.Result), cmp.Or(c.Server, span.Server), cmp.Or(c.Arguments, span.Arguments)
	}
	// A history that begins in the middle has answers to calls that the spans alone still hold.
	out.Unread = slices.DeleteFunc(out.Unread, func(u datasets.Unread) bool {
		return slices.ContainsFunc(t.calls, func(c otelCall) bool {
			return c.call.ID != "" && u.What == "an answer to a call "+strconv.Quote(c.call.ID)
		})
	})
	for i := len(t.calls) - 1; i >= 0; i-- {
		if after[i] == placed {
			continue
		}
		at := after[i] + 1
		for at < len(out.Steps) && out.Steps[at].Role == "tool" { // answers stay behind their calls
			at++
		}
		out.Steps = slices.Insert(out.Steps, at, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{t.calls[i].call}})
	}
	return nil
}

// findCall looks for a span's call among the messages: by its id, else, where either
// side has none, the first of the tool that no other span is about.
func findCall(steps []datasets.Step, span *datasets.ToolCall, taken map[*datasets.ToolCall]bool) (int, *datasets.ToolCall) {
	at, found := 0, (*datasets.ToolCall)(nil)
	for i := range steps {
		for j := range steps[i].Calls {
			switch c := &steps[i].Calls[j]; {
			case taken[c]:
			case c.ID != "" && c.ID == span.ID:
				return i, c
			case found == nil && (c.ID == "" || span.ID == "") && c.Tool == span.Tool && (c.Server == "" || span.Server == "" || c.Server == span.Server):
				at, found = i, c
			}
		}
	}
	return at, found
}

// recorded reads the messages of the agent on top.
func (t *otelTrace) recorded(out *datasets.Trajectory) error {
	talk := t.talk()
	list := make([]string, 0, 2)
	for _, text := range []string{talk.input, talk.output} {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if err := checkJSON([]byte(text)); err != nil {
			return err
		}
		if text[0] != '[' {
			return fmt.Errorf("expected a list, found %s", excerpt([]byte(text)))
		}
		if text = strings.TrimSpace(text[1 : len(text)-1]); text != "" {
			list = append(list, text)
		}
	}
	if talk.input+talk.output == "" {
		return nil
	}
	return mapping.SetSteps(out, "["+strings.Join(list, ",")+"]")
}
