package analysis

import "slices"

// clusters numbers the tasks' clusters: by the stratum of that name, or by the
// log's cluster column where name is empty. It is nil where no two tasks share
// a cluster. A task without one is a cluster by itself.
func (b *Benchmark) clusters(name string) []int32 {
	labels := make([]string, len(b.Tasks))
	if name == "" {
		for t, task := range b.Tasks {
			labels[t] = task.Cluster
		}
	} else {
		at := slices.IndexFunc(b.Strata, func(c StratumColumn) bool { return c.Name == name })
		if at < 0 {
			return nil
		}
		for t, v := range b.Strata[at].Of {
			if v >= 0 {
				labels[t] = b.Strata[at].Values[v]
			}
		}
	}
	of := make([]int32, len(labels))
	ids := map[string]int32{}
	shared := false
	next := int32(0)
	for t, label := range labels {
		if id, ok := ids[label]; ok && label != "" {
			of[t] = id
			shared = true
			continue
		}
		of[t] = next
		ids[label] = next
		next++
	}
	if !shared {
		return nil
	}
	return of
}

// hashes reads the tasks' content hashes by run and task. A run without any has
// nil.
func (b *Benchmark) hashes() [][]string {
	out := make([][]string, len(b.runs))
	for r, run := range b.runs {
		if len(run.hashes) == 0 {
			continue
		}
		out[r] = make([]string, len(b.Tasks))
		for i, a := range run.attempts {
			if h, ok := run.hashes[int32(i)]; ok {
				out[r][a.task] = h
			}
		}
	}
	return out
}
