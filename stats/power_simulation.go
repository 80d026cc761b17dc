package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// SimulatedPower is a power that was found by drawing studies at random.
type SimulatedPower struct {
	Power float64 // share of the simulated studies in which the test rejects
	SE    float64 // its Monte-Carlo standard error, sqrt(power (1-power) / runs)
	Runs  int
}

func simulatedPower(rejected, runs int) SimulatedPower {
	p := float64(rejected) / float64(runs)
	return SimulatedPower{Power: p, SE: math.Sqrt(p * (1 - p) / float64(runs)), Runs: runs}
}

// SimulateMcNemarPower draws runs studies of n tasks, in which a task is solved by the first run alone
// with probability p10 and by the second alone with p01, and counts how often McNemar's two-sided test
// rejects. It estimates what McNemarPower computes, without sharing its arithmetic.
//
// Errors: as McNemarPower; *ArgumentError for runs < 1.
func SimulateMcNemarPower(p10, p01 float64, n, runs int, test McNemarTest, seed uint64, opt PowerOptions) (SimulatedPower, error) {
	opt, err := checkDiscordance(p10, p01, opt)
	if err != nil {
		return SimulatedPower{}, err
	}
	if err := checkSimulation(n, 1, runs); err != nil {
		return SimulatedPower{}, err
	}
	if test < McNemarTestExact || test > McNemarTestChi2CC {
		return SimulatedPower{}, &ArgumentError{Arg: "test", Reason: "not a version of McNemar's test"}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	verdicts := map[[2]int]bool{}
	rejected := 0
	for range runs {
		b, c := 0, 0
		for range n {
			switch u := rng.Float64(); {
			case u < p10:
				b++
			case u < p10+p01:
				c++
			}
		}
		if b+c == 0 {
			continue
		}
		verdict, seen := verdicts[[2]int{b, c}]
		if !seen {
			verdict = test.p(b, c) <= opt.Alpha
			verdicts[[2]int{b, c}] = verdict
		}
		if verdict {
			rejected++
		}
	}
	return simulatedPower(rejected, runs), nil
}

// SimulatePairedTPower draws runs studies of n differences with replacement from diff, shifted so that
// their mean is difference, and counts how often the paired t test rejects: its power where the
// differences are distributed as they were observed, not normally. A study whose differences are all
// equal counts as no rejection.
//
// Errors: *ArgumentError for fewer than two differences, values that are not finite, n < 2 or runs < 1.
//
// Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, 25.5 (power by resampling).
func SimulatePairedTPower(diff []float64, difference float64, n, runs int, seed uint64, opt PowerOptions) (SimulatedPower, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return SimulatedPower{}, err
	}
	if err := checkSimulation(n, 2, runs); err != nil {
		return SimulatedPower{}, err
	}
	centre, err := Mean(diff)
	if err != nil {
		return SimulatedPower{}, err
	}
	if len(diff) < 2 {
		return SimulatedPower{}, &ArgumentError{Arg: "diff", Reason: "at least two differences are needed"}
	}
	if math.IsNaN(difference) || math.IsInf(difference, 0) {
		return SimulatedPower{}, &ArgumentError{Arg: "difference", Reason: "not a finite number"}
	}
	low, high := pairedTBounds(opt, float64(n-1))
	sampler := Resampler{Units: len(diff), Replicates: runs, Seed: seed}
	if err := sampler.check(); err != nil {
		return SimulatedPower{}, err
	}
	draws := make([]uint32, n)
	rejected := 0
	for r := range runs {
		sampler.Draw(r, draws)
		var sum, squares float64 // of the centred differences, which keeps the variance accurate
		for _, i := range draws {
			d := diff[i] - centre
			sum += d
			squares += d * d
		}
		mean := sum / float64(n)
		variance := (squares - sum*mean) / float64(n-1)
		if !(variance > 1e-28*squares) {
			continue
		}
		if t := (mean + difference) / math.Sqrt(variance/float64(n)); t <= low || t >= high {
			rejected++
		}
	}
	return simulatedPower(rejected, runs), nil
}

// pairedTBounds are the t values at or beyond which the test rejects.
func pairedTBounds(opt PowerOptions, df float64) (low, high float64) {
	t := StudentTISF(opt.tail(), df)
	switch opt.Alternative {
	case Greater:
		return math.Inf(-1), t
	case Less:
		return -t, math.Inf(1)
	default:
		return -t, t
	}
}

func checkSimulation(n, least, runs int) error {
	if n < least {
		return &ArgumentError{Arg: "n", Reason: fmt.Sprintf("%d; at least %d needed", n, least)}
	}
	if runs < 1 {
		return &ArgumentError{Arg: "runs", Reason: fmt.Sprintf("%d; at least one simulated study is needed", runs)}
	}
	return nil
}
