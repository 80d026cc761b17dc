package stats

import (
	"fmt"
	"math"
)

// DiscordantOddsRatio is b/c, the conditional odds ratio of paired binary
// outcomes: b pairs in which only the first succeeded against c in which only the
// second did. The interval is exact: Clopper-Pearson's for b/(b+c), as odds. With
// c = 0 the ratio is +Inf, with b = 0 it is 0. Level 0 means 0.95. Errors:
// negative counts; an UndefinedError without discordant pairs.
func DiscordantOddsRatio(b, c int, level float64) (Effect, error) {
	low, high, level, err := discordantLimits(b, c, level, "odds ratio of discordant pairs")
	if err != nil {
		return Effect{}, err
	}
	odds := func(p float64) float64 {
		if p == 1 {
			return math.Inf(1)
		}
		return p / (1 - p)
	}
	ratio := math.Inf(1)
	if c > 0 {
		ratio = float64(b) / float64(c)
	}
	return Effect{
		Name: "discordant_odds_ratio", Value: ratio, HasInterval: true,
		Interval: Interval{Low: odds(low), High: odds(high), Level: level, Method: "clopper_pearson"},
	}, nil
}

// CohensG is b/(b+c) - 1/2, the effect size of McNemar's and the sign test, signed
// (Cohen 1988), with Clopper-Pearson's interval. Errors: as DiscordantOddsRatio.
func CohensG(b, c int, level float64) (Effect, error) {
	low, high, level, err := discordantLimits(b, c, level, "Cohen's g")
	if err != nil {
		return Effect{}, err
	}
	return Effect{
		Name: "cohens_g", Value: float64(b-c) / (2 * float64(b+c)), HasInterval: true,
		Interval: Interval{Low: low - 0.5, High: high - 0.5, Level: level, Method: "clopper_pearson"},
	}, nil
}

func discordantLimits(b, c int, level float64, stat string) (low, high, resolved float64, err error) {
	level, err = levelOr(level)
	switch {
	case err != nil:
		return 0, 0, 0, err
	case b < 0 || c < 0:
		return 0, 0, 0, &ArgumentError{Arg: "b, c", Reason: fmt.Sprintf("negative count: %d, %d", b, c)}
	case b > maxCount || c > maxCount:
		return 0, 0, 0, &ArgumentError{Arg: "b, c", Reason: fmt.Sprintf("counts of %d and %d; at most 2^52 each can be represented", b, c)}
	case b+c == 0:
		return 0, 0, 0, &UndefinedError{Stat: stat, Reason: "there are no discordant pairs"}
	}
	low, high = clopperPearsonLimits(b, b+c, (1-level)/2)
	return low, high, level, nil
}

// PairedDominance is the share of pairs in which a exceeds b less the share of
// the reverse, (wins - losses)/n: Cliff's delta within pairs. The interval is
// Tango's for the difference of two paired proportions. Level 0 means 0.95.
// Errors: negative counts, no pairs.
func PairedDominance(wins, ties, losses int, level float64) (Effect, error) {
	t := PairedTable{FirstOnly: wins, SecondOnly: losses, Neither: ties}
	interval, err := Tango(t, level)
	if err != nil {
		return Effect{}, err
	}
	return Effect{Name: "paired_dominance", Value: t.Difference(), HasInterval: true, Interval: interval}, nil
}
