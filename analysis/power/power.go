package power

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

// Tests are the names that Plan.Test takes.
var Tests = []string{"mcnemar_exact", "mcnemar_midp", "mcnemar_chi2", "mcnemar_chi2_cc", "paired_t", "two_proportions"}

// Plan describes a study to be planned: a test, what scatters, and the
// difference to be seen or the number of tasks at hand. A nil pointer is a
// quantity that is not given.
type Plan struct {
	Test        string   // one of Tests
	Alpha       float64  // level of the test, 0 means 0.05
	Power       float64  // wanted, 0 means 0.8
	N           int      // tasks at hand; of each run for two_proportions; 0: none
	P1, P2      *float64 // success rates of the two runs
	Difference  *float64 // of the success rates or means, in the metric's unit; its sign is ignored
	Discordance *float64 // share of the tasks that only one of the runs solves
	Odds        *float64 // of a discordant task to be the better run's
	DZ          *float64 // mean difference in standard deviations of the task differences
	SD          *float64 // standard deviation of the task differences
}

// PlanPower answers a Plan.
//
// Errors: a plan that leaves the question open, contradicts itself, or has a
// quantity outside its domain, named.
func PlanPower(p Plan) (*result.PowerResults, error) {
	s, err := PlanStudy(p)
	if err != nil {
		return nil, err
	}
	return &result.PowerResults{Version: result.Version, Studies: []result.PowerStudy{*s}}, nil
}

// PlanStudy answers a Plan with one study: for each unknown that the plan allows the number of
// tasks needed, the power at p.N tasks, the smallest difference that they show, and the curve of
// power. Differences are in the metric's unit, shares between 0 and 1. Errors: those of PlanPower.
func PlanStudy(p Plan) (*result.PowerStudy, error) {
	m, err := p.Model()
	if err != nil {
		return nil, err
	}
	opt := m.Options()
	s := &result.PowerStudy{Test: p.Test, Alpha: opt.Alpha, Power: opt.Power, N: p.N, Source: result.DifferenceGiven, Needed: []result.Needed{}, Curve: []result.PowerAt{}}
	m.Describe(s)
	return s, answer(s, m)
}

// answer fills in what the model tells: the smallest difference, the power, the
// tasks needed, the curve.
func answer(s *result.PowerStudy, m Model) error {
	if s.N > 0 {
		d, err := m.Detectable(s.N)
		if err != nil {
			return err
		}
		s.Detectable = d
		if d == nil {
			s.Notes = append(s.Notes, fmt.Sprintf("%s show no difference with a power of %v, however large", result.Plural(s.N, "task"), s.Power))
		}
	}
	if s.Difference == nil {
		if s.Detectable == nil {
			s.Source = ""
			return nil
		}
		s.Difference, s.Source = s.Detectable, result.DifferenceDetectable
	}
	if s.N > 0 {
		p, err := m.Power(*s.Difference, s.N)
		if err != nil {
			return err
		}
		s.PowerAtN = result.Number(p)
	}
	last := s.N
	for _, power := range powers(s) {
		n, err := m.needed(*s.Difference, power)
		needed := result.Needed{Power: power}
		if err == nil {
			needed.N = &n
			last = max(last, n)
		} else {
			s.Notes = append(s.Notes, fmt.Sprintf("tasks for a power of %v: %s", power, stats.Reason(err)))
		}
		s.Needed = append(s.Needed, needed)
	}
	if last >= NormalFrom {
		if note := m.approximation(); note != "" {
			s.Notes = append(s.Notes, note)
		}
	}
	return curve(s, m, last)
}

// powers are those whose numbers of tasks are told: usual ones, and the one
// wanted.
func powers(s *result.PowerStudy) []float64 {
	out := []float64{0.5, 0.8, 0.9, 0.95, s.Power}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(p float64) bool { return p <= s.Alpha })
}

// curvePoints is how many numbers of tasks a power curve is computed at, closer
// to each other where they are small and the curve rises.
const curvePoints = 80

func curve(s *result.PowerStudy, m Model, last int) error {
	const first = 2
	last = max(last+last/20, 10)
	var ns []int
	for i := range curvePoints {
		along := float64(i) / (curvePoints - 1)
		ns = append(ns, first+int(math.Round(along*along*float64(last-first))))
	}
	ns = slices.Compact(ns)
	s.Curve = make([]result.PowerAt, len(ns))
	errs := make([]error, len(ns))
	parallel.For(len(ns), func(i int) {
		p, err := m.Power(*s.Difference, ns[i])
		s.Curve[i], errs[i] = result.PowerAt{N: ns[i], Power: p}, err
	})
	return errors.Join(errs...)
}

// Options fills in the defaults of the stats package, which are the same.
func (p *Plan) Options() (stats.PowerOptions, error) {
	opt := stats.PowerOptions{Alpha: p.Alpha, Power: p.Power}
	if opt.Alpha == 0 {
		opt.Alpha = 0.05
	}
	if opt.Power == 0 {
		opt.Power = 0.8
	}
	switch {
	case !(opt.Alpha > 0 && opt.Alpha < 1):
		return opt, fmt.Errorf("alpha is %v, expected a number between 0 and 1", p.Alpha)
	case !(opt.Power > opt.Alpha && opt.Power < 1):
		return opt, fmt.Errorf("power is %v, expected a number between alpha, %v, and 1", p.Power, opt.Alpha)
	case p.N < 0 || p.N == 1:
		return opt, fmt.Errorf("n is %d, expected 2 tasks or more", p.N)
	}
	return opt, nil
}
