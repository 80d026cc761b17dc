package relations

import "testing"

// TestInside: an estimate lies within its interval, whichever bound is printed first.
func TestInside(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"A change of -0.03 (95% CI: -0.01 to -0.05) was found, and one of 0.44 (95% CI: 0.41 to 0.48).", ""},
		{"A change of 0.53 (95% CI: 0.41 to 0.48) was found, one of 0.44 (95% CI: 0.41 to 0.48), and one of 0.31 (95% CI: 0.22 to 0.40).", "0.53"},
		{"Classes and their confidence intervals: 2 [4.1,19.46) 5 [0,4.1) and 0.44 [0.41,0.48] 0.31 [0.22,0.40] 0.31 [0.22,0.41] 0.33 [0.22,0.41].", ""},
	} {
		r := Read(tabled("Table 1: scores.", scoresTable, c.text))
		got := ""
		for _, i := range r.Findings() {
			got += r.Numbers[i].Printed
		}
		if got != c.want {
			t.Errorf("%s: %q; want %q", c.text, got, c.want)
		}
	}
}
