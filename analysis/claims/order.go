package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

func readMaximum(a *args) func(*inquiry) outcome { return extremum(a, 1, "largest") }
func readMinimum(a *args) func(*inquiry) outcome { return extremum(a, -1, "smallest") }

// certainly reports whether every value of s is beyond every value of t.
func certainly(s, t span, direction int) bool {
	if direction < 0 {
		s, t = s.negated(), t.negated()
	}
	if s.low == nil || t.high == nil {
		return false
	}
	c := s.low.Cmp(t.high)
	return c > 0 || c == 0 && (s.lowOpen || t.highOpen)
}

// orderRules are the rules that keep the order of numbers: rounding all of them
// by one rule never turns two around.
var orderRules = []reading{halfUp, halfEven, truncated, mixed, rough, roughDown}

func extremum(a *args, direction int, word string) func(*inquiry) outcome {
	ops := a.operands(1, "of")
	return func(q *inquiry) outcome {
		unit := q.claim.Unit
		beaten := func(r reading, o *operand) bool {
			return o.claim != q.claim && certainly(o.span(r, unit), q.own(r), direction)
		}
		r, ok := first(orderRules, func(r reading) bool {
			return !slices.ContainsFunc(ops, func(o *operand) bool { return beaten(r, o) })
		})
		best := ops[0]
		for _, o := range ops {
			if direction*o.value(unit).Cmp(best.value(unit)) > 0 {
				best = o
			}
		}
		o := outcome{verdict: Inconsistent, computed: named(best)}
		if ok {
			o.verdict = verdictOf(r)
			o.arithmetic = sentence(fmt.Sprintf("%s is the %s of %s", q.claim.Printed.Text, word, joined(ops, ", ")), because(r))
			return o
		}
		o.arithmetic = fmt.Sprintf("%s is not the %s of %s: %s is %s", q.claim.Printed.Text, word, joined(ops, ", "), named(best), comparative(direction))
		return o
	}
}

func comparative(direction int) string {
	if direction < 0 {
		return "smaller"
	}
	return "larger"
}

// named is an operand with its id.
func named(o *operand) string {
	if o.claim != nil {
		return fmt.Sprintf("%s (%s)", o.show(), o.claim.ID)
	}
	return o.show()
}

func readRank(a *args) func(*inquiry) outcome {
	ops := a.operands(2, "of")
	place := 0
	if a.find("rank") != nil {
		place = a.whole("rank", 0)
	}
	value := a.optional("value")
	direction := 1
	if a.text("order", "descending", "ascending") == "ascending" {
		direction = -1
	}
	switch {
	case place > 0 && value != nil:
		a.fail(a.line, "rank and value together; expected rank for the place of the printed number, or value where the printed number is a place")
	case place > len(ops)+1:
		a.fail(a.line, "rank: %d of %d numbers", place, len(ops))
	}
	if place == 0 && value == nil {
		a.own = false
		return func(q *inquiry) outcome { return q.inOrder(ops, direction) }
	}
	return func(q *inquiry) outcome {
		unit := q.claim.Unit
		at := place
		self := func(r reading) span { return q.own(r) }
		same := func(o *operand) bool { return o.claim == q.claim }
		name := q.claim.Printed.Text
		if value != nil {
			n, ok := (operand{literal: &q.claim.Printed}).count()
			if !ok || n < 1 {
				return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("printed %s is no place", name)}
			}
			at = n
			unit = None
			if value.claim != nil {
				unit = value.claim.Unit
			}
			self = func(r reading) span { return value.span(r, unit) }
			same = func(o *operand) bool { return o == value || o.claim != nil && o.claim == value.claim }
			if value.claim == nil {
				skip := slices.IndexFunc(ops, func(o *operand) bool { return o.text == value.text })
				same = func(o *operand) bool { return skip >= 0 && o == ops[skip] }
			}
			name = value.show()
		}
		// ahead counts those that must be ahead, and those that can be.
		ahead := func(r reading) (must, can int) {
			for _, o := range ops {
				if same(o) {
					continue
				}
				s := o.span(r, unit)
				if certainly(s, self(r), direction) {
					must++
				}
				if !certainly(self(r), s, direction) {
					can++
				}
			}
			return must, can
		}
		r, ok := first(orderRules, func(r reading) bool {
			must, can := ahead(r)
			return must <= at-1 && at-1 <= can
		})
		must, can := ahead(halfUp)
		places := fmt.Sprintf("place %d", must+1)
		if can > must {
			places = fmt.Sprintf("place %d to %d, tied as printed", must+1, can+1)
		}
		o := outcome{verdict: Inconsistent, computed: places, arithmetic: fmt.Sprintf("%s takes %s of %s; claimed %d", name, places, joined(ops, ", "), at)}
		if ok {
			o.verdict = verdictOf(r)
			o.arithmetic = sentence(o.arithmetic, because(r))
		}
		return o
	}
}

// inOrder asks whether the operands can stand in the order in which they are listed.
func (q *inquiry) inOrder(ops []*operand, direction int) outcome {
	unit := q.claim.Unit
	word := map[int]string{1: "descending", -1: "ascending"}[direction]
	wrong := func(r reading) (int, bool) {
		for i := range ops {
			for j := range i {
				if certainly(ops[i].span(r, unit), ops[j].span(r, unit), direction) {
					return i, true
				}
			}
		}
		return 0, false
	}
	r, ok := first(orderRules, func(r reading) bool { _, bad := wrong(r); return !bad })
	sorted := slices.Clone(ops)
	slices.SortStableFunc(sorted, func(x, y *operand) int { return direction * compare(y.value(unit), x.value(unit)) })
	o := outcome{verdict: Inconsistent, computed: strings.TrimSpace(joined(sorted, " > "))}
	if direction < 0 {
		o.computed = joined(sorted, " < ")
	}
	if ok {
		o.verdict = verdictOf(r)
		o.arithmetic = sentence(joined(ops, ", ")+" are in "+word+" order", because(r))
		return o
	}
	i, _ := wrong(mixed)
	o.arithmetic = fmt.Sprintf("%s are not in %s order: %s comes too late", joined(ops, ", "), word, named(ops[i]))
	return o
}

func compare(x, y *big.Rat) int { return x.Cmp(y) }
