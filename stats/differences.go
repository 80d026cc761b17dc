package stats

import (
	"fmt"
	"math"
)

// Differences are paired differences a[i]-b[i] and a bound on the rounding error
// of each, so that ranks and signs can be decided as the decimals behind the
// doubles would have it: .3-.2, .4-.3 and 1.1-1.0 differ as doubles and are one
// and the same difference. Compute them once where several tests run on one pair.
type Differences struct {
	D     []float64
	Noise []float64 // same length; |error of D[i]|, at least
}

// roundings is the number of half-ulp errors allowed in each of a, b and a-b:
// one from reading a decimal, the rest for a short mean over trials.
const roundings = 4

// Subtract returns a-b by position.
//
// Errors: *ArgumentError where the lengths differ, there are no pairs, or a
// value or difference is NaN or infinite (see CompletePairs).
func Subtract(a, b []float64) (Differences, error) {
	if len(a) != len(b) {
		return Differences{}, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("lengths %d and %d differ; pairs are matched by position", len(a), len(b))}
	}
	if len(a) == 0 {
		return Differences{}, &ArgumentError{Arg: "a, b", Reason: "empty; at least one pair is needed"}
	}
	both := make([]float64, 2*len(a))
	diff := Differences{D: both[:len(a):len(a)], Noise: both[len(a):]}
	for i := range a {
		d := a[i] - b[i]
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return Differences{}, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("pair %d is (%v, %v), whose difference is not a finite number; drop missing values first", i, a[i], b[i])}
		}
		diff.D[i] = d
		diff.Noise[i] = 0x1p-53 * roundings * (math.Abs(a[i]) + math.Abs(b[i]) + math.Abs(d))
	}
	return diff, nil
}

// DifferencesOf wraps differences whose minuends are not known. Their rounding
// error is taken as 8 units in the last place of each.
//
// Errors: *ArgumentError for an empty slice, NaN, or infinite values.
func DifferencesOf(d []float64) (Differences, error) {
	if _, err := scaleOf("d", d); err != nil {
		return Differences{}, err
	}
	noise := make([]float64, len(d))
	for i, v := range d {
		noise[i] = 0x1p-52 * 8 * math.Abs(v)
	}
	return Differences{D: d, Noise: noise}, nil
}

func (diff Differences) check() error {
	if len(diff.D) == 0 || len(diff.D) != len(diff.Noise) {
		return &ArgumentError{Arg: "differences", Reason: "empty or incomplete; make them with Subtract or DifferencesOf"}
	}
	return nil
}

// sign returns -1, 0 or 1: 0 for a difference within its rounding error.
func (diff Differences) sign(i int) int {
	switch d := diff.D[i]; {
	case d > diff.Noise[i]:
		return 1
	case d < -diff.Noise[i]:
		return -1
	default:
		return 0
	}
}

// constant reports whether one number lies within the rounding error of all
// differences.
func (diff Differences) constant() bool {
	low, high := math.Inf(-1), math.Inf(1)
	for i, d := range diff.D {
		low = max(low, d-diff.Noise[i])
		high = min(high, d+diff.Noise[i])
		if low > high {
			return false
		}
	}
	return true
}

// Signs counts the differences by sign; a difference within its rounding error
// is zero. For scores where higher is better they are a's wins, losses and ties.
func (diff Differences) Signs() (plus, minus, zero int) {
	for i := range diff.D {
		switch diff.sign(i) {
		case 1:
			plus++
		case -1:
			minus++
		default:
			zero++
		}
	}
	return plus, minus, zero
}

// CompletePairs returns the pairs in which neither value is NaN, and the number
// of pairs left out. Where none is left out the slices are a and b themselves.
//
// Errors: *ArgumentError where the lengths differ.
func CompletePairs(a, b []float64) (ca, cb []float64, dropped int, err error) {
	if len(a) != len(b) {
		return nil, nil, 0, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("lengths %d and %d differ; pairs are matched by position", len(a), len(b))}
	}
	for i := range a {
		if math.IsNaN(a[i]) || math.IsNaN(b[i]) {
			dropped++
		}
	}
	if dropped == 0 {
		return a, b, 0, nil
	}
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			ca, cb = append(ca, a[i]), append(cb, b[i])
		}
	}
	return ca, cb, dropped, nil
}
