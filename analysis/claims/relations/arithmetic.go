package relations

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// maxFields bounds the fields of which all pairs and stretches are tried. Of wider tables
// only the fields that a head names are targets, and only neighbours are operands.
const maxFields = 24

// arithmetic finds the fields of a view that are sums, means, differences, ratios and
// changes of others.
func arithmetic(v view) []*candidate {
	fields := v.numeric()
	if len(fields) < 3 {
		return nil
	}
	var found []*candidate
	for at, target := range fields {
		head := words(v.field(target))
		if numberedHead(head) {
			continue
		}
		var tries []*candidate
		for _, set := range v.sets(fields, at, head) {
			for _, f := range []formula{sumOf, meanOf} {
				tries = append(tries, &candidate{view: v, formula: f, target: target, of: set})
			}
		}
		if !v.copied(fields, target) {
			tries = append(tries, v.pairs(fields, at, head)...)
		}
		found = append(found, best(tries, head)...)
	}
	return found
}

// copied tells whether a field prints what another of its item does, in half of the items:
// the best of several, for instance, which is no difference of two.
func (v view) copied(fields []int, target int) bool {
	from, to := v.items()
	n, same := 0, 0
	for i := from; i < to; i++ {
		t := v.at(i, target)
		if t == nil {
			continue
		}
		n++
		if slices.ContainsFunc(fields, func(f int) bool { q := v.at(i, f); return f != target && q != nil && q.value == t.value }) {
			same++
		}
	}
	return 2*same >= n
}

// best evaluates what was tried for one target, and returns the believed one that explains
// the most, or all that are worth a proposal.
func best(tries []*candidate, head []string) []*candidate {
	var believed *candidate
	var proposals []*candidate
	groups := map[string]float64{}
	for _, c := range tries {
		groups[c.family]++
	}
	for _, c := range tries {
		c.support.named = names(head, c.formula.names)
		c.support.tried = groups[c.family]
		if c.support.named {
			c.support.tried /= 10
		}
		if counts(c) {
			c.exact = true
			if c.evaluate() && c.decide() {
				believed = better(believed, c)
				continue
			}
			c.exact = false
		}
		if !c.evaluate() {
			continue
		}
		switch {
		case c.decide():
			believed = better(believed, c)
		case c.support.proposed():
			proposals = append(proposals, c)
		}
	}
	if believed != nil {
		return []*candidate{believed}
	}
	if len(proposals) > 1 {
		slices.SortStableFunc(proposals, func(a, b *candidate) int { return compare(a.support.chance(), b.support.chance()) })
		proposals = proposals[:1]
	}
	return proposals
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// better is the rule that explains the target better: one that its head names, then one
// with the smaller share of failures, then the less probable by chance.
func better(a, b *candidate) *candidate {
	if a == nil {
		return b
	}
	fa, fb := float64(a.support.failed)/float64(a.support.all()), float64(b.support.failed)/float64(b.support.all())
	if fa != fb {
		if fb < fa {
			return b
		}
		return a
	}
	if a.support.chance() <= b.support.chance() {
		return a
	}
	return b
}

// counts tells whether all numbers of a sum or difference are whole and could be counts:
// no percentages, and larger than these.
func counts(c *candidate) bool {
	if c.family != "sum" && c.family != "difference" {
		return false
	}
	large := false
	from, to := c.view.items()
	for item := from; item < to; item++ {
		for _, f := range append([]int{c.target}, c.of...) {
			q := c.at(item, f)
			if q == nil {
				continue
			}
			if !q.whole || q.digit != 1 || strings.Contains(q.Unit, "%") || q.Approx {
				return false
			}
			large = large || math.Abs(q.value) > 100
		}
	}
	return large
}

// numeric are the fields that have numbers in at least two items.
func (v view) numeric() []int {
	from, to := v.fields()
	start, end := v.items()
	var out []int
	for f := from; f < to; f++ {
		n := 0
		for i := start; i < end; i++ {
			if v.at(i, f) != nil {
				n++
			}
		}
		if n >= 2 {
			out = append(out, f)
		}
	}
	return out
}

// sets are the lists of fields that the target may be made of: stretches of neighbours, all
// others, and fields with a part of their heads in common.
func (v view) sets(fields []int, at int, head []string) [][]int {
	var out [][]int
	seen := map[string]bool{}
	add := func(set []int) {
		if len(set) < 2 || len(set) > 60 || slices.Contains(set, fields[at]) {
			return
		}
		var key strings.Builder
		for _, f := range set {
			key.WriteString(string(rune(f + 1)))
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			out = append(out, slices.Clone(set))
		}
	}
	for k := 0; k < at-1; k++ {
		add(fields[k:at])
	}
	for k := at + 3; k <= len(fields); k++ {
		add(fields[at+1 : k])
	}
	others := slices.Delete(slices.Clone(fields), at, at+1)
	add(others)
	named := names(head, sumOf.names) || names(head, meanOf.names)
	if named && len(fields) <= maxFields {
		for i := range fields {
			for k := i + 2; k <= len(fields); k++ {
				add(fields[i:k])
			}
		}
	}
	for _, part := range v.parts(fields) {
		add(slices.DeleteFunc(slices.Clone(part), func(f int) bool { return f == fields[at] }))
	}
	return out
}

// parts are the fields that share the first, or the last, part of a head of several.
func (v view) parts(fields []int) [][]int {
	by := map[string][]int{}
	var order []string
	for _, f := range fields {
		segments := strings.Split(v.field(f), " / ")
		if len(segments) < 2 {
			continue
		}
		for _, key := range []string{"first " + segments[0], "last " + segments[len(segments)-1]} {
			if by[key] == nil {
				order = append(order, key)
			}
			by[key] = append(by[key], f)
		}
	}
	var out [][]int
	for _, key := range order {
		out = append(out, by[key])
	}
	return out
}

// pairs are the differences, ratios and changes that the target may be.
func (v view) pairs(fields []int, at int, head []string) []*candidate {
	target := fields[at]
	formulas := []formula{differenceOf, ratioOf, changeOf, shareOf}
	if v.scaled(target) {
		formulas = append(formulas, pointsOf)
	}
	near := fields
	if len(fields) > maxFields {
		near = fields[max(0, at-4):min(len(fields), at+5)]
	}
	var out []*candidate
	for _, a := range near {
		for _, b := range near {
			if a == b || a == target || b == target {
				continue
			}
			for _, f := range formulas {
				if v.flip && f.family == "share" {
					continue // rows are seldom shares of rows
				}
				if (v.constant(a) || v.constant(b)) && !names(head, f.names) {
					continue // some constant always fits, and a proportion may end where something fills up
				}
				out = append(out, &candidate{view: v, formula: f, target: target, of: []int{a, b}})
			}
		}
	}
	if names(head, harmonicOf.names) && len(fields) <= maxFields && !v.flip {
		for i, a := range near {
			for _, b := range near[i+1:] {
				if a != target && b != target && precisionAndRecall(v.field(a), v.field(b)) {
					out = append(out, &candidate{view: v, formula: harmonicOf, target: target, of: []int{a, b}})
				}
			}
		}
	}
	return out
}

// constant tells whether a field prints one number in all items but one at most: a column of
// eights among others explains nothing by being divided by.
func (v view) constant(field int) bool {
	from, to := v.items()
	times, n := map[float64]int{}, 0
	for i := from; i < to; i++ {
		if q := v.at(i, field); q != nil {
			n++
			times[q.value]++
		}
	}
	for _, k := range times {
		if n > 2 && k >= n-1 {
			return true
		}
	}
	return false
}

// scaled tells whether a field could be in hundredths of what others are in.
func (v view) scaled(field int) bool {
	from, to := v.items()
	for i := from; i < to; i++ {
		if q := v.at(i, field); q != nil && math.Abs(q.value) > .5 {
			return true
		}
	}
	return false
}

// words are the letters and digits of a head in lower case.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("%×Δ∆@+", r)
	})
}

// names tells whether a head holds one of the words, alone or as the beginning of another.
func names(head, of []string) bool {
	for _, h := range head {
		for _, w := range of {
			if h == w || len(w) >= 4 && strings.HasPrefix(h, w) || (w == "Δ" || w == "δ" || w == "∆") && strings.HasPrefix(h, w) {
				return true
			}
		}
	}
	return false
}

func numberedHead(head []string) bool {
	return len(head) == 1 && (head[0] == "#" || head[0] == "no" || head[0] == "rank" || head[0] == "year" || head[0] == "id")
}

func precisionAndRecall(a, b string) bool {
	is := func(s, long, short string) bool {
		w := words(s)
		return names(w, []string{long}) || len(w) > 0 && slices.Contains(w, short)
	}
	return is(a, "precision", "p") && is(b, "recall", "r") || is(b, "precision", "p") && is(a, "recall", "r")
}
