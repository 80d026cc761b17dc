package stability

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

// maxCurves bounds the pairs whose specification curves are drawn up: the leader
// against each of the next runs.
const maxCurves = 8

// SpecificationCurves draws up the specification curves of the leader against the others.
func SpecificationCurves(st *study.Study) []result.SpecificationCurve {
	if !study.Ranks(st) || len(st.Runs) < 2 {
		return nil
	}
	_, order := order(st, choice{st.Primary, st.Plan.Missing})
	if len(order) < 2 {
		return nil
	}
	rivals := order[1:min(len(order), maxCurves+1)]
	curves := make([]result.SpecificationCurve, len(rivals))
	for i, r := range rivals {
		curves[i] = result.SpecificationCurve{Benchmark: st.Bench.Name, A: st.Bench.Runs[order[0]], B: st.Bench.Runs[r]}
	}
	for i, c := range choices(st) {
		for _, found := range specify(st, c, order[0], rivals, i == 0) {
			curve := &curves[found.rival]
			curve.Choices = append(curve.Choices, found.Specification)
		}
	}
	for i := range curves {
		curve := &curves[i]
		slices.SortStableFunc(curve.Choices, func(a, b result.Specification) int { return cmp.Compare(*a.Difference, *b.Difference) })
		for _, s := range curve.Choices {
			switch {
			case *s.Difference > 0:
				curve.Holds++
				if s.Significant {
					curve.Significant++
				}
			case *s.Difference < 0 && s.Significant:
				curve.Against++
			}
		}
	}
	return slices.DeleteFunc(curves, func(c result.SpecificationCurve) bool { return len(c.Choices) == 0 })
}

// specified is one specification of the leader against one rival.
type specified struct {
	rival int
	result.Specification
}

// SaneTests are the tests that a careful analyst might have chosen; Monte-Carlo
// permutation adds draws and no other point of view.
var SaneTests = map[result.Scale][]string{
	result.Binary:   {result.McNemarExact.Name, result.McNemarMidP.Name, result.McNemarChi2.Name, result.McNemarChi2CC.Name, result.PairedT.Name},
	result.Interval: {result.PairedT.Name, result.WilcoxonSignedRank.Name, result.SignTest.Name},
	result.Ordinal:  {result.WilcoxonSignedRank.Name, result.SignTest.Name},
}

// SaneCorrections are the corrections over all pairs that the curve varies, besides
// the plan's own.
var SaneCorrections = []string{string(stats.Holm), string(stats.BH), "none"}

// specify runs every sane test under one choice for all pairs, corrects over
// them, and returns those of the leader.
func specify(st *study.Study, c choice, leader int, rivals []int, stated bool) []specified {
	m := &st.Measures[c.measure]
	columns := measured(st, c)
	scale := st.Bench.Scale(m) // one for the curve, whichever the rival
	whole := st.Bench.Slices(nil)[0]
	tests := SaneTests[scale]
	if st.Cluster != nil {
		tests = []string{study.ClusteredHeadline}
	}
	pairs := testPairs(st, whole, columns, scale, tests)
	corrections := SaneCorrections
	if !slices.Contains(corrections, st.Plan.Correction) {
		corrections = append(slices.Clone(corrections), st.Plan.Correction)
	}
	var out []specified
	for k, name := range tests {
		var p []float64
		var defined []int
		for i := range pairs {
			if r := pairs[i].p[k]; r != nil {
				p, defined = append(p, *r), append(defined, i)
			}
		}
		for _, correction := range corrections {
			adjusted, err := study.AdjustPairs(st, correction, p, func(k int) study.PairSlice { return pairs[defined[k]].values }, m.Name)
			if err != nil {
				continue
			}
			for k, i := range defined {
				rival, sign := pairs[i].rival(leader, rivals)
				d := pairs[i].difference
				if rival < 0 || d == nil {
					continue
				}
				out = append(out, specified{rival, result.Specification{
					Missing: c.missing, Metric: m.Name, Test: name, Correction: correction,
					Difference: result.Number(sign * m.Sign() * *d), P: result.Number(adjusted[k]), Significant: adjusted[k] <= st.Plan.Alpha,
					Stated: stated && name == pairs[i].headline && correction == st.Plan.Correction,
				}})
			}
		}
	}
	return out
}

// testedPair is what specifications need of a pair: not its values, which for all
// pairs together would be many times the table.
type testedPair struct {
	a, b       int
	difference *float64 // of the means; nil where undefined
	headline   string
	p          []*float64      // by test; nil where undefined
	values     study.PairSlice // kept for max-t alone
}

// testPairs runs the tests on every pair of runs with common tasks.
func testPairs(st *study.Study, whole table.Slice, columns []table.Column, scale result.Scale, names []string) []testedPair {
	tests := make([]study.PairTest, len(names))
	for k, name := range names {
		tests[k] = study.PairTests[slices.IndexFunc(study.PairTests, func(t study.PairTest) bool { return t.Name == name })]
	}
	pairing := st.Pairing()
	all := make([]*testedPair, len(pairing))
	parallel.For(len(pairing), func(i int) {
		a, b := pairing[i][0], pairing[i][1]
		p := st.Match(whole, a, b, &columns[a], &columns[b])
		diff, err := stats.Subtract(p.X, p.Y)
		if err != nil || len(p.Tasks) == 0 {
			return
		}
		pair := st.Tested(p, diff, scale)
		s := &testedPair{a: a, b: b, difference: study.Mean(diff.D), headline: pair.Headline(scale), p: make([]*float64, len(tests))}
		if st.Plan.Correction == result.MaxT {
			s.values = p
		}
		for k := range tests {
			s.p[k] = tests[k].Run(pair).P
		}
		all[i] = s
	})
	var out []testedPair
	for _, s := range all {
		if s != nil {
			out = append(out, *s)
		}
	}
	return out
}

// rival finds the leader's opponent in a pair, and the sign that makes the
// difference the leader's advantage; -1 where the pair is another.
func (p *testedPair) rival(leader int, rivals []int) (at int, sign float64) {
	switch leader {
	case p.a:
		return slices.Index(rivals, p.b), 1
	case p.b:
		return slices.Index(rivals, p.a), -1
	}
	return -1, 0
}
