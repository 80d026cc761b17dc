package stability

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
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
func choices(e *study.Study) []choice {
	out := []choice{{e.Primary, e.Plan.Missing}}
	add := func(m int, policies ...string) {
		for _, p := range policies {
			if c := (choice{m, p}); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	for m := range e.Measures {
		switch {
		case m != e.Primary && (!e.Measures[m].Better.Directed() || !table.SameQuestion(e.Measures[e.Primary].Name, e.Measures[m].Name)):
		case e.Measures[m].Missing == result.Drop:
			add(m, e.Plan.Missing) // no policy fills it in
		default:
			add(m, "fail", "drop")
		}
	}
	return out
}

// measured is every run's column under one choice.
func measured(e *study.Study, c choice) []table.Column {
	columns := make([]table.Column, len(e.Bench.Runs))
	for _, r := range e.Runs {
		columns[r] = e.Bench.Read(&e.Measures[c.measure], r, c.missing)
	}
	return columns
}

// stability ranks the runs under every other choice and holds the ranking against
// the stated one.
func RankingStability(e *study.Study) []result.Stability {
	if !study.Ranks(e) || len(e.Runs) < 2 {
		return nil
	}
	var out []result.Stability
	var stated map[int]float64
	var leader int
	for i, c := range choices(e) {
		m := &e.Measures[c.measure]
		means, order := order(e, c)
		if i == 0 {
			stated = means
			if len(order) < 2 {
				return nil
			}
			leader = order[0]
			continue
		}
		s := result.Stability{Benchmark: e.Bench.Name, Metric: e.Measures[e.Primary].Name, Varied: "metric", Setting: m.Name, Order: []string{}}
		if c.measure == e.Primary {
			s.Varied, s.Setting = "missing", c.missing
		} else if c.missing != e.Plan.Missing {
			continue // one thing is varied at a time
		}
		var x, y []float64
		for _, r := range order {
			s.Order = append(s.Order, e.Bench.Runs[r])
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
			s.Tau, s.P = result.Number(tau.Statistic), result.Number(tau.P)
		}
		out = append(out, s)
	}
	return out
}

// order ranks the runs by their means under a choice, best first; means are
// turned so that higher is better.
func order(e *study.Study, c choice) (means map[int]float64, order []int) {
	means = map[int]float64{}
	for r, col := range measured(e, c) {
		if !e.Ranked(r) {
			continue
		}
		var x []float64
		for t, ok := range col.Ok {
			if ok {
				x = append(x, col.Value[t])
			}
		}
		if mu := study.Mean(x); mu != nil {
			means[r] = e.Measures[c.measure].Sign() * *mu
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	return means, order
}
