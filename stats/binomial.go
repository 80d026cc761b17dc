package stats

import "math"

// BinomialCDF returns P(X <= k) for X ~ Bin(n, p), accurate in relative terms
// down to 1e-300. Arguments out of range (n < 0, p outside [0, 1]) give NaN.
func BinomialCDF(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k < 0:
		return 0
	case k >= n:
		return 1
	case p == 0.5:
		return halfBinomialCDF(k, n)
	}
	return betaTail(float64(n-k), float64(k)+1, 1-p, p)
}

// BinomialSF returns P(X > k) for X ~ Bin(n, p), with the accuracy of BinomialCDF.
func BinomialSF(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k < 0:
		return 1
	case k >= n:
		return 0
	case p == 0.5:
		return halfBinomialCDF(n-k-1, n)
	}
	return betaTail(float64(k)+1, float64(n-k), p, 1-p)
}

// BinomialPMF returns P(X = k) for X ~ Bin(n, p) by Loader's saddle-point formula.
func BinomialPMF(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k < 0 || k > n:
		return 0
	case k == 0:
		if p < 0.5 {
			return math.Exp(float64(n) * math.Log1p(-p))
		}
		return math.Pow(1-p, float64(n))
	case k == n:
		return math.Pow(p, float64(n))
	}
	kf, nf := float64(k), float64(n)
	delta := nf*p - kf
	logP := stirlingError(nf) - stirlingError(kf) - stirlingError(nf-kf) -
		deviance(kf, nf*p, delta) - deviance(nf-kf, nf*(1-p), -delta)
	return math.Exp(logP) * math.Sqrt(nf/(twoPi*kf*(nf-kf)))
}

// exactHalfN is the largest n for which binomial coefficients, and the products
// that lead from one to the next, fit into 64 bits.
const exactHalfN = 62

// halfBinomialCDF returns P(X <= k) for X ~ Bin(n, 1/2), 0 <= k < n: the correctly
// rounded rational for n <= 62, else within about 1e-13.
func halfBinomialCDF(k, n int) float64 {
	if n <= exactHalfN {
		count, sum := uint64(1), uint64(1)
		for j := 1; j <= k; j++ {
			count = count * uint64(n-j+1) / uint64(j)
			sum += count
		}
		return math.Ldexp(float64(sum), -n)
	}
	if 2*k >= n {
		return 1 - halfBinomialCDF(n-k-1, n)
	}
	// Ratios of neighbouring terms, downwards from the largest.
	sum, term := 1.0, 1.0
	for j := k; j > 0 && term > 1e-17*sum; j-- {
		term *= float64(j) / float64(n-j+1)
		sum += term
	}
	return BinomialPMF(k, n, 0.5) * sum
}
