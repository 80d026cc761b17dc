package claims

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/result"
)

// place is where in the logs a number is recomputed.
type place struct {
	bench *benchScores
	run   *runScores
}

// find resolves benchmark and run.
func (c recomputation) find(q *inquiry) (place, error) {
	benches, err := c.candidates(q)
	if err != nil {
		return place{}, err
	}
	var found []place
	var missing error
	for _, b := range benches {
		p, err := c.runAt(b)
		if err != nil {
			missing = err
			continue
		}
		found = append(found, p)
	}
	switch len(found) {
	case 0:
		return place{}, missing
	case 1:
		return found[0], nil
	}
	return place{}, errors.New("several benchmarks hold that run; expected benchmark")
}

// candidates are the benchmarks that can be meant: the one that the claim names,
// else those that the file names logs of, else all.
func (c recomputation) candidates(q *inquiry) ([]*benchScores, error) {
	all := q.logs.benchmarks
	if c.benchmark != "" {
		b, err := benchmarkLike(c.benchmark, all)
		return []*benchScores{b}, err
	}
	var kept []*benchScores
	for _, l := range q.file.Logs {
		if b, err := benchmarkLike(l.Benchmark, all); err == nil {
			kept = append(kept, b)
		}
	}
	if len(kept) == 0 {
		return all, nil
	}
	return kept, nil
}

func benchmarkLike(name string, benches []*benchScores) (*benchScores, error) {
	names := make([]string, len(benches))
	for i, b := range benches {
		names[i] = b.Name
	}
	name, err := match("benchmark", name, names)
	if err != nil {
		return nil, err
	}
	return benches[slices.Index(names, name)], nil
}

// runAt is the run that the claim means at a benchmark: the only one where it
// names none.
func (c recomputation) runAt(b *benchScores) (place, error) {
	name := c.run
	if name == "" {
		if len(b.Runs) != 1 {
			return place{}, fmt.Errorf("run is not given; the logs hold %s", some(b.Runs))
		}
		name = b.Runs[0]
	}
	name, err := match("run", name, b.Runs)
	if err != nil {
		return place{}, err
	}
	return place{b, &b.runs[slices.Index(b.Runs, name)]}, nil
}

// judged are the metrics of judge against human; each is a quotient of counts,
// but for kappa.
var judged = []string{"agreement", "precision", "recall", "f1", "kappa", "any_agreement"}

// measure recomputes one number and compares it with the printed one.
func (c recomputation) measure(q *inquiry, p place, metric, reading, policy string) (result.ClaimReading, error) {
	m, s, err := c.seriesOf(p, metric, reading)
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
	if known && declared.Missing != result.Drop && s.against == nil {
		m.Policy = policy
		if policy == "" {
			m.Policy = "fail"
		}
	}
	v, err := s.aggregate(p, c, declared, m.Policy)
	if err != nil {
		return m, err
	}
	share := s.against != nil || known && declared.Unit == "share" || !known && q.claim.Unit.share()
	m.Computed, m.Verdict = q.holdAgainst(v, share && c.aggregate != "sum" && c.aggregate != "count", declared.Unit, c.scale)
	return m, nil
}

// seriesOf finds what a number is made of: the verdicts of a judge against the
// human's, those of a judge, or the scores of a metric.
func (c recomputation) seriesOf(p place, metric, reading string) (m result.ClaimReading, s series, err error) {
	m = result.ClaimReading{Benchmark: p.bench.Name, Run: p.run.name, Metric: metric}
	switch {
	case slices.Contains(judged, metric) && p.run.metric(metric) == nil:
		m.Reading = reading
		m.Judge, s, err = c.againstHuman(p, metric, reading)
	case metric == "judge_success_reread":
		m.Metric, m.Reading = "judge_success", judges.ReadingReparsed
		m.Judge, s, err = c.judgeSeries(p, m.Reading)
	case metric == "judge_success":
		m.Reading = reading
		m.Judge, s, err = c.judgeSeries(p, reading)
	default:
		m.Metric, s, err = scoresLike(p, metric)
	}
	if err == nil && m.Metric == "judge_success" && m.Reading == judges.ReadingReparsed {
		m.Tasks = c.contradictions(p, m.Judge)
	}
	return m, s, err
}

// scoresLike are the scores of the metric of that name, or the only one like it.
func scoresLike(p place, metric string) (name string, s series, err error) {
	scores := p.run.metric(metric)
	if scores == nil {
		if metric, err = match("metric", metric, p.run.names()); err != nil {
			return "", s, err
		}
		scores = p.run.metric(metric)
	}
	return metric, series{cells: scores.cells}, nil
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
	// One recomputed number is exact: only one of the two was rounded, so that there is
	// nothing to mix.
	case !ok || r == mixed:
		return computed, Refuted
	case verdictOf(r) == Consistent:
		return computed, Confirmed
	}
	return computed, verdictOf(r)
}
