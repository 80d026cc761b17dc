package stats

import (
	"fmt"
	"math"
)

// ClusteredKappa is Cohen's kappa of items that come in clusters, with standard
// errors and an interval that draw whole clusters.
type ClusteredKappa struct {
	Value       float64
	N, Clusters int
	Replicates  int      // resamples for which kappa exists
	SEBootstrap float64  // standard deviation of the replicates (divisor B-1); NaN for fewer than two
	SEJackknife float64  // sqrt((G-1)/G sum (kappa_(-g) - their mean)^2); NaN where kappa does not exist without some cluster
	Interval    Interval // percentiles (type 7) of the replicates; NaN without any
}

// KappaOfClusters is CohenKappa of the sum of the clusters' tables, unweighted;
// tables[g][i][j] is as CohenKappa's table. A resample lists the G clusters drawn,
// from 0. Resamples in which both raters use one and the same category have no
// kappa: they are left out. Level 0 means 0.95.
//
// Errors: those of CohenKappa of the sum; tables of different sizes, resamples that
// name no cluster.
func KappaOfClusters(tables [][][]int, resamples [][]int, level float64) (ClusteredKappa, error) {
	level, err := levelOr(level)
	if err != nil {
		return ClusteredKappa{}, err
	}
	if len(tables) == 0 {
		return ClusteredKappa{}, &ArgumentError{Arg: "tables", Reason: "no clusters; give at least one"}
	}
	size := len(tables[0])
	sum := make([][]int, size)
	for i := range sum {
		sum[i] = make([]int, size)
	}
	add := func(g, times int) {
		for i, row := range tables[g] {
			for j, c := range row {
				sum[i][j] += times * c
			}
		}
	}
	empty := func() {
		for _, row := range sum {
			for j := range row {
				row[j] = 0
			}
		}
	}
	for g, t := range tables {
		if len(t) != size {
			return ClusteredKappa{}, &ArgumentError{Arg: "tables", Reason: fmt.Sprintf("cluster %d has a table of %d rows, cluster 0 one of %d", g, len(t), size)}
		}
		for _, row := range t {
			if len(row) != size {
				return ClusteredKappa{}, &ArgumentError{Arg: "tables", Reason: fmt.Sprintf("a row of cluster %d has %d columns; tables are square, %d by %d", g, len(row), size, size)}
			}
		}
		add(g, 1)
	}
	whole, err := CohenKappa(sum, KappaOptions{Level: level})
	if err != nil {
		return ClusteredKappa{}, err
	}
	k := ClusteredKappa{Value: whole.Value, N: whole.N, Clusters: len(tables), SEBootstrap: math.NaN(), SEJackknife: math.NaN(),
		Interval: Interval{Low: math.NaN(), High: math.NaN(), Level: level, Method: "percentile"}}

	without := make([]float64, 0, len(tables))
	for g := range tables {
		add(g, -1)
		if left, err := CohenKappa(sum, KappaOptions{}); err == nil {
			without = append(without, left.Value)
		}
		add(g, 1)
	}
	if g := float64(len(tables)); len(without) == len(tables) && len(tables) > 1 {
		k.SEJackknife = math.Sqrt((g - 1) / g * squaresAbout(without))
	}

	var replicates []float64
	for r, drawn := range resamples {
		empty()
		for _, g := range drawn {
			if g < 0 || g >= len(tables) {
				return ClusteredKappa{}, &ArgumentError{Arg: "resamples", Reason: fmt.Sprintf("resample %d draws cluster %d; clusters are 0 to %d", r, g, len(tables)-1)}
			}
			add(g, 1)
		}
		if again, err := CohenKappa(sum, KappaOptions{}); err == nil {
			replicates = append(replicates, again.Value)
		}
	}
	k.Replicates = len(replicates)
	if len(replicates) > 0 {
		b, err := BootstrapFromReplicates(replicates, whole.Value, Acceleration{}, BootstrapOptions{Method: Percentile, Level: level})
		if err != nil {
			return ClusteredKappa{}, err
		}
		k.Interval = b.Interval
	}
	if len(replicates) > 1 {
		k.SEBootstrap = math.Sqrt(squaresAbout(replicates) / float64(len(replicates)-1))
	}
	return k, nil
}

// squaresAbout is the sum of squared deviations from the mean.
func squaresAbout(x []float64) float64 {
	mean := 0.0
	for _, v := range x {
		mean += (v - x[0]) / float64(len(x))
	}
	mean += x[0]
	ss := 0.0
	for _, v := range x {
		ss += (v - mean) * (v - mean)
	}
	return ss
}
