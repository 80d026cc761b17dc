package stats

import (
	"fmt"
	"math"
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
// Errors: lists of different lengths, counts that are no k of n, and an
// UndefinedError for fewer than two clusters, which say nothing about the spread
// between clusters; K, N, Clusters and Share are filled in even then.
func ShareOfClusters(k, n []int) (ClusteredShare, error) {
	if len(k) != len(n) || len(n) == 0 {
		return ClusteredShare{}, &ArgumentError{Arg: "k, n", Reason: fmt.Sprintf("%d and %d clusters; give one k and one n for each, at least one", len(k), len(n))}
	}
	s := ClusteredShare{Clusters: len(n), DesignEffect: 1}
	for g := range n {
		if n[g] <= 0 || k[g] < 0 || k[g] > n[g] {
			return ClusteredShare{}, &ArgumentError{Arg: "k, n", Reason: fmt.Sprintf("%d successes in %d attempts of cluster %d; give 0 <= k <= n and n > 0", k[g], n[g], g)}
		}
		s.K += k[g]
		s.N += n[g]
	}
	total, groups := float64(s.N), float64(s.Clusters)
	s.Share = float64(s.K) / total
	s.EffectiveN = total
	if s.Clusters < 2 {
		return s, &UndefinedError{Stat: "share by cluster", Reason: "there is one cluster, which says nothing about how clusters differ", Degenerate: true}
	}
	if s.K == 0 || s.K == s.N {
		s.EffectiveN, s.DesignEffect = groups, total/groups
		return s, nil
	}
	ss := 0.0
	for g := range n {
		// k - n K/N over the common denominator: the difference of whole numbers is exact.
		d := (float64(k[g])*total - float64(n[g])*float64(s.K)) / total
		ss += d * d
	}
	s.SE = math.Sqrt(groups/(groups-1)*ss) / total
	s.DesignEffect = max(1, s.SE*s.SE/(s.Share*(1-s.Share)/total))
	s.EffectiveN = total / s.DesignEffect
	return s, nil
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
