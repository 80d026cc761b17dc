package mapping

import (
	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// toolMessage hands a tool's message to the call that it answers.
func (c *conversation) toolMessage(o *fields, said string) error {
	answer := datasets.ToolCall{Result: said}
	if err := readMark(&answer, o); err != nil {
		return err
	}
	if c.style.UserCalls && o.peek("requestor") == "user" {
		return nil
	}
	if id := o.peek("id"); c.style.AnswerID {
		if id == "" || c.isOpen(id) {
			c.answer(id, "", answer)
		}
		return nil
	}
	id := o.word(callIDs[:len(callIDs)-1]...)
	if id == "" { // Every Eval Ever: a list, of the one call that a message answers
		if ids, err := listOf(o.raw("tool_call_id")); err == nil && len(ids) == 1 {
			o.get("tool_call_id")
			id, _ = text(ids[0])
		}
	}
	name := o.peek("name")
	if id == "" && name == "" {
		id = o.peek("id") // where a message's id is that of the call
		if !c.isOpen(id) {
			id = ""
		}
	}
	if f := o.word("function"); f != "" { // Inspect marks failed calls
		c.errorsMarked, name = true, f
	}
	c.answer(id, name, answer)
	return nil
}

// isOpen reports whether a call of that id waits for its answer.
func (c *conversation) isOpen(id string) bool {
	for _, at := range c.open {
		if id != "" && c.at(at).ID == id {
			return true
		}
	}
	return false
}

// observation reads ATIF's results below a step, which name their calls by source_call_id.
func (c *conversation) observation(raw json.RawMessage) error {
	o := fieldsOf(raw)
	results, err := listOf(o.get("results"))
	if err != nil {
		return err
	}
	for _, raw := range results {
		if first(raw) != '{' {
			continue
		}
		r := fieldsOf(raw)
		var answer datasets.ToolCall
		if err := c.unread.readResult(&answer, &r); err != nil {
			return err
		}
		if id := r.word("source_call_id"); id != "" {
			c.answer(id, "", answer)
		}
		c.addStep("tool", answer.Result)
	}
	c.unread.countUnused("key of an observation", &o)
	return nil
}
