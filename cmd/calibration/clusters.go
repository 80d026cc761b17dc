package main

import (
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// clusterSize and clusterICC describe tasks that come in clusters, such as those
// of one server: five to a cluster, any two of which correlate by .3.
const (
	clusterSize = 5
	clusterICC  = 0.3
)

// clusterCounts are the numbers of clusters; n counts clusters here.
var clusterCounts = []int{10, 30, 95, 300}

// clusterCells shows what ignoring clusters does, and what allowing for them
// costs: tests of a mean difference of zero, and intervals of it.
func clusterCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, g := range clusterCounts {
		experiments = append(experiments, clusterTestExperiment(g, scaled(20_000, runs)), clusterIntervalExperiment(g, scaled(4000, runs)))
	}
	for _, g := range clusterCounts {
		experiments = append(experiments, unequalClusterExperiment(g, scaled(10_000, runs)))
	}
	return simulateAll(seed, experiments), nil
}

const clusterSetting = "clusters of 5, correlation .3"

func clusterLabels(groups int) []int {
	labels := make([]int, groups*clusterSize)
	for i := range labels {
		labels[i] = i / clusterSize
	}
	return labels
}

// unequalLabels are of clusters of 1, 1, 2, 6 and 15 tasks in turn: five on average.
func unequalLabels(groups int) []int {
	var labels []int
	for g := range groups {
		for range []int{1, 1, 2, 6, 15}[g%5] {
			labels = append(labels, g)
		}
	}
	return labels
}

func clusterTestExperiment(groups, runs int) experiment {
	return clusterTests(clusterSetting, groups, runs, clusterLabels(groups), func(rng *rand.Rand, d []float64) { clustered(rng, d, clusterSize, clusterICC) })
}

func unequalClusterExperiment(groups, runs int) experiment {
	labels := unequalLabels(groups)
	return clusterTests("clusters of 1 to 15, correlation .3", groups, runs, labels, func(rng *rand.Rand, d []float64) {
		shared := 0.0
		for i := range d {
			if i == 0 || labels[i] != labels[i-1] {
				shared = math.Sqrt(clusterICC) * rng.NormFloat64()
			}
			d[i] = shared + math.Sqrt(1-clusterICC)*rng.NormFloat64()
		}
	})
}

func clusterTests(setting string, groups, runs int, labels []int, draw func(*rand.Rand, []float64)) experiment {
	return experiment{kind: typeOneError, setting: setting, n: groups, runs: runs, methods: []string{"cluster-robust t", "paired t, clusters ignored", "cluster permutation"},
		worker: func() func(*rand.Rand, []outcome) {
			d, sums := make([]float64, len(labels)), make([]float64, groups)
			return func(rng *rand.Rand, out []outcome) {
				draw(rng, d)
				diff, err := stats.DifferencesOf(d)
				if err != nil {
					out[0], out[1], out[2] = undefined, undefined, undefined
					return
				}
				robust, err := stats.ClusterRobustT(diff, labels)
				out[0] = rejects(robust.P, err)
				t, err := stats.PairedT(diff, stats.PairedTOptions{})
				out[1] = rejects(t.P, err)
				clear(sums)
				for i, g := range labels {
					sums[g] += d[i]
				}
				whole, err := stats.DifferencesOf(sums)
				if err != nil {
					out[2] = undefined
					return
				}
				r, err := stats.PermutationPaired(whole, stats.PermutationOptions{Seed: rng.Uint64(), Resamples: 999})
				out[2] = rejects(r.P, err)
			}
		}}
}

func clusterIntervalExperiment(groups, runs int) experiment {
	return experiment{kind: coverage, setting: clusterSetting, n: groups, runs: runs,
		methods: []string{"cluster-robust t (CR1)", "BCa cluster bootstrap", "percentile cluster bootstrap", "basic cluster bootstrap", "studentized cluster bootstrap", "cluster-robust z (CR0)", "t, clusters ignored"},
		worker: func() func(*rand.Rand, []outcome) {
			labels := clusterLabels(groups)
			x := make([]float64, len(labels))
			return func(rng *rand.Rand, out []outcome) {
				clustered(rng, x, clusterSize, clusterICC)
				r, err := stats.ClusterRobustMean(x, labels, level)
				out[0], out[5] = holds(r.IntervalCR1, err, 0), holds(r.IntervalCR0, err, 0)
				draws := rng.Uint64()
				for m, method := range []stats.BootstrapMethod{stats.BCa, stats.Percentile, stats.Basic, stats.Studentized} {
					b, err := stats.BootstrapMean(x, stats.BootstrapOptions{Method: method, Replicates: bootstrapResamples, Seed: draws, Cluster: labels})
					out[m+1] = holds(b.Interval, err, 0)
				}
				t, err := stats.MeanInterval(x, level)
				out[6] = holds(t, err, 0)
			}
		}}
}
