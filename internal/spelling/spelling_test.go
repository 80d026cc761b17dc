package spelling

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// kitten and sitting are the pair that the distance is taught by; the others are counted
// by hand.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"task", "task", 0}, {"task", "tasks", 1}, {"task", "tusk", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 2}, {"flaw", "lawn", 2}, {"größe", "grösse", 2}} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// A metric: no distance to itself alone, the same both ways, and no shorter by a detour.
func TestDistanceIsAMetric(t *testing.T) {
	word := rapid.SliceOfN(rapid.SampledFrom([]rune("abä")), 0, 7)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		ab := distance(a, b)
		if (ab == 0) != (string(a) == string(b)) || ab != distance(b, a) || ab > distance(a, c)+distance(c, b) {
			t.Fatalf("%q to %q: %d", string(a), string(b), ab)
		}
	})
}

func TestNearest(t *testing.T) {
	known := []string{"task", "trial", "success", "latency_ms"}
	for name, want := range map[string]string{
		"tasks": "task", "Task": "task", "Latency-MS": "latency_ms", "latency ms ": "latency_ms", "sucess": "success", "cess": "success", "ce": "", "trail": "trial", "xyz": "", "": "", strings.Repeat("task", 100): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for _, c := range []struct {
		name string
		most int
		want string
	}{{"GPT-4o (mini)", 40, "gpt-4o-mini"}, {"  a__b  ", 40, "a-b"}, {"Größe", 40, "gr-e"}, {"日本", 40, ""}, {"abcdef", 3, "abc"}, {"ab cd", 3, "ab-c"}} {
		if got := Slug(c.name, c.most); got != c.want {
			t.Errorf("Slug(%q, %d) = %q, want %q", c.name, c.most, got, c.want)
		}
	}
}
