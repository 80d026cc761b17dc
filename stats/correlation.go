package stats

import "math"

// Correlation is a product-moment correlation with its test.
type Correlation struct {
	N           int
	R           float64
	P           float64 // two-sided, Student's t with n-2 degrees of freedom; only where HasP
	HasP        bool    // n > 2
	Interval    Interval
	HasInterval bool
	// distance is 1-|R| to full relative accuracy, which 1-|R| is not near 1.
	distance float64
}

// Pearson correlates x and y, r = cov/(sd sd), and tests it against no
// correlation: t = r sqrt((n-2)/(1-r^2)) with n-2 degrees of freedom, which
// assumes bivariate normal data. The interval is Fisher's, tanh(atanh(r) +- z /
// sqrt(n-3)), for n > 3 and |r| < 1. The correlation keeps its accuracy at any
// scale, the p-value down to 1e-300; p is never 0. Level 0 means 0.95.
//
// Errors: unequal lengths, n < 2, values not finite; an UndefinedError where x or
// y is constant, exactly or up to rounding.
func Pearson(x, y []float64, level float64) (Correlation, error) {
	level, err := levelOr(level)
	if err != nil {
		return Correlation{}, err
	}
	if err := checkRankable(x, y); err != nil {
		return Correlation{}, err
	}
	dx, err := deviations("x", x)
	if err != nil {
		return Correlation{}, err
	}
	dy, err := deviations("y", y)
	if err != nil {
		return Correlation{}, err
	}
	c := correlateDeviations(dx, dy)
	if c.N > 3 && c.distance > 0 {
		z := math.Atanh(c.R)
		half := zCritical(level) / math.Sqrt(float64(c.N-3))
		c.Interval = Interval{Low: math.Tanh(z - half), High: math.Tanh(z + half), Level: level, Method: "fisher_z"}
		c.HasInterval = true
	}
	return c, nil
}

// deviations returns x - mean, scaled by a power of two, to twice the working
// precision: the correlation of nearly proportional data is in the last digits.
func deviations(name string, x []float64) ([]sum2, error) {
	if roundingOnly(x) {
		return nil, &UndefinedError{Stat: "correlation", Reason: name + " is constant"}
	}
	exp, err := scaleOf(name, x)
	if err != nil {
		return nil, err
	}
	scale := math.Ldexp(1, -exp)
	var sum sum2
	for _, v := range x {
		sum = sum.add(v * scale)
	}
	n := float64(len(x))
	mean := sum.hi / n
	rest := (math.FMA(-mean, n, sum.hi) + sum.lo) / n
	d := make([]sum2, len(x))
	for i, v := range x {
		hi, lo := twoSum(v*scale, -mean)
		d[i] = sum2{hi, lo - rest}
	}
	return d, nil
}

// correlateDeviations takes 1-r^2 from the residuals of y's regression on x,
// which keep their accuracy where r is near 1.
func correlateDeviations(dx, dy []sum2) Correlation {
	var sxx, syy, sxy sum2
	for i := range dx {
		x, y := dx[i].hi+dx[i].lo, dy[i].hi+dy[i].lo
		sxx = sxx.addSquare(x)
		syy = syy.addSquare(y)
		sxy = sxy.add(x * y).add(math.FMA(x, y, -x*y))
	}
	slope := sxy.hi / sxx.hi
	var residual sum2
	for i := range dx {
		residual = residual.addSquare(math.FMA(-slope, dx[i].hi, dy[i].hi) + (dy[i].lo - slope*dx[i].lo))
	}
	r := max(-1, min(1, sxy.hi/math.Sqrt(sxx.hi)/math.Sqrt(syy.hi)))
	c := Correlation{N: len(dx), R: r, distance: residual.hi / syy.hi / (1 + math.Abs(r))}
	c.finish()
	return c
}

// correlateUnits makes the correlation of two vectors of length 1. Its distance
// from +-1 is half the squared distance of the vectors.
func correlateUnits(u, v []float64) Correlation {
	var dot, apart, opposed sum2
	for i := range u {
		dot = dot.add(u[i] * v[i])
		apart = apart.addSquare(u[i] - v[i])
		opposed = opposed.addSquare(u[i] + v[i])
	}
	c := Correlation{N: len(u), R: max(-1, min(1, dot.hi)), distance: min(apart.hi, opposed.hi) / 2}
	c.finish()
	return c
}

// finish makes an r whose distance from +-1 is within rounding exactly +-1, and takes p from
// the incomplete beta function of 1-r^2 = (1-|r|)(1+|r|).
func (c *Correlation) finish() {
	if c.distance < 1e-31 { // data of 53 bits leave about 1e-32 between proportional ones
		c.distance = 0
	}
	if c.distance < 0.1 {
		c.R = math.Copysign(1-c.distance, c.R)
	}
	if c.N < 3 {
		return
	}
	c.HasP = true
	rest := c.distance * (2 - c.distance)
	c.P = max(betaTail(float64(c.N-2)/2, 0.5, rest, c.R*c.R), math.SmallestNonzeroFloat64)
}

// Spearman is Pearson's correlation of the mid-ranks of x and y, with its t
// approximation for p (SciPy's spearmanr, R's cor.test(exact = FALSE)); it has no
// interval, for which bootstrap it. SpearmanPermutationP gives an exact p for few
// pairs. Values equal up to the rounding of short means tie. Errors: as Pearson.
func Spearman(x, y []float64) (Correlation, error) {
	if err := checkRankable(x, y); err != nil {
		return Correlation{}, err
	}
	rx, ry := centredRanks(x), centredRanks(y)
	u, v := rankUnits(rx), rankUnits(ry)
	for i, w := range [][]float64{u, v} {
		if w == nil {
			return Correlation{}, &UndefinedError{Stat: "Spearman's rho", Reason: [...]string{"x", "y"}[i] + " is constant"}
		}
	}
	return correlateUnits(u, v), nil
}

// rankUnits scales centred ranks to length 1; nil where all tie.
func rankUnits(ranks []int) []float64 {
	var ss sum2
	for _, r := range ranks {
		ss = ss.addSquare(float64(r))
	}
	if ss.hi == 0 {
		return nil
	}
	length := math.Sqrt(ss.hi)
	u := make([]float64, len(ranks))
	for i, r := range ranks {
		u[i] = float64(r) / length
	}
	return u
}
