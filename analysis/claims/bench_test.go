package claims

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// BenchmarkDenominator searches one n up to 100,000 for 20 shares, all of which
// must be tried since they are true of the largest n only by their digits.
func BenchmarkDenominator(b *testing.B) {
	var shares []string
	for i := range 20 {
		shares = append(shares, fmt.Sprintf("%q", printBy(0, percentOf(big.NewRat(int64(4999*i+7), 99991)), 3)+"%"))
	}
	f, err := Parse("x.yaml", fmt.Appendf(nil, "claims:\n  - {id: a, printed: '99991', unit: count, check: {denominator: {of: [%s], between: [1, 100000]}}}", strings.Join(shares, ", ")))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if c := Verify(f, Logs{})[0]; c.Verdict != Consistent {
			b.Fatal(c.Arithmetic)
		}
	}
}

// BenchmarkPapers parses and verifies every embedded paper without logs.
func BenchmarkPapers(b *testing.B) {
	for b.Loop() {
		for _, name := range Papers() {
			f, err := ReadPaper(name)
			if err != nil {
				b.Fatal(err)
			}
			Verify(f, Logs{})
		}
	}
}
