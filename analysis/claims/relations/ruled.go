package relations

import (
	"fmt"
	"slices"

	"mcpstats/analysis/claims"
)

// ruled is a relation with its instances as questions, before it is known whether it is
// believed.
type ruled struct {
	family, rule string
	support      support
	stated       bool
	asks         []asking
}

// asking is an instance: the number that is judged, those that it is held against, and how
// a claims file asks it.
type asking struct {
	own     *quantity
	with    []*quantity
	holds   bool
	unit    claims.Unit
	check   func(ids []string) string
	telling bool // a failure is told
}

func (r *ruled) ask(own *quantity, with []*quantity, ok bool, check func(ids []string) string) {
	r.askUnit(own, with, ok, claims.None, check)
}

func (r *ruled) askUnit(own *quantity, with []*quantity, ok bool, unit claims.Unit, check func(ids []string) string) {
	r.asks = append(r.asks, asking{own: own, with: with, holds: ok, unit: unit, check: check, telling: true})
}

// ruled makes questions of a candidate's items.
func (c *candidate) ruled() *ruled {
	names := make([]string, len(c.of))
	for i, f := range c.of {
		names[i] = named(c.view, f)
	}
	r := &ruled{family: c.family, support: c.support, rule: fmt.Sprintf("%s, %ss: %s", c.name(), c.where(), c.words(named(c.view, c.target), names))}
	telling := c.telling()
	unit := claims.None
	if c.exact {
		unit = claims.Count
	}
	for _, in := range c.items {
		ops, _ := c.operands(in.item)
		a := asking{own: c.at(in.item, c.target), with: ops, holds: in.status != fails, unit: unit, check: c.check}
		a.telling = slices.ContainsFunc(telling, func(t instance) bool { return t.item == in.item })
		r.asks = append(r.asks, a)
	}
	return r
}

// named is the head of a field in quotes, or its place where it has none.
func named(v view, field int) string {
	if head := v.field(field); head != "" {
		return fmt.Sprintf("%q", head)
	}
	return fmt.Sprintf("%s %d", v.where(), field+1)
}
