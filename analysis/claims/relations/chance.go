package relations

import "math"

// How a relation comes to be believed.
//
// Two columns of a table that have nothing to do with each other still satisfy some
// arithmetic here and there. Under the null model a derived number is drawn anywhere in the
// range in which numbers of its kind lie, so that an instance holds by chance with
// probability p = (width of what is computed + width of what is printed) / range. The
// instances are taken as independent, so that the number that hold is binomial; the chance
// that so many or more hold is multiplied by the number of relations that were tried for
// the same target (Bonferroni). A rule that its head names ("Avg.", "Total", "Δ") was not
// found by trying, and counts a tenth of that.
const (
	believedChance = 1e-4 // of a rule that was found by trying
	statedChance   = 2e-3 // of a rule that its head names
	proposedChance = 5e-2 // for a look
)

// support is the evidence for a rule over its instances.
type support struct {
	held, near, failed int     // hold; hold only by cutting off or rounding twice; fail
	p                  float64 // the mean probability that an instance holds by chance
	tried              float64 // rules that were tried for the same target
	named              bool    // the head says so
}

func (s support) all() int { return s.held + s.near + s.failed }

// chance is the probability that so many instances hold by chance in any of the rules tried.
func (s support) chance() float64 {
	return math.Min(1, binomialTail(s.all(), s.held, s.p)*math.Max(1, s.tried))
}

// believed tells whether the rule is one that the document keeps. Failures are few, at most
// a fifth (a quarter where the head names the rule, or where nothing but the rule explains
// those that hold), and at least two instances hold, three where nothing names it.
func (s support) believed() bool {
	n := s.all()
	limit, least, share := believedChance, 3, .2
	if s.named {
		limit, least, share = statedChance, 2, .25
	}
	c := s.chance()
	if c < limit*1e-3 {
		share = math.Max(share, .25)
	}
	return s.held >= least && c < limit && float64(s.failed) <= share*float64(n)
}

// proposed tells whether the rule is worth a look though it is not believed.
func (s support) proposed() bool {
	return s.held >= 2 && s.chance() < proposedChance && s.failed <= s.held
}

// binomialTail is P(X >= k) of n trials.
func binomialTail(n, k int, p float64) float64 {
	if k <= 0 {
		return 1
	}
	p = math.Min(1, math.Max(p, 1e-12))
	if p == 1 {
		return 1
	}
	total := 0.0
	for i := k; i <= n; i++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		total += math.Exp(a - b - c + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return math.Min(1, total)
}

func pow10(n int) float64 { return math.Pow(10, float64(n)) }
