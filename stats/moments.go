package stats

import (
	"fmt"
	"math"
)

// sum2 is an unevaluated sum hi+lo, |lo| at most half an ulp of hi.
type sum2 struct{ hi, lo float64 }

// twoSum returns a+b and its rounding error (Knuth, TAOCP 2, 4.2.2).
func twoSum(a, b float64) (s, err float64) {
	s = a + b
	bb := s - a
	return s, (a - (s - bb)) + (b - bb)
}

func (s sum2) add(x float64) sum2 {
	hi, e := twoSum(s.hi, x)
	hi, lo := twoSum(hi, s.lo+e)
	return sum2{hi, lo}
}

func (s sum2) addSquare(x float64) sum2 {
	sq := x * x
	hi, e := twoSum(s.hi, sq)
	hi, lo := twoSum(hi, s.lo+e+math.FMA(x, x, -sq))
	return sum2{hi, lo}
}

// Moments summarises a sample. SD and Variance divide by n-1.
type Moments struct {
	N    int
	Mean float64
	SD   float64 // 0 where N is 1
	SE   float64 // SD / sqrt(N)
}

// Describe returns the mean and standard deviation of x, correct to a few units
// in the last place whatever the scale of the data (1e-300 to 1e300) and however
// large the mean is against the spread: sums are kept to twice the working
// precision (Knuth's two-sum) on data scaled by a power of two, and deviations
// are taken from the unrounded mean.
//
// Errors: *ArgumentError for an empty sample, NaN, or infinite values.
func Describe(x []float64) (Moments, error) {
	m, err := describe("x", x)
	return m.Moments, err
}

// scaledMoments keeps the mean and sd of the scaled data beside the Moments,
// because their ratio can exist where the moments themselves underflow.
type scaledMoments struct {
	Moments
	mean, sd float64
	exp      int // the data are scaled by 2^-exp
}

// t returns the t statistic against a mean of zero.
func (m scaledMoments) t() float64 { return m.tFrom(0) }

// tFrom returns the t statistic against a mean of mu.
func (m scaledMoments) tFrom(mu float64) float64 {
	return (m.mean - math.Ldexp(mu, -m.exp)) / (m.sd / math.Sqrt(float64(m.N)))
}

func describe(arg string, x []float64) (scaledMoments, error) {
	exp, err := scaleOf(arg, x)
	if err != nil {
		return scaledMoments{}, err
	}
	n := float64(len(x))
	mean, ss := centred(x, math.Ldexp(1, -exp))
	m := scaledMoments{Moments: Moments{N: len(x), Mean: math.Ldexp(mean, exp)}, mean: mean, exp: exp}
	if len(x) > 1 {
		m.sd = math.Sqrt(ss / (n - 1))
		m.SD = math.Ldexp(m.sd, exp)
		m.SE = math.Ldexp(m.sd/math.Sqrt(n), exp)
	}
	return m, nil
}

// Mean returns the arithmetic mean of x, with the accuracy and errors of Describe.
func Mean(x []float64) (float64, error) {
	exp, err := scaleOf("x", x)
	if err != nil {
		return 0, err
	}
	return math.Ldexp(meanOf(x, math.Ldexp(1, -exp)).hi, exp), nil
}

// scaleOf returns the exponent e that brings max|x|*2^-e into [0.5, 1), limited
// so that the scale factor itself is a normal number.
func scaleOf(arg string, x []float64) (int, error) {
	if len(x) == 0 {
		return 0, &ArgumentError{Arg: arg, Reason: "empty; at least one value is needed"}
	}
	largest := 0.0
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, &ArgumentError{Arg: arg, Reason: fmt.Sprintf("value %d is %v; drop missing values first", i, v)}
		}
		if size := math.Abs(v); size > largest {
			largest = size
		}
	}
	_, exp := math.Frexp(largest)
	return max(min(exp, 1020), -1020), nil
}

// meanOf returns the mean of x*scale to about 100 bits.
func meanOf(x []float64, scale float64) sum2 {
	n := float64(len(x))
	var s sum2
	for _, v := range x {
		s = s.add(v * scale)
	}
	quotient := s.hi / n
	hi, lo := twoSum(quotient, (math.FMA(-quotient, n, s.hi)+s.lo)/n)
	return sum2{hi, lo}
}

// centred returns the mean of x*scale and the sum of squared deviations from it.
func centred(x []float64, scale float64) (mean, ss float64) {
	m := meanOf(x, scale)
	var sq, dev sum2
	for _, v := range x {
		d := (v*scale - m.hi) - m.lo
		sq = sq.addSquare(d)
		dev = dev.add(d)
	}
	return m.hi, sq.hi - dev.hi*dev.hi/float64(len(x))
}

// Lag1 returns the lag-1 autocorrelation of the series x,
// sum (x[i]-m)(x[i-1]-m) / sum (x[i]-m)^2 with m the mean (NIST StRD).
//
// Errors: those of Describe; *UndefinedError where all values are equal.
func Lag1(x []float64) (float64, error) {
	exp, err := scaleOf("x", x)
	if err != nil {
		return 0, err
	}
	scale := math.Ldexp(1, -exp)
	m := meanOf(x, scale)
	var products, squares sum2
	before := 0.0
	for _, v := range x {
		dev := (v*scale - m.hi) - m.lo
		products = products.add(dev * before)
		squares = squares.addSquare(dev)
		before = dev
	}
	if squares.hi == 0 {
		return 0, &UndefinedError{Stat: "lag1", Reason: "all values are equal"}
	}
	return products.hi / squares.hi, nil
}
