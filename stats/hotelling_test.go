package stats

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// By hand: the rows (6, 9), (10, 6), (8, 3) have the means (8, 6) and the covariance matrix
// [4 -3; -3 9], whose inverse is [9 3; 3 4] / 27. Against (0, 0)
// T^2 = 3 (9 x 64 + 2 x 3 x 48 + 4 x 36) / 27 = 3 x 1008 / 27 = 112, and
// F = 112 x (3-2) / (2 x 2) = 28 on 2 and 1 degrees of freedom, where the F distribution's tail
// is (1 + 2F)^(-1/2) = 57^(-1/2). (The covariances are those of Johnson and Wichern, Applied
// Multivariate Statistical Analysis, example 5.1, where T^2 against (9, 5) is 7/9.)
func TestHotellingByHand(t *testing.T) {
	r, err := HotellingT2([][]float64{{6, 9}, {10, 6}, {8, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if relativeError(r.TSquared, 112) > 1e-13 || relativeError(r.Statistic, 28) > 1e-13 || r.DF[0] != 2 || r.DF[1] != 1 || relativeError(r.P, 1/math.Sqrt(57)) > 1e-12 || r.N != 3 {
		t.Errorf("%+v", r)
	}
	against := [][]float64{{6 - 9, 9 - 5}, {10 - 9, 6 - 5}, {8 - 9, 3 - 5}}
	if r, err = HotellingT2(against); err != nil || relativeError(r.TSquared, 7./9) > 1e-13 {
		t.Errorf("%+v, %v", r, err)
	}
}

// With one variable F is the square of the paired t, and p is its p.
func TestHotellingOfOneIsPairedT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-50, 50), 2, 40).Draw(t, "x")
		rows := make([][]float64, len(x))
		for i, v := range x {
			rows[i] = []float64{v}
		}
		diff, err := DifferencesOf(x)
		if err != nil {
			t.Fatal(err)
		}
		h, herr := HotellingT2(rows)
		p, perr := PairedT(diff, PairedTOptions{Level: .95})
		if herr != nil || perr != nil {
			return // constant: both say so, or rounding decides
		}
		if relativeError(h.Statistic, p.Statistic*p.Statistic) > 1e-9 || relativeError(h.P, p.P) > 1e-8 {
			t.Fatalf("F %v, t^2 %v; p %v and %v", h.Statistic, p.Statistic*p.Statistic, h.P, p.P)
		}
	})
}

// exactT2 is n m' S^-1 m in fractions, by Gauss's elimination: nothing is rounded.
func exactT2(rows [][]int64) (*big.Rat, bool) {
	n, p := int64(len(rows)), len(rows[0])
	rat := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
	mean := make([]*big.Rat, p)
	for j := range p {
		sum := int64(0)
		for _, row := range rows {
			sum += row[j]
		}
		mean[j] = rat(sum, n)
	}
	a := make([][]*big.Rat, p) // S beside m
	for j := range p {
		a[j] = make([]*big.Rat, p+1)
		for k := range p {
			sum := new(big.Rat)
			for _, row := range rows {
				x := new(big.Rat).Sub(rat(row[j], 1), mean[j])
				sum.Add(sum, x.Mul(x, new(big.Rat).Sub(rat(row[k], 1), mean[k])))
			}
			a[j][k] = sum.Quo(sum, rat(n-1, 1))
		}
		a[j][p] = new(big.Rat).Set(mean[j])
	}
	for j := range p {
		pivot := j
		for pivot < p && a[pivot][j].Sign() == 0 {
			pivot++
		}
		if pivot == p {
			return nil, false
		}
		a[j], a[pivot] = a[pivot], a[j]
		for i := range p {
			if i == j {
				continue
			}
			factor := new(big.Rat).Quo(a[i][j], a[j][j])
			for k := j; k <= p; k++ {
				a[i][k] = new(big.Rat).Sub(a[i][k], new(big.Rat).Mul(factor, a[j][k]))
			}
		}
	}
	out := new(big.Rat)
	for j := range p {
		out.Add(out, new(big.Rat).Mul(mean[j], new(big.Rat).Quo(a[j][p], a[j][j])))
	}
	return out.Mul(out, rat(n, 1)), true
}

// T^2 is that of exact fractions, and singular covariances are undefined exactly where the
// fractions' are; p of three variables is checked against the F distribution's own series below.
func TestHotellingAgainstFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.IntRange(1, 4).Draw(t, "variables")
		n := rapid.IntRange(p+1, p+8).Draw(t, "units")
		whole, rows := make([][]int64, n), make([][]float64, n)
		for i := range rows {
			whole[i], rows[i] = make([]int64, p), make([]float64, p)
			for j := range p {
				v := rapid.Int64Range(-4, 4).Draw(t, "value")
				whole[i][j], rows[i][j] = v, float64(v)
			}
		}
		want, ok := exactT2(whole)
		got, err := HotellingT2(rows)
		if ok != (err == nil) {
			t.Fatalf("fractions say %v, got %v", ok, err)
		}
		if !ok {
			var undefined *UndefinedError
			if !errors.As(err, &undefined) || !undefined.Degenerate {
				t.Fatalf("got %v", err)
			}
			return
		}
		exact, _ := want.Float64()
		if math.Abs(got.TSquared-exact) > 1e-9*max(1, exact) {
			t.Fatalf("T^2 %v, fractions say %v", got.TSquared, exact)
		}
		// With an even d1 the tail of F is a finite sum (Abramowitz and Stegun 26.6.4), which has
		// nothing in common with the continued fraction.
		if d1, d2 := p, n-p; d1%2 == 0 {
			x := float64(d2) / (float64(d2) + float64(d1)*got.Statistic)
			tail, term := 0.0, 1.0
			for k := 0; k < d1/2; k++ {
				tail += term
				term *= (float64(d2)/2 + float64(k)) / float64(k+1) * (1 - x)
			}
			tail *= math.Pow(x, float64(d2)/2)
			if relativeError(got.P, tail) > 1e-9 {
				t.Fatalf("p %v, the sum is %v", got.P, tail)
			}
		}
	})
}

// Which level comes first, and the units of measurement, change nothing.
func TestHotellingIsInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 12).Draw(t, "units")
		rows, other := make([][]float64, n), make([][]float64, n)
		for i := range rows {
			a, b := float64(rapid.IntRange(-9, 9).Draw(t, "a")), float64(rapid.IntRange(-9, 9).Draw(t, "b"))
			rows[i], other[i] = []float64{a, b}, []float64{-1000 * b, .001 * (a - b)}
		}
		x, err := HotellingT2(rows)
		y, errOther := HotellingT2(other)
		if (err == nil) != (errOther == nil) {
			t.Fatalf("%v and %v", err, errOther)
		}
		if err == nil && math.Abs(x.TSquared-y.TSquared) > 1e-9*max(1, x.TSquared) {
			t.Fatalf("T^2 %v and %v", x.TSquared, y.TSquared)
		}
	})
}

func TestHotellingRefuses(t *testing.T) {
	var argument *ArgumentError
	for _, rows := range [][][]float64{nil, {{}}, {{1}, {1, 2}}, {{1}, {math.NaN()}}, {{1}, {math.Inf(1)}}} {
		if _, err := HotellingT2(rows); !errors.As(err, &argument) {
			t.Errorf("%v: %v", rows, err)
		}
	}
	var undefined *UndefinedError
	if _, err := HotellingT2([][]float64{{1, 2}, {3, 5}}); !errors.As(err, &undefined) || undefined.Degenerate || undefined.Reason != "2 units are no more than 2 variables, so that their covariances are not known" {
		t.Errorf("two units of two variables: %v", err)
	}
	for _, rows := range [][][]float64{{{1, 2}, {3, 2}, {4, 2}}, {{1, 2}, {2, 4}, {5, 10}, {7, 14}}} {
		if _, err := HotellingT2(rows); !errors.As(err, &undefined) || !undefined.Degenerate {
			t.Errorf("%v: %v", rows, err)
		}
	}
}
