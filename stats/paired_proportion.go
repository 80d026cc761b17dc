package stats

import (
	"fmt"
	"math"
)

// A PairedTable counts n paired yes/no outcomes of two runs on the same tasks.
type PairedTable struct {
	Both       int // a: success in both
	FirstOnly  int // b: success in the first run only
	SecondOnly int // c: success in the second run only
	Neither    int // d: success in neither
}

// N is the number of pairs.
func (t PairedTable) N() int { return t.Both + t.FirstOnly + t.SecondOnly + t.Neither }

// Difference is the first run's proportion minus the second's, (b-c)/n.
func (t PairedTable) Difference() float64 {
	return float64(t.FirstOnly-t.SecondOnly) / float64(t.N())
}

func (t PairedTable) check(level float64) (float64, error) {
	if t.Both < 0 || t.FirstOnly < 0 || t.SecondOnly < 0 || t.Neither < 0 {
		return 0, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("negative count in %+v", t)}
	}
	if max(t.Both, t.FirstOnly, t.SecondOnly, t.Neither) > maxCount {
		return 0, &ArgumentError{Arg: "table", Reason: fmt.Sprintf("count above 2^52 in %+v", t)}
	}
	if t.N() == 0 {
		return 0, &ArgumentError{Arg: "table", Reason: "no pairs; give at least one"}
	}
	return levelOr(level)
}

// pairedWald is the Wald interval of (b-c)/n with the given additions to the
// discordant cells and to n, clipped to [-1, 1].
func (t PairedTable) pairedWald(add, addN, level float64, method string) (Interval, error) {
	level, err := t.check(level)
	if err != nil {
		return Interval{}, err
	}
	b, c, n := float64(t.FirstOnly)+add, float64(t.SecondOnly)+add, float64(t.N())+addN
	d := (b - c) / n
	half := zCritical(level) * math.Sqrt(max(0, b+c-(b-c)*(b-c)/n)) / n
	return Interval{Low: max(-1, d-half), High: min(1, d+half), Level: level, Method: method}, nil
}

// PairedWald is the Wald interval of the difference of two paired proportions:
// (b-c)/n +- z sqrt(b + c - (b-c)^2/n)/n. Without discordant pairs it has no
// width; prefer Newcombe10 or Tango.
func PairedWald(t PairedTable, level float64) (Interval, error) {
	return t.pairedWald(0, 0, level, "paired_wald")
}

// AgrestiMin is PairedWald with 1/2 added to every cell (Agresti and Min 2005).
func AgrestiMin(t PairedTable, level float64) (Interval, error) {
	return t.pairedWald(0.5, 2, level, "wald_agresti_min")
}

// BonettPrice is PairedWald with 1 added to the two discordant cells and 2 to n
// (Bonett and Price 2012). Its centre is (b-c)/(n+2).
func BonettPrice(t PairedTable, level float64) (Interval, error) {
	return t.pairedWald(1, 2, level, "bonett_price")
}

// Newcombe10 is the square-and-add interval of the difference of two paired
// proportions, from Wilson's limits of each and the continuity-corrected
// correlation (Newcombe 1998, method 10). It stays in [-1, 1] and has width
// without discordant pairs.
func Newcombe10(t PairedTable, level float64) (Interval, error) {
	return squareAndAdd(t, level, true, "newcombe10")
}

// Newcombe8 is Newcombe10 without the correction of the correlation (method 8).
func Newcombe8(t PairedTable, level float64) (Interval, error) {
	return squareAndAdd(t, level, false, "newcombe8")
}

func squareAndAdd(t PairedTable, level float64, correct bool, method string) (Interval, error) {
	level, err := t.check(level)
	if err != nil {
		return Interval{}, err
	}
	n, z := t.N(), zCritical(level)
	k1, k2 := t.Both+t.FirstOnly, t.Both+t.SecondOnly
	p1, p2 := float64(k1)/float64(n), float64(k2)/float64(n)
	l1, u1 := wilsonLimits(k1, n, z)
	l2, u2 := wilsonLimits(k2, n, z)

	phi := 0.0
	if margins := float64(k1) * float64(n-k1) * float64(k2) * float64(n-k2); margins > 0 {
		det := float64(t.Both)*float64(t.Neither) - float64(t.FirstOnly)*float64(t.SecondOnly)
		if correct && det > 0 {
			det = max(det-float64(n)/2, 0)
		}
		phi = det / math.Sqrt(margins)
	}
	distance := func(x, y float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }
	d := t.Difference()
	return Interval{
		Low:   max(-1, d-distance(p1-l1, u2-p2)),
		High:  min(1, d+distance(p2-l2, u1-p1)),
		Level: level, Method: method,
	}, nil
}

// Tango is the asymptotic score interval of the difference of two paired
// proportions (Tango 1998): all differences that the score test with the
// constrained maximum likelihood estimate of the discordance does not reject.
// The limits are found by bisection to the last bit. It has width without
// discordant pairs and stays in [-1, 1].
func Tango(t PairedTable, level float64) (Interval, error) {
	level, err := t.check(level)
	if err != nil {
		return Interval{}, err
	}
	if t.FirstOnly < t.SecondOnly { // a difference near -1 would lose digits that one near 1 keeps
		swapped, err := Tango(PairedTable{Both: t.Both, FirstOnly: t.SecondOnly, SecondOnly: t.FirstOnly, Neither: t.Neither}, level)
		swapped.Low, swapped.High = 0-swapped.High, 0-swapped.Low
		return swapped, err
	}
	z := zCritical(level)
	d := t.Difference()
	return Interval{
		Low:   bisect(d, -1, func(x float64) bool { return t.tangoScore(x) <= z }),
		High:  bisect(d, 1, func(x float64) bool { return -t.tangoScore(x) <= z }),
		Level: level, Method: "tango",
	}, nil
}

// tangoScore is the score statistic for the hypothesis that the difference is
// delta; it falls from +Inf to -Inf as delta grows.
func (t PairedTable) tangoScore(delta float64) float64 {
	b, c, n := float64(t.FirstOnly), float64(t.SecondOnly), float64(t.N())
	up := b - c - n*delta
	if up == 0 {
		return 0
	}
	variance := tangoVariance(b, c, n, delta)
	if variance <= 0 {
		return math.Copysign(math.Inf(1), up)
	}
	return up / math.Sqrt(variance)
}

// tangoVariance is the variance of b-c under the hypothesis that the difference is delta, of n tasks of
// which b are the first's alone and c the second's.
func tangoVariance(b, c, n, delta float64) float64 {
	// q21, the constrained estimate of the second discordant probability, solves
	// 2n q^2 + B q + C = 0; the root is taken in the form without cancellation.
	B := -b - c + (2*n-b+c)*delta
	C := -c * delta * (1 - delta)
	root := math.Sqrt(max(0, B*B-8*n*C))
	q21 := 0.0
	if B <= 0 {
		q21 = (root - B) / (4 * n)
	} else if root+B > 0 {
		q21 = -2 * C / (root + B)
	}
	return n * (2*q21 + delta*(1-delta))
}

// bisect returns the last x between in, where inside holds, and out, where
// inside still holds; out itself where it holds there.
func bisect(in, out float64, inside func(float64) bool) float64 {
	if inside(out) {
		return out
	}
	for {
		mid := in + (out-in)/2
		if mid == in || mid == out {
			return in
		}
		if inside(mid) {
			in = mid
		} else {
			out = mid
		}
	}
}
