package analysis

import (
	"fmt"
	"slices"
)

// panelCounts are a run's attempts that every one of m judges judged, counted by task:
// what Fleiss' kappa is made of.
type panelCounts struct {
	m                             int
	attempts, successes, agreeing []float64 // by task; verdicts of success; ordered pairs of judges that agree
}

func newPanelCounts(judges, tasks int) *panelCounts {
	return &panelCounts{judges, make([]float64, tasks), make([]float64, tasks), make([]float64, tasks)}
}

// add counts an attempt at a task: the verdicts of failure and of success.
func (c *panelCounts) add(task int32, counts []int) {
	c.attempts[task]++
	c.successes[task] += float64(counts[1])
	for _, n := range counts {
		c.agreeing[task] += float64(n * (n - 1))
	}
}

// kappa is Fleiss' kappa of as many attempts, verdicts of success and agreeing pairs;
// ok is false where all verdicts are alike.
func (c *panelCounts) kappa(attempts, successes, agreeing float64) (kappa float64, ok bool) {
	m := float64(c.m)
	if attempts == 0 || successes == 0 || successes == m*attempts {
		return 0, false
	}
	p := successes / (m * attempts)
	chance := p*p + (1-p)*(1-p)
	return (agreeing/(attempts*m*(m-1)) - chance) / (1 - chance), true
}

// fleissInterval is the bootstrap interval of Fleiss' kappa over tasks, or clusters
// of them: attempts at one task are drawn together.
func (e *evaluation) fleissInterval(c *panelCounts, value float64) (*IntervalEstimate, []string) {
	var tasks []int32
	for t, n := range c.attempts {
		if n > 0 {
			tasks = append(tasks, int32(t))
		}
	}
	rs := newResampling(e.plan, e.cluster, e.bench.Name, "panels")
	var group *resampleGroup
	for k, v := range [][]float64{c.attempts, c.successes, c.agreeing} {
		group = rs.want(tasks, vectorKey{k, 0}, v)
	}
	if err := rs.run(); err != nil {
		return nil, []string{"Fleiss' kappa: " + reason(err)}
	}
	if !group.drawn() {
		return nil, []string{"Fleiss' kappa: fewer than two tasks or clusters: no interval"}
	}
	var replicates []float64
	for r := range group.sums[0] {
		if kappa, ok := c.kappa(group.sums[0][r], group.sums[1][r], group.sums[2][r]); ok {
			replicates = append(replicates, kappa)
		}
	}
	var notes []string
	if missing := len(group.sums[0]) - len(replicates); missing > 0 {
		notes = append(notes, fmt.Sprintf("Fleiss' kappa: %d of %d resamples, in which all verdicts are alike, were left out", missing, len(group.sums[0])))
	}
	intervals, more := e.bootstrap(replicates, value, group.leaveOneOut(c.kappa))
	for _, note := range more {
		notes = append(notes, "Fleiss' kappa: "+note)
	}
	if len(intervals) == 0 {
		return nil, notes
	}
	return &intervals[0], slices.Clip(notes)
}
