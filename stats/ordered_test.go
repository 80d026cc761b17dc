package stats

import (
	"errors"
	"slices"
	"testing"
)

// TestOrdered: Order leaves the sample as it is, and what was never ordered is refused.
// The delta by hand: of the 6 pairs of {3, 1} with {2, 2, 0}, 3 exceeds all three and 1
// exceeds one and is below two: (4 - 2) / 6.
func TestOrdered(t *testing.T) {
	x := []float64{3, 1}
	a, err := Order("a", x)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Order("b", []float64{2, 2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x, []float64{3, 1}) {
		t.Errorf("Order changed the sample to %v", x)
	}
	e, err := a.CliffsDelta(b, 0)
	if err != nil || e.Value != 2./6 {
		t.Errorf("delta %v, %v; want 1/3", e.Value, err)
	}
	// A = (delta + 1) / 2.
	if v := VarghaDelaneyOf(e); v.Name != "vargha_delaney_a" || v.Value != (2./6+1)/2 {
		t.Errorf("A is %v", v)
	}
	var wrong *ArgumentError
	if _, err := a.CliffsDelta(Ordered{}, 0); !errors.As(err, &wrong) {
		t.Errorf("a sample that was not ordered: %v", err)
	}
}
