package claims

import (
	"fmt"
	"slices"
)

// direction is 1 where larger numbers come first, -1 where smaller ones do.
type direction int

const (
	descending direction = 1
	ascending  direction = -1
)

func (d direction) String() string {
	if d == ascending {
		return "ascending"
	}
	return "descending"
}

// before reports whether every value of s is certain to come before every value
// of t.
func (d direction) before(s, t span) bool {
	if d == ascending {
		s, t = s.negated(), t.negated()
	}
	if s.low == nil || t.high == nil {
		return false
	}
	c := s.low.Cmp(t.high)
	return c > 0 || c == 0 && (s.lowOpen || t.highOpen)
}

// compare orders two operands as they are printed: negative where x comes first.
func (d direction) compare(x, y *operand, unit Unit) int {
	return int(d) * y.value(unit).Cmp(x.value(unit))
}

// orderRules are the rules that keep the order of numbers: rounding all of them
// by one rule never turns two around.
var orderRules = []reading{halfUp, halfEven, truncated, mixed, twice, rough, roughDown}

var checkMaximum = declare(Check{
	Name: "maximum",
	Doc:  "Is it the largest of these, the best in bold print?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[numbers]", Doc: "The numbers, the claim's own among them or not"}},
		Example: `printed: "78.95", unit: percent, check: {maximum: {of: ["78.95", "70.53", "52.63"]}}`,
	}},
	Cite: "Order",
}, parseExtremum, extremum.judgeMaximum)

var checkMinimum = declare(Check{
	Name: "minimum",
	Doc:  "Is it the smallest of these?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[numbers]", Doc: "The numbers, the claim's own among them or not"}},
		Example: `printed: "52.63", unit: percent, check: {minimum: {of: ["78.95", "70.53", "52.63"]}}`,
	}},
	Cite: "Order",
}, parseExtremum, extremum.judgeMinimum)

// extremum asks whether the claim's number is at one end of the others.
type extremum struct{ of []*operand }

func parseExtremum(a *args) extremum { return extremum{a.operands(1, "of")} }

func (e extremum) judgeMaximum(q *inquiry) outcome {
	return e.judge(q, descending, "largest", "larger")
}

func (e extremum) judgeMinimum(q *inquiry) outcome {
	return e.judge(q, ascending, "smallest", "smaller")
}

func (e extremum) judge(q *inquiry, d direction, superlative, comparative string) outcome {
	best := slices.MinFunc(e.of, func(x, y *operand) int { return d.compare(x, y, q.claim.Unit) })
	among := fmt.Sprintf("the %s of %s", superlative, joined(e.of, ", "))
	r, ok := first(orderRules, func(r reading) bool { return !e.beaten(q, r, d) })
	if ok {
		return outcome{verdict: verdictOf(r), computed: named(best),
			arithmetic: sentence(fmt.Sprintf("%s is %s", q.claim.Printed.Text, among), because(r))}
	}
	return outcome{verdict: Inconsistent, computed: named(best),
		arithmetic: fmt.Sprintf("%s is not %s: %s is %s", q.claim.Printed.Text, among, named(best), comparative)}
}

// beaten reports whether another number is certain to come before the claim's.
func (e extremum) beaten(q *inquiry, r reading, d direction) bool {
	return slices.ContainsFunc(e.of, func(o *operand) bool {
		return o.claim != q.claim && d.before(o.span(r, q.claim.Unit), q.own(r))
	})
}

// named is an operand with its id.
func named(o *operand) string {
	if o.claim != nil {
		return fmt.Sprintf("%s (%s)", o.show(), o.claim.ID)
	}
	return o.show()
}
