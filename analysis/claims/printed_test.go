package claims

import (
	"math/big"
	"strings"
	"testing"
)

// TestParsePrinted: what printed numbers stand for, rounded to nearest with ties
// either way, worked out by hand.
func TestParsePrinted(t *testing.T) {
	for _, c := range []struct {
		text string
		unit Unit
		want string // as span.show prints it
	}{
		{"29.79", Percent, "29.785 to 29.795"},
		{"29.79%", Percent, "29.785 to 29.795"},
		{".045", PValue, "0.0445 to 0.0455"},
		{"0.045*", PValue, "0.0445 to 0.0455"},
		{"-0.003", None, "-0.0035 to -0.0025"},
		{"−1.9", Points, "-1.95 to -1.85"},
		{"+4.0", Points, "3.95 to 4.05"},
		{"1,000", Count, "1000"},
		{"29 964", Count, "29964"},
		{"~1,000", Count, "999.5 to 1000.5"},
		{"12", Percent, "11.5 to 12.5"},
		{"three", Count, "3"},
		{"1.2k", Tokens, "1150 to 1250"},
		{"6.07M", Tokens, "6065000 to 6075000"},
		{"5.76x", Ratio, "5.755 to 5.765"},
		{"3.2e-05", PValue, "3.15e-05 to 3.25e-05"},
		{`3.2\times10^{-5}`, PValue, "3.15e-05 to 3.25e-05"},
		{"<0.001***", PValue, "below 0.001"},
		{"≤60", Percent, "at most 60.5"},
		{"over 300", Count, "above 300"},
		{"300+", Count, "at least 300"},
		{"at least 0.75", Proportion, "at least 0.745"},
		{"≈ 55%", Percent, "54.5 to 55.5"},
		{"34-52%", Percent, "33.5 to 52.5"},
		{"8.0% – 38.3%", Percent, "7.95 to 38.35"},
		{"[0.865, 0.870]", Proportion, "0.8645 to 0.8705"},
		{"12 to 18", Count, "12 to 18"},
		{"2-3M", Tokens, "1500000 to 3500000"},
		{"0.17 (S)", None, "0.165 to 0.175"},
		{"700 tokens", Count, "700"},
		{"0.2 ms", Seconds, "0.15 to 0.25"},
		{"$0.045$", PValue, "0.0445 to 0.0455"},
	} {
		p, err := ParsePrinted(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := p.span(anyTie, c.unit).show(); got != c.want {
			t.Errorf("%q stands for %s, want %s", c.text, got, c.want)
		}
	}
}

func TestParsePrintedHalfWidth(t *testing.T) {
	p, err := ParsePrinted("44.50±1.69")
	if err != nil || p.half == nil || p.half.value.Cmp(big.NewRat(169, 100)) != 0 || p.value.Cmp(big.NewRat(89, 2)) != 0 {
		t.Errorf("44.50±1.69 is read as %+v, %v", p, err)
	}
	if p, err = ParsePrinted("± 1.69"); err != nil || !p.alone {
		t.Errorf("± 1.69 is read as %+v, %v", p, err)
	}
}

func TestParsePrintedRefuses(t *testing.T) {
	for _, text := range []string{"", " ", "KG-Hybrid", "12abc", "t3-r5", "1.2.3", "%", "±", "[0.8", "0.8]", "1e999999", "--", "~", "5-3", "()", "[]", "7 of 9", strings.Repeat("9", 60), "\x00", "NaN", "Inf"} {
		if p, err := ParsePrinted(text); err == nil {
			t.Errorf("%q is read as %s", text, p.value)
		}
	}
}

// TestRulesOfRounding: which rules print what at a tie and beside it, by hand.
func TestRulesOfRounding(t *testing.T) {
	half := big.NewRat(25, 1000) // 0.025
	for _, c := range []struct {
		text  string
		rules map[reading]bool
	}{
		{"0.03", map[reading]bool{halfUp: true, halfEven: false, anyTie: true, truncated: false, mixed: true}},
		{"0.02", map[reading]bool{halfUp: false, halfEven: true, anyTie: true, truncated: true, mixed: true}},
		{"0.01", map[reading]bool{halfUp: false, halfEven: false, anyTie: false, truncated: false, mixed: false}},
	} {
		p, err := ParsePrinted(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for r, want := range c.rules {
			if got := p.span(r, Proportion).holds(half); got != want {
				t.Errorf("0.025 prints %s by rule %d: %v, want %v", c.text, r, got, want)
			}
		}
		minus, _ := ParsePrinted("-" + c.text)
		for r, want := range c.rules {
			if got := minus.span(r, Proportion).holds(new(big.Rat).Neg(half)); got != want {
				t.Errorf("-0.025 prints -%s by rule %d: %v, want %v", c.text, r, got, want)
			}
		}
	}
}

func TestRoughNumbers(t *testing.T) {
	for text, want := range map[string]string{"90%": "85 to 95", "~20,000": "15000 to 25000", "93%": "92.5 to 93.5", "0.90": "0.895 to 0.905"} {
		p, err := ParsePrinted(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.span(rough, Percent).show(); got != want {
			t.Errorf("%s roughly stands for %s, want %s", text, got, want)
		}
	}
}
