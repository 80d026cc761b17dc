package stats

import (
	"fmt"
	"math"
)

// ZeroMethod says what the signed-rank test does with zero differences.
type ZeroMethod int

const (
	// Pratt ranks zeros with the others and then drops their ranks; the default.
	// Pratt (1959), JASA 54.
	Pratt ZeroMethod = iota
	// DropZeros drops zeros before ranking, as Wilcoxon (1945) did and R's wilcox.test does.
	DropZeros
	// SplitZeros ranks zeros and gives half of their ranks to either side.
	SplitZeros
)

// NullDistribution chooses between the exact null distribution and the normal approximation.
type NullDistribution int

const (
	Auto       NullDistribution = iota // exact up to a stated number of used pairs
	Exact                              // exact; an error where it is out of reach
	Asymptotic                         // the approximation
)

// WilcoxonOptions: the zero value is the two-sided test with Pratt's zeros, exact
// up to 200 non-zero differences and approximated with continuity correction beyond.
type WilcoxonOptions struct {
	Alternative  Alternative
	Zeros        ZeroMethod
	Null         NullDistribution
	NoCorrection bool // leave out the continuity correction of the approximation
	ExactUpTo    int  // for Auto: the largest number of non-zero differences; 0 means 200, at most 1000
}

const defaultExactRanks = 200

// WilcoxonResult is the signed-rank test with its rank sums. Statistic is WPlus,
// R's V; scipy's two-sided statistic is the smaller of WPlus and WMinus.
type WilcoxonResult struct {
	Result
	WPlus, WMinus float64 // rank sums of the positive and of the negative differences
	Z             float64 // standardised WPlus, with the continuity correction if any; for exact tests without
	RankBiserial  float64 // (WPlus-WMinus)/(WPlus+WMinus), the matched-pairs effect size (Kerby 2014)
}

// WilcoxonSignedRank is Wilcoxon's signed-rank test of paired scores. Null: the
// differences a-b are symmetric about zero; alternative: they tend to be off it, or
// above it (Greater) or below it (Less).
//
// Zeros are treated as opt.Zeros says; ties get mid-ranks. Differences whose gap is within
// the rounding error of the doubles behind them count as tied, and as zero likewise,
// so that .3-.2 ties with .4-.3. The exact null distribution is that of all sign flips
// of the non-zero differences given their mid-ranks, so it holds with ties and zeros
// too; on 0/1 data it is McNemar's exact test. The approximation takes its variance from
// the mid-ranks, which is the tie correction. Result.Exact and the notes tell which it was.
//
// Errors: *ArgumentError for no pairs, or an exact test of more than 1000 differences;
// *UndefinedError, marked degenerate, where all differences are zero.
//
// Also called: signed rank test, one-sample Wilcoxon test of the differences. Source:
// Wilcoxon (1945), Biometrics Bull. 1; Pratt (1959), JASA 54; ties: Hollander, Wolfe &
// Chicken (2014), ch. 3.
func WilcoxonSignedRank(diff Differences, opt WilcoxonOptions) (WilcoxonResult, error) {
	if err := diff.check(); err != nil {
		return WilcoxonResult{}, err
	}
	if err := opt.check(); err != nil {
		return WilcoxonResult{}, err
	}
	ranks := rankSigned(diff, opt.Zeros != DropZeros)
	n := len(ranks.doubled)
	if n == 0 {
		return WilcoxonResult{}, &UndefinedError{Stat: "wilcoxon_signed_rank", Reason: "all differences are zero", Degenerate: true}
	}
	r := WilcoxonResult{Result: Result{Method: "wilcoxon_signed_rank", N: len(diff.D), NUsed: n}}
	plus, minus := float64(ranks.plus)/2, float64(ranks.minus)/2
	if opt.Zeros == SplitZeros {
		half := float64(ranks.zeros) * float64(ranks.zeros+1) / 4
		plus, minus = plus+half, minus+half
	}
	r.WPlus, r.WMinus, r.Statistic = plus, minus, plus
	r.RankBiserial = (plus - minus) / (plus + minus)
	r.Notes = ranks.notes(len(diff.D))

	limit := defaultExactRanks
	if opt.ExactUpTo > 0 {
		limit = min(opt.ExactUpTo, maxFlips)
	}
	if opt.Null == Exact && n > maxFlips {
		return WilcoxonResult{}, &ArgumentError{Arg: "null", Reason: fmt.Sprintf("the exact distribution is computed for at most %d non-zero differences, here are %d; use Auto or Asymptotic", maxFlips, n)}
	}
	// WPlus - E(WPlus) = (WPlus-WMinus)/2, whatever the zeros.
	excess := (plus - minus) / 2
	sigma := ranks.sigma(opt.Zeros)
	if opt.Null == Exact || opt.Null == Auto && n <= limit {
		r.Exact = true
		r.Z = excess / sigma
		r.P = newSignFlips(ranks.doubled).pValue(ranks.plus-ranks.minus, opt.Alternative)
	} else {
		corrected := excess
		if !opt.NoCorrection {
			corrected -= continuity(excess, opt.Alternative)
		}
		r.Z = corrected / sigma
		r.P = normalTail(r.Z, opt.Alternative)
		r.Notes = append(r.Notes, approximationNote(opt.NoCorrection))
	}
	r.Result = r.underflow()
	return r, nil
}

func (opt WilcoxonOptions) check() error {
	switch {
	case opt.Zeros < Pratt || opt.Zeros > SplitZeros:
		return &ArgumentError{Arg: "zeros", Reason: "not one of Pratt, DropZeros, SplitZeros"}
	case opt.Null < Auto || opt.Null > Asymptotic:
		return &ArgumentError{Arg: "null", Reason: "not one of Auto, Exact, Asymptotic"}
	case opt.ExactUpTo < 0:
		return &ArgumentError{Arg: "exact_up_to", Reason: "a number of differences cannot be negative"}
	}
	return opt.Alternative.check()
}

// continuity is the correction taken off the statistic: half a rank towards the mean.
func continuity(excess float64, alt Alternative) float64 {
	switch {
	case alt == Greater:
		return 0.5
	case alt == Less:
		return -0.5
	case excess == 0:
		return 0
	default:
		return math.Copysign(0.5, excess)
	}
}

func normalTail(z float64, alt Alternative) float64 {
	switch alt {
	case Greater:
		return NormalSF(z)
	case Less:
		return NormalSF(-z)
	default:
		return math.Erfc(math.Abs(z) / math.Sqrt2)
	}
}

func approximationNote(noCorrection bool) string {
	if noCorrection {
		return "normal approximation, variance corrected for ties, no continuity correction"
	}
	return "normal approximation, variance corrected for ties, continuity correction"
}
