package calc

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var powerHandlers = []handler{
	define(Statistic{
		Name: "power", What: "planning",
		Takes:   `options test: "paired_t_power" (d_z, n: tasks or, with theirs, clusters), "paired_t_sample_size" (d_z, power), "paired_t_mde" (n), "two_proportion" (p1, p2, n_per_group), "two_proportion_sample_size" (p1, p2), "mcnemar_power" (p10, p01, N), "mcnemar_sample_size" (p10, p01), "mcnemar_mde" (discordance, N), "paired_mean_normal" (delta, sd, n); options alpha, power, alternative, mcnemar_test (exact, midp, chi2, chi2_cc)`,
		Methods: slices.Concat(of(result.PowerMethod, "power mcnemar_exact", "power paired_t", "power cluster_robust_t"), of(result.OtherTest, "two_proportions")),
	}, power),
}

// powerInputs holds what the tests ask for. Its keys n and N are two: n is for t tests and
// means, N for McNemar's test. d_z is the mean difference over the standard deviation of
// the differences; p1, p2, p10, p01 and discordance are shares.
type powerInputs struct {
	DZ          *number `json:"d_z"`
	N           int     `json:"n"`
	Power       float64 `json:"power" within:"(0, 1)"`
	P1          *number `json:"p1"`
	P2          *number `json:"p2"`
	NPerGroup   int     `json:"n_per_group"`
	P10         *number `json:"p10"`
	P01         *number `json:"p01"`
	Tasks       int     `json:"N"`
	Discordance *number `json:"discordance"`
	Delta       *number `json:"delta"`
	SD          *number `json:"sd"`
}

type powerOptions struct {
	Test        string      `json:"test"`
	Alpha       float64     `json:"alpha" within:"(0, 1)"`
	Power       float64     `json:"power" within:"(0, 1)"`
	Alternative alternative `json:"alternative"`
	McNemarTest string      `json:"mcnemar_test"`
}

// power picks what to plan by the option test. An argument that is missing is NaN, so that
// package stats refuses it by its name.
func power(in powerInputs, o powerOptions) (any, error) {
	alt, err := o.Alternative.value()
	if err != nil {
		return nil, err
	}
	opt := stats.PowerOptions{Alternative: alt, Alpha: o.Alpha, Power: o.Power}
	// A sample size takes its power among the inputs; elsewhere it is an option. The input
	// wins.
	if in.Power != 0 {
		opt.Power = in.Power
	}
	switch o.Test {
	case "paired_t_power":
		p, err := stats.PairedTPower(in.DZ.orNaN(), in.N, opt)
		return powerResult{number(p)}, err
	case "paired_t_sample_size":
		n, err := stats.PairedTSampleSize(in.DZ.orNaN(), opt)
		return sampleSizeResult{number(n), number(math.Ceil(n))}, err
	case "paired_t_mde":
		d, err := stats.PairedTDetectable(in.N, opt)
		return detectableResult{MDE: number(d), Possible: true}, err
	case "two_proportion":
		r, err := stats.PowerTwoProportions(in.P1.orNaN(), in.P2.orNaN(), in.NPerGroup, opt)
		return twoProportionResult{number(r.H), number(r.Arcsine), number(r.Pooled), number(r.Strict)}, err
	case "two_proportion_sample_size":
		n, err := stats.TwoProportionsSampleSize(in.P1.orNaN(), in.P2.orNaN(), opt)
		return sampleSizeResult{number(n), number(math.Ceil(n))}, err
	case "paired_mean_normal":
		return pairedMeanNormal(in, opt)
	case "mcnemar_power":
		return mcnemarPower(in, opt)
	case "mcnemar_sample_size", "mcnemar_mde":
		return mcnemarPlan(in, o, opt)
	}
	return nil, fmt.Errorf("options.test: %q is not known; see the list of tests for what power computes", o.Test)
}

type powerResult struct {
	Power number `json:"power"`
}

type sampleSizeResult struct {
	N     number `json:"n"`
	NCeil number `json:"n_ceil"`
}

type detectableResult struct {
	MDE      number `json:"mde"`
	Possible bool   `json:"possible"`
}

type twoProportionResult struct {
	H      number `json:"h"`
	Power  number `json:"power_arcsine"`
	Pooled number `json:"power_pooled"`
	Strict number `json:"power_pooled_strict"`
}

type pairedMeanResult struct {
	NRequired number `json:"n_required"`
	MDE       number `json:"mde"`
}

func pairedMeanNormal(in powerInputs, opt stats.PowerOptions) (any, error) {
	n, err := stats.PairedMeanSampleSize(in.Delta.orNaN(), in.SD.orNaN(), opt)
	if err != nil {
		return nil, err
	}
	mde, err := stats.PairedMeanDetectable(in.SD.orNaN(), in.N, opt)
	return pairedMeanResult{number(n), number(mde)}, err
}

type mcnemarPowerResult struct {
	Connor       number `json:"power_connor"`
	NConnor80    number `json:"n_connor_.8"`
	NConnorCeil8 number `json:"n_connor_ceil_.8"`
	NConnor90    number `json:"n_connor_.9"`
	NConnorCeil9 number `json:"n_connor_ceil_.9"`
	Exact        number `json:"power_uncond_exact"`
	MidP         number `json:"power_uncond_midp"`
	Chi2         number `json:"power_uncond_chi2"`
	Chi2CC       number `json:"power_uncond_chi2_cc"`
}

// mcnemarPower is Connor's approximation with its sample sizes at two powers, beside the exact
// unconditional power of each variant of the test.
func mcnemarPower(in powerInputs, opt stats.PowerOptions) (any, error) {
	p10, p01 := in.P10.orNaN(), in.P01.orNaN()
	var r mcnemarPowerResult
	for _, connor := range []struct {
		power   float64
		n, ceil *number
	}{{0.8, &r.NConnor80, &r.NConnorCeil8}, {0.9, &r.NConnor90, &r.NConnorCeil9}} {
		opt.Power = connor.power
		c, err := stats.PowerMcNemarConnor(p10, p01, in.Tasks, opt)
		if err != nil {
			return nil, err
		}
		r.Connor = number(c.Power)
		*connor.n, *connor.ceil = number(c.SampleSize), number(math.Ceil(c.SampleSize))
	}
	for _, exact := range []struct {
		test stats.McNemarTest
		to   *number
	}{
		{stats.McNemarTestExact, &r.Exact}, {stats.McNemarTestMidP, &r.MidP},
		{stats.McNemarTestChi2, &r.Chi2}, {stats.McNemarTestChi2CC, &r.Chi2CC},
	} {
		p, err := stats.McNemarPower(p10, p01, in.Tasks, exact.test, opt)
		if err != nil {
			return nil, err
		}
		*exact.to = number(p)
	}
	return r, nil
}

// mcnemarPlan finds the number of tasks, or the smallest difference that so many can detect.
func mcnemarPlan(in powerInputs, o powerOptions, opt stats.PowerOptions) (any, error) {
	var test stats.McNemarTest
	switch o.McNemarTest {
	case "", "exact":
		test = stats.McNemarTestExact
	case "midp":
		test = stats.McNemarTestMidP
	case "chi2":
		test = stats.McNemarTestChi2
	case "chi2_cc":
		test = stats.McNemarTestChi2CC
	default:
		return nil, fmt.Errorf(`options.mcnemar_test: %q is not one of "exact", "midp", "chi2", "chi2_cc"`, o.McNemarTest)
	}
	if o.Test == "mcnemar_mde" {
		d, possible, err := stats.McNemarDetectable(in.Tasks, in.Discordance.orNaN(), test, opt)
		if err != nil {
			return nil, err
		}
		if !possible {
			return absent{Undefined: true, Reason: "even if all discordant pairs go one way the power falls short"}, nil
		}
		return detectableResult{MDE: number(d), Possible: true}, nil
	}
	n, err := stats.McNemarSampleSize(in.P10.orNaN(), in.P01.orNaN(), test, opt)
	return sampleSizeResult{number(n), number(n)}, err
}
