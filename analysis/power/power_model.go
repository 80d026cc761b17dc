package power

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Model is a test with what scatters fixed: its power is a function of the
// difference and the number of tasks.
type Model interface {
	Options() stats.PowerOptions
	Describe(*result.PowerStudy) // unit, planned difference, scatter, notes
	Power(difference float64, n int) (float64, error)
	needed(difference, power float64) (int, error)
	Detectable(n int) (*float64, error) // nil: no difference can be seen
	approximation() string              // what is said where n is large; empty: nothing
}

// NormalFrom is the number of tasks from which McNemar's tests are planned by
// their normal approximation: there it is within a few thousandths of the exact
// power, which takes seconds.
const NormalFrom = 20_000

// McnemarTests are the names of the versions of McNemar's test, as the stats
// package numbers them.
var McnemarTests = []string{
	stats.McNemarTestExact:  "mcnemar_exact",
	stats.McNemarTestMidP:   "mcnemar_midp",
	stats.McNemarTestChi2:   "mcnemar_chi2",
	stats.McNemarTestChi2CC: "mcnemar_chi2_cc",
}

// Model checks the plan and fixes what its test needs.
func (p *Plan) Model() (Model, error) {
	if !slices.Contains(Tests, p.Test) {
		return nil, fmt.Errorf("test is %q, expected one of %s", p.Test, strings.Join(Tests, ", "))
	}
	opt, err := p.Options()
	if err != nil {
		return nil, err
	}
	if err := p.checkGiven(); err != nil {
		return nil, err
	}
	switch p.Test {
	case "paired_t":
		return p.pairedT(opt)
	case "two_proportions":
		return p.twoProportions(opt)
	default:
		return p.mcnemar(opt, stats.McNemarTest(slices.Index(McnemarTests, p.Test)))
	}
}

// checkGiven refuses numbers outside their domain and those that the test does
// not use, which would be read as if they had been.
func (p *Plan) checkGiven() error {
	mcnemar := slices.Contains(McnemarTests, p.Test)
	for _, g := range []struct {
		name     string
		value    *float64
		used     bool
		share    bool
		positive bool
	}{
		{"p1", p.P1, mcnemar || p.Test == "two_proportions", true, false},
		{"p2", p.P2, mcnemar || p.Test == "two_proportions", true, false},
		{"difference", p.Difference, true, false, false},
		{"discordance", p.Discordance, mcnemar, true, true},
		{"odds", p.Odds, mcnemar, false, true},
		{"dz", p.DZ, p.Test == "paired_t", false, false},
		{"sd", p.SD, p.Test == "paired_t", false, true},
	} {
		switch {
		case g.value == nil:
		case !g.used:
			return fmt.Errorf("%s means nothing to the test %s; leave it out", g.name, p.Test)
		case math.IsNaN(*g.value) || math.IsInf(*g.value, 0):
			return fmt.Errorf("%s is %v, expected a finite number", g.name, *g.value)
		case g.share && !(*g.value >= 0 && *g.value <= 1):
			return fmt.Errorf("%s is %v, expected a share between 0 and 1", g.name, *g.value)
		case g.positive && *g.value <= 0:
			return fmt.Errorf("%s is %v, expected a number above 0", g.name, *g.value)
		}
	}
	if p.Difference != nil && p.P1 != nil && p.P2 != nil {
		return errors.New("p1, p2 and difference are one too many: give p1 and p2, or a difference")
	}
	if p.Difference != nil && *p.Difference == 0 || p.DZ != nil && *p.DZ == 0 || p.P1 != nil && p.P2 != nil && *p.P1 == *p.P2 {
		return errors.New("a difference of 0 cannot be seen with any number of tasks")
	}
	return nil
}

// rates completes the two success rates from one and a difference.
func (p *Plan) rates() (p1, p2 *float64, err error) {
	p1, p2 = p.P1, p.P2
	if p1 == nil || p2 != nil || p.Difference == nil {
		return p1, p2, nil
	}
	second := *p1 + math.Abs(*p.Difference)
	if second > 1 {
		return nil, nil, fmt.Errorf("p1 is %v and difference %v: no success rate is above 1", *p1, math.Abs(*p.Difference))
	}
	return p1, &second, nil
}

// planned is the difference asked for; nil where none is.
func (p *Plan) planned(p1, p2 *float64) *float64 {
	switch {
	case p.Difference != nil:
		return result.Number(math.Abs(*p.Difference))
	case p1 != nil && p2 != nil:
		return result.Number(math.Abs(*p1 - *p2))
	}
	return nil
}

// McnemarPower plans McNemar's tests at a share of discordant tasks.
type McnemarPower struct {
	test        stats.McNemarTest
	opt         stats.PowerOptions
	Discordance float64
	difference  *float64
	p1, p2      *float64
	notes       []string
}

func (p *Plan) mcnemar(opt stats.PowerOptions, test stats.McNemarTest) (Model, error) {
	p1, p2, err := p.rates()
	if err != nil {
		return nil, err
	}
	m := &McnemarPower{test: test, opt: opt, difference: p.planned(p1, p2), p1: p1, p2: p2}
	switch {
	case p.Discordance != nil:
		m.Discordance = *p.Discordance
	case p1 != nil && p2 != nil:
		m.Discordance = *p1*(1-*p2) + *p2*(1-*p1)
		m.notes = append(m.notes, fmt.Sprintf("no discordance given: taken as %.4g, which is that of runs that solve tasks independently of each other; runs mostly agree more often, and then fewer tasks are needed", m.Discordance))
	default:
		return nil, errors.New("discordance is needed, the share of the tasks that only one of the runs solves; or give p1 and p2")
	}
	if p.Odds != nil {
		if m.difference != nil {
			return nil, errors.New("odds and a difference are one too many: at a given discordance each follows from the other")
		}
		d := math.Abs(*p.Odds-1) / (*p.Odds + 1) * m.Discordance
		if d == 0 {
			return nil, errors.New("odds of 1 are no difference")
		}
		m.difference = &d
	}
	if m.difference == nil && p.N == 0 {
		return nil, errors.New("give n for the smallest difference that it shows, or a difference (or p1 and p2, or odds) for the tasks that it needs")
	}
	if m.difference != nil && *m.difference > m.Discordance*(1+1e-12) {
		return nil, fmt.Errorf("difference is %.4g and discordance %.4g: success rates cannot differ by more than the share of tasks that only one run solves", *m.difference, m.Discordance)
	}
	if p1 != nil && p2 != nil {
		if most := math.Min(*p1+*p2, 2-*p1-*p2); m.Discordance > most*(1+1e-12) {
			return nil, fmt.Errorf("discordance is %.4g, but runs that solve %.4g and %.4g differ on at most %.4g of the tasks", m.Discordance, *p1, *p2, most)
		}
	}
	return m, nil
}

// Options are the level, the power wanted and the tail.
func (m *McnemarPower) Options() stats.PowerOptions { return m.opt }

// Describe fills in what the plan said of the study: rates, discordance and difference, as shares.
func (m *McnemarPower) Describe(s *result.PowerStudy) {
	s.Unit, s.Difference, s.Discordance, s.P1, s.P2 = "share", m.difference, result.Number(m.Discordance), m.p1, m.p2
	s.Notes = append(s.Notes, m.notes...)
}

// Split is the probability of a task that only the better run solves, and of
// one that only the other does.
func (m *McnemarPower) Split(difference float64) (p10, p01 float64) {
	return (m.Discordance + difference) / 2, math.Max(0, (m.Discordance-difference)/2)
}

// Power is the probability that the test of n tasks shows a true difference of the success rates,
// between 0 and 1: exact below NormalFrom tasks, by Connor's normal approximation from there on.
func (m *McnemarPower) Power(difference float64, n int) (float64, error) {
	p10, p01 := m.Split(difference)
	if n >= NormalFrom {
		r, err := stats.PowerMcNemarConnor(p10, p01, n, m.opt)
		return r.Power, err
	}
	return stats.McNemarPower(p10, p01, n, m.test, m.opt)
}

func (m *McnemarPower) needed(difference, power float64) (int, error) {
	p10, p01 := m.Split(difference)
	opt := m.opt
	opt.Power = power
	r, err := stats.PowerMcNemarConnor(p10, p01, 1, opt)
	if err != nil {
		return 0, err
	}
	if r.SampleSize >= NormalFrom {
		return wholeTasks(r.SampleSize)
	}
	return stats.McNemarSampleSize(p10, p01, m.test, opt)
}

// Detectable is the smallest difference of the success rates that n tasks show with the power wanted,
// given the discordance; nil where no difference that the discordance allows is shown.
func (m *McnemarPower) Detectable(n int) (*float64, error) {
	d, possible, err := stats.McNemarDetectable(n, m.Discordance, m.test, m.opt)
	if err != nil || !possible {
		return nil, err
	}
	return &d, nil
}

func (m *McnemarPower) approximation() string {
	return fmt.Sprintf("from %d tasks on by Connor's normal approximation", NormalFrom)
}

// wholeTasks rounds up, and refuses what no benchmark will have.
func wholeTasks(n float64) (int, error) {
	const most = 1e9
	if n > most {
		return 0, fmt.Errorf("more than %.0f tasks", float64(most))
	}
	return int(math.Ceil(n - 1e-9*n)), nil
}
