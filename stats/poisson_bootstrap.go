package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// PoissonWeights fills dst with the weights of one unit of sampling in len(dst)
// replicates of a Poisson bootstrap (Oza and Russell 2001, "Online bagging and
// boosting"; Chamandy, Muralidharan, Najmi and Naidu 2012, "Estimating uncertainty
// for massive data streams"): independent Poisson(1) counts, a function of the seed
// alone. With seeds derived from (seed, benchmark, unit) a unit has the same
// weights wherever it is met: in every shard, and in every run, so that the
// difference of two runs keeps its pairing without a join.
//
// The ordinary bootstrap draws n units; here the number drawn is itself
// Poisson(n). A mean divides by it, which leaves a difference of order 1/n to the
// ordinary bootstrap's variance. Each 64-bit output makes two weights; a weight's
// probability is off by less than 2^-32.
func PoissonWeights(seed uint64, dst []uint8) {
	var pcg rand.PCG
	pcg.Seed(seed, mix64(seed))
	for i := 0; i < len(dst); i += 2 {
		u := pcg.Uint64()
		dst[i] = poissonOne(uint32(u >> 32))
		if i+1 < len(dst) {
			dst[i+1] = poissonOne(uint32(u))
		}
	}
}

// poissonBelow[k] is floor(2^32 P(X <= k)) of X ~ Poisson(1): e^-1 (1 + 1 + 1/2 +
// ... + 1/k!), up to the last that is below 2^32.
var poissonBelow = [...]uint32{
	0x5e2d58d8, 0xbc5ab1b1, 0xeb715e1d, 0xfb239797, 0xff1025f5, 0xffd90f3b, 0xfffa8b71,
	0xffff540c, 0xffffed1f, 0xfffffe21, 0xffffffd4, 0xfffffffc, 0xffffffff,
}

// poissonOne is the Poisson(1) quantile of (u + 1/2) / 2^32.
func poissonOne(u uint32) uint8 {
	if k := poissonTop[u>>24]; k != undecided {
		return k
	}
	return poissonSearch(u)
}

// poissonTop is the quantile by the upper eight bits, where they decide it, as they
// do 30 times of 31: a search costs a mispredicted branch for most weights.
var poissonTop = func() (top [256]uint8) {
	for i := range top {
		top[i] = poissonSearch(uint32(i) << 24)
		if top[i] != poissonSearch(uint32(i)<<24|0xffffff) {
			top[i] = undecided
		}
	}
	return top
}()

const undecided = 255

func poissonSearch(u uint32) uint8 {
	for k, below := range poissonBelow {
		if u < below {
			return uint8(k)
		}
	}
	return uint8(len(poissonBelow))
}

// PoissonInterval is the percentile interval of the replicates of a Poisson
// bootstrap. se is their standard deviation, n-1. Level 0 means 0.95. Errors: fewer
// than two replicates, or one that is not finite.
func PoissonInterval(replicates []float64, level float64) (interval Interval, se float64, err error) {
	if level, err = levelOr(level); err != nil {
		return Interval{}, 0, err
	}
	if len(replicates) < 2 {
		return Interval{}, 0, &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("%d replicates; give at least two", len(replicates))}
	}
	for i, v := range replicates {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Interval{}, 0, &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("replicate %d is %v", i, v)}
		}
	}
	b, err := BootstrapFromReplicates(replicates, 0, Acceleration{}, BootstrapOptions{Level: level, Method: Percentile})
	if err != nil {
		return Interval{}, 0, err
	}
	moments, err := Describe(replicates)
	if err != nil {
		return Interval{}, 0, err
	}
	b.Interval.Method = "poisson_percentile"
	return b.Interval, moments.SD, nil
}

// PoissonUnits is the effective number of units among which n tasks are divided, by
// the replicates' total weights alone: a unit that holds k tasks adds k times a
// Poisson(1) to each, so that the totals vary by the sum of k^2, and n^2 over that is
// the number of units of one size, and fewer of unequal ones (Carter, Schnepel and
// Steigerwald 2017, "Asymptotic behavior of a t-test robust to cluster
// heterogeneity", for clusters whose tasks agree). Its Monte Carlo error is
// sqrt(2/replicates) of it. It is at least 1 and at most n. Errors: n < 1, fewer
// than two replicates.
func PoissonUnits(weights []float64, n int) (int, error) {
	if n < 1 {
		return 0, &ArgumentError{Arg: "n", Reason: fmt.Sprintf("is %d; give at least one task", n)}
	}
	if len(weights) < 2 {
		return 0, &ArgumentError{Arg: "weights", Reason: fmt.Sprintf("%d replicates; give at least two", len(weights))}
	}
	// About their expectation, which is known.
	squares := 0.0
	for _, w := range weights {
		squares += (w - float64(n)) * (w - float64(n))
	}
	units := math.Round(float64(n) * float64(n) / (squares / float64(len(weights))))
	return int(min(max(units, 1), float64(n))), nil
}

// PoissonT tests whether a mean, or a difference of means, of n units is 0 by its
// standard error over Poisson bootstrap replicates. A bootstrap's variance is the
// usual one times (n-1)/n; with that undone, t = estimate/se is held against
// Student's distribution with n-1 degrees of freedom, two-sided: on few units the
// normal distribution finds too much. Errors: UndefinedError for fewer than two
// units, or where se is 0.
func PoissonT(estimate, se float64, n int) (Result, error) {
	switch {
	case n < 2:
		return Result{}, &UndefinedError{Stat: "t", Reason: "one unit has no variance; at least two are needed"}
	case !(se > 0):
		return Result{}, &UndefinedError{Stat: "t", Reason: "the replicates do not vary"}
	}
	df := float64(n - 1)
	t := estimate / (se * math.Sqrt(float64(n)/df))
	r := Result{Method: "poisson_bootstrap_t", Statistic: t, DF: []float64{df}, P: studentTTwoSided(t, df), N: n, NUsed: n}
	return r.underflow(), nil
}
