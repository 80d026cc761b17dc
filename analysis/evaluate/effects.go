package evaluate

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// effect is an effect size of two runs on the same tasks.
type effect struct {
	name   string
	scales []result.Scale
	of     func(p testedPair) (stats.Effect, error)
}

// effects lists the effect sizes in the order in which results show them. Those
// of signed differences are positive where a's values are the larger ones.
var effects = []effect{
	{"cohen_dz", []result.Scale{result.Interval, result.Binary}, testedPair.dz},
	{"hedges_gz", []result.Scale{result.Interval}, func(p testedPair) (stats.Effect, error) {
		d, err := p.dz()
		if err != nil {
			return d, err
		}
		return stats.HedgesG(d, float64(len(p.diff.D)-1), "hedges_gz"), nil
	}},
	{"cohen_dav", []result.Scale{result.Interval}, func(p testedPair) (stats.Effect, error) {
		return stats.CohenDav(p.x, p.y, p.plan.Level)
	}},
	{"rank_biserial", []result.Scale{result.Interval, result.Ordinal}, func(p testedPair) (stats.Effect, error) {
		r, err := p.wilcoxon()
		return stats.Effect{Value: r.RankBiserial}, err
	}},
	{"cliffs_delta", []result.Scale{result.Interval, result.Ordinal}, testedPair.delta},
	{"vargha_delaney_a", []result.Scale{result.Interval, result.Ordinal}, func(p testedPair) (stats.Effect, error) {
		delta, err := p.delta()
		if err != nil {
			return stats.Effect{}, err
		}
		return stats.VarghaDelaneyOf(delta), nil
	}},
	{"odds_ratio", []result.Scale{result.Binary}, func(p testedPair) (stats.Effect, error) {
		return stats.DiscordantOddsRatio(p.table.FirstOnly, p.table.SecondOnly, p.plan.Level)
	}},
	{"cohens_g", []result.Scale{result.Binary}, func(p testedPair) (stats.Effect, error) {
		return stats.CohensG(p.table.FirstOnly, p.table.SecondOnly, p.plan.Level)
	}},
}

func effectOf(name string, e stats.Effect, err error) result.EffectSize {
	if err != nil {
		return result.EffectSize{Name: name, Notes: []string{stats.Reason(err)}}
	}
	value := result.Float(e.Value)
	out := result.EffectSize{Name: name, Value: &value}
	if e.HasInterval {
		i := Estimate(e.Interval)
		out.Interval = &i
	}
	return out
}
