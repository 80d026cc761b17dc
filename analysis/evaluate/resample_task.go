package evaluate

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// taskStatistic is a figure made of sums over tasks, such as a kappa: what it is of the
// totals of its vectors, each by task. ok is false where it does not exist.
type taskStatistic struct {
	name    string // as its notes call it
	tasks   []int32
	vectors [][]float64
	value   float64 // of all tasks
	of      func(totals []float64) (value float64, ok bool)
}

// resampleTasks is the bootstrap interval of each statistic over tasks, or clusters of
// them: attempts at one task are drawn together. All statistics over the same tasks
// share their resamples. An interval is nil where there is none, and the notes say why.
func (e *Evaluation) resampleTasks(key string, statistics []taskStatistic) (intervals []*result.IntervalEstimate, notes []string) {
	rs := newResampling(e.Plan, e.cluster, e.Bench.Name, key)
	groups := make([]*resampleGroup, len(statistics))
	at := map[*float64]int{} // vectors that statistics share are resampled once
	id := func(v []float64) vectorKey {
		if _, ok := at[&v[0]]; !ok {
			at[&v[0]] = len(at)
		}
		return vectorKey{at[&v[0]], 0}
	}
	for i, s := range statistics {
		for _, v := range s.vectors {
			groups[i] = rs.want(s.tasks, id(v), v)
		}
	}
	intervals = make([]*result.IntervalEstimate, len(statistics))
	rs.run()
	for i, s := range statistics {
		g := groups[i]
		if !g.drawn() {
			if g.refused != "" {
				notes = append(notes, s.name+": "+g.undrawn())
				continue
			}
			notes = append(notes, s.name+": fewer than two tasks or clusters: no interval")
			continue
		}
		places := make([]int, len(s.vectors))
		for v := range places {
			places[v] = g.at[id(s.vectors[v])]
		}
		replicates := s.replicates(places, g.sums)
		if missing := len(g.sums[places[0]]) - len(replicates); missing > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d of %d resamples, for which it does not exist, were left out", s.name, missing, len(g.sums[places[0]])))
		}
		found, more := e.bootstrap(replicates, s.value, g.leaveOneOut(places, s.of), len(g.sizes), func(resamples int) ([]float64, error) {
			again, err := g.again(places, resamples)
			if err != nil {
				return nil, err
			}
			inOrder := make([]int, len(places))
			for v := range inOrder {
				inOrder[v] = v
			}
			return s.replicates(inOrder, again.sums), nil
		})
		for _, note := range more {
			notes = append(notes, s.name+": "+note)
		}
		if len(found) > 0 {
			intervals[i] = &found[0]
			for _, note := range movementNote(intervals[i]) {
				notes = append(notes, s.name+": "+note)
			}
		}
	}
	return intervals, notes
}

// replicates are the statistic of every resample for which it exists, of the sums at
// these places.
func (s *taskStatistic) replicates(places []int, sums [][]float64) []float64 {
	var out []float64
	totals := make([]float64, len(places))
	for r := range sums[places[0]] {
		for v, place := range places {
			totals[v] = sums[place][r]
		}
		if value, ok := s.of(totals); ok {
			out = append(out, value)
		}
	}
	return out
}

// leaveOneOut is BCa's a of a statistic of the totals of the vectors at these places,
// with each unit left out in turn; degenerate where it does not exist without some unit.
func (g *resampleGroup) leaveOneOut(places []int, statistic func([]float64) (float64, bool)) stats.Acceleration {
	out := make([]float64, len(g.sizes))
	totals := make([]float64, len(places))
	for u := range out {
		for v, place := range places {
			totals[v] = g.totals[place] - g.vectors[place][u]
		}
		value, ok := statistic(totals)
		if !ok {
			return stats.Acceleration{Degenerate: true}
		}
		out[u] = value
	}
	return stats.JackknifeAcceleration(out)
}
