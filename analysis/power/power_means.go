package power

import (
	"errors"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// pairedTPower plans the paired t test. sd is 1, and the unit standard
// deviations, where the plan does not say how much differences scatter.
type pairedTPower struct {
	opt        stats.PowerOptions
	sd         float64
	knownSD    bool
	difference *float64
}

func (p *Plan) pairedT(opt stats.PowerOptions) (Model, error) {
	m := &pairedTPower{opt: opt, sd: 1}
	if p.SD != nil {
		m.sd, m.knownSD = *p.SD, true
	}
	switch {
	case p.DZ != nil && p.Difference != nil:
		return nil, errors.New("dz and difference are one too many: give a difference with sd, or dz")
	case p.DZ != nil:
		m.difference = result.Number(math.Abs(*p.DZ) * m.sd)
	case p.Difference != nil && p.SD == nil:
		return nil, errors.New("sd is needed beside a difference: the standard deviation of the differences by task; or give dz")
	case p.Difference != nil:
		m.difference = result.Number(math.Abs(*p.Difference))
	case p.N == 0:
		return nil, errors.New("give n for the smallest difference that it shows, or dz, or a difference with sd, for the tasks that it needs")
	}
	return m, nil
}

func (m *pairedTPower) Options() stats.PowerOptions { return m.opt }

func (m *pairedTPower) Describe(s *result.PowerStudy) {
	s.Unit, s.Difference = "standard deviations", m.difference
	if m.knownSD {
		s.Unit, s.SD = "", result.Number(m.sd)
	}
}

func (m *pairedTPower) Power(difference float64, n int) (float64, error) {
	return stats.PairedTPower(difference/m.sd, n, m.opt)
}

func (m *pairedTPower) needed(difference, power float64) (int, error) {
	opt := m.opt
	opt.Power = power
	n, err := stats.PairedTSampleSize(difference/m.sd, opt)
	if err != nil {
		return 0, err
	}
	return wholeTasks(n)
}

func (m *pairedTPower) Detectable(n int) (*float64, error) {
	d, err := stats.PairedTDetectable(n, m.opt)
	if err != nil {
		return nil, err
	}
	return result.Number(d * m.sd), nil
}

func (m *pairedTPower) approximation() string { return "" }

// twoProportionsPower plans the comparison of two runs on different tasks, n
// each. Its differences go up from the first rate, or down where the second lies
// below it or where only down there is room.
type twoProportionsPower struct {
	opt    stats.PowerOptions
	p1, p2 *float64
	down   bool
}

func (p *Plan) twoProportions(opt stats.PowerOptions) (Model, error) {
	p1, p2, err := p.rates()
	if err != nil {
		return nil, err
	}
	if p1 == nil {
		return nil, errors.New("p1 is needed, the success rate of one run: the power to tell two rates apart depends on where they lie")
	}
	if p2 == nil && p.N == 0 {
		return nil, errors.New("give n for the smallest difference that it shows, or p2 or a difference for the tasks that it needs")
	}
	m := &twoProportionsPower{opt: opt, p1: p1, p2: p2, down: *p1 == 1}
	if p2 != nil {
		m.down = *p2 < *p1
	}
	return m, nil
}

func (m *twoProportionsPower) Options() stats.PowerOptions { return m.opt }

func (m *twoProportionsPower) Describe(s *result.PowerStudy) {
	s.Unit, s.P1, s.P2 = "share", m.p1, m.p2
	if m.p2 != nil {
		s.Difference = result.Number(math.Abs(*m.p1 - *m.p2))
	}
	direction := "above"
	if m.down {
		direction = "below"
	}
	s.Notes = append(s.Notes, "n is the number of tasks of each run; the smallest difference is that to a rate "+direction+" p1; runs over the same tasks are compared with fewer by McNemar's test")
}

// second is the rate at a difference from the first.
func (m *twoProportionsPower) second(difference float64) float64 {
	if m.down {
		return math.Max(0, *m.p1-difference)
	}
	return math.Min(1, *m.p1+difference)
}

func (m *twoProportionsPower) Power(difference float64, n int) (float64, error) {
	r, err := stats.PowerTwoProportions(m.second(difference), *m.p1, n, m.opt)
	return r.Arcsine, err
}

func (m *twoProportionsPower) needed(difference, power float64) (int, error) {
	opt := m.opt
	opt.Power = power
	n, err := stats.TwoProportionsSampleSize(m.second(difference), *m.p1, opt)
	if err != nil {
		return 0, err
	}
	return wholeTasks(n)
}

func (m *twoProportionsPower) Detectable(n int) (*float64, error) {
	from := *m.p1
	if m.down {
		from = 1 - from
	}
	to, possible, err := stats.TwoProportionsDetectable(from, n, m.opt)
	if err != nil || !possible {
		return nil, err
	}
	return result.Number(to - from), nil
}

func (m *twoProportionsPower) approximation() string { return "" }
