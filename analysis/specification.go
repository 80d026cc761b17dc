package analysis

import (
	"cmp"
	"slices"

	"mcpstats/stats"
)

// choice is one way to measure who is better: a metric, and a policy for what
// has no outcome.
type choice struct {
	measure int
	missing string
}

// choices lists the sane ways to measure the headline question of a benchmark:
// its metric, and the other verdicts on the same question (a judge's, a re-read
// one), each under the policies that can make a difference. The report's own
// choice comes first.
func (e *evaluation) choices() []choice {
	out := []choice{{e.primary, e.plan.Missing}}
	add := func(m int, policies ...string) {
		for _, p := range policies {
			if c := (choice{m, p}); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	for m := range e.measures {
		switch {
		case m != e.primary && (!e.measures[m].Better.Directed() || !sameQuestion(e.measures[e.primary].Name, e.measures[m].Name)):
		case e.measures[m].Missing == Drop:
			add(m, e.plan.Missing) // no policy fills it in
		default:
			add(m, "fail", "drop")
		}
	}
	return out
}

// measured is every run's column under one choice.
func (e *evaluation) measured(c choice) []column {
	columns := make([]column, len(e.bench.Runs))
	for _, r := range e.runs {
		columns[r] = e.bench.read(&e.measures[c.measure], r, c.missing)
	}
	return columns
}

// ranks tells whether the headline metric can rank the runs: one of its directions
// is better.
func (e *evaluation) ranks() bool { return e.primary >= 0 && e.measures[e.primary].Better.Directed() }

// stability ranks the runs under every other choice and holds the ranking against
// the stated one.
func (e *evaluation) stability() []Stability {
	if !e.ranks() || len(e.runs) < 2 {
		return nil
	}
	var out []Stability
	var stated map[int]float64
	var leader int
	for i, c := range e.choices() {
		m := &e.measures[c.measure]
		means, order := e.order(c)
		if i == 0 {
			stated = means
			if len(order) < 2 {
				return nil
			}
			leader = order[0]
			continue
		}
		s := Stability{Benchmark: e.bench.Name, Metric: e.measures[e.primary].Name, Varied: "metric", Setting: m.Name, Order: []string{}}
		if c.measure == e.primary {
			s.Varied, s.Setting = "missing", c.missing
		} else if c.missing != e.plan.Missing {
			continue // one thing is varied at a time
		}
		var x, y []float64
		for _, r := range order {
			s.Order = append(s.Order, e.bench.Runs[r])
			if v, ok := stated[r]; ok {
				x, y = append(x, v), append(y, means[r])
			}
		}
		if len(order) < 2 {
			continue
		}
		s.Leader = order[0] == leader
		if tau, err := stats.KendallTauB(x, y); err != nil {
			s.Notes = append(s.Notes, stats.Reason(err))
		} else {
			s.Tau, s.P = Number(tau.Statistic), Number(tau.P)
		}
		out = append(out, s)
	}
	return out
}

// order ranks the runs by their means under a choice, best first; means are
// turned so that higher is better.
func (e *evaluation) order(c choice) (means map[int]float64, order []int) {
	means = map[int]float64{}
	for r, col := range e.measured(c) {
		if !e.ranked(r) {
			continue
		}
		var x []float64
		for t, ok := range col.ok {
			if ok {
				x = append(x, col.value[t])
			}
		}
		if mu := mean(x); mu != nil {
			means[r] = e.measures[c.measure].sign() * *mu
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	return means, order
}
