package stability

import "testing"

// What changes between two orders is said in a few names, however many runs there are.
func TestMoved(t *testing.T) {
	for name, c := range map[string]struct {
		from, to []string
		want     string
	}{
		"two neighbours": {[]string{"a", "b", "c"}, []string{"b", "a", "c"}, "a takes place 2, not 1 (and 1 more)"},
		// c moves by three places and each of the others by one.
		"the last first":   {[]string{"a", "b", "d", "c"}, []string{"c", "a", "b", "d"}, "c takes place 1, not 4 (and 3 more)"},
		"one is not there": {[]string{"a", "b"}, []string{"a"}, "other runs are ranked"},
	} {
		if got := moved(c.from, c.to); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
