package claims

import (
	"fmt"
	"slices"
)

var checkEquals = declare(Check{
	Name: "equals",
	Doc:  "Is it the number that another place prints?",
	Forms: []Form{{
		Value:   "a claim's id, a number, or a list of them",
		Example: `printed: "90%", unit: percent, check: {equals: "93.61"}`,
	}},
	Cite: "One quantity has one value",
}, parseEquals, equals.judge)

// equals asks whether one quantity is behind the claim and each of the others. The prints
// may have different numbers of digits: 90% and 93.61 can be one value if the former is
// rounded to tens, which is then said.
type equals struct{ to []*operand }

func parseEquals(a *args) equals {
	e := equals{a.list("equals", a.value, a.line, 1)}
	a.derive(e.to...)
	return e
}

// judge returns the gravest outcome, the first of several.
func (e equals) judge(q *inquiry) outcome {
	worst := outcome{}
	at := len(gravity)
	for _, op := range e.to {
		o := q.equal(op)
		if g := slices.Index(gravity, o.verdict); g < at {
			worst, at = o, g
		}
	}
	return worst
}

// equal holds the claim against another print of the same quantity.
func (q *inquiry) equal(op *operand) outcome {
	unit := q.claim.Unit
	o := q.weigh(comparison{
		rules: sameQuantity, of: func(r reading) (span, bool) { return op.span(r, unit), true }, value: op.value(unit),
		suspect: func(span) []string { return []string{q.swapped(op), q.copies()} },
	})
	o.computed = op.show()
	o.arithmetic = fmt.Sprintf("printed %s here, %s", q.claim.Printed.Text, op.place())
	switch o.verdict {
	case Inconsistent:
		o.arithmetic += ": no one value prints both"
	case ByTruncation:
		o.arithmetic = sentence(o.arithmetic, because(truncated))
	}
	return o
}

// place is the operand with where it stands.
func (o operand) place() string {
	if o.claim == nil {
		return o.show()
	}
	name := fmt.Sprintf("%s at %s", o.show(), o.claim.ID)
	if o.claim.Where != "" {
		name += " (" + o.claim.Where + ")"
	}
	return name
}

// swapped tells where two neighbouring digits changed places.
func (q *inquiry) swapped(op *operand) string {
	p, _ := op.printed(q.claim.Unit)
	a, b := digitsOf(q.claim.Printed.Text), digitsOf(p.Text)
	if len(a) != len(b) || a == b {
		return ""
	}
	for i := 0; i+1 < len(a); i++ {
		if a[:i]+string(a[i+1])+string(a[i])+a[i+2:] == b {
			return "two digits changed places"
		}
	}
	return ""
}

func digitsOf(s string) string {
	var out []byte
	for i := range len(s) {
		if isDigit(s[i]) {
			out = append(out, s[i])
		}
	}
	return string(out)
}
