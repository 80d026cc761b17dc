package claims

import "math/big"

// operand is a number that a check uses: printed in place, or another claim's.
type operand struct {
	text    string   // as written
	literal *Printed // nil: the claim of this id
	exact   bool     // a bare integer
	claim   *Claim   // resolved; nil for a literal
	line    int
}

// printed is the operand's number and its unit; own is the unit of the claim
// that uses it.
func (o operand) printed(own Unit) (Printed, Unit) {
	if o.claim != nil {
		return o.claim.Printed, o.claim.Unit
	}
	switch {
	case o.exact:
		return *o.literal, Count
	case o.literal.sign && (own == Proportion || !own.share()):
		return *o.literal, Percent
	}
	return *o.literal, own
}

// span is what the operand stands for, in the unit of the claim that uses it.
func (o operand) span(r reading, own Unit) span {
	p, unit := o.printed(own)
	return p.span(r, unit).scaled(convert(unit, own))
}

// raw is what the operand stands for as printed, without conversion.
func (o operand) raw(r reading, own Unit) span {
	p, unit := o.printed(own)
	return p.span(r, unit)
}

// part is what the operand stands for as a part of a whole. own is the unit of the
// claim that uses it.
func (o operand) part(r reading, own Unit) span {
	p, unit := o.printed(own)
	unit = p.shareUnit(unit)
	return p.span(r, unit).scaled(unit.one())
}

// whole is what the operand stands for where percent means hundredths: the value
// that enters a product.
func (o operand) whole(r reading) span {
	p, unit := o.printed(None)
	return p.span(r, unit).scaled(unit.one())
}

// value is the printed value, in the unit of the claim that uses it; of a range
// or a bound the number that stands there.
func (o operand) value(own Unit) *big.Rat {
	p, unit := o.printed(own)
	return new(big.Rat).Mul(p.value, convert(unit, own))
}

// show is the operand as a reader knows it: the printed number.
func (o operand) show() string {
	if o.claim != nil {
		return o.claim.Printed.Text
	}
	return o.text
}

// convert is what a number of unit from is multiplied by to be one of unit to.
func convert(from, to Unit) *big.Rat {
	if !from.share() || !to.share() || from == to {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).Quo(from.one(), to.one())
}

// count is the operand as a whole number; ok is false where it is not one.
func (o operand) count() (n int, ok bool) {
	p, _ := o.printed(Count)
	if p.value == nil || p.bound != equal || p.upper != nil || !p.value.IsInt() || !p.value.Num().IsInt64() {
		return 0, false
	}
	v := p.value.Num().Int64()
	if v < 0 || v > 1<<40 {
		return 0, false
	}
	return int(v), true
}
