package evaluate

import (
	"slices"
	"strconv"
	"sync"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// resampling holds the bootstrap of one slice of one benchmark. Every vector
// over the same tasks is resampled together, so that all runs, metrics and
// pairs share their resamples: a difference of two runs is the difference of
// their resampled means, and the work does not grow with the number of pairs.
type resampling struct {
	seed       uint64
	replicates int
	keys       []string // what the seed is derived from, besides the group
	cluster    []int32  // by task: its cluster; nil: every task is its own
	groups     map[string]*resampleGroup
	order      []*resampleGroup // in order of request
	latest     *resampleGroup   // most vectors are over the same tasks as the one before
}

// resampleGroup is the vectors over one set of tasks.
type resampleGroup struct {
	tasks   []int32
	units   []int32   // by position in tasks: its unit
	sizes   []float64 // tasks in each unit
	at      map[vectorKey]int
	vectors [][]float64 // by unit: the sum of its tasks' values
	totals  []float64
	inOrder []func() (stats.Ordered, error) // by vector: its tasks' values; nil: nobody asked yet
	asking  sync.Mutex                      // inOrder
	sums    [][]float64                     // by vector and replicate
	counts  []float64                       // by replicate: tasks drawn; nil where every unit is one task
	refused string                          // why there are no resamples, of several units
	sampler stats.Resampler                 // that drew the sums
}

// vectorKey names a run's values by a measure.
type vectorKey struct{ measure, run int }

func newResampling(plan *result.Plan, cluster []int32, keys ...string) *resampling {
	return &resampling{seed: plan.Seed, replicates: plan.Resamples, keys: keys, cluster: cluster, groups: map[string]*resampleGroup{}}
}

// want registers a vector over the tasks, whose values are by task, and returns
// its group. The draws are made by run; until then the values must stay as they are.
func (rs *resampling) want(tasks []int32, key vectorKey, values []float64) *resampleGroup {
	g := rs.latest
	if g == nil || !slices.Equal(g.tasks, tasks) {
		id := taskSetID(tasks)
		if g = rs.groups[id]; g == nil {
			g = &resampleGroup{tasks: slices.Clone(tasks), at: map[vectorKey]int{}}
			g.number(rs.cluster)
			rs.groups[id] = g
			rs.order = append(rs.order, g)
		}
		rs.latest = g
	}
	if _, ok := g.at[key]; ok {
		return g
	}
	v := values
	if len(g.sizes) < len(values) { // units are not the tasks themselves
		v = make([]float64, len(g.sizes))
		for i, t := range tasks {
			v[g.units[i]] += values[t]
		}
	}
	total := 0.0
	for _, t := range tasks {
		total += values[t]
	}
	g.at[key] = len(g.vectors)
	g.vectors = append(g.vectors, v)
	g.inOrder = append(g.inOrder, nil)
	g.totals = append(g.totals, total)
	return g
}

// number assigns the group's tasks to units: clusters in order of their first
// task, or each task by itself.
func (g *resampleGroup) number(cluster []int32) {
	g.units = make([]int32, len(g.tasks))
	at := map[int32]int32{}
	for i, t := range g.tasks {
		u := int32(len(g.sizes))
		if cluster != nil {
			seen, ok := at[cluster[t]]
			if ok {
				u = seen
			} else {
				at[cluster[t]] = u
			}
		}
		if int(u) == len(g.sizes) {
			g.sizes = append(g.sizes, 0)
		}
		g.units[i] = u
		g.sizes[u]++
	}
}

// run draws the resamples of every group.
func (rs *resampling) run() {
	for _, g := range rs.order {
		if len(g.sizes) < 2 {
			continue
		}
		keys := append(slices.Clone(rs.keys), "bootstrap", strconv.Itoa(len(g.tasks)))
		sampler := stats.Resampler{Units: len(g.sizes), Replicates: rs.replicates, Seed: stats.DeriveSeed(rs.seed, keys...)}
		vectors := g.vectors
		clustered := len(g.sizes) < len(g.tasks)
		if clustered {
			vectors = append(slices.Clone(vectors), g.sizes)
		}
		sums, err := sampler.Sums(vectors)
		if err != nil { // sums of clusters beyond what a double holds
			g.refused = stats.Reason(err)
			continue
		}
		if clustered {
			g.counts = sums[len(sums)-1]
			sums = sums[:len(sums)-1]
		}
		g.sums, g.sampler = sums, sampler
	}
}

// again returns the group with the vectors at these places drawn so many times: the
// first resamples are those that it has. Its places are those of the list.
func (g *resampleGroup) again(places []int, replicates int) (*resampleGroup, error) {
	more := &resampleGroup{tasks: g.tasks, sampler: g.sampler}
	more.sampler.Replicates = replicates
	var vectors [][]float64
	for _, at := range places {
		vectors = append(vectors, g.vectors[at])
	}
	if g.counts != nil {
		vectors = append(vectors, g.sizes)
	}
	sums, err := more.sampler.Sums(vectors)
	if err != nil {
		return nil, err
	}
	more.sums = sums[:len(places)]
	if g.counts != nil {
		more.counts = sums[len(places)]
	}
	return more, nil
}

// redraw returns so many resampled means of a vector, or differences of two.
func (g *resampleGroup) redraw(keys []vectorKey, resamples int) ([]float64, error) {
	var places []int
	for _, k := range keys {
		places = append(places, g.at[k])
	}
	more, err := g.again(places, resamples)
	if err != nil {
		return nil, err
	}
	if len(keys) == 1 {
		return more.scaled(more.sums[0], nil), nil
	}
	return more.scaled(more.sums[0], more.sums[1]), nil
}

// means returns the resampled means of a vector, one a replicate.
func (g *resampleGroup) means(key vectorKey) []float64 {
	return g.scaled(g.sums[g.at[key]], nil)
}

// differences returns the resampled differences of two vectors' means.
func (g *resampleGroup) differences(a, b vectorKey) []float64 {
	return g.scaled(g.sums[g.at[a]], g.sums[g.at[b]])
}

func (g *resampleGroup) scaled(a, b []float64) []float64 {
	out := make([]float64, len(a))
	n := float64(len(g.tasks))
	for r := range out {
		s := a[r]
		if b != nil {
			s -= b[r]
		}
		if g.counts != nil {
			n = g.counts[r]
		}
		out[r] = s / n
	}
	return out
}

// acceleration is BCa's a of the mean, or with b of the difference of means.
func (g *resampleGroup) acceleration(a vectorKey, b *vectorKey) stats.Acceleration {
	if g.counts != nil {
		return stats.JackknifeAcceleration(g.jackknife(a, b))
	}
	x := g.vectors[g.at[a]]
	if b == nil {
		return stats.MeanAcceleration(x)
	}
	// Differences that are equal but for rounding have no skewness to speak of.
	diff, err := stats.Subtract(x, g.vectors[g.at[*b]])
	if err != nil {
		return stats.Acceleration{Degenerate: true}
	}
	return stats.DifferenceAcceleration(diff)
}

// jackknife returns the mean (or, with b, the difference of means) with each
// unit left out in turn.
func (g *resampleGroup) jackknife(a vectorKey, b *vectorKey) []float64 {
	va, total := g.vectors[g.at[a]], g.totals[g.at[a]]
	var vb []float64
	if b != nil {
		vb = g.vectors[g.at[*b]]
		total -= g.totals[g.at[*b]]
	}
	n := float64(len(g.tasks))
	out := make([]float64, len(va))
	for u := range out {
		x := va[u]
		if vb != nil {
			x -= vb[u]
		}
		out[u] = (total - x) / (n - g.sizes[u])
	}
	return out
}

// ordered puts a vector's values, by task, in order when they are first asked for,
// once for all pairs of the group.
func (g *resampleGroup) ordered(key vectorKey, byTask []float64) func() (stats.Ordered, error) {
	g.asking.Lock()
	defer g.asking.Unlock()
	at := g.at[key]
	if g.inOrder[at] == nil {
		g.inOrder[at] = sync.OnceValues(func() (stats.Ordered, error) { return stats.Order("values", byTask) })
	}
	return g.inOrder[at]
}

// drawn reports whether the group has resamples: fewer than two units have none, nor
// have values whose sums are beyond what a double holds.
func (g *resampleGroup) drawn() bool { return g.sums != nil }

// undrawn says why the group has no resamples.
func (g *resampleGroup) undrawn() string {
	if g.refused != "" {
		return "no bootstrap interval: " + g.refused
	}
	return "one cluster: nothing to resample"
}

// taskSetID identifies a set of tasks, listed in ascending order.
func taskSetID(tasks []int32) string {
	id := make([]byte, 0, 4*len(tasks))
	for _, t := range tasks {
		id = append(id, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
	}
	return string(id)
}
