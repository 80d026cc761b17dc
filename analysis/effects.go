package analysis

import (
	"mcpstats/stats"
)

// effect is an effect size of two runs on the same tasks.
type effect struct {
	name   string
	scales []Scale
	of     func(p testedPair) (stats.Effect, error)
}

// effects lists the effect sizes in the order in which results show them. Those
// of signed differences are positive where a's values are the larger ones.
var effects = []effect{
	{"cohen_dz", []Scale{Interval, Binary}, testedPair.dz},
	{"hedges_gz", []Scale{Interval}, func(p testedPair) (stats.Effect, error) {
		d, err := p.dz()
		if err != nil {
			return d, err
		}
		return stats.HedgesG(d, float64(len(p.diff.D)-1), "hedges_gz"), nil
	}},
	{"cohen_dav", []Scale{Interval}, func(p testedPair) (stats.Effect, error) {
		return stats.CohenDav(p.x, p.y, p.plan.Level)
	}},
	{"rank_biserial", []Scale{Interval, Ordinal}, func(p testedPair) (stats.Effect, error) {
		r, err := p.wilcoxon()
		return stats.Effect{Value: r.RankBiserial}, err
	}},
	{"cliffs_delta", []Scale{Interval, Ordinal}, testedPair.delta},
	{"vargha_delaney_a", []Scale{Interval, Ordinal}, func(p testedPair) (stats.Effect, error) {
		delta, err := p.delta()
		if err != nil {
			return stats.Effect{}, err
		}
		return stats.VarghaDelaneyOf(delta), nil
	}},
	{"odds_ratio", []Scale{Binary}, func(p testedPair) (stats.Effect, error) {
		return stats.DiscordantOddsRatio(p.table.FirstOnly, p.table.SecondOnly, p.plan.Level)
	}},
	{"cohens_g", []Scale{Binary}, func(p testedPair) (stats.Effect, error) {
		return stats.CohensG(p.table.FirstOnly, p.table.SecondOnly, p.plan.Level)
	}},
}

func effectOf(name string, e stats.Effect, err error) EffectSize {
	if err != nil {
		return EffectSize{Name: name, Notes: []string{stats.Reason(err)}}
	}
	value := Float(e.Value)
	out := EffectSize{Name: name, Value: &value}
	if e.HasInterval {
		i := estimate(e.Interval)
		out.Interval = &i
	}
	return out
}
