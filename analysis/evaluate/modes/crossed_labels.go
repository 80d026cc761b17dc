package modes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// mostCrossed bounds the pairs of labels that are listed: words that are sentences make
// millions of them.
const mostCrossed = 5_000

// CrossLabels counts attempts by the labels that two sources give them: result.CrossedLabels.
// Only attempts that both labelled tell of a pair. An attempt with two labels of a source is in
// a pair with each.
func CrossLabels(st *study.Study, outer, inner string) result.Answer {
	if outer == inner {
		return result.Answer{Unanswered: "outer and inner are both " + outer}
	}
	var known, lacking []string
	by := make([][]string, len(st.Bench.Runs))
	for _, r := range st.Runs {
		by[r] = Annotators(st, r)
		known = append(known, by[r]...)
	}
	for _, name := range []string{outer, inner} {
		if !slices.Contains(known, name) {
			lacking = append(lacking, name)
		}
	}
	known = result.UniqueNatural(known)
	switch {
	case len(known) == 0:
		return result.Answer{Unanswered: "the log has no failure labels"}
	case len(lacking) > 0:
		return result.Answer{Unanswered: fmt.Sprintf("no label is by %s; labels are by %s", strings.Join(lacking, " or "), result.FirstOf(known, 12))}
	}
	c := &crossing{w: &wording{st: st, ends: make([][]Outcome, len(st.Bench.Runs))}, outer: outer, inner: inner}
	for _, r := range st.Runs {
		if slices.Contains(by[r], outer) && slices.Contains(by[r], inner) {
			c.w.ends[r] = make([]Outcome, len(st.Bench.Logged[r].Attempts))
			if st.Primary >= 0 {
				c.w.ends[r] = Outcomes(st, r)
			}
			c.runs = append(c.runs, r)
		}
	}
	if len(c.runs) == 0 {
		return result.Answer{Unanswered: fmt.Sprintf("no run is labelled by both %s and %s", outer, inner)}
	}
	c.read()
	if len(c.pairs) == 0 {
		return result.Answer{Unanswered: fmt.Sprintf("no attempt is labelled by both %s and %s", outer, inner)}
	}
	return result.Answer{CrossedLabels: c.out()}
}

// crossing is the work on one benchmark.
type crossing struct {
	w            *wording
	outer, inner string
	runs         []int
	scopes       []*wordScope // of attempts that both labelled, by run, and of all behind
	pairs        map[[2]string][]shown
	outers       map[string][]shown // attempts with an outer label that both labelled
	alone        [2]int             // attempts that only the outer, only the inner source labelled
}

func (c *crossing) read() {
	c.pairs, c.outers = map[[2]string][]shown{}, map[string][]shown{}
	all := newWordScope(c.w)
	for _, r := range c.runs {
		s := newWordScope(c.w)
		s.run = c.w.st.Bench.Runs[r]
		run := &c.w.st.Bench.Logged[r]
		for a := range run.Attempts {
			var words [2][]string
			for _, l := range run.Labelled(a) {
				for k, name := range []string{c.outer, c.inner} {
					if l.By() == name && !slices.Contains(words[k], l.Mode) {
						words[k] = append(words[k], l.Mode)
					}
				}
			}
			both := len(words[0]) > 0 && len(words[1]) > 0
			s.attempt(r, a, both)
			all.attempt(r, a, both)
			for k := range words {
				if !both && len(words[k]) > 0 {
					c.alone[k]++
				}
			}
			if !both {
				continue
			}
			for _, x := range words[0] {
				c.outers[x] = append(c.outers[x], shown{run: r, attempt: a})
				for _, y := range words[1] {
					c.pairs[[2]string{x, y}] = append(c.pairs[[2]string{x, y}], shown{run: r, attempt: a})
				}
			}
		}
		c.scopes = append(c.scopes, s)
	}
	if len(c.runs) > 1 {
		c.scopes = append(c.scopes, all)
	}
}

func (c *crossing) out() *result.CrossedLabels {
	out := &result.CrossedLabels{Outer: c.outer, Inner: c.inner}
	for _, s := range c.scopes {
		out.Scopes = append(out.Scopes, result.CrossedScope{Run: s.run, Labelled: s.Labelled, Failed: s.Failed})
	}
	for k, name := range []string{c.outer, c.inner} {
		if c.alone[k] > 0 {
			out.Unmet = append(out.Unmet, result.CrossedLabelRest{Annotator: name, Attempts: c.alone[k]})
		}
	}
	keys := make([][2]string, 0, len(c.pairs))
	for key := range c.pairs {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [2]string) int {
		return cmp.Or(len(c.outers[b[0]])-len(c.outers[a[0]]), result.CompareNatural(a[0], b[0]), strings.Compare(a[0], b[0]),
			len(c.pairs[b])-len(c.pairs[a]), result.CompareNatural(a[1], b[1]), strings.Compare(a[1], b[1]))
	})
	if len(keys) > mostCrossed {
		out.Notes = append(out.Notes, fmt.Sprintf("of %d pairs of labels the %d of the most frequent outer labels are listed", len(keys), mostCrossed))
		keys = keys[:mostCrossed]
	}
	for i, key := range keys {
		pair := result.CrossedLabelPair{Outer: key[0], Inner: key[1]}
		var counts []result.LabelCount
		for k, s := range c.scopes {
			both, outer := c.pairs[key], c.outers[key[0]]
			if k < len(c.runs) {
				elsewhere := func(x shown) bool { return x.run != c.runs[k] }
				both, outer = slices.DeleteFunc(slices.Clone(both), elsewhere), slices.DeleteFunc(slices.Clone(outer), elsewhere)
			}
			n := s.count(both, i < maxWordIntervals, false)
			one := result.CrossedLabelCount{Run: s.run, Attempts: n.Attempts, Of: len(outer), Share: study.Ratio(n.Attempts, len(outer)),
				Failed: n.Failed, FailedOf: n.FailedOf, FailedShare: n.FailedShare, FailedInterval: n.FailedInterval}
			if i < maxWordIntervals {
				one.Interval = c.within(s, both, outer)
			}
			if counts = append(counts, n); k < len(c.runs) {
				pair.Range = rangeOf(counts)
			}
			pair.Counts = append(pair.Counts, one)
		}
		out.Pairs = append(out.Pairs, pair)
	}
	return out
}

// within is the interval of the share of some attempts in others, by task or cluster.
func (c *crossing) within(s *wordScope, some, of []shown) *result.IntervalEstimate {
	k, n := map[int32]int{}, map[int32]int{}
	for _, x := range some {
		k[c.w.unit(x.run, x.attempt)]++
	}
	for _, x := range of {
		n[c.w.unit(x.run, x.attempt)]++
	}
	return s.interval(k, n)
}
