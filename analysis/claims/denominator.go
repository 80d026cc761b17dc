package claims

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// defaultDenominators is how far a denominator is looked for where no range is given.
const defaultDenominators = 1000

var checkDenominator = declare(Check{
	Name: "denominator",
	Doc:  "Which one n fits all of these shares?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "of", Shape: "[shares]", Doc: "The shares; the claim's own number is one of them where it is a share, and n where its unit is count"},
			{Name: "between", Shape: "[low, high]", Optional: true, Doc: fmt.Sprintf("The range in which n is looked for; 1 to %d where it is left out", defaultDenominators)},
		},
		Example: `printed: "40", unit: count, check: {denominator: {of: ["30%", "45%", "17.5%", "7.5%"], between: [30, 79]}}`,
	}},
	Cite: "The GRIM test (Brown and Heathers 2017), of several shares",
}, parseDenominator, denominator.judge)

// denominator asks for one n over which every share is a count.
type denominator struct {
	shares    []*operand
	low, high int
	stated    bool // the range stands in the claims file
}

func parseDenominator(a *args) denominator {
	d := denominator{shares: a.operands(1, "of"), low: 1, high: defaultDenominators}
	if e := a.find("between"); e != nil {
		d.stated = true
		d.low, d.high = a.wholeRange(e)
	}
	a.own = false
	return d
}

// wholeRange reads two whole numbers in place, the smaller first.
func (a *args) wholeRange(e *entry) (low, high int) {
	ends := a.list("between", e.value, e.line, 2)
	if len(ends) != 2 {
		a.fail(e.line, "between: expected two whole numbers")
		return 0, 0
	}
	low, okLow := ends[0].count()
	high, okHigh := ends[1].count()
	literal := ends[0].literal != nil && ends[1].literal != nil
	if !okLow || !okHigh || !literal || low < 1 || high < low || high > maxWhole {
		a.fail(e.line, "between: expected two whole numbers from 1 to %d, the smaller first", maxWhole)
	}
	return low, high
}

func (d denominator) judge(q *inquiry) outcome {
	d.shares = d.withOwn(q.claim)
	if q.claim.Unit == Count && q.claim.Printed.value != nil {
		return d.judgeNumber(q)
	}
	line := "one n for " + joined(d.shares, ", ")
	for _, r := range searched {
		if ns := d.find(r, q.claim.Unit); len(ns) > 0 {
			found := "n = " + listed(ns)
			return outcome{verdict: verdictOf(r), computed: found, fits: found, arithmetic: sentence(line+": "+listed(ns)+" fit", because(r))}
		}
	}
	return d.none(line)
}

// judgeNumber asks whether the printed number is such an n.
func (d denominator) judgeNumber(q *inquiry) outcome {
	line := "one n for " + joined(d.shares, ", ")
	printed, whole := (operand{literal: &q.claim.Printed}).count()
	var ns []int
	for _, r := range searched {
		if ns = d.find(r, q.claim.Unit); whole && slices.Contains(ns, printed) {
			return outcome{verdict: verdictOf(r), computed: listed(ns), fits: "n = " + listed(ns),
				arithmetic: sentence(line+": "+listed(ns)+" fit; printed "+q.claim.Printed.Text, because(r))}
		}
	}
	if len(ns) == 0 { // under the last rule, which allows all that the others do
		return d.none(line)
	}
	return outcome{verdict: Inconsistent, computed: listed(ns), fits: "n = " + listed(ns), arithmetic: line + ": " + listed(ns) + " fit; printed " + q.claim.Printed.Text}
}

// withOwn adds the claim's own number to the shares where it is one.
func (d denominator) withOwn(c *Claim) []*operand {
	if !c.Unit.share() || c.Printed.value == nil || slices.ContainsFunc(d.shares, func(o *operand) bool { return o.claim == c }) {
		return d.shares
	}
	return append(slices.Clone(d.shares), &operand{text: c.Printed.Text, claim: c})
}

func (d denominator) find(r reading, own Unit) []int {
	spans := make([]span, len(d.shares))
	for i, o := range d.shares {
		spans[i] = o.part(r, own)
	}
	return commonDenominators(spans, d.low, d.high)
}

// none is inconsistent only where the claims file states how far to look.
func (d denominator) none(line string) outcome {
	o := outcome{verdict: Depends, fits: "a larger denominator, or shares of different wholes"}
	if d.stated {
		o.verdict, o.fits = Inconsistent, "a denominator outside that range, or shares of different wholes"
	}
	o.arithmetic = fmt.Sprintf("%s: none from %d to %d fits", line, d.low, d.high)
	return o
}

// listed names the first of many numbers.
func listed(ns []int) string {
	const most = 8
	var out []string
	for i, n := range ns {
		if i == most {
			out = append(out, fmt.Sprintf("and %d more", len(ns)-most))
			break
		}
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, ", ")
}
