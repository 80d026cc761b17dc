package stats

import (
	"fmt"
	"math"
)

// PermutationOptions: the zero value is the two-sided test, exact where that is cheap and
// 9999 random sign flips elsewhere.
type PermutationOptions struct {
	Alternative Alternative
	Null        NullDistribution // Asymptotic means Monte Carlo here
	Resamples   int              // random sign flips; 0 means 9999
	Seed        uint64           // of the random sign flips
}

// PermutationResult is the paired permutation test with its counts. Statistic is
// the mean difference.
type PermutationResult struct {
	Result
	Sum          float64 // of the differences
	Permutations float64 // sign flips counted: 2^NUsed where exact, else Resamples+1
	Extreme      float64 // of those, at least as extreme as observed, the observed one included
}

// Bounds on exact work: differences that are enumerated, and cell updates of the
// dynamic programme. The larger ones hold where Exact is asked for.
const (
	autoEnumerated  = 26
	mostEnumerated  = 44
	autoCellUpdates = 4e6
	mostCellUpdates = 4e9
)

// PermutationPaired is the sign-flip test of the mean paired difference. Null: given
// its size each difference a-b is as likely to be positive as negative; alternative:
// the differences tend to one side, or to the positive (Greater) or negative (Less).
//
// The null distribution is that of the sum over all 2^n sign flips of the n non-zero
// differences. It is enumerated where n is at most 26, and counted by a dynamic
// programme where the differences are whole multiples of some unit, as means of few
// trials and rounded scores are. Else p is (k+1)/(B+1) over B random flips, never 0,
// and the notes say so. Sums are compared with a tolerance for rounding, 1e-12 of the
// sum of sizes at least, so that decimal ties are ties.
//
// Errors: *ArgumentError for no pairs, or an exact test that is out of reach. Where all
// differences are zero p = 1, with a note.
//
// Also called: Fisher-Pitman test for paired samples, randomization test, approximate
// randomization (Noreen 1989). Source: Fisher (1935), The Design of Experiments, 21;
// Monte-Carlo p: Phipson & Smyth (2010).
func PermutationPaired(diff Differences, opt PermutationOptions) (PermutationResult, error) {
	if err := diff.check(); err != nil {
		return PermutationResult{}, err
	}
	if err := opt.check(); err != nil {
		return PermutationResult{}, err
	}
	f, err := newFlipSum(diff)
	if err != nil {
		return PermutationResult{}, err
	}
	n := len(f.size)
	r := PermutationResult{Result: Result{Method: "permutation", Statistic: f.total / float64(len(diff.D)), N: len(diff.D), NUsed: n}, Sum: f.total}
	enumerated, updates := autoEnumerated, autoCellUpdates
	if opt.Null == Exact {
		enumerated, updates = mostEnumerated, mostCellUpdates
	}
	switch weights, sum, ok := f.lattice(updates); {
	case n == 0:
		r.P, r.Exact, r.Permutations, r.Extreme = 1, true, 1, 1
		r.Notes = append(r.Notes, "all differences are zero")
	case opt.Null != Asymptotic && ok:
		r.Exact = true
		r.Permutations = math.Ldexp(1, n)
		r.P = newSignFlips(weights).pValue(sum, opt.Alternative)
		r.Extreme = r.P * r.Permutations
	case opt.Null != Asymptotic && n <= enumerated:
		r.Exact = true
		r.Permutations = math.Ldexp(1, n)
		r.Extreme = f.enumerate(opt.Alternative)
		r.P = r.Extreme / r.Permutations
	case opt.Null == Exact:
		return PermutationResult{}, &ArgumentError{Arg: "null", Reason: fmt.Sprintf("the exact test of %d non-zero differences that share no unit is out of reach (at most %d); use Auto", n, mostEnumerated)}
	default:
		resamples := opt.Resamples
		if resamples == 0 {
			resamples = 9999
		}
		r.Permutations = float64(resamples) + 1
		r.Extreme = f.sample(resamples, opt.Seed, opt.Alternative) + 1
		r.P = r.Extreme / r.Permutations
		r.Notes = append(r.Notes, fmt.Sprintf("Monte Carlo, %d random sign flips", resamples))
	}
	return r, nil
}

func (opt PermutationOptions) check() error {
	switch {
	case opt.Null < Auto || opt.Null > Asymptotic:
		return &ArgumentError{Arg: "null", Reason: "not one of Auto, Exact, Asymptotic"}
	case opt.Resamples < 0 || opt.Resamples > maxResamples:
		return &ArgumentError{Arg: "resamples", Reason: fmt.Sprintf("%d random sign flips; give 0 for the default, at most %d", opt.Resamples, maxResamples)}
	}
	return opt.Alternative.check()
}
