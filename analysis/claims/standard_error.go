package claims

import (
	"fmt"
	"math"
	"math/big"
)

var checkStandardError = declare(Check{
	Name: "standard_error",
	Doc:  "Is it the standard error of this mean or share?",
	Forms: []Form{
		{
			Fields: []Field{
				{Name: "sd", Doc: "The standard deviation of the values"},
				{Name: "n", Doc: "The number of values"},
			},
			Example: `printed: "0.20", check: {standard_error: {sd: "1.20", n: 36}}`,
		},
		{
			Fields: []Field{
				{Name: "share", Doc: "In place of sd: the share, of which the values are 0 and 1"},
				{Name: "n", Doc: "The number of values"},
			},
			Example: `printed: "4.2", unit: percent, check: {standard_error: {share: "78.95", n: 95}}`,
		},
	},
	Cite: "sd/sqrt(n), and sqrt(p(1-p)/n) of a share; Altman and Bland 2005, BMJ 331",
}, parseStandardError, defined.judge)

func parseStandardError(a *args) defined {
	share := a.optional("share")
	if share == nil {
		d := defined{operands: []*operand{a.operand("sd"), a.denominator("n")}, taken: asPrinted, plain: 1}
		d.formulas = []formulaOf{{name: "sd/sqrt(n)", of: func(x []float64) float64 { return positive(x[0]) / math.Sqrt(x[1]) }, write: func(s []string) string { return fmt.Sprintf("%s/sqrt(%s)", s[0], s[1]) }}}
		a.derive(d.operands...)
		return d
	}
	d := defined{operands: []*operand{share, a.denominator("n")}, taken: shareAndCount, share: true, plain: 2}
	for less := range 2 {
		n := "%s"
		if less == 1 {
			n = "(%s-1)"
		}
		d.formulas = append(d.formulas, formulaOf{
			name: "of a share", turns: []float64{.5},
			of:    func(x []float64) float64 { return math.Sqrt(x[0] * (1 - x[0]) / (x[1] - float64(less))) },
			write: func(s []string) string { return fmt.Sprintf("sqrt(%s x (1 - %s)/"+n+")", s[0], s[0], s[1]) },
		})
	}
	a.derive(d.operands...)
	return d
}

// shareAndCount takes the first of two operands as a part of a whole and the other as it is.
// A share has its own unit: a bare integer is no share.
var shareAndCount = taking{
	func(o *operand, r reading, own Unit) span {
		if _, unit := o.printed(own); unit == Count {
			return asPrinted.span(o, r, own)
		}
		return asPart.span(o, r, own)
	},
	func(o *operand, own Unit) *big.Rat {
		if _, unit := o.printed(own); unit == Count {
			return asPrinted.value(o, own)
		}
		return asPart.value(o, own)
	},
}

// positive is a number that cannot be below 0, as a standard deviation.
func positive(v float64) float64 { return math.Max(0, v) }
