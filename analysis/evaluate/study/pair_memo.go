package study

import (
	"sync"

	"mcpstats/stats"
)

// pairMemo keeps what several tests and effect sizes of one comparison are made
// of. The zero value is ready.
type pairMemo struct {
	wilcoxon func() (stats.WilcoxonResult, error)
	delta    func() (stats.Effect, error)
	dz       func() (stats.Effect, error)
}

// remember makes the pair compute once what it is asked for several times.
// sortedX and sortedY are its values in order, or nil.
func (p *TestedPair) remember(sortedX, sortedY func() (stats.Ordered, error)) {
	plain := *p
	p.memo = &pairMemo{
		wilcoxon: sync.OnceValues(plain.wilcoxon),
		dz:       sync.OnceValues(plain.dz),
		delta: sync.OnceValues(func() (stats.Effect, error) {
			x, err := sortedX()
			if err != nil {
				return stats.Effect{}, err
			}
			y, err := sortedY()
			if err != nil {
				return stats.Effect{}, err
			}
			return x.CliffsDelta(y, plain.plan.Level)
		}),
	}
}

func (p TestedPair) wilcoxon() (stats.WilcoxonResult, error) {
	if p.memo != nil {
		return p.memo.wilcoxon()
	}
	return stats.WilcoxonSignedRank(p.diff, stats.WilcoxonOptions{Zeros: zeroMethods[p.plan.Zeros]})
}

func (p TestedPair) delta() (stats.Effect, error) {
	if p.memo != nil {
		return p.memo.delta()
	}
	return stats.CliffsDelta(p.x, p.y, p.plan.Level)
}

func (p TestedPair) dz() (stats.Effect, error) {
	if p.memo != nil {
		return p.memo.dz()
	}
	return stats.CohenDz(p.diff, p.plan.Level)
}
