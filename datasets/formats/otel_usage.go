package formats

import "mcpstats/datasets"

// otelUsage is tokens, and dollars where an instrumentation counts them, over spans of one kind.
type otelUsage struct {
	input, output, cached datasets.Maybe[int64]
	cost                  datasets.Maybe[float64]
}

// add sums a span's tokens.
func (u *otelUsage) add(s *otelSpan) {
	addTokens(&u.input, s.number("gen_ai.usage.input_tokens"))
	addTokens(&u.output, s.number("gen_ai.usage.output_tokens"))
	addTokens(&u.cached, s.number("gen_ai.usage.cache_read.input_tokens"))
	if c := s.number("gen_ai.usage.cost"); c.Known && c.Value >= 0 {
		u.cost = datasets.Known(u.cost.Value + c.Value)
	}
}

// plus sums two usages; what neither knows stays unknown.
func (u *otelUsage) plus(v otelUsage) {
	for _, pair := range [][2]*datasets.Maybe[int64]{{&u.input, &v.input}, {&u.output, &v.output}, {&u.cached, &v.cached}} {
		if pair[1].Known {
			*pair[0] = datasets.Known(pair[0].Value + pair[1].Value)
		}
	}
	if v.cost.Known {
		u.cost = datasets.Known(u.cost.Value + v.cost.Value)
	}
}

// counted reports whether tokens are known.
func (u *otelUsage) counted() bool { return u.input.Known || u.output.Known }

// otelSpent is what one call of a model used.
type otelSpent struct {
	span string
	otelUsage
}

// used sums what the model's calls used. A framework and the client that it calls may both
// describe one call, the one inside of the other; the outer one counts.
//
// A price is the attempt's only where each of its calls has one.
func (t *otelTrace) used() (sum otelUsage) {
	unpriced := false
	counted := map[string]bool{}
	for i := range t.spent {
		counted[t.spent[i].span] = t.spent[i].counted()
	}
	for i := range t.spent {
		again := false
		t.climb(t.nodes[t.spent[i].span].parent, func(span string, n otelNode) bool {
			again = again || counted[span]
			return !again && !n.agent
		})
		if !again {
			sum.plus(t.spent[i].otelUsage)
			unpriced = unpriced || t.spent[i].counted() && !t.spent[i].cost.Known
		}
	}
	if unpriced {
		sum.cost = datasets.Maybe[float64]{}
	}
	return sum
}
