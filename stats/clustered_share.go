package stats

import (
	"fmt"
	"math"
	"math/big"
)

// ClusteredShare is a proportion of attempts that come in clusters: several attempts
// at one task, or tasks of one server, end alike, so that n of them say less than n
// independent ones would.
type ClusteredShare struct {
	K, N, Clusters int
	Share          float64
	SE             float64 // cluster-robust (CR1): sqrt(G/(G-1) sum over clusters of (sum of deviations)^2)/n
	DesignEffect   float64 // variance over that of n independent attempts, at least 1
	EffectiveN     float64 // n over the design effect
}

// ShareOfClusters describes the share of k successes in n attempts, counted by
// cluster: k[g] of n[g] > 0. The design effect is max(1, SE^2/(p(1-p)/n)) (Kish 1965;
// Rao and Scott 1981, 1992). At k = 0 and k = n, where SE is 0, an attempt may be a
// copy of its cluster's others: as many attempts count as there are clusters.
//
// Errors: lists of different lengths, counts that are not 0 <= k <= n, and an
// UndefinedError for fewer than two clusters, which say nothing about the spread
// between clusters; the other fields are filled in even then.
func ShareOfClusters(k, n []int) (ClusteredShare, error) {
	if len(k) != len(n) || len(n) == 0 {
		return ClusteredShare{}, &ArgumentError{Arg: "k, n", Reason: fmt.Sprintf("%d and %d clusters; give one k and one n for each, at least one", len(k), len(n))}
	}
	var c ClusterCounts
	for g := range n {
		if n[g] <= 0 || k[g] < 0 || k[g] > n[g] {
			return ClusteredShare{}, &ArgumentError{Arg: "k, n", Reason: fmt.Sprintf("%d successes in %d attempts of cluster %d; give 0 <= k <= n and n > 0", k[g], n[g], g)}
		}
		c.Add(k[g], n[g])
	}
	return c.Share()
}

// ClusterCounts is what ShareOfClusters needs of the clusters, added one by one. The
// zero value holds none.
type ClusterCounts struct {
	K, N, Clusters int
	kk, kn, nn     int // sums over clusters of k*k, k*n, n*n
}

// Add adds a cluster of n attempts with k successes, 0 <= k <= n. One without attempts
// is no cluster.
func (c *ClusterCounts) Add(k, n int) {
	if n == 0 {
		return
	}
	c.K += k
	c.N += n
	c.Clusters++
	c.kk += k * k
	c.kn += k * n
	c.nn += n * n
}

// Share is ShareOfClusters of what was added. Errors: as there, and no attempts.
func (c ClusterCounts) Share() (ClusteredShare, error) {
	if c.N == 0 {
		return ClusteredShare{}, &ArgumentError{Arg: "n", Reason: "no attempts; a share needs at least one"}
	}
	total, groups := float64(c.N), float64(c.Clusters)
	s := ClusteredShare{K: c.K, N: c.N, Clusters: c.Clusters, Share: float64(c.K) / total, DesignEffect: 1, EffectiveN: total}
	if c.K == 0 || c.K == c.N || c.Clusters < 2 {
		s.EffectiveN, s.DesignEffect = groups, total/groups
		if c.Clusters < 2 {
			return s, &UndefinedError{Stat: "share by cluster", Reason: "there is one cluster, which says nothing about how clusters differ", Degenerate: true}
		}
		return s, nil
	}
	s.SE = math.Sqrt(groups/(groups-1)*c.squares()) / total
	s.DesignEffect = max(1, s.SE*s.SE/(s.Share*(1-s.Share)/total))
	s.EffectiveN = total / s.DesignEffect
	return s, nil
}

// squares is the sum over clusters of (k - n K/N)^2, taken in whole numbers over the
// common denominator N^2, since its terms may cancel to nothing.
func (c ClusterCounts) squares() float64 {
	k, n := big.NewInt(int64(c.K)), big.NewInt(int64(c.N))
	times := func(factors ...*big.Int) *big.Int {
		product := big.NewInt(1)
		for _, f := range factors {
			product.Mul(product, f)
		}
		return product
	}
	sum := times(n, n, big.NewInt(int64(c.kk)))
	sum.Sub(sum, times(big.NewInt(2), k, n, big.NewInt(int64(c.kn))))
	sum.Add(sum, times(k, k, big.NewInt(int64(c.nn))))
	value, _ := new(big.Rat).SetFrac(sum, times(n, n)).Float64()
	return value
}

// ScoreInterval is Wilson's score interval of the share with EffectiveN attempts and
// the quantile of Student's t on G-1 degrees of freedom in place of the normal one
// (Dean and Pagano 2015; Franco, Little, Louis and Slud 2019 call it the modified
// Wilson interval). Its lower end is exactly 0 at k = 0, its upper end exactly 1 at
// k = n. Level 0 means 0.95.
//
// Errors: a level outside (0, 1), fewer than two clusters.
func (s ClusteredShare) ScoreInterval(level float64) (Interval, error) {
	t, level, err := s.quantile(level)
	if err != nil {
		return Interval{}, err
	}
	iv := Interval{Level: level, Method: "wilson_effective"}
	iv.Low, iv.High = scoreLimits(s.Share*s.EffectiveN, s.EffectiveN, t)
	switch s.K {
	case 0:
		iv.Low = 0
	case s.N:
		iv.High = 1
	}
	return iv, nil
}

// TInterval is share -+ t SE on G-1 degrees of freedom, not clipped. It has no width
// where SE is 0. Level 0 means 0.95.
//
// Errors: as ScoreInterval.
func (s ClusteredShare) TInterval(level float64) (Interval, error) {
	t, level, err := s.quantile(level)
	if err != nil {
		return Interval{}, err
	}
	return Interval{Low: s.Share - t*s.SE, High: s.Share + t*s.SE, Level: level, Method: "cr1_t"}, nil
}

func (s ClusteredShare) quantile(level float64) (t, resolved float64, err error) {
	if level, err = levelOr(level); err != nil {
		return 0, 0, err
	}
	if s.Clusters < 2 {
		return 0, 0, &UndefinedError{Stat: "interval of a share by cluster", Reason: "it needs at least two clusters", Degenerate: true}
	}
	return StudentTISF((1-level)/2, float64(s.Clusters-1)), level, nil
}
