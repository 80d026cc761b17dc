package relations

import (
	"math"
	"slices"
)

// candidate is a formula over fields of a view: field target of the others.
type candidate struct {
	view
	formula
	target  int
	of      []int
	exact   bool // all are counts
	support support
	items   []instance
}

// instance is one item of a candidate.
type instance struct {
	item   int
	status status
	miss   float64 // how far off, in units of the last printed digit
	off    float64 // from the printed number to the middle of what is computed
	slack  float64 // how far off it may be
	reach  float64 // from the smallest operand to the largest
	unit   string  // of the target
	once   bool    // a count below the sum, and no smaller than the largest part
}

type status int

const (
	holds status = iota
	loose        // only where digits were cut off or rounded twice
	fails
)

// operands are the quantities of an item; ok is false where one is missing.
func (c *candidate) operands(item int) (ops []*quantity, ok bool) {
	ops = make([]*quantity, len(c.of))
	for i, f := range c.of {
		if ops[i] = c.at(item, f); ops[i] == nil {
			return nil, false
		}
	}
	return ops, true
}

// evaluate holds every item against the formula. It gives up early where too many fail.
func (c *candidate) evaluate() bool {
	from, to := c.view.items()
	n, failed := 0, 0
	var seen []float64
	width, low, high := 0.0, math.Inf(1), math.Inf(-1)
	c.items, c.support.held, c.support.near, c.support.failed = c.items[:0], 0, 0, 0
	exactly := 0
	for item := from; item < to; item++ {
		t := c.at(item, c.target)
		if t == nil {
			continue
		}
		ops, ok := c.operands(item)
		if !ok || trivial(t, ops) {
			continue
		}
		near, far := make([]span, len(ops)), make([]span, len(ops))
		for i, o := range ops {
			near[i], far[i] = o.near, o.far
			if c.exact {
				near[i], far[i] = o.exactly().near, o.exactly().far
			}
		}
		own := *t
		if c.exact {
			own = t.exactly()
		}
		s, ok := c.formula.of(near)
		f, ok2 := c.formula.of(far)
		if !ok || !ok2 {
			continue
		}
		n++
		in := instance{item: item, status: fails}
		switch {
		case s.meets(own.near):
			in.status = holds
		case f.meets(own.far):
			in.status = loose
		default:
			in.miss = math.Max(f.low-own.far.high, own.far.low-f.high) / t.digit
			failed++
		}
		c.items = append(c.items, in)
		if failed > 2 && float64(failed) > .5*float64(to-from) {
			return false
		}
		center := (s.low + s.high) / 2
		last := &c.items[len(c.items)-1]
		last.off, last.slack, last.reach = math.Abs(center-t.value), (s.wide()+own.near.wide())/2, reachOf(ops)
		last.unit, last.once = t.Unit, c.countedOnce(t, ops, center)
		if in.status == holds && math.Abs(center-t.value) < .02*t.digit {
			exactly++
		}
		// A row that repeats another is no evidence of its own.
		if slices.Contains(seen, t.value) && in.status != fails {
			continue
		}
		seen = append(seen, t.value)
		width += s.wide() + own.near.wide()
		low, high = math.Min(low, math.Min(t.value, center)), math.Max(high, math.Max(t.value, center))
		switch in.status {
		case holds:
			c.support.held++
		case loose:
			c.support.near++
		case fails:
			c.support.failed++
		}
	}
	if n < 2 || c.support.all() == 0 {
		return false
	}
	c.support.p = c.coincidence(width/float64(c.support.all()), low, high)
	return true
}

// coincidence is how probable it is that an item holds by chance: the width of what is
// computed and printed, against the range in which both lie. Where one operand alone comes
// near the target, as with a ratio to what is nearly 1, the range is the distance that the
// others have to explain. A mean of k numbers scatters about their middle by their range /
// sqrt(k).
func (c *candidate) coincidence(width, low, high float64) float64 {
	reach := high - low
	scatter, n := 0.0, 0
	apart := make([]float64, len(c.of))
	from, to := c.view.items()
	for item := from; item < to; item++ {
		ops, ok := c.operands(item)
		t := c.at(item, c.target)
		if !ok || t == nil {
			continue
		}
		n++
		scatter += reachOf(ops) / math.Sqrt(float64(len(ops)))
		for i, o := range ops {
			apart[i] += math.Abs(t.value - o.value)
		}
	}
	if n > 0 {
		for _, a := range apart {
			reach = math.Min(reach, 2*a/float64(n))
		}
		if c.formula.family == "mean" || c.formula.family == "f1" {
			reach = math.Min(reach, scatter/float64(n))
		}
	}
	if reach <= 0 {
		return 1
	}
	return math.Min(1, width/reach)
}

// trivial tells whether an item says nothing: all of it 0, or the target one of the
// operands and the others 0, or all the same number.
func trivial(t *quantity, ops []*quantity) bool {
	zeros, same := 0, 0
	for _, o := range ops {
		if o.value == 0 {
			zeros++
		}
		if o.value == t.value {
			same++
		}
	}
	return zeros == len(ops) || len(ops) > 1 && zeros == len(ops)-1 || same == len(ops)
}

// decide sets whether the candidate is believed, and what of its failures is to be told.
func (c *candidate) decide() bool {
	return c.support.believed()
}

// telling are the items that fail so that it means something: a miss by a hair's breadth
// asks for more evidence than one far off, since rules that are almost the paper's fail by
// little.
func (c *candidate) telling() []instance {
	var out []instance
	for _, in := range c.items {
		if in.status != fails {
			continue
		}
		small := in.miss < 2
		if small && (c.support.held < 5 || c.support.failed > c.support.held/5) {
			continue
		}
		if c.formula.family == "mean" && !c.unweighted(in) || in.once || !c.ofItsKind(in) {
			continue
		}
		out = append(out, in)
	}
	return out
}

// ofItsKind tells whether an item that fails has the unit of one that holds: a line of heads
// among the numbers, such as "50% 2.5% 97.5%", is no exception to what the counts below it do.
func (c *candidate) ofItsKind(failing instance) bool {
	return slices.ContainsFunc(c.items, func(in instance) bool { return in.status != fails && in.unit == failing.unit })
}

// countedOnce tells whether a total may be smaller than the sum of its parts for a reason: a
// whole number no smaller than the largest part may count once what is in several parts, such
// as persons who move between states. One changed digit is no such reason.
func (c *candidate) countedOnce(t *quantity, ops []*quantity, sum float64) bool {
	if c.formula.family != "sum" || t.Decimals > 0 || t.value >= sum {
		return false
	}
	for _, o := range ops {
		if o.Decimals > 0 || o.value > t.value {
			return false
		}
	}
	gap := math.Round(sum - t.value)
	for gap >= 10 && math.Mod(gap, 10) == 0 {
		gap /= 10
	}
	return gap >= 10
}

// unweighted tells whether a failing mean is more than a weighted one whose weights differ a
// little. Such a mean is off by a part of the distance between the largest and the smallest
// operand, the same part at most in every item: so the items that hold, and whose operands
// lie as far apart, bound that part, and the failing one must exceed it clearly.
func (c *candidate) unweighted(failing instance) bool {
	const least, factor = 3, 2
	n, most := 0, 0.0
	for _, in := range c.items {
		if in.status != holds || in.reach <= 0 || in.reach < failing.reach/3 {
			continue
		}
		n++
		most = math.Max(most, (in.off+in.slack)/in.reach)
	}
	return n >= least && failing.reach > 0 && (failing.off-failing.slack)/failing.reach > factor*most
}

func reachOf(ops []*quantity) float64 {
	low, high := ops[0].value, ops[0].value
	for _, o := range ops {
		low, high = math.Min(low, o.value), math.Max(high, o.value)
	}
	return high - low
}
