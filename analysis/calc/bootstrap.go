package calc

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var bootstrapHandlers = []handler{
	define(Statistic{
		Name: "bootstrap", What: "bootstrap intervals of a mean, by every method",
		Takes: "inputs d (and cluster), or replicates with theta_hat, jackknife, for the studentized interval se_replicates, se_hat, and for those of a Poisson bootstrap over so many units poisson_units; " +
			"options conf_level, replicates, seed",
		Methods: slices.Concat(of(result.IntervalMethod, "percentile", "basic", "bca", "studentized", "percentile_exact", "poisson_percentile"), of(result.OtherTest, "poisson_bootstrap_t")),
	}, bootstrap),
}

type bootstrapInputs struct {
	D            numbers `json:"d"`
	Cluster      []label `json:"cluster"`
	Replicates   numbers `json:"replicates"`
	ThetaHat     *number `json:"theta_hat"`
	Jackknife    numbers `json:"jackknife"`
	SEReplicates numbers `json:"se_replicates"`
	SEHat        *number `json:"se_hat"`
	PoissonUnits int     `json:"poisson_units" within:"the whole numbers from 1"` // of what Poisson's weights were drawn for; 0: the replicates are no such ones
}

type bootstrapOptions struct {
	ConfLevel  float64 `json:"conf_level" within:"(0, 1)"`
	Replicates int     `json:"replicates" within:"the whole numbers from 1"`
	Seed       uint64  `json:"seed"`
	Statistic  string  `json:"statistic"`
	Kind       string  `json:"kind"` // informative: fixed_replicates where replicates are given
}

// bootstrap resamples the data itself, or takes replicates that another program drew: only
// with the same replicates can two programs be compared digit by digit.
func bootstrap(in bootstrapInputs, opt bootstrapOptions) (any, error) {
	if in.Replicates != nil {
		return fixedReplicates(in, opt)
	}
	if opt.Statistic != "" && opt.Statistic != "mean" {
		return nil, fmt.Errorf(`options.statistic: %q; calc resamples the mean, and takes other statistics as replicates`, opt.Statistic)
	}
	return bootstrapMean(in, opt)
}

// bootstrapMean computes all intervals from the same resamples.
func bootstrapMean(in bootstrapInputs, opt bootstrapOptions) (any, error) {
	options := stats.BootstrapOptions{Level: opt.ConfLevel, Replicates: opt.Replicates, Seed: opt.Seed}
	if in.Cluster != nil {
		options.Cluster, _, _ = categories(in.Cluster, nil)
	}
	m, err := stats.Describe(in.D)
	if err != nil {
		return nil, err
	}
	bca, err := stats.BootstrapMean(in.D, options)
	if err != nil {
		return nil, err
	}
	nan := number(math.NaN())
	limits := fields{}
	for _, method := range []stats.BootstrapMethod{stats.Percentile, stats.Basic, stats.BCa, stats.Studentized} {
		options.Method = method
		b, err := stats.BootstrapMean(in.D, options)
		var undefined *stats.UndefinedError
		switch {
		// Where a method is undefined, stats falls back to another interval, which must
		// not stand under this one's name.
		// A method that gave way to another for these data is not that method's answer.
		case errors.As(err, &undefined) || err == nil && b.Interval.Method != method.String():
			limits.add(method.String(), nan)
		case err != nil:
			return nil, err
		default:
			limits.add(method.String(), endsOf(b.Interval))
		}
	}
	r := fields{
		// The plug-in standard error divides by n, which the bootstrap's own tends to;
		// Describe divides by n - 1.
		{"theta_hat", number(m.Mean)}, {"se_plugin", number(m.SE * math.Sqrt(float64(m.N-1)/float64(m.N)))}, {"se_bootstrap", number(bca.SE)},
		{"replicates", bca.Replicates},
	}
	if bca.Interval.Method == stats.BCa.String() {
		r = append(r, fields{
			{"acceleration", number(bca.Acceleration)}, {"z0_limit", number(bca.Bias)},
			{"alpha_bca_limit", ends{number(bca.Alpha[0]), number(bca.Alpha[1])}},
		}...)
	} else {
		r = append(r, field{"degenerate", true}, field{"reason", bca.Notes[0]})
	}
	r = append(r, limits...)
	r.add("limit", limits)
	if in.Cluster == nil {
		exact, err := stats.ExactMeanPercentile(in.D, opt.ConfLevel)
		var undefined *stats.UndefinedError
		if err == nil {
			r.add("exact_percentile", fields{
				{"low", number(exact.Low)}, {"cdf_at_low", number(exact.AtLow)}, {"cdf_below_low", number(exact.BelowLow)},
				{"high", number(exact.High)}, {"cdf_at_high", number(exact.AtHigh)}, {"cdf_below_high", number(exact.BelowHigh)},
			})
			r.add("exact_basic", fields{{"low", number(2*m.Mean - exact.High)}, {"high", number(2*m.Mean - exact.Low)}})
		} else if !errors.As(err, &undefined) {
			return nil, err
		}
	}
	return r, nil
}

// fixedReplicates computes everything that follows from given replicates.
func fixedReplicates(in bootstrapInputs, opt bootstrapOptions) (any, error) {
	if in.ThetaHat == nil {
		return nil, errors.New("inputs.theta_hat: missing; replicates need the statistic of the sample itself")
	}
	theta := float64(*in.ThetaHat)
	var r fields
	interval := func(key string, method stats.BootstrapMethod, rule stats.QuantileRule, strict bool) (stats.Bootstrap, error) {
		b, err := stats.BootstrapFromReplicates(in.Replicates, theta, stats.JackknifeAcceleration(in.Jackknife), stats.BootstrapOptions{
			Method: method, Level: opt.ConfLevel, Quantile: rule, StrictBias: strict,
		})
		if err != nil {
			return b, err
		}
		value := any(endsOf(b.Interval))
		if b.Interval.Method != method.String() {
			value = number(math.NaN())
		}
		r.add(key, value)
		return b, nil
	}
	for _, m := range []struct {
		key    string
		method stats.BootstrapMethod
		rule   stats.QuantileRule
	}{
		{"percentile_type7", stats.Percentile, stats.QuantileType7}, {"basic_type7", stats.Basic, stats.QuantileType7},
		{"percentile_R", stats.Percentile, stats.QuantileNormal}, {"basic_R", stats.Basic, stats.QuantileNormal},
	} {
		if _, err := interval(m.key, m.method, m.rule, false); err != nil {
			return nil, err
		}
	}
	if in.Jackknife != nil {
		mid, err := interval("bca_mid_type7", stats.BCa, stats.QuantileType7, false)
		if err != nil {
			return nil, err
		}
		strict, err := interval("bca_strict_type7", stats.BCa, stats.QuantileType7, true)
		if err != nil {
			return nil, err
		}
		if _, err := interval("bca_strict_R", stats.BCa, stats.QuantileNormal, true); err != nil {
			return nil, err
		}
		r = append(r, fields{
			{"acceleration", number(mid.Acceleration)}, {"n_less", mid.Less}, {"n_equal", mid.Equal},
			{"z0_mid", number(mid.Bias)}, {"alpha_mid", ends{number(mid.Alpha[0]), number(mid.Alpha[1])}},
			{"z0_strict", number(strict.Bias)}, {"alpha_strict", ends{number(strict.Alpha[0]), number(strict.Alpha[1])}},
		}...)
		if notes := slices.Concat(mid.Notes, strict.Notes); notes != nil {
			r.add("notes", notes)
		}
	}
	if in.SEReplicates != nil && in.SEHat != nil {
		iv, _, err := stats.StudentizedInterval(in.Replicates, in.SEReplicates, theta, float64(*in.SEHat), stats.BootstrapOptions{Level: opt.ConfLevel})
		if err != nil {
			return nil, err
		}
		r.add("studentized_type7", endsOf(iv))
	}
	if in.PoissonUnits > 0 {
		return poissonBootstrap(r, in, opt)
	}
	return r, nil
}

// poissonBootstrap adds what replicates of a Poisson bootstrap have besides.
func poissonBootstrap(r fields, in bootstrapInputs, opt bootstrapOptions) (any, error) {
	iv, se, err := stats.PoissonInterval(in.Replicates, opt.ConfLevel)
	if err != nil {
		return nil, err
	}
	r = append(r, fields{{"poisson_percentile", endsOf(iv)}, {"poisson_se", number(se)}}...)
	t, err := stats.PoissonT(float64(*in.ThetaHat), se, in.PoissonUnits)
	if err != nil {
		return withReason(r, err)
	}
	return append(r, fields{{"poisson_t", number(t.Statistic)}, {"poisson_df", number(t.DF[0])}, {"poisson_p", number(t.P)}}...), nil
}
