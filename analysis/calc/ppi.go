package calc

import (
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var ppiHandlers = []handler{
	define(Statistic{
		Name: "ppi", What: "mean, or paired difference, of few human labels with a judge of all tasks",
		Takes: `options test: "mean" (inputs labels, judge_labelled, judge_unlabelled; one value a task), "difference" (the same of two runs: labels_a, labels_b, ...); ` +
			`conf_level, lambda where the weight is not to be tuned`,
		Methods: append(of(result.EstimateMethod, "ppi"), of(result.IntervalMethod, "ppi_t", "ppi_normal", "wilson", "t")...),
	}, ppi),
}

type ppiInputs struct {
	Labels      numbers `json:"labels"`
	Judge       numbers `json:"judge_labelled"`
	Unlabelled  numbers `json:"judge_unlabelled"`
	LabelsA     numbers `json:"labels_a"`
	JudgeA      numbers `json:"judge_labelled_a"`
	UnlabelledA numbers `json:"judge_unlabelled_a"`
	LabelsB     numbers `json:"labels_b"`
	JudgeB      numbers `json:"judge_labelled_b"`
	UnlabelledB numbers `json:"judge_unlabelled_b"`
}

type ppiOptions struct {
	Test      string  `json:"test"`
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
	Lambda    *number `json:"lambda"`
}

// less are the differences of two lists by task.
func less(key string, a, b numbers) (numbers, error) {
	if len(a) != len(b) {
		return nil, fmt.Errorf("inputs.%s_a, inputs.%s_b: %d and %d values; both runs have one for each of the same tasks", key, key, len(a), len(b))
	}
	d := make(numbers, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d, nil
}

func ppi(in ppiInputs, opt ppiOptions) (any, error) {
	var data stats.Labelled
	switch opt.Test {
	case "", "mean":
		data = stats.Labelled{Labels: in.Labels, Judge: in.Judge, Unlabelled: in.Unlabelled}
	case "difference":
		for _, part := range []struct {
			key  string
			a, b numbers
			to   *[]float64
		}{{"labels", in.LabelsA, in.LabelsB, &data.Labels}, {"judge_labelled", in.JudgeA, in.JudgeB, &data.Judge}, {"judge_unlabelled", in.UnlabelledA, in.UnlabelledB, &data.Unlabelled}} {
			d, err := less(part.key, part.a, part.b)
			if err != nil {
				return nil, err
			}
			*part.to = d
		}
	default:
		return nil, fmt.Errorf(`options.test: %q is not one of "mean", "difference"`, opt.Test)
	}
	options := stats.PredictionPoweredOptions{Level: opt.ConfLevel}
	if opt.Lambda != nil {
		weight := float64(*opt.Lambda)
		options.Weight = &weight
	}
	r, err := stats.PredictionPoweredMean(data, options)
	if err != nil {
		return withoutValues(err, "estimate", "se", "ci", "ci_t")
	}
	ends := func(has bool, i stats.Interval) any {
		if !has {
			return number(math.NaN())
		}
		return numbers{i.Low, i.High}
	}
	out := fields{{"estimate", number(r.Estimate)}, {"se", number(r.SE)},
		{"ci", ends(r.HasInterval, r.Interval)}, {"ci_t", ends(r.HasInterval, r.IntervalT)},
		{"se_n", number(r.SELarge)}, {"ci_n", ends(r.HasInterval, r.IntervalLarge)},
		{"labels_only", number(r.LabelsOnly)}, {"labels_only_se", number(r.LabelsOnlySE)}, {"judge_only", number(r.JudgeOnly)}}
	effective, err := r.EffectiveLabels()
	out.addOr("n_effective", effective, err)
	out.add("lambda", number(r.Weight))
	out.add("lambda_raw", number(r.WeightRaw))
	if err == nil && !r.HasInterval {
		out.add("degenerate", true)
		out.add("reason", "ppi: the standard error is 0, which no interval can be made of")
	}
	head, err := r.Headline(data, opt.Test == "difference")
	if err != nil {
		return nil, err
	}
	first := fields{{"method", "labels"}, {"estimate", number(head.Estimate)}, {"interval", ends(head.HasInterval, head.Interval)}}
	if head.Powered {
		first[0].value = "ppi"
	}
	if head.Reason != "" {
		first.add("reason", head.Reason)
	}
	out.add("headline", first)
	return out, nil
}
