package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// alphaByMatrix is alpha from the whole coincidence matrix, as Krippendorff (2011)
// writes it down: 1 - (n-1) sum o_ck d_ck / sum n_c n_k d_ck over c < k, with
// d_ck = (n_c/2 + ... + n_k/2)^2 on the ordinal scale.
func alphaByMatrix(ratings [][]float64, scale Measurement) float64 {
	var values []float64
	units := make([][]float64, len(ratings[0]))
	for _, row := range ratings {
		for u, v := range row {
			if !math.IsNaN(v) {
				units[u] = append(units[u], v)
			}
		}
	}
	for _, unit := range units {
		if len(unit) > 1 {
			values = append(values, unit...)
		}
	}
	n := float64(len(values))
	slices.Sort(values)
	values = slices.Compact(values)
	coincidence := make([][]float64, len(values))
	total := make([]float64, len(values))
	for c := range coincidence {
		coincidence[c] = make([]float64, len(values))
	}
	for _, unit := range units {
		for a, v := range unit {
			for b, w := range unit {
				if a != b {
					c, k := slices.Index(values, v), slices.Index(values, w)
					coincidence[c][k] += 1 / float64(len(unit)-1)
				}
			}
		}
	}
	for c, row := range coincidence {
		for _, o := range row {
			total[c] += o
		}
		total[c] = math.Round(total[c])
	}
	var observed, expected float64
	for c := range values {
		for k := c + 1; k < len(values); k++ {
			d := 1.0
			switch scale {
			case OrdinalScale:
				d = -(total[c] + total[k]) / 2
				for _, g := range total[c : k+1] {
					d += g
				}
			case IntervalScale:
				d = values[k] - values[c]
			case RatioScale:
				d = (values[k] - values[c]) / (values[k] + values[c])
			}
			observed += coincidence[c][k] * d * d
			expected += total[c] * total[k] * d * d
		}
	}
	return 1 - (n-1)*observed/expected
}

func TestKrippendorffIsOfTheMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raters, units := rapid.IntRange(2, 5).Draw(t, "raters"), rapid.IntRange(1, 15).Draw(t, "units")
		offset := rapid.SampledFrom([]float64{0, 1, 1e6}).Draw(t, "offset")
		most := rapid.SampledFrom([]int{1, 4, 1000}).Draw(t, "most")
		ratings := make([][]float64, raters)
		for r := range ratings {
			for range units {
				v := offset + float64(rapid.IntRange(0, most).Draw(t, "rating"))/8
				if rapid.IntRange(0, 4).Draw(t, "missing") == 0 {
					v = math.NaN()
				}
				ratings[r] = append(ratings[r], v)
			}
		}
		for scale := NominalScale; scale <= RatioScale; scale++ {
			k, err := KrippendorffAlpha(ratings, scale)
			want := alphaByMatrix(ratings, scale)
			var undefined *UndefinedError
			if errors.As(err, &undefined) {
				if !math.IsNaN(want) {
					t.Fatalf("scale %d: %v, want %v", scale, err, want)
				}
				continue
			}
			if err != nil || math.Abs(k.Value-want) > 1e-12*math.Max(1, math.Abs(want)) {
				t.Fatalf("scale %d of %v: %v, %v; want %v", scale, ratings, k.Value, err, want)
			}
		}
	})
}

// Ten thousand distinct values need no table of their pairs.
func TestKrippendorffOfManyValues(t *testing.T) {
	const n = 10000
	ratings := [][]float64{make([]float64, n), make([]float64, n)}
	for u := range n {
		ratings[0][u], ratings[1][u] = float64(2*u), float64(2*u+1)
	}
	// Observed: 1 a unit, so 1. Expected: twice the variance of 0...2n-1 over all pairs,
	// 2 (N^2-1)/12 N/(N-1) = N(N+1)/6 with N = 2n.
	k, err := KrippendorffAlpha(ratings, IntervalScale)
	if want := 1 - 6.0/(2*n*(2*n+1)); err != nil || !near(k.Value, want, 1e-15) {
		t.Errorf("%v, %v; want %v", k.Value, err, want)
	}
	// The values are their own ranks.
	if o, err := KrippendorffAlpha(ratings, OrdinalScale); err != nil || o.Value != k.Value {
		t.Errorf("%v, %v; want %v", o.Value, err, k.Value)
	}
}

func TestKrippendorffOutOfRange(t *testing.T) {
	var argument *ArgumentError
	for _, v := range []float64{1e200, 1e-200} {
		if k, err := KrippendorffAlpha([][]float64{{0, v, v}, {v, v, 0}}, IntervalScale); !errors.As(err, &argument) {
			t.Errorf("differences of %v: %+v, %v", v, k, err)
		}
	}
}
