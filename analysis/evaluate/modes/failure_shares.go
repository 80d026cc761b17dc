package modes

import (
	"cmp"
	"math/bits"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// modeTally is one mode's counts by task, or by cluster of tasks: attempts at one task
// end alike, so that the spread between tasks is what an interval rests on.
type modeTally struct {
	shown, won, primary stats.ClusterCounts
	unit                struct{ shown, of, shownWon, wonOf, primary int } // the task or cluster at hand
}

// tally counts every mode, and last none, unit by unit.
func (c *failureCount) tally(tasks []int32, byTask []int) []modeTally {
	unit := func(task int32) int32 { return task }
	if of := c.st.Cluster; of != nil {
		unit = func(task int32) int32 { return of[task] }
		tasks = slices.Clone(tasks)
		slices.SortStableFunc(tasks, func(a, b int32) int { return cmp.Compare(of[a], of[b]) })
	}
	out := make([]modeTally, len(c.modes)+1)
	none := len(c.modes)
	failures := 0 // of the unit at hand
	close := func() {
		for m := range out {
			t := &out[m]
			if m == none {
				t.unit.shown, t.unit.of = t.unit.primary, failures
			}
			t.shown.Add(t.unit.shown, t.unit.of)
			t.won.Add(t.unit.shownWon, t.unit.wonOf)
			t.primary.Add(t.unit.primary, failures)
			t.unit = struct{ shown, of, shownWon, wonOf, primary int }{}
		}
		failures = 0
	}
	verdict := c.set.Source == ""
	for i, task := range tasks {
		if i > 0 && unit(task) != unit(tasks[i-1]) {
			close()
		}
		for a := byTask[task]; a < byTask[task+1]; a++ {
			end := c.ends[a]
			if end == Failed {
				failures++
				first := c.set.Primary(a)
				if first < 0 {
					first = none
				}
				out[first].unit.primary++
			}
			for rest := c.set.Applies[a]; rest != 0; rest &= rest - 1 {
				m := bits.TrailingZeros64(rest)
				shown := int(c.set.Shows[a] >> m & 1)
				switch u := &out[m].unit; {
				case verdict || end == Failed:
					u.of++
					u.shown += shown
				case end == Succeeded:
					u.wonOf++
					u.shownWon += shown
				}
			}
		}
	}
	close()
	return out
}

// family is the number of modes that were looked for in a failed attempt, and none:
// what the simultaneous intervals of one source hold together for, whichever of the
// modes occurred.
func (c *failureCount) family() int {
	n := 1
	for m := range c.modes {
		if c.modes[m].of > 0 {
			n++
		}
	}
	return n
}

// shareInterval is a share's score interval at the level, divided among so many shares
// (Bonferroni, since modes overlap): Wilson's of attempts at different tasks, the one
// with the share's own design effect of others. Nil where there is none.
func (c *failureCount) shareInterval(counts stats.ClusterCounts, among int) *result.IntervalEstimate {
	return c.st.ShareInterval(counts, among)
}

// lift is how much more frequent a mode is among failures than among successes. Where
// attempts share tasks both shares count as many attempts as their own design effects
// leave, and Student's t stands for the normal quantile.
func (c *failureCount) lift(t *modeTally) (stats.Effect, error) {
	level := c.st.Plan.Level
	lost, _ := t.shown.Share()
	won, _ := t.won.Share()
	if lost.N == 0 || won.N == 0 || lost.Clusters == lost.N && won.Clusters == won.N {
		return stats.RiskRatioKoopman(float64(lost.K), float64(lost.N), float64(won.K), float64(won.N), level)
	}
	df := float64(lost.Clusters + won.Clusters - 2)
	if df < 1 {
		return stats.Effect{}, &stats.UndefinedError{Stat: "lift", Reason: "the attempts on either side are all at one task"}
	}
	effective := func(s stats.ClusteredShare) float64 {
		if s.Clusters == s.N {
			return float64(s.N)
		}
		return s.EffectiveN
	}
	n1, n0 := effective(lost), effective(won)
	level = 1 - 2*stats.NormalSF(stats.StudentTISF((1-level)/2, df))
	r, err := stats.RiskRatioKoopman(lost.Share*n1, n1, won.Share*n0, n0, level)
	r.Interval.Level = c.st.Plan.Level
	return r, err
}
