package stats

import "math"

// underflow keeps a p-value too small for a float64 from reading as zero: the
// smallest double, an upper bound, takes its place and a note says so.
func (r Result) underflow() Result {
	if r.P == 0 {
		r.P = math.SmallestNonzeroFloat64
		r.Notes = append(r.Notes, "p is below 5e-324, the smallest double, which stands for it")
	}
	return r
}
