package analysis

import "mcpstats/stats"

// simultaneous are Goodman's intervals of the primary modes and of none. Its
// categories are all modes that were looked for in a failed attempt, so that which
// of them occurred does not change the family.
func (c *failureCount) simultaneous() []stats.Interval {
	var counts []float64
	var at []int
	for m := range c.modes {
		if c.modes[m].of > 0 {
			at = append(at, m)
			counts = append(counts, float64(c.modes[m].primary)/c.effect)
		}
	}
	counts = append(counts, float64(c.none)/c.effect)
	ivs, err := stats.Goodman(counts, c.e.plan.Level)
	if err != nil {
		return nil
	}
	out := make([]stats.Interval, len(c.modes)+1)
	for i, m := range at {
		out[m] = ivs[i]
	}
	out[len(c.modes)] = ivs[len(ivs)-1]
	return out
}

// designEffect is Rao and Scott's: the mean, over the primary modes, of how much
// larger the variance of a share is than that of as many independent attempts,
// since attempts of one task (or of one cluster of tasks) fail alike. It lies
// between 1 and the mean size of the clusters.
func (c *failureCount) designEffect() (effect float64, clustered bool) {
	if c.failed < 2 {
		return 1, false
	}
	run := &c.e.bench.runs[c.r]
	cluster := make(map[int32]int)
	of := make([]int, 0, c.failed) // cluster by failed attempt
	var primary []int
	for _, a := range c.attempts {
		if c.ends[a] != failed {
			continue
		}
		id := run.attempts[a].task
		if c.e.cluster != nil {
			id = c.e.cluster[id]
		}
		k, ok := cluster[id]
		if !ok {
			k = len(cluster)
			cluster[id] = k
		}
		of = append(of, k)
		primary = append(primary, c.set.primary(a))
	}
	n, g := float64(c.failed), float64(len(cluster))
	if len(cluster) == c.failed {
		return 1, false
	}
	sizes := make([]float64, len(cluster))
	for _, k := range of {
		sizes[k]++
	}
	sum, weight := 0.0, 0.0
	for m := -1; m < len(c.modes); m++ {
		y := make([]float64, len(cluster))
		total := 0.0
		for i, k := range of {
			if primary[i] == m {
				y[k]++
				total++
			}
		}
		p := total / n
		if p == 0 || p == 1 || g < 2 {
			continue
		}
		ss := 0.0
		for k := range y {
			d := y[k] - p*sizes[k]
			ss += d * d
		}
		sum += (1 - p) * (g / (g - 1) * ss / (n * n)) / (p * (1 - p) / n)
		weight += 1 - p
	}
	if weight == 0 {
		return n / g, true
	}
	return min(max(1, sum/weight), n/g), true
}
