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
// computed and printed, against the range in which both lie. A mean always lies between
// what it is the mean of, so that its range is that of the operands.
func (c *candidate) coincidence(width, low, high float64) float64 {
	reach := high - low
	if c.formula.family == "mean" || c.formula.family == "f1" {
		from, to := c.view.items()
		total, n := 0.0, 0
		for item := from; item < to; item++ {
			ops, ok := c.operands(item)
			if !ok || c.at(item, c.target) == nil {
				continue
			}
			least, most := ops[0].value, ops[0].value
			for _, o := range ops {
				least, most = math.Min(least, o.value), math.Max(most, o.value)
			}
			// The mean of k numbers scatters about their middle by their range / sqrt(k).
			total += (most - least) / math.Sqrt(float64(len(ops)))
			n++
		}
		if n > 0 {
			reach = math.Min(reach, total/float64(n))
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
	return zeros >= len(ops)-1 || same == len(ops)
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
		out = append(out, in)
	}
	return out
}
