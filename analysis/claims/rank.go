package claims

import (
	"fmt"
	"slices"
)

var checkRank = declare(Check{
	Name: "rank",
	Doc:  "Does a number take the place that is claimed?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "of", Shape: "[numbers]", Doc: "The numbers that are ranked; without rank and value the question is whether they are in order"},
			{Name: "rank", Optional: true, Doc: "The place, from 1, that the claim's own number takes"},
			{Name: "value", Optional: true, Doc: "In place of rank: the number whose place the claim prints"},
			{Name: "order", Optional: true, Doc: "Descending (the default) or ascending"},
		},
		Example: `printed: "3", unit: count, check: {rank: {of: ["78.95", "70.53", "52.63"], value: "52.63"}}`,
	}},
	Cite: "Order",
}, parseRank, ranking.judge)

// ranking asks for the place of one number among others, or for their order.
type ranking struct {
	of    []*operand
	place int      // of the claim's own number; 0: not asked
	value *operand // the number whose place the claim prints; nil: not asked
	direction
}

func parseRank(a *args) ranking {
	r := ranking{of: a.operands(2, "of"), direction: descending}
	if a.find("rank") != nil {
		r.place = a.whole("rank", 0)
	}
	r.value = a.optional("value")
	if a.text("order", "descending", "ascending") == "ascending" {
		r.direction = ascending
	}
	switch {
	case r.place > 0 && r.value != nil:
		a.fail(a.line, "rank and value together; expected rank for the place of the printed number, or value where the printed number is a place")
	case r.place > len(r.of)+1:
		a.fail(a.line, "rank: %d of %d numbers", r.place, len(r.of))
	}
	a.own = r.place > 0 || r.value != nil
	return r
}

func (r ranking) judge(q *inquiry) outcome {
	switch {
	case r.value != nil:
		return r.judgePlace(q)
	case r.place > 0:
		return r.judgeOwn(q)
	}
	return r.judgeOrder(q)
}

// judgeOwn asks for the place of the claim's own number.
func (r ranking) judgeOwn(q *inquiry) outcome {
	others := slices.DeleteFunc(slices.Clone(r.of), func(o *operand) bool { return o.claim == q.claim })
	return r.contest(contestant{q.claim.Printed.Text, q.own, q.claim.Unit}, others, r.place)
}

// judgePlace asks whether the claim's number is the place of value.
func (r ranking) judgePlace(q *inquiry) outcome {
	place, ok := (operand{literal: &q.claim.Printed}).count()
	if !ok || place < 1 {
		return unverifiable("printed %s is not a place", q.claim.Printed.Text)
	}
	unit := None
	if r.value.claim != nil {
		unit = r.value.claim.Unit
	}
	self := contestant{r.value.show(), func(rule reading) span { return r.value.span(rule, unit) }, unit}
	return r.contest(self, r.withoutValue(), place)
}

// withoutValue are the numbers that value competes with: all but the claim that it
// names, or but the first that is written as it is.
func (r ranking) withoutValue() []*operand {
	if c := r.value.claim; c != nil {
		return slices.DeleteFunc(slices.Clone(r.of), func(o *operand) bool { return o.claim == c })
	}
	i := slices.IndexFunc(r.of, func(o *operand) bool { return o.text == r.value.text })
	if i < 0 {
		return r.of
	}
	return slices.Delete(slices.Clone(r.of), i, i+1)
}

// contestant is the number whose place is in question.
type contestant struct {
	text string
	span func(reading) span
	unit Unit
}

// contest asks whether the number can take the place among the others.
func (r ranking) contest(self contestant, others []*operand, place int) outcome {
	rule, ok := first(orderRules, func(rule reading) bool {
		must, can := r.ahead(self, others, rule)
		return must <= place-1 && place-1 <= can
	})
	must, can := r.ahead(self, others, halfUp)
	places := fmt.Sprintf("place %d", must+1)
	if can > must {
		places = fmt.Sprintf("place %d to %d, tied as printed", must+1, can+1)
	}
	o := outcome{verdict: Inconsistent, computed: places}
	o.arithmetic = fmt.Sprintf("%s takes %s of %s; claimed %d", self.text, places, joined(r.of, ", "), place)
	if ok {
		o.verdict, o.arithmetic = verdictOf(rule), sentence(o.arithmetic, because(rule))
	}
	return o
}

// ahead counts the numbers that must be ahead under a rule, and those that can be. The two
// differ by the numbers whose spans overlap with its own: these are tied as printed, and
// any order of them is possible.
func (r ranking) ahead(self contestant, others []*operand, rule reading) (must, can int) {
	own := self.span(rule)
	for _, o := range others {
		s := o.span(rule, self.unit)
		if r.before(s, own) {
			must++
		}
		if !r.before(own, s) {
			can++
		}
	}
	return must, can
}

// judgeOrder asks whether the numbers can stand in the order in which they are listed.
func (r ranking) judgeOrder(q *inquiry) outcome {
	unit := q.claim.Unit
	sorted := slices.Clone(r.of)
	slices.SortStableFunc(sorted, func(x, y *operand) int { return r.compare(x, y, unit) })
	by := " > "
	if r.direction == ascending {
		by = " < "
	}
	o := outcome{verdict: Inconsistent, computed: joined(sorted, by)}
	rule, ok := first(orderRules, func(rule reading) bool { return r.late(rule, unit) == nil })
	if ok {
		o.verdict = verdictOf(rule)
		o.arithmetic = sentence(joined(r.of, ", ")+" are in "+r.String()+" order", because(rule))
		return o
	}
	o.arithmetic = fmt.Sprintf("%s are not in %s order: %s comes too late", joined(r.of, ", "), r.direction, named(r.late(mixed, unit)))
	return o
}

// late is the first number that is certain to belong before one that stands ahead
// of it; nil where there is none.
func (r ranking) late(rule reading, unit Unit) *operand {
	for i, o := range r.of {
		s := o.span(rule, unit)
		if slices.ContainsFunc(r.of[:i], func(ahead *operand) bool { return r.before(s, ahead.span(rule, unit)) }) {
			return o
		}
	}
	return nil
}
