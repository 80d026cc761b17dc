package claims

import (
	"fmt"
	"math"
	"math/big"
)

// formulaOf is one definition of a number that follows from others.
type formulaOf struct {
	name  string
	write func(shown []string) string // the formula with the printed operands in place
	of    func(x []float64) float64   // NaN where it is undefined
	turns []float64                   // by operand: where the formula turns in it; NaN or left out where it is monotone
}

// defined asks whether the claim's number follows from others by a formula. Of several
// formulas the first plain ones are what is meant where none is stated, and one further down
// that fits depends.
type defined struct {
	operands []*operand
	taken    taking
	share    bool // what is computed is a part of a whole
	formulas []formulaOf
	plain    int
	stated   bool
	unsigned bool // the sign of what is computed does not count
}

// taking is how a formula takes its operands.
type taking struct {
	span  func(o *operand, r reading, own Unit) span
	value func(o *operand, own Unit) *big.Rat
}

var (
	// asPart takes them as parts of a whole.
	asPart = taking{
		func(o *operand, r reading, own Unit) span {
			return o.part(r, own).clip(new(big.Rat), big.NewRat(1, 1))
		},
		func(o *operand, own Unit) *big.Rat {
			p, unit := o.printed(own)
			return new(big.Rat).Mul(p.value, p.shareUnit(unit).one())
		},
	}
	// asPrinted takes them as they are printed.
	asPrinted = taking{
		func(o *operand, r reading, _ Unit) span { return o.raw(r, None) },
		func(o *operand, _ Unit) *big.Rat {
			p, _ := o.printed(None)
			return p.value
		},
	}
)

func (d defined) judge(q *inquiry) outcome {
	var first outcome
	for i, f := range d.formulas {
		o, ok := d.ask(q, f)
		if !ok {
			continue
		}
		if o.verdict != Inconsistent {
			if i >= d.plain && !d.stated && o.verdict != Depends {
				o.verdict, o.fits = Depends, "fits as "+f.name
			}
			return o
		}
		if first.verdict == "" {
			first = o
		}
	}
	if first.verdict == "" {
		return unverifiable("%s has no value", d.formulas[0].write(d.shown()))
	}
	return first
}

// ask holds the claim against one formula; ok is false where it has no value.
func (d defined) ask(q *inquiry, f formulaOf) (o outcome, ok bool) {
	unit := q.claim.Unit
	x := make([]float64, len(d.operands))
	for i, op := range d.operands {
		x[i] = float(d.taken.value(op, unit))
	}
	v := f.of(x)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return o, false
	}
	if d.unsigned && v*float(q.claim.Printed.value) < 0 {
		plain := f.of
		f.of = func(x []float64) float64 { return -plain(x) }
		v = -v
	}
	scale := big.NewRat(1, 1)
	if d.share {
		scale.Inv(q.claim.Printed.shareUnit(unit).one())
	}
	return q.weigh(comparison{
		of: func(r reading) (span, bool) {
			spans := make([]span, len(d.operands))
			for i, op := range d.operands {
				spans[i] = d.taken.span(op, r, unit)
			}
			s, ok := corners(f, spans)
			return s.scaled(scale), ok
		},
		value: new(big.Rat).Mul(scale, rat(v)), formula: f.write(d.shown()), noSlip: true, rounded: true,
	}), true
}

func (d defined) shown() []string {
	out := make([]string, len(d.operands))
	for i, o := range d.operands {
		out[i] = o.show()
	}
	return out
}

// corners is what a formula can be where its operands lie in spans: in each of them it rises,
// falls, or turns once at a known place, so that its extremes are at ends and turns.
func corners(f formulaOf, spans []span) (span, bool) {
	low, high := math.Inf(1), math.Inf(-1)
	x := make([]float64, len(spans))
	undefined := false
	var visit func(i int)
	visit = func(i int) {
		if i == len(spans) {
			v := f.of(x)
			if math.IsNaN(v) {
				undefined = true
				return
			}
			low, high = min(low, v), max(high, v)
			return
		}
		a, b, ok := spans[i].floats()
		if !ok {
			undefined = true
			return
		}
		at := []float64{a, b}
		if i < len(f.turns) && f.turns[i] > a && f.turns[i] < b {
			at = append(at, f.turns[i])
		}
		if a == b {
			at = at[:1]
		}
		for _, v := range at {
			x[i] = v
			visit(i + 1)
		}
	}
	visit(0)
	switch {
	case low > high:
		return everything(), false
	case undefined: // at an end that is not taken: what is near it reaches without limit
		return everything(), true
	}
	return around(low, high), true
}

// each reads a list of exactly so many operands.
func (a *args) each(key string, n int) []*operand {
	ops := a.operands(n, key)
	if a.err == nil && len(ops) != n {
		a.fail(a.line, "%s: %d numbers; expected %d", key, len(ops), n)
	}
	if len(ops) != n {
		return nil
	}
	return ops
}

// wholeNumbers are the counts that operands print, or why they are none.
func wholeNumbers(ops []*operand, most int) ([]int, error) {
	out := make([]int, len(ops))
	for i, o := range ops {
		n, ok := o.count()
		if !ok || n > most {
			return nil, fmt.Errorf("%s is not a whole number from 0 to %d", o.show(), most)
		}
		out[i] = n
	}
	return out, nil
}
