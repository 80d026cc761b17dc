package study

import (
	"slices"
	"strconv"
	"sync"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Resampling holds the bootstrap of one slice of one benchmark. Every vector
// over the same tasks is resampled together, so that all runs, metrics and
// pairs share their resamples: a difference of two runs is the difference of
// their resampled means, and the work does not grow with the number of pairs.
type Resampling struct {
	seed       uint64
	replicates int
	keys       []string // what the seed is derived from, besides the group
	cluster    []int32  // by task: its cluster; nil: every task is its own
	groups     map[string]*ResampleGroup
	order      []*ResampleGroup // in order of request
	latest     *ResampleGroup   // most vectors are over the same tasks as the one before
}

// ResampleGroup is the vectors over one set of tasks.
type ResampleGroup struct {
	tasks   []int32
	units   []int32   // by position in tasks: its unit
	Sizes   []float64 // tasks in each unit
	At      map[VectorKey]int
	vectors [][]float64 // by unit: the sum of its tasks' values
	totals  []float64
	inOrder []func() (stats.Ordered, error) // by vector: its tasks' values; nil: nobody asked yet
	asking  sync.Mutex                      // inOrder
	Sums    [][]float64                     // by vector and replicate
	counts  []float64                       // by replicate: tasks drawn; nil where every unit is one task
	refused string                          // why there are no resamples, of several units
	sampler stats.Resampler                 // that drew the sums
}

// VectorKey names a run's values by a measure.
type VectorKey struct{ Measure, Run int }

// NewResampling plans resamples over tasks, or over clusters where cluster says the cluster of each.
// The seed of a group follows from the plan's, the keys and its tasks alone.
func NewResampling(plan *result.Plan, cluster []int32, keys ...string) *Resampling {
	return &Resampling{seed: plan.Seed, replicates: plan.Resamples, keys: keys, cluster: cluster, groups: map[string]*ResampleGroup{}}
}

// Want registers a vector over the tasks, whose values are by task, and returns
// its group. The draws are made by run; until then the values must stay as they are.
func (rs *Resampling) Want(tasks []int32, key VectorKey, values []float64) *ResampleGroup {
	g := rs.latest
	if g == nil || !slices.Equal(g.tasks, tasks) {
		id := taskSetID(tasks)
		if g = rs.groups[id]; g == nil {
			g = &ResampleGroup{tasks: slices.Clone(tasks), At: map[VectorKey]int{}}
			g.number(rs.cluster)
			rs.groups[id] = g
			rs.order = append(rs.order, g)
		}
		rs.latest = g
	}
	if _, ok := g.At[key]; ok {
		return g
	}
	v := values
	if len(g.Sizes) < len(values) { // units are not the tasks themselves
		v = make([]float64, len(g.Sizes))
		for i, t := range tasks {
			v[g.units[i]] += values[t]
		}
	}
	total := 0.0
	for _, t := range tasks {
		total += values[t]
	}
	g.At[key] = len(g.vectors)
	g.vectors = append(g.vectors, v)
	g.inOrder = append(g.inOrder, nil)
	g.totals = append(g.totals, total)
	return g
}

// number assigns the group's tasks to units: clusters in order of their first
// task, or each task by itself.
func (g *ResampleGroup) number(cluster []int32) {
	g.units = make([]int32, len(g.tasks))
	at := map[int32]int32{}
	for i, t := range g.tasks {
		u := int32(len(g.Sizes))
		if cluster != nil {
			seen, ok := at[cluster[t]]
			if ok {
				u = seen
			} else {
				at[cluster[t]] = u
			}
		}
		if int(u) == len(g.Sizes) {
			g.Sizes = append(g.Sizes, 0)
		}
		g.units[i] = u
		g.Sizes[u]++
	}
}

// Run draws the resamples of every group.
func (rs *Resampling) Run() {
	for _, g := range rs.order {
		if len(g.Sizes) < 2 {
			continue
		}
		keys := append(slices.Clone(rs.keys), "bootstrap", strconv.Itoa(len(g.tasks)))
		sampler := stats.Resampler{Units: len(g.Sizes), Replicates: rs.replicates, Seed: stats.DeriveSeed(rs.seed, keys...)}
		vectors := g.vectors
		clustered := len(g.Sizes) < len(g.tasks)
		if clustered {
			vectors = append(slices.Clone(vectors), g.Sizes)
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
		g.Sums, g.sampler = sums, sampler
	}
}

// Again returns the group with the vectors at these places drawn so many times: the
// first resamples are those that it has. Its places are those of the list.
func (g *ResampleGroup) Again(places []int, replicates int) (*ResampleGroup, error) {
	more := &ResampleGroup{tasks: g.tasks, sampler: g.sampler}
	more.sampler.Replicates = replicates
	var vectors [][]float64
	for _, at := range places {
		vectors = append(vectors, g.vectors[at])
	}
	if g.counts != nil {
		vectors = append(vectors, g.Sizes)
	}
	sums, err := more.sampler.Sums(vectors)
	if err != nil {
		return nil, err
	}
	more.Sums = sums[:len(places)]
	if g.counts != nil {
		more.counts = sums[len(places)]
	}
	return more, nil
}

// redraw returns so many resampled means of a vector, or differences of two.
func (g *ResampleGroup) redraw(keys []VectorKey, resamples int) ([]float64, error) {
	var places []int
	for _, k := range keys {
		places = append(places, g.At[k])
	}
	more, err := g.Again(places, resamples)
	if err != nil {
		return nil, err
	}
	if len(keys) == 1 {
		return more.scaled(more.Sums[0], nil), nil
	}
	return more.scaled(more.Sums[0], more.Sums[1]), nil
}

// means returns the resampled means of a vector, one a replicate.
func (g *ResampleGroup) means(key VectorKey) []float64 {
	return g.scaled(g.Sums[g.At[key]], nil)
}

// differences returns the resampled differences of two vectors' means.
func (g *ResampleGroup) differences(a, b VectorKey) []float64 {
	return g.scaled(g.Sums[g.At[a]], g.Sums[g.At[b]])
}

func (g *ResampleGroup) scaled(a, b []float64) []float64 {
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
func (g *ResampleGroup) acceleration(a VectorKey, b *VectorKey) stats.Acceleration {
	if g.counts != nil {
		return stats.JackknifeAcceleration(g.jackknife(a, b))
	}
	x := g.vectors[g.At[a]]
	if b == nil {
		return stats.MeanAcceleration(x)
	}
	// Differences that are equal but for rounding have no skewness to speak of.
	diff, err := stats.Subtract(x, g.vectors[g.At[*b]])
	if err != nil {
		return stats.Acceleration{Degenerate: true}
	}
	return stats.DifferenceAcceleration(diff)
}

// jackknife returns the mean (or, with b, the difference of means) with each
// unit left out in turn.
func (g *ResampleGroup) jackknife(a VectorKey, b *VectorKey) []float64 {
	va, total := g.vectors[g.At[a]], g.totals[g.At[a]]
	var vb []float64
	if b != nil {
		vb = g.vectors[g.At[*b]]
		total -= g.totals[g.At[*b]]
	}
	n := float64(len(g.tasks))
	out := make([]float64, len(va))
	for u := range out {
		x := va[u]
		if vb != nil {
			x -= vb[u]
		}
		out[u] = (total - x) / (n - g.Sizes[u])
	}
	return out
}

// ordered puts a vector's values, by task, in order when they are first asked for,
// once for all pairs of the group.
func (g *ResampleGroup) ordered(key VectorKey, byTask []float64) func() (stats.Ordered, error) {
	g.asking.Lock()
	defer g.asking.Unlock()
	at := g.At[key]
	if g.inOrder[at] == nil {
		g.inOrder[at] = sync.OnceValues(func() (stats.Ordered, error) { return stats.Order("values", byTask) })
	}
	return g.inOrder[at]
}

// Drawn reports whether the group has resamples: fewer than two units have none, nor
// have values whose sums are too large for a double.
func (g *ResampleGroup) Drawn() bool { return g.Sums != nil }

// Undrawn says why the group has no resamples.
func (g *ResampleGroup) Undrawn() string {
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
