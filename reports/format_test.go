package reports

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Expected texts are by hand: round half away from zero what 15 digits say.
func TestFormatNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{FormatPercent(0.5875, 1), "58.8%"}, // 235/400; half goes up
		{FormatPercent(0.588, 1), "58.8%"},
		{FormatPercent(0.5865, 1), "58.7%"}, // 58.65 in decimal, although 100*0.5865 is a double just below
		{FormatPercent(0, 1), "0.0%"},
		{FormatPercent(1, 1), "100.0%"},
		{FormatPercent(0.9996, 1), "100.0%"},
		{FormatPercent(0.0004, 1), "0.0%"},
		{FormatPercent(0.0005, 1), "0.1%"},
		{FormatPercent(1.0/3, 2), "33.33%"},
		{FormatPoints(0.082, 1), "+8.2"},
		{FormatPoints(-0.082, 1), "-8.2"},
		{FormatPoints(0, 1), "0.0"},
		{FormatPoints(-0.0004, 1), "0.0"}, // no sign for what prints as zero
		{FormatPoints(0.0004, 1), "0.0"},
		{FormatNumber(1234567.891, 1), "1,234,567.9"},
		{FormatNumber(-1234.5, 0), "-1,235"},
		{FormatNumber(999.95, 1), "1,000.0"}, // the carry runs through
		{FormatNumber(0.05, 0), "0"},
		{FormatNumber(0.5, 0), "1"},
		{FormatNumber(2.5, 0), "3"},
		{FormatNumber(1e-300, 3), "0.000"},
		{FormatNumber(1.5e200, 1), "1.50e+200"},
		{FormatNumber(math.Inf(1), 1), "inf"},
		{FormatNumber(math.Inf(-1), 1), "-inf"},
		{FormatNumber(math.NaN(), 1), "n/a"},
		{FormatNumber(math.Copysign(0, -1), 1), "0.0"},
		{FormatCount(0), "0"},
		{FormatCount(999), "999"},
		{FormatCount(1000), "1,000"},
		{FormatCount(-12345), "-12,345"},
		{FormatStatistic(237), "237"},
		{FormatStatistic(1364.96), "1,365.0"},
		{FormatStatistic(9.984), "9.98"},
		{FormatStatistic(0.00123456), "0.00123"},
		{FormatStatistic(0), "0"},
		{FormatLevel(0.95), "95%"},
		{FormatLevel(0.999), "99.9%"},
		{FormatSeed(math.MaxUint64), "18446744073709551615"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestFormatP(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want string
	}{
		{0.034, ".034"}, {0.03, ".030"}, {0.34, ".34"}, {0.0034, ".0034"},
		{0.001, ".0010"}, {0.00099, "<.001"}, {1e-300, "<.001"}, {5e-324, "<.001"},
		{1, "1"}, {0.5, ".50"}, {0.994, ".99"}, {0.996, ">.99"}, {0.9999999, ">.99"},
		// Two digits would print these on the wrong side of .05.
		{0.0497, ".050"}, {0.0499, ".050"}, {0.05, ".050"}, {0.0501, ".0501"}, {0.0504, ".0504"}, {0.05049999, ".0505"}, {0.0505, ".051"},
	} {
		if got := FormatP(c.p, 0.05); got != c.want {
			t.Errorf("FormatP(%v) = %q, want %q", c.p, got, c.want)
		}
	}
	if got := EqualsP(0.03, 0.05); got != "p = .030" {
		t.Errorf("equalsP = %q", got)
	}
	if got := EqualsP(1e-9, 0.05); got != "p < .001" {
		t.Errorf("equalsP = %q", got)
	}
	if got := EqualsP(0.999, 0.05); got != "p > .99" {
		t.Errorf("equalsP = %q", got)
	}
}

// A p-value never prints on the other side of alpha: at most alpha is what is
// called significant.
func TestFormatPKeepsItsSideOfAlpha(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alpha := rapid.SampledFrom([]float64{0.01, 0.05, 0.1}).Draw(t, "alpha")
		off := rapid.Float64Range(-0.05, 0.05).Draw(t, "off")
		if math.Abs(off) < 1e-10 {
			off = 0 // nearer than any p-value is computed
		}
		p := alpha * (1 + off)
		printed, ok := new(big.Float).SetString("0" + FormatP(p, alpha))
		if !ok {
			t.Fatalf("FormatP(%v) = %q", p, FormatP(p, alpha))
		}
		shown, _ := printed.Float64()
		if (shown <= alpha) != (p <= alpha) {
			t.Fatalf("p %v prints as %v with alpha %v", p, shown, alpha)
		}
	})
}

// Rounding agrees with exact decimal arithmetic to within the 15th digit.
func TestDecimalRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e9, 1e9).Draw(t, "v")
		decimals := rapid.IntRange(0, 5).Draw(t, "decimals")
		text := strings.ReplaceAll(decimal(v, 0, decimals), ",", "")
		printed, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("decimal(%v) = %q", v, text)
		}
		off := new(big.Rat).Sub(printed, new(big.Rat).SetFloat64(v))
		half := new(big.Rat).SetFrac64(1, 2)
		for range decimals {
			half.Mul(half, big.NewRat(1, 10))
		}
		slack := new(big.Rat).SetFloat64(math.Abs(v) * 1e-14)
		if off.Abs(off).Cmp(half.Add(half, slack)) > 0 {
			t.Fatalf("decimal(%v, %d) = %q", v, decimals, text)
		}
	})
}
