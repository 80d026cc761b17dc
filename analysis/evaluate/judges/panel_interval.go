package judges

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
)

// panelCounts are a run's attempts that judges judged, counted by task: what the
// coefficients of agreement of m judges are made of, as sums, so that resampled tasks
// need no attempts.
type panelCounts struct {
	m int

	// Of attempts that every judge judged.
	attempts, successes, agreeing []float64 // verdicts of success; ordered pairs of judges that agree

	// Of attempts that some judge judged.
	rated, share []float64 // attempts; each one's share of success

	// Of attempts that at least two judges judged.
	pairable, alike     []float64 // attempts; each one's share of pairs that agree
	yes, no, discordant []float64 // verdicts; yes*no/(verdicts-1) of each attempt
}

func newPanelCounts(judges, tasks int) *panelCounts {
	c := &panelCounts{m: judges}
	for _, v := range []*[]float64{&c.attempts, &c.successes, &c.agreeing, &c.rated, &c.share, &c.pairable, &c.alike, &c.yes, &c.no, &c.discordant} {
		*v = make([]float64, tasks)
	}
	return c
}

// add counts an attempt at a task: the verdicts of failure and of success.
func (c *panelCounts) add(task int32, failure, success int) {
	n, no, yes := float64(failure+success), float64(failure), float64(success)
	if n == 0 {
		return
	}
	pairs := no*(no-1) + yes*(yes-1)
	c.rated[task]++
	c.share[task] += yes / n
	if n > 1 {
		c.pairable[task]++
		c.alike[task] += pairs / (n * (n - 1))
		c.yes[task] += yes
		c.no[task] += no
		c.discordant[task] += yes * no / (n - 1)
	}
	if failure+success == c.m {
		c.attempts[task]++
		c.successes[task] += yes
		c.agreeing[task] += pairs
	}
}

// fleiss is Fleiss' kappa of totals of attempts, successes and agreeing; ok is false
// where all verdicts are alike.
func (c *panelCounts) fleiss(t []float64) (kappa float64, ok bool) {
	attempts, successes, agreeing := t[0], t[1], t[2]
	m := float64(c.m)
	if attempts == 0 || successes == 0 || successes == m*attempts {
		return 0, false
	}
	p := successes / (m * attempts)
	chance := p*p + (1-p)*(1-p)
	return (agreeing/(attempts*m*(m-1)) - chance) / (1 - chance), true
}

// alpha is Krippendorff's nominal alpha of totals of yes, no and discordant.
func (c *panelCounts) alpha(t []float64) (alpha float64, ok bool) {
	yes, no, discordant := t[0], t[1], t[2]
	if yes == 0 || no == 0 {
		return 0, false
	}
	return 1 - (yes+no-1)*discordant/(yes*no), true
}

// ac1 is Gwet's coefficient of totals of rated, share, pairable and alike.
func (c *panelCounts) ac1(t []float64) (ac1 float64, ok bool) {
	rated, share, pairable, alike := t[0], t[1], t[2], t[3]
	if pairable == 0 {
		return 0, false
	}
	p := share / rated
	chance := 2 * p * (1 - p)
	return (alike/pairable - chance) / (1 - chance), true
}

// statistic is one of the coefficients, over the tasks at which the first of its
// vectors has something.
func (c *panelCounts) statistic(name string, value float64, of func([]float64) (float64, bool), vectors ...[]float64) study.TaskStatistic {
	return study.TaskStatistic{Name: name, Tasks: tasksWith(vectors[0]), Vectors: vectors, Value: value, Of: of}
}

// tasksWith lists the tasks at which a vector is not 0.
func tasksWith(byTask []float64) []int32 {
	var out []int32
	for t, n := range byTask {
		if n != 0 {
			out = append(out, int32(t))
		}
	}
	return slices.Clip(out)
}
