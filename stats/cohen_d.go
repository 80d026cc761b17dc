package stats

import "math"

// CohenDz is the paired effect size d_z = mean(d)/sd(d), d = a-b, with the exact
// interval under normal differences: the noncentrality of t = d_z sqrt(n) whose
// noncentral t distribution puts (1-level)/2 beyond t, over sqrt(n) (Steiger and
// Fouladi 1997). Level 0 means 0.95.
//
// Errors: *ArgumentError for no pairs; *UndefinedError, degenerate, for n < 2 and for
// differences that are all equal, exactly or up to rounding.
func CohenDz(diff Differences, level float64) (Effect, error) {
	if err := diff.check(); err != nil {
		return Effect{}, err
	}
	level, err := levelOr(level)
	if err != nil {
		return Effect{}, err
	}
	m, err := variation("cohen_d_z", diff)
	if err != nil {
		return Effect{}, err
	}
	root := math.Sqrt(float64(m.N))
	t, df := m.tFrom(0), float64(m.N-1)
	return Effect{
		Name: "cohen_d_z", Value: m.mean / m.sd, HasInterval: true,
		Interval: Interval{
			Low:   noncentrality(t, df, (1-level)/2) / root,
			High:  -noncentrality(-t, df, (1-level)/2) / root,
			Level: level, Method: "noncentral_t",
		},
	}, nil
}

// noncentrality returns the delta for which the noncentral t exceeds t with
// probability tail, 0 < tail < 1/2, by secant steps on the normal quantile of that
// probability, which is nearly straight in delta, within bounds that hold everywhere.
func noncentrality(t, df, tail float64) float64 {
	if t < 0 {
		return noncentralityBetween(t, df, tail, func(p float64) float64 { return -math.Sqrt(ChiSquareISF(p, df) / df) })
	}
	return noncentralityBetween(t, df, tail, func(p float64) float64 { return math.Sqrt(ChiSquareQuantile(p, df) / df) })
}

// noncentralityBetween takes the quantile of U on the side of large T: the value that U
// passes towards larger T with probability p, times the sign of t. {T > t} lies within the
// union of "U passes its value for tail/2" and "Z exceeds its own", and holds the
// intersection of the two for sqrt(tail): delta is bounded on both sides.
func noncentralityBetween(t, df, tail float64, quantile func(p float64) float64) float64 {
	size, root := math.Abs(t), math.Sqrt(tail)
	low := size*quantile(tail/2) - NormalISF(tail/2)
	high := size*quantile(root) - NormalISF(root)
	z := NormalISF(tail)
	miss := func(delta float64) float64 {
		f := NormalISF(NoncentralTSF(t, df, delta)) - z
		if f > 0 {
			low = math.Max(low, delta)
		} else {
			high = math.Min(high, delta)
		}
		return f
	}
	// Where a step leads out of the bounds it is halved between them.
	within := func(x float64) float64 {
		if !(x > low && x < high) {
			return low + (high-low)/2
		}
		return x
	}
	spread := math.Sqrt(1 + t*(t/(2*df)))
	x0 := within(t - z*spread)
	f0 := miss(x0)
	x1 := within(x0 + f0*spread)
	const steps = 200
	for range steps {
		f1 := miss(x1)
		if f1 == f0 {
			break
		}
		x2 := within(x1 - f1*(x1-x0)/(f1-f0))
		done := math.Abs(x2-x1) <= 1e-13*math.Max(1, math.Abs(x1))
		x0, f0, x1 = x1, f1, x2
		if done {
			break
		}
	}
	return x1
}

// CohenDav is the mean difference over the average of the two standard
// deviations, (sd_a + sd_b)/2 (Lakens 2013). Unlike d_z it does not grow with the
// correlation of the pairs. The interval is normal, with the delta method's
// variance for bivariate normal scores.
//
// Errors: those of Subtract; *UndefinedError, degenerate, for n < 2 and where
// neither a nor b varies.
func CohenDav(a, b []float64, level float64) (Effect, error) {
	s, err := newPairSpread(a, b, level, "cohen_d_av")
	if err != nil {
		return Effect{}, err
	}
	unit := (s.sdA + s.sdB) / 2
	d := s.mean / unit
	// Var(unit)/unit^2 of two correlated sample standard deviations.
	relative := (s.sdA*s.sdA + s.sdB*s.sdB + 2*s.covariance*s.r) / (8 * unit * unit)
	return s.effect("cohen_d_av", d, unit, relative), nil
}

// CohenDPooled is the mean difference over sqrt((var_a + var_b)/2), which equals
// the pooled d of independent samples of equal size. The interval is normal with
// the variance of Bonett (2008) for paired scores. Errors: as CohenDav.
func CohenDPooled(a, b []float64, level float64) (Effect, error) {
	s, err := newPairSpread(a, b, level, "cohen_d_pooled")
	if err != nil {
		return Effect{}, err
	}
	unit := math.Sqrt((s.sdA*s.sdA + s.sdB*s.sdB) / 2)
	va, vb := s.sdA*s.sdA, s.sdB*s.sdB
	relative := (va*va + vb*vb + 2*s.covariance*s.covariance) / (8 * unit * unit * unit * unit)
	return s.effect("cohen_d_pooled", s.mean/unit, unit, relative), nil
}

// HedgesG multiplies a standardized difference and its interval by the exact
// small-sample correction for df degrees of freedom (Hedges 1981): n-1 for d_z,
// 2n-2 for the pooled d.
func HedgesG(d Effect, df float64, name string) Effect {
	j := HedgesCorrection(df)
	g := Effect{Name: name, Value: d.Value * j, HasInterval: d.HasInterval}
	if d.HasInterval {
		g.Interval = d.Interval
		g.Interval.Low *= j
		g.Interval.High *= j
	}
	return g
}

// HedgesCorrection is J = Gamma(df/2) / (sqrt(df/2) Gamma((df-1)/2)), df >= 1.
func HedgesCorrection(df float64) float64 {
	x := (df - 1) / 2
	if x <= 0 {
		return 0
	}
	return gammaHalfRatio(x) / math.Sqrt(x+0.5)
}

// HedgesCorrectionApprox is the approximation 1 - 3/(4 df - 1) of
// HedgesCorrection, which most software prints.
func HedgesCorrectionApprox(df float64) float64 { return 1 - 3/(4*df-1) }

// gammaHalfRatio is Gamma(x+1/2)/Gamma(x); from x = 60 by its asymptotic series
// (Tricomi and Erdelyi 1951), whose first neglected term is below 1e-15 there.
func gammaHalfRatio(x float64) float64 {
	if x < 60 {
		return math.Gamma(x+0.5) / math.Gamma(x)
	}
	u := 1 / x
	return math.Sqrt(x) * (1 + u*(-1./8+u*(1./128+u*(5./1024+u*(-21./32768+u*(-399./262144+u*869./4194304))))))
}

// pairSpread holds the spread of paired scores, in units of the larger standard
// deviation so that no square overflows.
type pairSpread struct {
	n             int
	mean          float64 // of a-b
	sdA, sdB, sdD float64
	covariance, r float64
	level         float64
}

func newPairSpread(a, b []float64, level float64, stat string) (pairSpread, error) {
	diff, err := Subtract(a, b)
	if err != nil {
		return pairSpread{}, err
	}
	level, err = levelOr(level)
	if err != nil {
		return pairSpread{}, err
	}
	if len(a) < 2 {
		return pairSpread{}, &UndefinedError{Stat: stat, Reason: "one pair has no variance; at least two are needed", Degenerate: true}
	}
	ma, err := describe("a", a)
	if err != nil {
		return pairSpread{}, err
	}
	mb, err := describe("b", b)
	if err != nil {
		return pairSpread{}, err
	}
	md, err := describe("differences", diff.D)
	if err != nil {
		return pairSpread{}, err
	}
	if roundingOnly(a) {
		ma.SD = 0
	}
	if roundingOnly(b) {
		mb.SD = 0
	}
	if diff.constant() {
		md.SD = 0
	}
	unit := max(ma.SD, mb.SD)
	if unit == 0 {
		return pairSpread{}, &UndefinedError{Stat: stat, Reason: "neither a nor b varies", Degenerate: true}
	}
	s := pairSpread{n: len(a), mean: md.Mean / unit, sdA: ma.SD / unit, sdB: mb.SD / unit, sdD: md.SD / unit, level: level}
	if s.sdA > 0 && s.sdB > 0 {
		s.covariance = (s.sdA*s.sdA + s.sdB*s.sdB - s.sdD*s.sdD) / 2
		s.r = s.covariance / (s.sdA * s.sdB)
	}
	return s, nil
}

// roundingOnly reports whether x is constant but for the last bits.
func roundingOnly(x []float64) bool {
	low, high := extremes(x)
	return high/2-low/2 <= 0x1p-51*max(math.Abs(low), math.Abs(high))
}

// effect adds the normal interval; relative is the variance of the unit over its
// square, times n-1.
func (s pairSpread) effect(name string, d, unit, relative float64) Effect {
	df := float64(s.n - 1)
	se := math.Sqrt((s.sdD*s.sdD/(unit*unit) + d*d*relative) / df)
	half := zCritical(s.level) * se
	return Effect{
		Name: name, Value: d, HasInterval: true,
		Interval: Interval{Low: d - half, High: d + half, Level: s.level, Method: "delta_normal"},
	}
}
