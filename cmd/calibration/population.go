package main

import (
	"math"
	"math/rand/v2"
)

// population is where the values of tasks are drawn from, with its true mean.
// symmetric ones are symmetric about it.
type population struct {
	name      string
	mean      float64
	symmetric bool
	draw      func(rng *rand.Rand) float64
}

// differencePopulations are differences by task of two runs that are equally
// good.
var differencePopulations = []population{
	{"normal", 0, true, (*rand.Rand).NormFloat64},
	{"graded: means of 4 trials", 0, true, func(rng *rand.Rand) float64 {
		p := rng.Float64()
		return trialMean(rng, p) - trialMean(rng, p)
	}},
	{"0/1 outcomes", 0, true, func(rng *rand.Rand) float64 {
		p := rng.Float64()
		return success(rng, p) - success(rng, p)
	}},
	{"heavy tails: t with 3 df", 0, true, heavyTailed},
	{"skewed: exponential", 0, false, func(rng *rand.Rand) float64 { return rng.ExpFloat64() - 1 }},
}

// valuePopulations are the values by task of one run.
var valuePopulations = []population{
	{"0/1, 50% solved", 0.5, true, func(rng *rand.Rand) float64 { return success(rng, 0.5) }},
	{"0/1, 90% solved", 0.9, false, func(rng *rand.Rand) float64 { return success(rng, 0.9) }},
	{"graded: means of 4 trials", 0.5, true, func(rng *rand.Rand) float64 { return trialMean(rng, rng.Float64()) }},
	{"normal", 0, true, (*rand.Rand).NormFloat64},
	{"skewed: lognormal, as of tokens", math.Exp(0.5), false, func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) }},
}

func success(rng *rand.Rand, p float64) float64 {
	if rng.Float64() < p {
		return 1
	}
	return 0
}

// trialMean is the success rate of four attempts at a task of difficulty 1-p.
func trialMean(rng *rand.Rand, p float64) float64 {
	sum := 0.0
	for range 4 {
		sum += success(rng, p)
	}
	return sum / 4
}

// heavyTailed is Student's t with 3 degrees of freedom: a normal over the root of
// a third of a chi-square.
func heavyTailed(rng *rand.Rand) float64 {
	chi2 := 0.0
	for range 3 {
		z := rng.NormFloat64()
		chi2 += z * z
	}
	return rng.NormFloat64() / math.Sqrt(chi2/3)
}

// clustered fills x with values in clusters of equal size whose members share a
// normal effect, so that any two correlate by icc.
func clustered(rng *rand.Rand, x []float64, size int, icc float64) {
	shared := 0.0
	for i := range x {
		if i%size == 0 {
			shared = math.Sqrt(icc) * rng.NormFloat64()
		}
		x[i] = shared + math.Sqrt(1-icc)*rng.NormFloat64()
	}
}
