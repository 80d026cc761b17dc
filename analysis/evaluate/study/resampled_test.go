package study

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestBinned counts every value again in the bin that its edges say.
func TestBinned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 2, 300).Draw(t, "values")
		r := binned(values)
		if r == nil {
			for _, v := range values {
				if math.Abs(v-values[0]) > 1e-11 {
					t.Fatal("values that differ were not binned")
				}
			}
			return
		}
		total := 0
		for i, n := range r.Counts {
			total += n
			low, high := r.Low+float64(i)*r.Width, r.Low+float64(i+1)*r.Width
			inside, near := 0, 0
			for _, v := range values {
				switch slack := 1e-9; {
				case v > low+slack && v < high-slack:
					inside++
				case v > low-slack && v < high+slack:
					near++
				}
			}
			if n < inside || n > inside+near {
				t.Errorf("bin %d has %d values, %d lie within its edges and %d on them", i, n, inside, near)
			}
		}
		if total != len(values) || len(r.Counts) > mostBins {
			t.Errorf("%d bins hold %d of %d values", len(r.Counts), total, len(values))
		}
	})
}

// TestBinnedLattice: each multiple of 1/80 once makes a flat histogram, whose bins
// hold as many points each, but for the last.
func TestBinnedLattice(t *testing.T) {
	var values []float64
	for k := -50; k <= 50; k++ { // 101 points: three in each of 33 bins, two in the 34th
		values = append(values, float64(k)/80)
	}
	r := binned(values)
	if len(r.Counts) != 34 || math.Abs(r.Width-3.0/80) > 1e-12 || math.Abs(r.Low+50.5/80) > 1e-12 {
		t.Fatalf("%d bins of %g from %g, want 34 of %g from %g", len(r.Counts), r.Width, r.Low, 3.0/80, -50.5/80)
	}
	for i, n := range r.Counts {
		want := 3
		if i == 33 {
			want = 2
		}
		if n != want {
			t.Errorf("bin %d has %d values, want %d", i, n, want)
		}
	}
	if binned([]float64{0.1, 0.1}) != nil {
		t.Error("values that do not differ were binned")
	}
}
