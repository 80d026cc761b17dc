package stats

import "math"

// cholesky is the lower triangle of a symmetric positive definite matrix's factor L, with
// L L' the matrix.
type cholesky [][]float64

// newCholesky factors the lower triangle of a; ok is false where a is not positive
// definite to working precision. a stays as it is.
func newCholesky(a [][]float64) (l cholesky, ok bool) {
	l = make(cholesky, len(a))
	for i := range a {
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := a[i][j]
			for k, v := range l[i][:j] {
				sum -= v * l[j][k]
			}
			if j < i {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 1e-13*a[i][i]) || math.IsInf(sum, 1) {
				return nil, false
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	return l, true
}

// solve returns the x with L L' x = b.
func (l cholesky) solve(b []float64) []float64 {
	x := make([]float64, len(b))
	for i := range l {
		sum := b[i]
		for k := range i {
			sum -= l[i][k] * x[k]
		}
		x[i] = sum / l[i][i]
	}
	for i := len(l) - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < len(l); k++ {
			sum -= l[k][i] * x[k]
		}
		x[i] = sum / l[i][i]
	}
	return x
}

// inverse is the inverse of L L'.
func (l cholesky) inverse() [][]float64 {
	out := make([][]float64, len(l))
	for i := range l {
		unit := make([]float64, len(l))
		unit[i] = 1
		out[i] = l.solve(unit)
	}
	return out
}
