package relations

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

// span is what a printed number, or what is computed of some, can be.
type span struct{ low, high float64 }

func (s span) meets(t span) bool { return s.low <= t.high && t.low <= s.high }

func (s span) wide() float64 { return s.high - s.low }

// quantity is a printed number that can be computed with. near is what rounding to nearest
// prints so, far what any rounding does: cutting off, or rounding twice. The ends are wider
// than they need be by a hair, since they are computed in floating point, and a relation
// that fails by a hair is for package claims to judge, which computes exactly.
type quantity struct {
	*document.Number
	at           int // index into the paper's numbers
	value, digit float64
	near, far    span
	whole        bool // printed without decimals
	sign         byte // + or - where one is printed
	padded       bool // the zeros at its end stand in the whole column
}

// hair is the relative slack of floating point here.
const hair = 1e-9

// code is a whole number with a zero in front, such as 01: it names a thing and counts none.
var code = regexp.MustCompile(`^[+-]?0[0-9]+$`)

// newQuantity reads a number; ok is false for a bound, for one that could be another, and for
// a code.
func newQuantity(n *document.Number, at int) (q quantity, ok bool) {
	v, err := strconv.ParseFloat(n.Plain, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || n.Bound != "" || n.Ambiguous != "" || code.MatchString(n.Plain) {
		return q, false
	}
	q = quantity{Number: n, at: at, value: v, digit: pow10(-n.Decimals), whole: n.Decimals == 0}
	if n.Printed != "" && (n.Printed[0] == '+' || n.Printed[0] == '-') {
		q.sign = n.Printed[0]
	}
	if e := strings.IndexAny(n.Plain, "eE"); e >= 0 {
		exp, _ := strconv.Atoi(n.Plain[e+1:])
		q.digit, q.whole = pow10(exp-n.Decimals), false
	}
	q.reach()
	return q, true
}

// reach sets what the number can stand for.
func (q *quantity) reach() {
	d := q.digit
	slack := hair * (math.Abs(q.value) + d)
	q.near = span{q.value - d/2 - slack, q.value + d/2 + slack}
	down, up := .55*d, .55*d
	switch {
	case q.value > 0:
		up = d
	case q.value < 0:
		down = d
	default:
		down, up = d, d
	}
	q.far = span{q.value - down - slack, q.value + up + slack}
}

// blunt takes a digit more off what the number claims: its last one is a zero of format.
func (q *quantity) blunt() {
	q.padded = true
	q.digit *= 10
	q.reach()
}

// exactly makes a count of it: what is printed is what it is.
func (q quantity) exactly() quantity {
	slack := hair * math.Abs(q.value)
	q.near = span{q.value - slack, q.value + slack}
	q.far = q.near
	return q
}
