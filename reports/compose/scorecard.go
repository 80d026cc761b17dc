package compose

import (
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// How many scores the cards of further metrics hold, over all benchmarks: of compared
// metrics, and of the others.
const (
	roomCompared = 400_000
	roomOther    = 100_000
)

// Scorecards reads metrics of the results' benchmarks out of the scores that the
// results were made of: the headline metrics, and further ones, the compared first,
// as far as there is room. None where there are no scores. A metric that has no scores
// of its own, being combined from a task's attempts, has no card.
func Scorecards(res *result.Results, scores []result.Scored) (headline, further []reports.Scorecard, err error) {
	if scores == nil {
		return nil, nil, nil
	}
	c, err := newComposer(res)
	if err != nil {
		return nil, nil, err
	}
	room := map[bool]int{true: roomCompared, false: roomOther}
	var all [3][]reports.Scorecard // headline, compared, others
	for _, v := range c.views {
		at := slices.IndexFunc(scores, func(s result.Scored) bool { return s.Benchmark == v.name })
		if at < 0 {
			continue
		}
		b := &scores[at]
		base := baseCard(b, v)
		for _, m := range v.metrics {
			n := len(b.Tasks) * len(v.runs) * b.Trials
			switch {
			case v.primary != nil && m.Name == v.primary.Name:
				all[0] = append(all[0], cardOf(base, res, v, m))
			case !v.has(m.Name) || n > room[m.Compared]:
			default:
				room[m.Compared] -= n
				kind := 2
				if m.Compared {
					kind = 1
				}
				all[kind] = append(all[kind], cardOf(base, res, v, m))
			}
		}
	}
	cards := slices.Concat(all[0], all[1], all[2])
	fill(cards, scores)
	c.relabel(cards)
	known := func(cards []reports.Scorecard) []reports.Scorecard {
		return slices.DeleteFunc(cards, func(s reports.Scorecard) bool { return !slices.Contains(s.Known, true) })
	}
	n := len(all[0])
	return known(cards[:n:n]), known(cards[n:]), nil
}

// baseCard is what the cards of a benchmark have in common.
func baseCard(b *result.Scored, v *view) reports.Scorecard {
	s := reports.Scorecard{Benchmark: v.name, Tasks: b.Tasks, Strata: b.Strata, Trials: b.Trials, Runs: slices.Clone(v.runs)}
	s.Promised = make([]int32, len(s.Tasks)*len(s.Runs))
	for r, run := range s.Runs {
		if at := slices.Index(b.Runs, run); at >= 0 {
			for t := range s.Tasks {
				s.Promised[t*len(s.Runs)+r] = int32(b.Expected(at, t))
			}
		}
	}
	return s
}

// cardOf is the card of a metric, still without scores.
func cardOf(s reports.Scorecard, res *result.Results, v *view, m result.MetricInfo) reports.Scorecard {
	s.Metric, s.Share, s.Lower = m.Name, v.scale(m.Name).Share, m.Better == result.Lower.String()
	s.Policy = res.Provenance.Plan.Missing
	switch m.Missing {
	case result.Drop.String():
		s.Policy = "drop"
	case result.FailWhereScored.String():
		s.Applies = make([]bool, len(s.Tasks))
	}
	n := len(s.Tasks) * len(s.Runs) * s.Trials
	s.Values, s.Known = make([]float64, n), make([]bool, n)
	return s
}

// fill takes the scores out of the table. An attempt stands in the place of its
// number where that is free, else in the first free one.
func fill(cards []reports.Scorecard, scores []result.Scored) {
	first := make([]int, len(cards)) // the lowest number of an attempt
	for i := range first {
		first[i] = math.MaxInt
	}
	// Twice over the scores: the lowest number of any attempt must be known before one has
	// a place.
	for _, pass := range []func(at, task, run int, x result.Score){
		func(at, task, _ int, x result.Score) {
			first[at] = min(first[at], x.Trial)
			if s := &cards[at]; s.Applies != nil {
				s.Applies[task] = true // by any run, shown or not
			}
		},
		func(at, task, run int, x result.Score) {
			if run >= 0 {
				cards[at].Place(task, run, x.Trial-first[at], x.Value)
			}
		},
	} {
		for _, b := range scores {
			tasks := places(b.Tasks)
			var name, metric string
			at, run, begun := -1, -1, false
			for x := range b.Scores { // by run and metric
				if !begun || x.Run != name || x.Metric != metric {
					begun, name, metric = true, x.Run, x.Metric
					at = slices.IndexFunc(cards, func(c reports.Scorecard) bool { return c.Benchmark == b.Benchmark && c.Metric == metric })
					if at >= 0 {
						run = slices.Index(cards[at].Runs, name)
					}
				}
				if at >= 0 {
					pass(at, tasks[x.Task], run, x)
				}
			}
		}
	}
}

// places maps every name to its index.
func places(names []string) map[string]int {
	out := make(map[string]int, len(names))
	for i, n := range names {
		out[n] = i
	}
	return out
}
