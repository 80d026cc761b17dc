package claims

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
)

// place is where in the logs a number is recomputed.
type place struct {
	bench *benchScores
	run   *runScores
}

// find resolves benchmark and run.
func (c recomputation) find(q *inquiry) (place, error) {
	benches := q.logs.benchmarks
	if c.benchmark != "" || len(q.file.Logs) > 0 {
		var names []string
		for _, b := range benches {
			names = append(names, b.Name)
		}
		wanted := []string{c.benchmark}
		if c.benchmark == "" {
			wanted = nil
			for _, l := range q.file.Logs {
				wanted = append(wanted, l.Benchmark)
			}
		}
		var kept []*benchScores
		var missing error
		for _, w := range wanted {
			name, err := match("benchmark", w, names)
			if err != nil {
				missing = err
				continue
			}
			kept = append(kept, benches[slices.Index(names, name)])
		}
		switch {
		case len(kept) > 0:
			benches = kept
		case c.benchmark != "":
			return place{}, missing
		}
	}
	var found []place
	var last error
	for _, b := range benches {
		name := c.run
		if name == "" {
			if len(b.Runs) != 1 {
				last = fmt.Errorf("run is not given; the logs hold %s", some(b.Runs))
				continue
			}
			name = b.Runs[0]
		}
		name, err := match("run", name, b.Runs)
		if err != nil {
			last = err
			continue
		}
		found = append(found, place{b, &b.runs[slices.Index(b.Runs, name)]})
	}
	switch len(found) {
	case 0:
		return place{}, last
	case 1:
		return found[0], nil
	}
	return place{}, errors.New("several benchmarks hold that run; expected benchmark")
}

// judged are the metrics of judge against human; each is a quotient of counts,
// but for kappa.
var judged = []string{"agreement", "precision", "recall", "f1", "kappa", "any_agreement"}

// measure recomputes one number and compares it with the printed one.
func (c recomputation) measure(q *inquiry, p place, metric, reading, policy string) (result.ClaimReading, error) {
	m := result.ClaimReading{Benchmark: p.bench.Name, Run: p.run.name, Metric: metric}
	var s series
	var err error
	switch {
	case slices.Contains(judged, metric) && p.run.metric(metric) == nil:
		m.Judge, s, err = c.againstHuman(p, metric, reading)
		m.Reading = reading
	case metric == "judge_success" || metric == "judge_success_reread":
		if metric == "judge_success_reread" {
			reading, m.Metric = evaluate.ReadingReparsed, "judge_success"
		}
		m.Judge, s, err = c.judgeSeries(p, reading)
		m.Reading = reading
		if err == nil && reading == evaluate.ReadingReparsed {
			m.Tasks = c.contradictions(p, m.Judge)
		}
	default:
		scores := p.run.metric(metric)
		if scores == nil {
			name, err := match("metric", metric, p.run.names())
			if err != nil {
				return m, err
			}
			scores, m.Metric = p.run.metric(name), name
		}
		s = series{cells: scores.cells}
	}
	if err != nil {
		return m, err
	}
	if s, err = c.restrict(p, s); err != nil {
		return m, err
	}
	declared, known := q.logs.declared(m.Metric)
	if m.Metric == "judge_success" {
		declared, known = q.logs.declared("judge_success[" + m.Judge + "]")
	}
	if known && declared.Missing != result.Drop && s.ratio == nil {
		m.Policy = policy
		if policy == "" {
			m.Policy = "fail"
		}
	}
	v, err := s.aggregate(p, c, declared, m.Policy)
	if err != nil {
		return m, err
	}
	share := s.ratio != nil || s.isFloat || known && declared.Unit == "share" || !known && q.claim.Unit.share()
	m.Computed, m.Verdict = q.holdAgainst(v, share && c.aggregate != "sum" && c.aggregate != "count", declared.Unit, c.scale)
	return m, nil
}

// measured is a recomputed number: exact, with the counts behind it where it is a
// quotient of whole numbers; or in floating point.
type measured struct {
	exact   *big.Rat
	counts  string // "75/95"
	float   float64
	isFloat bool
}

// holdAgainst compares a recomputed number with the printed one. A mean is
// rounded even where it counts something and is printed whole.
func (q *inquiry) holdAgainst(v measured, share bool, unit string, scale *big.Rat) (computed, verdict string) {
	own := q.claim.Unit
	by := big.NewRat(1, 1)
	switch {
	case scale != nil:
		by = scale
	case share:
		own = q.claim.Printed.shareUnit(own)
		by = new(big.Rat).Inv(own.one())
	case unit == "ms" && own == Seconds:
		by = big.NewRat(1, 1000)
	}
	if own == Count && strings.Contains(v.counts, "/") {
		own = None
	}
	s := around(v.float, v.float)
	if !v.isFloat {
		s = point(v.exact)
	}
	s = s.scaled(by)
	if v.isFloat {
		computed = showFloat(v.float * float(by))
	} else {
		computed = show(new(big.Rat).Mul(v.exact, by))
		if v.counts != "" {
			computed = v.counts + " = " + computed
		}
	}
	if own == Percent && share && scale == nil {
		computed += "%"
	}
	r, ok := first(readings, func(r reading) bool { return !q.claim.Printed.span(r, own).meet(s).empty() })
	switch {
	case !ok || r == mixed:
		return computed, Refuted
	case verdictOf(r) == Consistent:
		return computed, Confirmed
	}
	return computed, verdictOf(r)
}
