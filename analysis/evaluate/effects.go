package evaluate

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// effect binds a declared effect size of two runs on the same tasks to its function.
type effect struct {
	result.Method
	of func(p testedPair) (stats.Effect, error)
}

// effects lists the effect sizes in the order in which results show them. Those
// of signed differences are positive where a's values are the larger ones.
var effects = []effect{
	{result.CohenDz, testedPair.dz},
	{result.HedgesGz, func(p testedPair) (stats.Effect, error) {
		d, err := p.dz()
		if err != nil {
			return d, err
		}
		return stats.HedgesG(d, float64(len(p.diff.D)-1), result.HedgesGz.Name), nil
	}},
	{result.CohenDav, func(p testedPair) (stats.Effect, error) {
		return stats.CohenDav(p.x, p.y, p.plan.Level)
	}},
	{result.RankBiserial, func(p testedPair) (stats.Effect, error) {
		r, err := p.wilcoxon()
		return stats.Effect{Value: r.RankBiserial}, err
	}},
	{result.CliffsDelta, testedPair.delta},
	{result.VarghaDelaneyA, func(p testedPair) (stats.Effect, error) {
		delta, err := p.delta()
		if err != nil {
			return stats.Effect{}, err
		}
		return stats.VarghaDelaneyOf(delta), nil
	}},
	{result.OddsRatio, func(p testedPair) (stats.Effect, error) {
		return stats.DiscordantOddsRatio(p.table.FirstOnly, p.table.SecondOnly, p.plan.Level)
	}},
	{result.CohensG, func(p testedPair) (stats.Effect, error) {
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
