package study

import "testing"

// A word of letters reads back in one way, and no two groups share a letter.
func TestLettersStayApart(t *testing.T) {
	seen := map[string]bool{}
	for i := range 100 {
		l := letter(i)
		if seen[l] || l[0] < 'a' || l[0] > 'z' {
			t.Errorf("group %d is %q", i, l)
		}
		for _, d := range l[1:] {
			if d < '0' || d > '9' {
				t.Errorf("group %d is %q", i, l)
			}
		}
		seen[l] = true
	}
	for i, want := range map[int]string{0: "a", 25: "z", 26: "a2", 51: "z2", 52: "a3"} { // 26 letters a round
		if got := letter(i); got != want {
			t.Errorf("group %d is %q, want %q", i, got, want)
		}
	}
}
