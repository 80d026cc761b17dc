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
func choices(st *study.Study) []choice {
	out := []choice{{st.Primary, st.Plan.Missing}}
	add := func(m int, policies ...string) {
		for _, p := range policies {
			if c := (choice{m, p}); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	for m := range st.Measures {
		switch {
		case m != st.Primary && (!st.Measures[m].Better.Directed() || !table.SameQuestion(st.Measures[st.Primary].Name, st.Measures[m].Name)):
		case st.Measures[m].Missing == result.Drop:
			add(m, st.Plan.Missing) // no policy fills it in
		default:
			add(m, "fail", "drop")
		}
	}
	return out
}

// measured is every run's column under one choice.
func measured(st *study.Study, c choice) []table.Column {
	columns := make([]table.Column, len(st.Bench.Runs))
	for _, r := range st.Runs {
		columns[r] = st.Bench.Read(&st.Measures[c.measure], r, c.missing)
	}
	return columns
}

// RankingStability ranks the runs under every other choice and holds the ranking against
// the stated one.
func RankingStability(st *study.Study) []result.Stability {
	if !study.Ranks(st) || len(st.Runs) < 2 {
		return nil
	}
	var out []result.Stability
	var stated map[int]float64
	var leader int
	for i, c := range choices(st) {
		m := &st.Measures[c.measure]
		means, order := order(st, c)
		if i == 0 {
			stated = means
			if len(order) < 2 {
				return nil
			}
			leader = order[0]
			continue
		}
		s := result.Stability{Benchmark: st.Bench.Name, Metric: st.Measures[st.Primary].Name, Varied: "metric", Setting: m.Name, Order: []string{}}
		if c.measure == st.Primary {
			s.Varied, s.Setting = "missing", c.missing
		} else if c.missing != st.Plan.Missing {
			continue // one thing is varied at a time
		}
		var x, y []float64
		for _, r := range order {
			s.Order = append(s.Order, st.Bench.Runs[r])
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
func order(st *study.Study, c choice) (means map[int]float64, order []int) {
	means = map[int]float64{}
	for r, col := range measured(st, c) {
		if !st.Ranked(r) {
			continue
		}
		var x []float64
		for t, ok := range col.Ok {
			if ok {
				x = append(x, col.Value[t])
			}
		}
		if mu := study.Mean(x); mu != nil {
			means[r] = st.Measures[c.measure].Sign() * *mu
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	return means, order
}
