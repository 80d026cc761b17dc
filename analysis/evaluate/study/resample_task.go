package study

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// TaskStatistic is a figure made of sums over tasks, such as a kappa: what it is of the
// totals of its vectors, each by task. ok is false where it does not exist.
type TaskStatistic struct {
	Name    string // as its notes call it
	Tasks   []int32
	Vectors [][]float64
	Value   float64 // of all tasks
	Of      func(totals []float64) (value float64, ok bool)
}

// ResampleTasks is the bootstrap interval of each statistic over tasks, or clusters of
// them: attempts at one task are drawn together. All statistics over the same tasks
// share their resamples. An interval is nil where there is none, and the notes say why.
func (st *Study) ResampleTasks(key string, statistics []TaskStatistic) (intervals []*result.IntervalEstimate, notes []string) {
	rs := NewResampling(st.Plan, st.Cluster, st.Bench.Name, key)
	groups := make([]*ResampleGroup, len(statistics))
	at := map[*float64]int{} // vectors that statistics share are resampled once
	id := func(v []float64) VectorKey {
		if _, ok := at[&v[0]]; !ok {
			at[&v[0]] = len(at)
		}
		return VectorKey{at[&v[0]], 0}
	}
	for i, s := range statistics {
		for _, v := range s.Vectors {
			groups[i] = rs.Want(s.Tasks, id(v), v)
		}
	}
	intervals = make([]*result.IntervalEstimate, len(statistics))
	rs.Run()
	for i, s := range statistics {
		g := groups[i]
		if !g.Drawn() {
			if g.refused != "" {
				notes = append(notes, s.Name+": "+g.Undrawn())
				continue
			}
			notes = append(notes, s.Name+": fewer than two tasks or clusters: no interval")
			continue
		}
		places := make([]int, len(s.Vectors))
		for v := range places {
			places[v] = g.At[id(s.Vectors[v])]
		}
		replicates := s.replicates(places, g.Sums)
		if missing := len(g.Sums[places[0]]) - len(replicates); missing > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d of %d resamples, for which it does not exist, were left out", s.Name, missing, len(g.Sums[places[0]])))
		}
		found, more := bootstrap(st, replicates, s.Value, g.leaveOneOut(places, s.Of), len(g.Sizes), func(resamples int) ([]float64, error) {
			again, err := g.Again(places, resamples)
			if err != nil {
				return nil, err
			}
			inOrder := make([]int, len(places))
			for v := range inOrder {
				inOrder[v] = v
			}
			return s.replicates(inOrder, again.Sums), nil
		})
		for _, note := range more {
			notes = append(notes, s.Name+": "+note)
		}
		if len(found) > 0 {
			intervals[i] = &found[0]
			for _, note := range MovementNote(intervals[i]) {
				notes = append(notes, s.Name+": "+note)
			}
		}
	}
	return intervals, notes
}

// replicates are the statistic of every resample for which it exists, of the sums at
// these places.
func (s *TaskStatistic) replicates(places []int, sums [][]float64) []float64 {
	var out []float64
	totals := make([]float64, len(places))
	for r := range sums[places[0]] {
		for v, place := range places {
			totals[v] = sums[place][r]
		}
		if value, ok := s.Of(totals); ok {
			out = append(out, value)
		}
	}
	return out
}

// leaveOneOut is BCa's a of a statistic of the totals of the vectors at these places,
// with each unit left out in turn; degenerate where it does not exist without some unit.
func (g *ResampleGroup) leaveOneOut(places []int, statistic func([]float64) (float64, bool)) stats.Acceleration {
	out := make([]float64, len(g.Sizes))
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
