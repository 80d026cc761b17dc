package calc

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var effectSizesHandlers = []handler{
	define(Statistic{
		Name: "effect_sizes", What: "effect sizes with intervals",
		Takes: "paired scores (inputs a, b as lists) or discordant pairs (b, c as counts); option conf_level",
		Methods: slices.Concat(of(result.EffectMethod, "cohen_dz", "hedges_gz", "cohen_dav", "rank_biserial", "cliffs_delta", "vargha_delaney_a", "odds_ratio", "cohens_g"),
			of(result.IntervalMethod, "noncentral_t", "delta_normal", "feng_cliff", "clopper_pearson", "tango")),
	}, effectSizes),
}

type effectSizesInputs struct {
	A numbers         `json:"a"`
	B json.RawMessage `json:"b"` // a list beside a, a count beside c
	C *int            `json:"c"`
}

type effectSizesOptions struct {
	Test      string  `json:"test"` // informative: the inputs decide
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
}

// effectSizes tells paired scores from discordant counts by the inputs: b is a list beside a,
// a count beside c.
func effectSizes(in effectSizesInputs, opt effectSizesOptions) (any, error) {
	if in.C != nil {
		var b int
		if err := json.Unmarshal(in.B, &b); err != nil {
			return nil, fmt.Errorf("inputs.b: beside c it is a count: %w", err)
		}
		return discordantEffects(b, *in.C, opt.ConfLevel)
	}
	var b numbers
	if len(in.B) == 0 {
		return nil, errors.New("inputs.b: missing; give lists a and b, or counts b and c")
	}
	if err := json.Unmarshal(in.B, &b); err != nil {
		return nil, fmt.Errorf("inputs.b: beside a it is a list of numbers: %w", err)
	}
	return pairedEffects(in.A, b, opt.ConfLevel)
}

// discordantEffects are the effects of two runs' verdicts, of which only the pairs that differ
// count.
func discordantEffects(b, c int, level float64) (any, error) {
	or, err := stats.DiscordantOddsRatio(b, c, level)
	if err != nil {
		return withoutValues(err, "or", "cohens_g")
	}
	g, err := stats.CohensG(b, c, level)
	if err != nil {
		return nil, err
	}
	return fields{
		{"or", number(or.Value)}, {"cohens_g", number(g.Value)},
		{"or_ci_low", number(or.Interval.Low)}, {"or_ci_high", number(or.Interval.High)},
		{"cohens_g_ci_low", number(g.Interval.Low)}, {"cohens_g_ci_high", number(g.Interval.High)},
	}, nil
}

// effectFields gathers effects, of which one may not exist for its data.
type effectFields struct {
	values, intervals fields
	reasons           []string
}

// add takes what an effect's function returned; an argument error is passed on.
func (f *effectFields) add(key string, e stats.Effect, err error) error {
	var undefined *stats.UndefinedError
	switch {
	case errors.As(err, &undefined):
		f.values.add(key, number(math.NaN()))
		f.reasons = append(f.reasons, undefined.Stat+": "+undefined.Reason)
		return nil
	case err != nil:
		return err
	}
	f.values.add(key, number(e.Value))
	if e.HasInterval {
		f.intervals.add(key+"_ci", endsOf(e.Interval))
	}
	return nil
}

// pairedEffects computes every effect of paired scores. One that its data do not define is
// NaN, with its reason under "undefined"; the others still stand.
func pairedEffects(a, b numbers, level float64) (any, error) {
	diff, err := stats.Subtract(a, b)
	if err != nil {
		return nil, err
	}
	df := float64(len(a) - 1)
	dz, errZ := stats.CohenDz(diff, level)
	pooled, errPooled := stats.CohenDPooled(a, b, level)
	dav, errAv := stats.CohenDav(a, b, level)
	cliff, errCliff := stats.CliffsDelta(a, b, level)
	vargha, errVargha := stats.VarghaDelaneyA(a, b, level)
	plus, minus, zero := diff.Signs()
	dominance, errDominance := stats.PairedDominance(plus, zero, minus, level)
	w, errW := stats.WilcoxonSignedRank(diff, stats.WilcoxonOptions{Zeros: stats.DropZeros, Null: stats.Asymptotic})

	var f effectFields
	for _, e := range []struct {
		key    string
		effect stats.Effect
		err    error
	}{
		{"d_z", dz, errZ},
		{"d_av", dav, errAv},
		{"d_pooled", pooled, errPooled},
		{"hedges_gz_exact", stats.HedgesG(dz, df, "hedges_g_z"), errZ},
		{"hedges_gz_approx", stats.Effect{Value: dz.Value * stats.HedgesCorrectionApprox(df)}, errZ},
		{"hedges_g_pooled_exact", stats.HedgesG(pooled, 2*df, "hedges_g_pooled"), errPooled},
		{"hedges_g_pooled_approx", stats.Effect{Value: pooled.Value * stats.HedgesCorrectionApprox(2*df)}, errPooled},
		{"cliffs_delta", cliff, errCliff},
		{"A12", vargha, errVargha},
		{"paired_dominance", dominance, errDominance},
		{"rank_biserial", stats.Effect{Value: w.RankBiserial}, errW},
	} {
		if err := f.add(e.key, e.effect, e.err); err != nil {
			return nil, err
		}
	}
	r := append(f.values, f.intervals...)
	if f.reasons != nil {
		r.add("undefined", f.reasons)
	}
	return r, nil
}
