package analysis

import (
	"mcpstats/stats"
)

// effect is an effect size of two runs on the same tasks.
type effect struct {
	name   string
	scales []Scale
	of     func(p testedPair) EffectSize
}

// effects lists the effect sizes in the order in which results show them.
var effects = []effect{
	{"cohen_dz", []Scale{Interval, Binary}, func(p testedPair) EffectSize {
		e, err := stats.CohenDzDiff(p.diff, p.plan.Level)
		return effectOf("cohen_dz", e, err)
	}},
	{"cohen_dav", []Scale{Interval}, func(p testedPair) EffectSize {
		e, err := stats.CohenDav(p.x, p.y, p.plan.Level)
		return effectOf("cohen_dav", e, err)
	}},
	{"rank_biserial", []Scale{Interval, Ordinal}, func(p testedPair) EffectSize {
		r, err := stats.WilcoxonSignedRankDiff(p.diff, stats.WilcoxonOptions{Zeros: zeroMethods[p.plan.Zeros], Null: stats.Asymptotic})
		return effectOf("rank_biserial", stats.Effect{Value: r.RankBiserial}, err)
	}},
}

func effectOf(name string, e stats.Effect, err error) EffectSize {
	if err != nil {
		return EffectSize{Name: name, Notes: []string{reason(err)}}
	}
	value := Float(e.Value)
	out := EffectSize{Name: name, Value: &value}
	if e.HasInterval {
		i := estimate(e.Interval)
		out.Interval = &i
	}
	return out
}
