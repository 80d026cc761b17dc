package table

import "slices"

// ClusterColumn is what a plan may call the log's cluster column, which counts also
// where the plan names none.
const ClusterColumn = "cluster"

// clusterLabels are the tasks' clusters: by the stratum of that name, or by the log's
// cluster column where name is empty or the column's. Empty: the task has none.
func (b *Benchmark) clusterLabels(name string) []string {
	labels := make([]string, len(b.Tasks))
	at := slices.IndexFunc(b.Strata, func(c StratumColumn) bool { return name != "" && c.Name == name })
	for t, task := range b.Tasks {
		switch {
		case at >= 0 && b.Strata[at].Of[t] >= 0:
			labels[t] = b.Strata[at].Values[b.Strata[at].Of[t]]
		case at < 0 && (name == "" || name == ClusterColumn):
			labels[t] = task.Cluster
		}
	}
	return labels
}

// Clusters numbers the tasks' clusters. It is nil where no two tasks share a
// cluster. A task without one is a cluster by itself.
func (b *Benchmark) Clusters(name string) []int32 {
	labels := b.clusterLabels(name)
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

// Hashes reads the tasks' content hashes by run and task. A run without any has
// nil.
func (b *Benchmark) Hashes() [][]string {
	out := make([][]string, len(b.Logged))
	for r, run := range b.Logged {
		if len(run.hashes) == 0 {
			continue
		}
		out[r] = make([]string, len(b.Tasks))
		for i, a := range run.Attempts {
			if h, ok := run.hashes[int32(i)]; ok {
				out[r][a.Task] = h
			}
		}
	}
	return out
}

// WeightUnits names what is resampled by task: its cluster, or the task itself.
func (b *Benchmark) WeightUnits(cluster string) []string {
	out := make([]string, len(b.Tasks))
	labels := b.clusterLabels(cluster)
	for t, task := range b.Tasks {
		out[t] = "task\x00" + task.ID
		if label := labels[t]; label != "" {
			out[t] = "cluster\x00" + label
		}
	}
	return out
}
