package stats

import "math"

// betaTail returns I_x(a, b), the regularized incomplete beta function, for
// a, b > 0 and y = 1-x. Both x and y are asked for because the smaller of the two
// carries the accuracy: for x near 1 the error of x^a would be a times that of x.
// Relative error is about 1e-13 down to the smallest doubles.
func betaTail(a, b, x, y float64) float64 {
	switch {
	case x <= 0:
		return 0
	case y <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - betaLeft(b, a, y, x)
	}
	return betaLeft(a, b, x, y)
}

// betaLeft is betaTail on the side where the continued fraction converges.
func betaLeft(a, b, x, y float64) float64 {
	n := a + b
	lambda := n*y - b // = a - n*x
	if x < y {
		lambda = a - n*x
	}
	return betaKernel(a, b, x, y, lambda) / betaFraction(a, b, x, y, lambda)
}

// betaKernel is x^a y^b / B(a, b), a binomial probability of real arguments (Loader
// 2000); lambda = a-(a+b)x.
func betaKernel(a, b, x, y, lambda float64) float64 {
	n := a + b
	logFactor := stirlingError(n) - stirlingError(a) - stirlingError(b) -
		deviance(a, n*x, -lambda) - deviance(b, n*y, lambda)
	return math.Exp(logFactor) * math.Sqrt(a*b/(twoPi*n))
}

// betaDensity is the density of Beta(a, b) at x = 1-y, within 0 and 1.
func betaDensity(a, b, x, y float64) float64 {
	lambda := (a+b)*y - b
	if x < y {
		lambda = a - (a+b)*x
	}
	return betaKernel(a, b, x, y, lambda) / (x * y)
}

// betaFraction evaluates the continued fraction of Didonato & Morris (1992), ACM
// TOMS 18, eq. 9, by Lentz's method. It takes lambda = a-(a+b)x from the caller,
// where other fractions form the difference of nearly equal numbers.
func betaFraction(a, b, x, y, lambda float64) float64 {
	const tiny = 1e-300
	f := a * (lambda + 1) / (a + 1)
	if f == 0 {
		f = tiny
	}
	c, d := f, 0.0
	for m := 1.0; m < maxTerms; m++ {
		at := a + 2*m - 1
		alpha := (a + m - 1) * (a + b + m - 1) * m * (b - m) * (x / at) * (x / at)
		beta := m + m*(b-m)*x/at + (a+m)*(lambda+1+m*(1+y))/(at+2)
		if d = beta + alpha*d; d == 0 {
			d = tiny
		}
		if c = beta + alpha/c; c == 0 {
			c = tiny
		}
		d = 1 / d
		step := c * d
		f *= step
		if math.Abs(step-1) < 1e-16 {
			break
		}
	}
	return f
}
