package transcript

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
)

// calls makes calls of a text: the letter is the tool, and its case the arguments.
func calls(s string) []Call {
	var out []Call
	for i, r := range s {
		tool := string(r | 0x20)
		out = append(out, Call{&result.TranscriptCall{Tool: tool, Same: string(r)}, i})
	}
	return out
}

// heaviest is the weight of the best alignment, found by trying all: a call of A is left
// alone or meets any later call of B.
func heaviest(a, b []Call) int {
	if len(a) == 0 {
		return 0
	}
	best := heaviest(a[1:], b)
	for j := range b {
		w := 0
		switch {
		case a[0].Same == b[j].Same:
			w = equalCalls
		case a[0].Tool == b[j].Tool:
			w = equalTools
		}
		if w > 0 {
			best = max(best, w+heaviest(a[1:], b[j+1:]))
		}
	}
	return best
}

// TestAlignIsHeaviest: every call of both stands in the alignment once and in its order, and
// no other alignment weighs more.
func TestAlignIsHeaviest(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("aAbBc")), 0, 7, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := calls(word.Draw(t, "a")), calls(word.Draw(t, "b"))
		i, j, weight := 0, 0, 0
		for _, p := range Align(a, b) {
			if p.A >= 0 {
				if p.A != i {
					t.Fatalf("call %d of A stands where %d belongs", p.A, i)
				}
				i++
			}
			if p.B >= 0 {
				if p.B != j {
					t.Fatalf("call %d of B stands where %d belongs", p.B, j)
				}
				j++
			}
			if p.A >= 0 && p.B >= 0 {
				switch {
				case a[p.A].Same == b[p.B].Same:
					weight += equalCalls
				case a[p.A].Tool == b[p.B].Tool:
					weight += equalTools
				default:
					t.Fatal("two calls meet that have nothing in common")
				}
			}
		}
		if i != len(a) || j != len(b) {
			t.Fatalf("%d of %d and %d of %d calls are listed", i, len(a), j, len(b))
		}
		if want := heaviest(a, b); weight != want {
			t.Fatalf("the alignment weighs %d, the best %d", weight, want)
		}
	})
}

// Long attempts take a moment, not the memory of a table.
func TestAlignLong(t *testing.T) {
	var a, b []Call
	for i := range 3000 {
		c := Call{&result.TranscriptCall{Tool: "t", Same: fmt.Sprint(i)}, i}
		a = append(a, c)
		if i%3 > 0 {
			b = append(b, c)
		}
	}
	equal := 0
	for _, p := range Align(a, b) {
		if p.A >= 0 && p.B >= 0 && a[p.A].Same == b[p.B].Same {
			equal++
		}
	}
	if equal != len(b) {
		t.Errorf("%d of %d equal calls meet", equal, len(b))
	}
}
