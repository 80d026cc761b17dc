package relations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
)

// wholes finds stretches of fields whose shares make up a whole in nearly every item, such as
// the kinds of errors of each system. Under the null model the parts are independent, so that
// a sum lies anywhere within the root of the sum of their squared ranges, half the whole at
// most, and meets the whole by chance with probability (width of the sum) / that.
func wholes(v view) []*ruled {
	fields := v.numeric()
	var out []*ruled
	used := map[int]bool{}
	for long := len(fields); long >= 2; long-- {
		for i := 0; i+long <= len(fields) && len(fields) <= maxFields; i++ {
			set := fields[i : i+long]
			if used[set[0]] || used[set[long-1]] {
				continue
			}
			for _, whole := range []float64{100, 1} {
				r := v.whole(set, whole, float64(len(fields)*len(fields))/2)
				if r == nil || r.support.held < 3 || !r.support.believed() {
					continue
				}
				for _, f := range set {
					used[f] = true
				}
				out = append(out, r)
				break
			}
		}
	}
	return out
}

func (v view) whole(set []int, whole, tried float64) *ruled {
	from, to := v.items()
	names := make([]string, len(set))
	for i, f := range set {
		names[i] = named(v, f)
	}
	r := &ruled{family: "whole", rule: fmt.Sprintf("%s, %ss: %s make up %g", v.name(), v.where(), listed(names), whole)}
	r.support.tried = tried
	p, reach := 0.0, math.Min(whole/2, v.scatter(set))
	if reach <= 0 {
		return nil
	}
	var seen [][]*quantity
	for item := from; item < to; item++ {
		var near, far span
		var parts []*quantity
		largest := 0.0
		for _, f := range set {
			q := v.at(item, f)
			if q == nil || q.value < 0 || q.value > whole {
				parts = nil
				break
			}
			parts = append(parts, q)
			near, far = span{near.low + q.near.low, near.high + q.near.high}, span{far.low + q.far.low, far.high + q.far.high}
			largest = math.Max(largest, q.value)
		}
		if parts == nil || largest >= whole || near.high < .6*whole || near.low > 1.4*whole {
			continue // not parts of this whole
		}
		s := span{whole - hair, whole + hair}
		ok := far.meets(s)
		again := slices.ContainsFunc(seen, func(o []*quantity) bool { return alike(o, parts, whole) })
		seen = append(seen, parts)
		switch {
		case ok && again: // no evidence of its own
		case near.meets(s):
			r.support.held++
		case ok:
			r.support.near++
		default:
			r.support.failed++
		}
		if !ok || !again {
			p += math.Min(1, near.wide()/reach)
		}
		unit := claims.Percent
		if whole == 1 {
			unit = claims.Proportion
		}
		r.askUnit(parts[len(parts)-1], parts, ok, unit, func(ids []string) string { return "{percent_sum: {of: " + quoted(ids) + "}}" })
		if r.support.failed > 2 && 2*r.support.failed > r.support.all() {
			return nil
		}
	}
	if r.support.all() == 0 {
		return nil
	}
	r.support.p = p / float64(r.support.all())
	return r
}

// alike tells whether the parts of two items are nearly the same.
func alike(a, b []*quantity, whole float64) bool {
	for i := range a {
		if math.Abs(a[i].value-b[i].value) > .03*whole {
			return false
		}
	}
	return true
}

// scatter is the root of the sum of the fields' squared ranges.
func (v view) scatter(set []int) float64 {
	from, to := v.items()
	total := 0.0
	for _, f := range set {
		low, high := math.Inf(1), math.Inf(-1)
		for i := from; i < to; i++ {
			if q := v.at(i, f); q != nil {
				low, high = math.Min(low, q.value), math.Max(high, q.value)
			}
		}
		if high > low {
			total += (high - low) * (high - low)
		}
	}
	return math.Sqrt(total)
}

// ranks finds a column of places and the column that they are the places in.
func ranks(v view) []*ruled {
	if v.flip {
		return nil
	}
	var out []*ruled
	fields := v.numeric()
	for _, f := range fields {
		head := words(v.field(f))
		if !names(head, []string{"rank", "ranking", "place"}) && strings.TrimSpace(v.field(f)) != "#" {
			continue
		}
		for _, of := range fields {
			for _, order := range []string{"descending", "ascending"} {
				if r := v.rank(f, of, order); r != nil && of != f && r.support.believed() {
					r.support.tried = float64(2 * len(fields))
					out = append(out, r)
				}
			}
		}
	}
	return out
}

func (v view) rank(f, of int, order string) *ruled {
	from, to := v.items()
	var all []*quantity
	for i := from; i < to; i++ {
		if q := v.at(i, of); q != nil && v.at(i, f) != nil {
			all = append(all, q)
		}
	}
	if len(all) < 4 {
		return nil
	}
	r := &ruled{family: "rank", rule: fmt.Sprintf("%s: %s is the place by %s, %s", v.name(), named(v, f), named(v, of), order), support: support{p: 2 / float64(len(all)), named: true}}
	for i := from; i < to; i++ {
		place, q := v.at(i, f), v.at(i, of)
		if place == nil || q == nil || !place.whole {
			continue
		}
		before, ties := 0, 0
		for _, o := range all {
			switch {
			case o.value == q.value:
				ties++
			case (o.value > q.value) == (order == "descending"):
				before++
			}
		}
		ok := place.value > float64(before) && place.value <= float64(before+ties)
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		with := append([]*quantity{q}, all...)
		r.askUnit(place, with, ok, claims.None, func(ids []string) string {
			return fmt.Sprintf("{rank: {of: %s, value: %q, order: %s}}", quoted(ids[1:]), ids[0], order)
		})
	}
	return r
}
