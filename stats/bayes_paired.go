package stats

import (
	"fmt"
	"math"
	"slices"
)

// PosteriorComparison says how probable it is, after the data, that the first of two runs is
// better by more than a margin, practically equal, or worse by more than it. The three
// probabilities sum to 1. They are statements about the difference given a prior, no
// p-values.
type PosteriorComparison struct {
	Better, Equivalent, Worse float64
	Mean, SD                  float64 // of the posterior of the difference first - second
	Interval                  Interval
}

// PairedPrior are parameters of a Dirichlet distribution, all above 0: tasks that one
// pretends to have seen, in the cells of a PairedTable.
type PairedPrior struct{ Both, FirstOnly, SecondOnly, Neither float64 }

// DirichletOptions of the posterior of a paired table: Margin is what is practically
// equal, both ends included; Level 0 means 0.95.
type DirichletOptions struct {
	Prior  PairedPrior // all 0 means 1 each, the uniform prior
	Margin float64
	Level  float64
}

// PairedDirichlet gives the posterior of the difference of two runs' success rates on
// the same tasks, delta = P(first only) - P(second only). The four cells are multinomial,
// their prior is Dirichlet, and so is the posterior. With S the share of tasks on which the
// runs disagree and W the first run's share of these, both Beta and independent, delta = S(2W
// - 1), which is integrated numerically to about 1e-12: nothing is drawn. The interval
// has equal tails.
//
// It assumes independent tasks with one verdict of each run. With few disagreements
// the prior shows: give it, and try another.
//
// Errors: *ArgumentError for negative counts, a prior not above 0, a margin below 0.
//
// Source: Benavoli, Corani, Demsar & Zaffalon (2017), JMLR 18(77), on the probabilities of
// better, equivalent and worse.
func PairedDirichlet(t PairedTable, opt DirichletOptions) (PosteriorComparison, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return PosteriorComparison{}, err
	}
	if err := checkPosteriorMargin(opt.Margin); err != nil {
		return PosteriorComparison{}, err
	}
	if t.N() != 0 || t != (PairedTable{}) { // an empty table leaves the prior
		if _, err := t.check(level); err != nil {
			return PosteriorComparison{}, err
		}
	}
	if opt.Prior == (PairedPrior{}) {
		opt.Prior = PairedPrior{1, 1, 1, 1}
	}
	for _, a := range []float64{opt.Prior.Both, opt.Prior.FirstOnly, opt.Prior.SecondOnly, opt.Prior.Neither} {
		if !(a > 0) || math.IsInf(a, 1) {
			return PosteriorComparison{}, &ArgumentError{Arg: "prior", Reason: fmt.Sprintf("%v; the parameters of a Dirichlet prior are finite and above 0", a)}
		}
	}
	p := pairedPosterior{first: opt.Prior.FirstOnly + float64(t.FirstOnly), second: opt.Prior.SecondOnly + float64(t.SecondOnly)}
	p.agree = opt.Prior.Both + float64(t.Both) + opt.Prior.Neither + float64(t.Neither)
	all := p.first + p.second + p.agree
	r := PosteriorComparison{Better: p.above(opt.Margin), Worse: p.swapped().above(opt.Margin)}
	if opt.Margin > 0 {
		r.Equivalent = p.within(opt.Margin)
	}
	r.Mean = (p.first - p.second) / all
	r.SD = math.Sqrt(((p.first+p.second)/all - r.Mean*r.Mean) / (all + 1))
	tail := (1 - level) / 2
	r.Interval = Interval{Low: -p.swapped().quantile(tail, -r.Mean, r.SD), High: p.quantile(tail, r.Mean, r.SD), Level: level, Method: "posterior_dirichlet"}
	return r, nil
}

func checkPosteriorMargin(margin float64) error {
	if !(margin >= 0) || math.IsInf(margin, 1) {
		return &ArgumentError{Arg: "margin", Reason: fmt.Sprintf("%v; what is practically equal is a finite number, 0 or more", margin)}
	}
	return nil
}

// pairedPosterior is a Dirichlet posterior with the cells of agreement put together.
type pairedPosterior struct{ first, second, agree float64 }

func (p pairedPosterior) swapped() pairedPosterior {
	return pairedPosterior{p.second, p.first, p.agree}
}

// above is P(delta > r), for r from -1 to 1.
func (p pairedPosterior) above(r float64) float64 {
	switch {
	case r >= 1:
		return 0
	case r < 0:
		return 1 - p.swapped().above(-r)
	case r == 0:
		return betaTail(p.second, p.first, 0.5, 0.5)
	}
	// P(W > (1+r/s)/2) = P(1-W < (s-r)/(2s)), 1-W ~ Beta(second, first).
	return p.overS(r, func(s, beyond float64) float64 {
		return betaTail(p.second, p.first, beyond/(2*s), (s+r)/(2*s))
	})
}

// within is P(|delta| <= r), by itself, so that it has its digits where it is small.
func (p pairedPosterior) within(r float64) float64 {
	if r >= 1 {
		return 1
	}
	disagree := p.first + p.second
	return betaTail(disagree, p.agree, r, 1-r) + p.overS(r, func(s, beyond float64) float64 {
		x, y := beyond/(2*s), (s+r)/(2*s)
		// From the side on which both tails are small.
		if below := betaTail(p.first, p.second, y, x); below < 0.5 {
			return below - betaTail(p.first, p.second, x, y)
		}
		if above := betaTail(p.second, p.first, y, x); above < 0.5 {
			return above - betaTail(p.second, p.first, x, y)
		}
		return 1 - betaTail(p.first, p.second, x, y) - betaTail(p.second, p.first, x, y)
	})
}

// overS integrates g times the density of S from r to 1; g is told s and s-r. The range is cut
// where the density or g turns, so that each piece is smooth.
func (p pairedPosterior) overS(r float64, g func(s, beyond float64) float64) float64 {
	disagree := p.first + p.second
	center, spread := betaMoments(disagree, p.agree)
	cuts := []float64{r, 1}
	add := func(s float64) {
		if s > r && s < 1 {
			cuts = append(cuts, s)
		}
	}
	w, dw := betaMoments(p.first, p.second)
	for _, k := range []float64{-10, -3, 0, 3, 10} {
		add(center + k*spread)
		add(r / math.Abs(2*(w+k*dw)-1))
	}
	slices.Sort(cuts)
	sum := 0.0
	for i, low := range cuts[:len(cuts)-1] {
		high := cuts[i+1]
		sum += integrate(low, high, func(s, fromLow, fromHigh float64) float64 {
			beyond, rest := s-r, 1-s
			if i == 0 {
				beyond = fromLow
			}
			if high == 1 {
				rest = fromHigh
			}
			f := betaDensity(disagree, p.agree, s, rest)
			if f == 0 {
				return 0
			}
			return f * g(s, beyond)
		})
	}
	return sum
}

// quantile is the difference that is exceeded with probability tail.
func (p pairedPosterior) quantile(tail, mean, sd float64) float64 {
	// Regula falsi with the Illinois rule, from a bracket around the normal guess.
	f := func(x float64) float64 { return p.above(x) - tail }
	guess := mean + NormalISF(tail)*sd
	low, high := max(-1, guess-sd), min(1, guess+sd)
	atLow, atHigh := f(low), f(high)
	for atLow < 0 {
		low = max(-1, low-2*sd)
		atLow = f(low)
	}
	for atHigh > 0 {
		high = min(1, high+2*sd)
		atHigh = f(high)
	}
	side := 0
	for range 100 {
		x := (low*atHigh - high*atLow) / (atHigh - atLow)
		if !(x > low && x < high) || high-low < 1e-14 {
			break
		}
		at := f(x)
		if math.Abs(at) < 1e-13*tail {
			return x
		}
		if at > 0 {
			low, atLow = x, at
			if side > 0 {
				atHigh /= 2
			}
			side = 1
		} else {
			high, atHigh = x, at
			if side < 0 {
				atLow /= 2
			}
			side = -1
		}
	}
	return low + (high-low)/2
}

func betaMoments(a, b float64) (mean, sd float64) {
	n := a + b
	return a / n, math.Sqrt(a / n * (b / n) / (n + 1))
}
