package formats

import (
	"cmp"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// climb goes from a span upwards until visit says to stop. Damaged traces may go round in a
// circle.
func (t *otelTrace) climb(span string, visit func(span string, n otelNode) bool) {
	for range len(t.nodes) + 1 {
		n, ok := t.nodes[span]
		if !ok || !visit(span, n) {
			return
		}
		span = n.parent
	}
}

// depth is how many agents stand at and above a span.
func (t *otelTrace) depth(span string) (agents int) {
	t.climb(span, func(_ string, n otelNode) bool {
		if n.agent {
			agents++
		}
		return true
	})
	return agents
}

// once drops the calls that stand inside of a call of the same tool: a framework and the client
// that it calls may both describe one. A sub-agent's calls are its own.
func (t *otelTrace) once() {
	at := make(map[string]int, len(t.calls))
	for i := range t.calls {
		at[t.calls[i].span] = i
	}
	again := make([]bool, len(t.calls))
	for i := range t.calls {
		inner := &t.calls[i].call
		t.climb(t.nodes[t.calls[i].span].parent, func(span string, n otelNode) bool {
			if j, ok := at[span]; ok && !again[j] && t.calls[j].call.Tool == inner.Tool && (t.calls[j].call.ID == "" || inner.ID == "" || t.calls[j].call.ID == inner.ID) {
				outer := &t.calls[j].call
				outer.Arguments, outer.Result, outer.Error = cmp.Or(outer.Arguments, inner.Arguments), cmp.Or(outer.Result, inner.Result), cmp.Or(outer.Error, inner.Error)
				outer.ID, outer.Server = cmp.Or(outer.ID, inner.ID), cmp.Or(outer.Server, inner.Server)
				outer.IsError = datasets.Known(outer.IsError.Value || inner.IsError.Value)
				again[i] = true
			}
			return !again[i] && !n.agent
		})
	}
	kept := t.calls[:0]
	for i := range t.calls {
		if !again[i] {
			kept = append(kept, t.calls[i])
		}
	}
	t.calls = kept
}

// otelNamed is an attribute of an agent or of its model: a sub-agent's names no run.
type otelNamed struct {
	span   string
	column int
	cell   mapping.Cell
	key    string
}

// otelOfAgent reports whether an attribute is about one agent of several.
func otelOfAgent(key string) bool {
	return strings.HasPrefix(key, "gen_ai.agent.") || key == "gen_ai.request.model" || key == "gen_ai.response.model"
}

// named takes what the agent on top says of itself, and the model that it called most often:
// a program may ask a smaller one for a title.
func (t *otelTrace) named() {
	type use struct{ depth, times, order int }
	models := map[int]map[string]use{} // by column and model
	for i, a := range t.agents {
		depth := t.depth(a.span)
		if strings.HasPrefix(a.key, "gen_ai.agent.") {
			if t.from[a.column] < otelSpanRank && depth <= 1 {
				t.cells[a.column], t.from[a.column] = a.cell, otelSpanRank
			}
			continue
		}
		if models[a.column] == nil {
			models[a.column] = map[string]use{}
		}
		u, ok := models[a.column][a.cell.Text]
		switch {
		case !ok || depth < u.depth:
			u = use{depth, 1, i}
		case depth == u.depth:
			u.times++
		}
		models[a.column][a.cell.Text] = u
	}
	for column, uses := range models {
		if t.from[column] >= otelSpanRank {
			continue
		}
		best, found := use{}, ""
		for model, u := range uses {
			if found == "" || cmp.Or(cmp.Compare(u.depth, best.depth), cmp.Compare(best.times, u.times), cmp.Compare(u.order, best.order)) < 0 {
				best, found = u, model
			}
		}
		t.cells[column], t.from[column] = mapping.TextCell(found), otelSpanRank
	}
}
