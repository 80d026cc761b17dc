package stats

import (
	"fmt"
	"math"
	"sort"
)

// McNemarTest names a version of McNemar's test.
type McNemarTest int

const (
	McNemarTestExact  McNemarTest = iota // the binomial test of the discordant pairs
	McNemarTestMidP                      // half of the observed outcome's probability counts
	McNemarTestChi2                      // chi-squared, one degree of freedom
	McNemarTestChi2CC                    // chi-squared with Edwards' continuity correction
)

// p returns the two-sided p-value of b against c, not both zero.
func (test McNemarTest) p(b, c int) float64 {
	gap, n := math.Abs(float64(b)-float64(c)), float64(b+c)
	switch test {
	case McNemarTestMidP:
		return midP(b, c)
	case McNemarTestChi2:
		return ChiSquareSF(gap*gap/n, 1)
	case McNemarTestChi2CC:
		gap = math.Max(gap-1, 0)
		return ChiSquareSF(gap*gap/n, 1)
	default:
		return signTail(b, c, TwoSided)
	}
}

// McNemarPower returns the power of McNemar's two-sided test over n tasks, where p10
// is the probability that only the first run solves a task and p01 that only the
// second does: the probability, over all outcomes, of a table that the test rejects.
// No approximation is made; what is left out of the sum is below 1e-17.
//
// Errors: *ArgumentError for probabilities that are negative or add up to more than 1,
// n < 1, or a one-sided alternative.
//
// Source: Fagerland, Lydersen & Laake (2013), BMC Med. Res. Methodol. 13:91
// (unconditional evaluation).
func McNemarPower(p10, p01 float64, n int, test McNemarTest, opt PowerOptions) (float64, error) {
	opt, err := checkDiscordance(p10, p01, opt)
	if err != nil {
		return 0, err
	}
	if n < 1 || n > mostPlanned {
		return 0, &ArgumentError{Arg: "n", Reason: fmt.Sprintf("%d tasks; give at least one, at most %d", n, mostPlanned)}
	}
	if test < McNemarTestExact || test > McNemarTestChi2CC {
		return 0, &ArgumentError{Arg: "test", Reason: "not a version of McNemar's test"}
	}
	return mcnemarPower(p10, p01, n, test, opt.Alpha), nil
}

func checkDiscordance(p10, p01 float64, opt PowerOptions) (PowerOptions, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return opt, err
	}
	if opt.Alternative != TwoSided {
		return opt, &ArgumentError{Arg: "alternative", Reason: "power of McNemar's test is computed for the two-sided test only"}
	}
	if !(p10 >= 0) || !(p01 >= 0) || p10+p01 > 1+0x1p-50 {
		return opt, &ArgumentError{Arg: "p10, p01", Reason: fmt.Sprintf("%v and %v are not probabilities of discordant outcomes", p10, p01)}
	}
	return opt, nil
}

func mcnemarPower(p10, p01 float64, n int, test McNemarTest, alpha float64) float64 {
	discordance := math.Min(p10+p01, 1)
	if discordance == 0 {
		return 0
	}
	return newRejectionRegion(n, discordance, test, alpha).power(p10 / (p10 + p01))
}

// rejectionRegion is what a test rejects, for each number of discordant pairs
// that can occur.
type rejectionRegion []struct {
	m      int     // discordant pairs
	weight float64 // probability of m
	low    int     // largest count of the rarer outcome that is rejected
}

func newRejectionRegion(n int, discordance float64, test McNemarTest, alpha float64) rejectionRegion {
	var region rejectionRegion
	centre := int(discordance * float64(n))
	for _, direction := range []int{1, -1} {
		start := centre
		if direction == 1 {
			start++
		}
		for m := start; m >= 1 && m <= n; m += direction {
			weight := BinomialPMF(m, n, discordance)
			if weight < 1e-20 {
				break
			}
			if low := largestRejected(m, test, alpha); low >= 0 {
				region = append(region, struct {
					m      int
					weight float64
					low    int
				}{m, weight, low})
			}
		}
	}
	return region
}

// power is the probability of the region where a discordant pair favours the
// first run with probability odds.
func (region rejectionRegion) power(odds float64) float64 {
	sum := 0.0
	for _, r := range region {
		sum += r.weight * (BinomialCDF(r.low, r.m, odds) + BinomialSF(r.m-r.low-1, r.m, odds))
	}
	return math.Min(sum, 1)
}

// largestRejected returns the largest count of the rarer outcome, among m discordant
// pairs, that the test rejects; -1 if none.
func largestRejected(m int, test McNemarTest, alpha float64) int {
	// p grows with the rarer count.
	return sort.Search((m+1)/2, func(k int) bool { return test.p(k, m-k) > alpha }) - 1
}

// McNemarConnor holds the normal approximations for McNemar's test.
type McNemarConnor struct {
	Power      float64 // at the n given
	SampleSize float64 // real number of tasks for the power wanted; round up
}

// PowerMcNemarConnor returns the power of McNemar's test over n tasks, and the number
// of tasks for the power wanted, by the approximation of Miettinen and Connor, which
// needs no enumeration and errs by some percent where few pairs are discordant.
//
// Errors: as McNemarPower, and for p10 = p01.
//
// Source: Miettinen (1968), Biometrics 24; Connor (1987), Biometrics 43.
func PowerMcNemarConnor(p10, p01 float64, n int, opt PowerOptions) (McNemarConnor, error) {
	opt, err := checkDiscordance(p10, p01, opt)
	if err != nil {
		return McNemarConnor{}, err
	}
	if n < 1 {
		return McNemarConnor{}, &ArgumentError{Arg: "n", Reason: "at least one task is needed"}
	}
	if p10 == p01 {
		return McNemarConnor{}, &ArgumentError{Arg: "p10, p01", Reason: "equal probabilities leave no difference to be seen"}
	}
	diff, pd := math.Abs(p10-p01), p10+p01
	z, sd := NormalISF(opt.Alpha/2), math.Sqrt(pd-diff*diff)
	root := (z*math.Sqrt(pd) + NormalISF(1-opt.Power)*sd) / diff
	return McNemarConnor{
		Power:      NormalSF((z*math.Sqrt(pd) - diff*math.Sqrt(float64(n))) / sd),
		SampleSize: root * root,
	}, nil
}

// mostPlanned bounds the numbers of tasks whose tables are summed over.
const mostPlanned = 1 << 22

// McNemarSampleSize returns a number of tasks that gives McNemar's two-sided test the
// power wanted, by McNemarPower, where one task less does not. Power moves in small
// steps up and down with n, so that a little above this number it may fall short again
// by less than a percent.
//
// Errors: as McNemarPower, for p10 = p01, and where more than four million tasks are needed.
func McNemarSampleSize(p10, p01 float64, test McNemarTest, opt PowerOptions) (int, error) {
	connor, err := PowerMcNemarConnor(p10, p01, 1, opt)
	if err != nil {
		return 0, err
	}
	opt, err = opt.withDefaults()
	if err != nil {
		return 0, err
	}
	enough := func(n int) bool { return mcnemarPower(p10, p01, n, test, opt.Alpha) >= opt.Power }
	high := int(math.Min(math.Max(connor.SampleSize, 4), mostPlanned))
	low := 0
	for !enough(high) {
		if high >= mostPlanned {
			return 0, &ArgumentError{Arg: "p10, p01", Reason: fmt.Sprintf("the difference is too small: more than %d tasks are needed", mostPlanned)}
		}
		low, high = high, min(high+high/8+1, mostPlanned)
	}
	return low + 1 + sort.Search(high-low-1, func(i int) bool { return enough(low + 1 + i) }), nil
}

// McNemarDetectable returns the smallest difference p10-p01 of success rates that
// McNemar's two-sided test over n tasks sees with the power wanted, given the share of
// tasks that are discordant. The flag is false where no difference can be seen: even
// if all discordant pairs go one way the power falls short.
//
// Errors: as McNemarPower; *ArgumentError for a discordance outside (0, 1].
func McNemarDetectable(n int, discordance float64, test McNemarTest, opt PowerOptions) (difference float64, possible bool, err error) {
	if !(discordance > 0 && discordance <= 1) {
		return 0, false, &ArgumentError{Arg: "discordance", Reason: "the share of discordant tasks lies between 0 (not included) and 1"}
	}
	full, err := McNemarPower(discordance, 0, n, test, opt)
	if err != nil {
		return 0, false, err
	}
	opt, err = opt.withDefaults()
	if err != nil {
		return 0, false, err
	}
	if full < opt.Power {
		return 0, false, nil
	}
	region := newRejectionRegion(n, discordance, test, opt.Alpha)
	difference = increasingRoot(0, discordance, func(d float64) float64 {
		return region.power((1+d/discordance)/2) - opt.Power
	})
	return math.Min(difference, discordance), true, nil
}
