package claims

import (
	"fmt"
	"math/big"
)

var checkPassK = declare(Check{
	Name: "pass_k",
	Doc:  "Can it be pass@k, or pass^k, beside this pass@1?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "one", Doc: "The success rate of one trial, pass@1"},
			{Name: "k", Doc: "How many trials are drawn"},
			{Name: "kind", Optional: true, Doc: "any, where one of k is enough (pass@k), the default; or all, where all k must succeed (pass^k)"},
		},
		Example: `printed: "78.0", unit: percent, check: {pass_k: {one: "62.0", k: 5}}`,
	}},
	Cite: "Chen et al. 2021, Evaluating Large Language Models Trained on Code; Yao et al. 2024, tau-bench; Boole's inequality",
}, parsePassK, passK.judge)

// passK asks whether a rate can be that of k trials of which one succeeds, or all do, where
// the same trials have the rate one. Of every task pass@k is at least its pass@1 and at most
// k times that, and pass^k at most its pass@1 and at least 1 - k(1 - pass@1), so that the
// means are.
type passK struct {
	one *operand
	k   int
	all bool
}

func parsePassK(a *args) passK {
	p := passK{one: a.operand("one"), k: a.whole("k", 0)}
	if a.err == nil && p.k == 0 {
		a.fail(a.line, "k is missing; expected the number of trials")
	}
	p.all = a.text("kind", "any", "all") == "all"
	a.derive(p.one)
	return p
}

func (p passK) judge(q *inquiry) outcome {
	unit := q.claim.Unit
	one := p.one.span(mixed, unit)
	if one.low == nil || one.high == nil {
		return unverifiable("%s is a bound", p.one.show())
	}
	whole := new(big.Rat).Inv(q.claim.Printed.shareUnit(unit).one())
	if unit == None && p.one.value(unit).Cmp(big.NewRat(1, 1)) > 0 {
		whole = big.NewRat(100, 1)
	}
	k := big.NewRat(int64(p.k), 1)
	can := span{low: one.low, high: new(big.Rat).Mul(k, one.high)}
	name := fmt.Sprintf("pass@%d", p.k)
	if p.all {
		name = fmt.Sprintf("pass^%d", p.k)
		miss := new(big.Rat).Mul(k, new(big.Rat).Sub(whole, one.low))
		can = span{low: new(big.Rat).Sub(whole, miss), high: one.high}
	}
	can = can.clip(new(big.Rat), whole)
	o := outcome{verdict: Consistent, computed: can.show()}
	o.arithmetic = fmt.Sprintf("%s of trials of which %s succeed is %s; printed %s", name, p.one.show(), can.show(), q.claim.Printed.Text)
	if q.own(mixed).meet(can).empty() {
		o.verdict = Inconsistent
	}
	return o
}
