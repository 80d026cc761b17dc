package stats

import (
	"math"
	"slices"
)

// maxFlips is the largest number of sign flips whose count 2^n, and every sum of
// counts, a float64 holds.
const maxFlips = 1000

// signFlips is the null distribution of X = sum of +-w[i] with independent fair
// signs and positive whole weights: the distribution behind the exact signed-rank and
// paired permutation tests. Weights are ascending and divided by their greatest common
// divisor, which makes the support as small as it can be.
type signFlips struct {
	w     []int
	unit  int // the common divisor
	total int // sum of w
}

func newSignFlips(weights []int) signFlips {
	unit := 0
	for _, w := range weights {
		unit = gcd(unit, w)
	}
	f := signFlips{w: make([]int, len(weights)), unit: max(unit, 1)}
	for i, w := range weights {
		f.w[i] = w / f.unit
		f.total += f.w[i]
	}
	slices.Sort(f.w)
	return f
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// pValue returns the p-value of the observed sum x, a value that X can take,
// given in the units of the original weights.
func (f signFlips) pValue(x int, alt Alternative) float64 {
	x /= f.unit
	switch {
	case alt == TwoSided:
		if x == 0 {
			return 1
		}
		return math.Min(1, 2*f.upper(max(x, -x)))
	case alt == Less:
		x = -x
	}
	if x > 0 {
		return f.upper(x)
	}
	return 1 - f.upper(2-x) // X moves in steps of 2
}

// upper returns P(X >= x), x > 0.
//
// The number of sign assignments with |X| = y is built up weight by weight. States too
// far out to have happened (Hoeffding: P(|X_i| > c sd_i) <= 2 exp(-c^2/2)), or too low
// to reach x with the weights that remain, are left out as long as what they add up to
// is below 1e-16 of the result, so the result is that of the full enumeration.
func (f signFlips) upper(x int) float64 {
	if x > f.total {
		return 0
	}
	n := float64(len(f.w))
	variance := 0.0
	for _, w := range f.w {
		variance += float64(w) * float64(w)
	}
	logP := math.Log(NormalSF(float64(x) / math.Sqrt(variance)))
	for {
		logP = math.Max(logP, -n*math.Ln2) // no probability is smaller than 2^-n
		c := math.Sqrt(2 * (math.Log(4*n) + negligible - logP + 2))
		p := f.upperWithin(x, c)
		if p > 0 && math.Log(4*n)-c*c/2 <= math.Log(p)-negligible {
			return p
		}
		logP -= 50
		if p > 0 {
			logP = math.Log(p)
		}
	}
}

// negligible is -ln 1e-16.
const negligible = 36.84

// upperWithin is upper over the states within c standard deviations.
func (f signFlips) upperWithin(x int, c float64) float64 {
	above, rest := 0.0, f.total // variance and sum of the weights still to come
	for _, w := range f.w {
		above += float64(w) * float64(w)
	}
	cells := f.total/2 + 1
	if reach := c * math.Sqrt(above); reach < float64(f.total) {
		cells = int(reach)/2 + 2
	}
	pad := 4*f.w[len(f.w)-1] + 4
	in, out := make([]float64, cells+pad), make([]float64, cells+pad)
	// in[k] counts |X_i| = 2k+parity for k in lo..hi; other cells are stale.
	in[0] = 1
	lo, hi, parity := 0, 0, 0
	done, below := 0, 0.0
	for done < len(f.w) {
		w, m := f.w[done], 1
		for m < 4 && done+m < len(f.w) && f.w[done+m] == w {
			m++
		}
		if m == 3 {
			m = 2
		}
		done += m
		below += float64(m) * float64(w) * float64(w)
		above -= float64(m) * float64(w) * float64(w)
		rest -= m * w
		newParity := (parity + m*w) & 1
		sumHi := min(2*hi+parity+m*w, int(math.Min(c*math.Sqrt(below), float64(f.total)))+1)
		newHi := (sumHi - newParity) / 2
		newLo := 0
		if need := x - int(math.Min(c*math.Sqrt(above), float64(rest))) - 1; need > 0 {
			newLo = (need - newParity) / 2
		}
		if newLo > newHi {
			return 0
		}
		span := m * w
		clear(in[min(max(newLo-span/2-1, 0), lo):lo])
		clear(in[hi+1 : min(max(newHi+span/2+2, hi+1), len(in))])
		spread(out, in, newLo, newHi, w, m, parity, newParity)
		in, out = out, in
		lo, hi, parity = newLo, newHi, newParity
	}
	sum := 0.0
	for k := hi; k >= lo && 2*k+parity >= x; k-- {
		sum += in[k]
	}
	return math.Ldexp(sum, -len(f.w))
}

// spread fills out[lo..hi] with the counts after m equal weights w (m is 1, 2 or
// 4): one addend for each number of plus signs, with its binomial coefficient.
func spread(out, in []float64, lo, hi, w, m, parity, newParity int) {
	span := m * w
	// The cells whose y is below span read mirrored states |y-span|, ...
	mirror := min(hi+1, max(lo, (span-newParity+1)/2))
	at := func(y int) float64 { return in[(max(y, -y)-parity)/2] }
	for k := lo; k < mirror; k++ {
		y := 2*k + newParity
		switch m {
		case 1:
			out[k] = at(y-w) + at(y+w)
		case 2:
			out[k] = at(y-2*w) + 2*at(y) + at(y+2*w)
		case 4:
			out[k] = at(y-4*w) + 4*at(y-2*w) + 6*at(y) + 4*at(y+2*w) + at(y+4*w)
		}
	}
	if mirror > hi {
		return
	}
	o := out[mirror : hi+1]
	from := func(shift int) []float64 {
		start := (2*mirror + newParity + shift - parity) / 2
		return in[start:][:len(o)]
	}
	switch m {
	case 1:
		a, b := from(-w), from(w)
		for i := range o {
			o[i] = a[i] + b[i]
		}
	case 2:
		a, b, c := from(-2*w), from(0), from(2*w)
		for i := range o {
			o[i] = a[i] + 2*b[i] + c[i]
		}
	case 4:
		a, b, c, d, e := from(-4*w), from(-2*w), from(0), from(2*w), from(4*w)
		for i := range o {
			o[i] = a[i] + e[i] + 4*(b[i]+d[i]) + 6*c[i]
		}
	}
}
