package stats

import (
	"fmt"
	"math"
)

// BettingOptions: the zero value is margin 0, alpha 0.05, bets of at most half of what
// may be lost, and both sides of the confidence sequence weighted alike.
type BettingOptions struct {
	Margin float64 // what the new run may be worse by; 0 or more, below 1
	Alpha  float64 // of each side; 0 means 0.05
	Cap    float64 // c, in (0, 1): the most that a bet may lose of the capital; 0 means 1/2
	Hedge  float64 // theta, in (0, 1): weight of the lower end's side; 0 means 1/2
}

func (opt BettingOptions) withDefaults() (BettingOptions, error) {
	if opt.Cap == 0 {
		opt.Cap = 0.5
	}
	if opt.Hedge == 0 {
		opt.Hedge = 0.5
	}
	alpha, err := checkMargin(opt.Margin, opt.Alpha)
	opt.Alpha = alpha
	switch {
	case err != nil:
	case opt.Margin >= 1:
		err = &ArgumentError{Arg: "margin", Reason: fmt.Sprintf("%v; differences lie within -1 and 1, so that a margin is below 1", opt.Margin)}
	case !(opt.Cap > 0 && opt.Cap < 1):
		err = &ArgumentError{Arg: "c", Reason: fmt.Sprintf("%v; the most that a bet may lose lies strictly between 0 and 1", opt.Cap)}
	case !(opt.Hedge > 0 && opt.Hedge < 1):
		err = &ArgumentError{Arg: "theta", Reason: fmt.Sprintf("%v; the weight of one side lies strictly between 0 and 1", opt.Hedge)}
	}
	return opt, err
}

// Betting is an always-valid comparison: paired differences are added one after the
// other, and the answer may be looked at after each without any correction for looking.
//
// With x = (d+1)/2 a gambler bets the share lambda of a capital of 1 on every next x being
// above (or below) m. Where the mean really is m the capital is a nonnegative martingale, so
// that it ever reaches 1/alpha with probability of at most alpha (Ville): capital is
// evidence. The bets depend on earlier differences only:
//
//	lambda_t = sqrt(2 ln(2/alpha) / (s2_{t-1} t ln(1+t)))
//
// with the running mean and variance of x, begun at 1/2 and 1/4 as one observation, and
// are cut so that no bet loses more than the share Cap.
//
// NotWorse is the capital against "worse by the margin or more" (mean d <= -margin), Worse
// that against mean d >= -margin. Each errs with probability of at most alpha however often
// one looks, provided that the differences come in an order drawn before any result, or
// independently from one source. Nothing else is assumed: no normality, no number of tasks.
//
// Source: Waudby-Smith & Ramdas (2024), JRSS B 86:1-27, the predictable plug-in and the
// hedged capital process.
type Betting struct {
	opt        BettingOptions
	x, lambda  []float64
	sum, about float64 // of x, with 1/2; of squared deviations from the running mean, with 1/4
	notWorse   float64 // logarithms of the capitals
	worse      float64
	first      [2]int // looks at which either reached 1/alpha; 0: never
	low, high  float64
}

// NewBetting begins without a difference. Errors: *ArgumentError for options out of range.
func NewBetting(opt BettingOptions) (*Betting, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Betting{opt: opt, sum: 0.5, about: 0.25, low: 0, high: 1}, nil
}

// Add bets on the next difference new - base, of which higher is better. Errors:
// *ArgumentError for a difference outside [-1, 1].
func (b *Betting) Add(d float64) error {
	if !(d >= -1 && d <= 1) {
		return &ArgumentError{Arg: "d", Reason: fmt.Sprintf("difference %d is %v; scores lie within 0 and 1, so that differences lie within -1 and 1", len(b.x), d)}
	}
	t := float64(len(b.x) + 1)
	lambda := math.Sqrt(2 * math.Log(2/b.opt.Alpha) / (b.about * math.Log1p(t)))
	x, m0 := (d+1)/2, (1-b.opt.Margin)/2
	b.x, b.lambda = append(b.x, x), append(b.lambda, lambda)
	b.notWorse += math.Log1p(min(lambda, b.opt.Cap/m0) * (x - m0))
	b.worse += math.Log1p(-min(lambda, b.opt.Cap/(1-m0)) * (x - m0))
	goal := -math.Log(b.opt.Alpha)
	for side, capital := range []float64{b.notWorse, b.worse} {
		// Capital that is 1/alpha but for rounding has reached it.
		if b.first[side] == 0 && capital >= goal-1e-13 {
			b.first[side] = len(b.x)
		}
	}
	b.sum += x
	mean := b.sum / (t + 1)
	b.about += (x - mean) * (x - mean)
	return nil
}

// N is the number of differences added.
func (b *Betting) N() int { return len(b.x) }

// Bet is the share bet at the last difference, before it is cut.
func (b *Betting) Bet() float64 { return b.lambda[len(b.lambda)-1] }

// NotWorse is the capital against "worse by the margin or more", Worse that against "not
// worse by it".
func (b *Betting) NotWorse() float64 { return math.Exp(b.notWorse) }

// Worse is the capital against a mean difference of -margin or more.
func (b *Betting) Worse() float64 { return math.Exp(b.worse) }

// FirstNotWorse and FirstWorse are the numbers of differences after which the capital
// first reached 1/alpha, 0 where it has not.
func (b *Betting) FirstNotWorse() int { return b.first[0] }

// FirstWorse is FirstNotWorse of the other side.
func (b *Betting) FirstWorse() int { return b.first[1] }

// GateDecision is what a gate answers.
type GateDecision string

// The answers of a gate.
const (
	GatePass      GateDecision = "pass"
	GateFail      GateDecision = "fail"
	GateUndecided GateDecision = "undecided"
)

// Decision is pass or fail by the side that reached 1/alpha first, undecided where neither
// has. It never changes once it is made.
func (b *Betting) Decision() GateDecision {
	good, bad := b.first[0], b.first[1]
	switch {
	case good > 0 && (bad == 0 || good <= bad):
		return GatePass
	case bad > 0:
		return GateFail
	}
	return GateUndecided
}

// Confidence is the confidence sequence of the mean difference so far: with probability
// of at least 1-alpha it holds the mean at every look at once. It is the running
// intersection over the calls of Confidence: called after every difference it is as narrow
// as can be. Each end is the one root of a capital that falls, or rises, in the mean, found
// by bisection. low is above high where the differences contradict every mean, which has
// probability of at most alpha.
func (b *Betting) Confidence() Interval {
	reach := func(weight float64) float64 { return -math.Log(b.opt.Alpha * weight) }
	above := func(m float64) bool { return b.capital(m, 1) >= reach(b.opt.Hedge) }
	below := func(m float64) bool { return b.capital(m, -1) >= reach(1-b.opt.Hedge) }
	// The end at which the capital still refuses m, moved inwards from the last look's.
	if above(b.low) {
		b.low = rootOf(b.low, 1, above)
	}
	if below(b.high) {
		b.high = rootOf(b.high, 0, below)
	}
	return Interval{Low: 2*b.low - 1, High: 2*b.high - 1, Level: 1 - b.opt.Alpha, Method: "betting"}
}

// capital is the logarithm of the capital of bets that x is above m (side 1) or below it
// (side -1). Factors are multiplied in eights, which neither vanish nor overflow, so that
// an eighth of the logarithms is taken.
func (b *Betting) capital(m, side float64) float64 {
	most := b.opt.Cap / m
	if side < 0 {
		most = b.opt.Cap / (1 - m)
	}
	sum, product := 0.0, 1.0
	for i, x := range b.x {
		product *= 1 + side*min(b.lambda[i], most)*(x-m)
		if i&7 == 7 {
			sum += math.Log(product)
			product = 1
		}
	}
	return sum + math.Log(product)
}

// rootOf closes in, from a place where refused holds, on the last one where it does
// towards out, to 1e-16.
func rootOf(in, out float64, refused func(float64) bool) float64 {
	if refused(out) {
		return out
	}
	for math.Abs(out-in) > 1e-16 {
		mid := in + (out-in)/2
		if mid == in || mid == out {
			break
		}
		if refused(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return in
}
