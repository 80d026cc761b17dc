package calc

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var agreementHandlers = []handler{
	define(Statistic{
		Name: "agreement", What: "agreement of raters",
		Takes: "option test: cohen_kappa (inputs x, y or table), fleiss_kappa or gwet_ac1 (counts), krippendorff_alpha (ratings_by_rater), " +
			"kendall_w (raters_by_items), icc (targets_by_raters), confusion (y_true, y_pred), rogan_gladen (passed, judged, calibration {tp, fp, fn, tn})",
		Methods: slices.Concat(of(result.CoefficientMethod, "kappa", "fleiss", "ac1", "krippendorff", "corrected"), of(result.OtherTest, "kendall_w"),
			of(result.IntervalMethod, "fleiss_cohen_everitt", "gwet_linearized", "lang_reiczigel")),
	}, agreement),
}

// agreementInputs are those of all coefficients, of which each reads its own.
type agreementInputs struct {
	X               []label     `json:"x"`
	Y               []label     `json:"y"`
	Table           []counts    `json:"table"`
	Counts          []counts    `json:"counts"`
	RatingsByRater  []numbers   `json:"ratings_by_rater"`
	RatersByItems   []numbers   `json:"raters_by_items"`
	TargetsByRaters []numbers   `json:"targets_by_raters"`
	YTrue           []label     `json:"y_true"`
	YPred           []label     `json:"y_pred"`
	Passed          int         `json:"passed"`
	Judged          int         `json:"judged"`
	Calibration     calibration `json:"calibration"`
}

// calibration is what a judge said of attempts whose truth is known.
type calibration struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	FN int `json:"fn"`
	TN int `json:"tn"`
}

type agreementOptions struct {
	Test      string  `json:"test"`
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
}

// agreement picks the coefficient by the option test. One that its data do not define has its
// keys all the same, as NaN, with the reason.
func agreement(in agreementInputs, opt agreementOptions) (any, error) {
	switch opt.Test {
	case "cohen_kappa":
		return cohenKappa(in, opt.ConfLevel)
	case "fleiss_kappa":
		k, err := stats.FleissKappa(plainCounts(in.Counts))
		if err != nil {
			return withoutValues(err, "kappa")
		}
		return fields{{"n", k.N}, {"po", number(k.Observed)}, {"pe", number(k.Expected)}, {"kappa", number(k.Value)}}, nil
	case "gwet_ac1":
		k, err := stats.GwetAC1(plainCounts(in.Counts), opt.ConfLevel)
		if err != nil {
			return withoutValues(err, "ac1")
		}
		return fields{{"n", k.N}, {"po", number(k.Observed)}, {"pe", number(k.Expected)}, {"ac1", number(k.Value)}, {"se", number(k.SE)},
			{"ci_low", number(k.Interval.Low)}, {"ci_high", number(k.Interval.High)}}, nil
	case "krippendorff_alpha":
		return krippendorff(in)
	case "kendall_w":
		w, err := stats.KendallW(plain(in.RatersByItems))
		if err != nil {
			return withoutValues(err, "W", "p")
		}
		return fields{{"W", number(w.W)}, {"W_uncorrected", number(w.Uncorrected)}, {"chi2", number(w.Statistic)}, {"df", number(w.DF[0])},
			{"p", number(w.P)}, {"mean_spearman", number(w.MeanSpearman)}}, nil
	case "icc":
		c, err := stats.IntraclassCorrelation(plain(in.TargetsByRaters))
		if err != nil {
			return withoutValues(err, "icc1_1", "icc2_1", "icc3_1", "icc1_k", "icc2_k", "icc3_k")
		}
		return fields{{"icc1_1", number(c.Single1)}, {"icc2_1", number(c.Single2)}, {"icc3_1", number(c.Single3)},
			{"icc1_k", number(c.Mean1)}, {"icc2_k", number(c.Mean2)}, {"icc3_k", number(c.Mean3)}}, nil
	case "confusion":
		return confusion(in)
	case "rogan_gladen":
		c := in.Calibration
		r, err := stats.RoganGladenRate(in.Passed, in.Judged, stats.Confusion{TP: c.TP, FP: c.FP, FN: c.FN, TN: c.TN}, opt.ConfLevel)
		if err != nil {
			return withoutValues(err, "corrected")
		}
		return fields{{"apparent", number(r.Apparent)}, {"sensitivity", number(r.Sensitivity)}, {"specificity", number(r.Specificity)},
			{"corrected", number(r.Corrected)}, {"ci_low", number(r.Interval.Low)}, {"ci_high", number(r.Interval.High)}}, nil
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "cohen_kappa", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "kendall_w", "icc", "confusion", "rogan_gladen"`, opt.Test)
}

func plain(rows []numbers) [][]float64 {
	out := make([][]float64, len(rows))
	for i, r := range rows {
		out[i] = r
	}
	return out
}

// cohenKappa computes the unweighted kappa with its errors and interval, and the weighted
// ones. Where chance agreement is already whole, kappa is 0/0, and the observed and expected
// agreement are still given.
func cohenKappa(in agreementInputs, level float64) (any, error) {
	table := plainCounts(in.Table)
	if in.X != nil || in.Y != nil {
		var err error
		if table, _, err = confusionTable("x, y", in.X, in.Y); err != nil {
			return nil, err
		}
	}
	k, err := stats.CohenKappa(table, stats.KappaOptions{Level: level})
	var undefined *stats.UndefinedError
	if errors.As(err, &undefined) {
		n := 0
		for _, row := range table {
			for _, c := range row {
				n += c
			}
		}
		return fields{{"n", n}, {"po", 1}, {"pe", 1}, {"kappa", number(math.NaN())}, {"undefined", true}, {"reason", undefined.Reason}}, nil
	}
	if err != nil {
		return nil, err
	}
	r := fields{
		{"n", k.N}, {"po", number(k.Observed)}, {"pe", number(k.Expected)}, {"kappa", number(k.Value)},
		{"se", number(k.SE)}, {"se0", number(k.SE0)}, {"ci_low", number(k.Interval.Low)}, {"ci_high", number(k.Interval.High)},
	}
	for _, w := range []struct {
		key     string
		weights stats.KappaWeights
	}{{"kappa_linear", stats.LinearKappa}, {"kappa_quadratic", stats.QuadraticKappa}} {
		k, err := stats.CohenKappa(table, stats.KappaOptions{Level: level, Weights: w.weights})
		if err != nil {
			return nil, err
		}
		r.add(w.key, number(k.Value))
	}
	return r, nil
}

// krippendorff computes alpha on each scale that the ratings allow.
func krippendorff(in agreementInputs) (any, error) {
	var r fields
	for _, s := range []struct {
		key   string
		scale stats.Measurement
	}{
		{"alpha_nominal", stats.NominalScale}, {"alpha_ordinal", stats.OrdinalScale},
		{"alpha_interval", stats.IntervalScale}, {"alpha_ratio", stats.RatioScale},
	} {
		k, err := stats.KrippendorffAlpha(plain(in.RatingsByRater), s.scale)
		var wrong *stats.ArgumentError
		if errors.As(err, &wrong) && s.scale == stats.RatioScale && len(r) > 0 {
			r.add("alpha_ratio_undefined", wrong.Reason) // negative ratings have the other three
			return r, nil
		}
		if err != nil {
			return withoutValues(err, "alpha_nominal", "alpha_ordinal", "alpha_interval", "alpha_ratio")
		}
		if len(r) == 0 {
			r.add("units", k.N)
		}
		r.add(s.key, number(k.Value))
	}
	return r, nil
}

// confusion scores predicted labels against true ones. For two classes the second in order,
// the 1 of 0 and 1, is the positive one.
func confusion(in agreementInputs) (any, error) {
	table, values, err := confusionTable("y_true, y_pred", in.YTrue, in.YPred)
	if err != nil {
		return nil, err
	}
	s, err := stats.ScoreClasses(table)
	if err != nil {
		return nil, err
	}
	r := fields{
		{"n", s.N}, {"accuracy", number(s.Accuracy)}, {"macro_f1", number(s.MacroF1)}, {"weighted_f1", number(s.WeightedF1)},
		{"micro_f1", number(s.MicroF1)}, {"balanced_accuracy", number(s.BalancedAccuracy)},
	}
	// The second of the sorted labels, 1 of 0 and 1, is the positive one.
	if len(values) == 2 {
		r = append(r, fields{
			{"f1", number(s.F1[1])}, {"precision", number(s.Precision[1])}, {"recall", number(s.Recall[1])},
			{"tp", table[1][1]}, {"fp", table[0][1]}, {"fn", table[1][0]}, {"tn", table[0][0]},
		}...)
	}
	r.add("mcc", number(s.MCC))
	if s.Undefined != nil {
		r.add("zero_for_undefined", s.Undefined)
	}
	return r, nil
}
