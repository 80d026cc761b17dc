package study

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Effect binds a declared effect size of two runs on the same tasks to its function.
type Effect struct {
	result.Method
	Of func(p TestedPair) (stats.Effect, error)
}

// Effects lists the effect sizes in the order in which results show them. Those
// of signed differences are positive where a's values are the larger ones.
var Effects = []Effect{
	{result.CohenDz, TestedPair.dz},
	{result.HedgesGz, func(p TestedPair) (stats.Effect, error) {
		d, err := p.dz()
		if err != nil {
			return d, err
		}
		return stats.HedgesG(d, float64(len(p.diff.D)-1), result.HedgesGz.Name), nil
	}},
	{result.CohenDav, func(p TestedPair) (stats.Effect, error) {
		return stats.CohenDav(p.x, p.y, p.plan.Level)
	}},
	{result.RankBiserial, func(p TestedPair) (stats.Effect, error) {
		r, err := p.wilcoxon()
		return stats.Effect{Value: r.RankBiserial}, err
	}},
	{result.CliffsDelta, TestedPair.delta},
	{result.VarghaDelaneyA, func(p TestedPair) (stats.Effect, error) {
		delta, err := p.delta()
		if err != nil {
			return stats.Effect{}, err
		}
		return stats.VarghaDelaneyOf(delta), nil
	}},
	{result.OddsRatio, func(p TestedPair) (stats.Effect, error) {
		return stats.DiscordantOddsRatio(p.Table.FirstOnly, p.Table.SecondOnly, p.plan.Level)
	}},
	{result.CohensG, func(p TestedPair) (stats.Effect, error) {
		return stats.CohensG(p.Table.FirstOnly, p.Table.SecondOnly, p.plan.Level)
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
