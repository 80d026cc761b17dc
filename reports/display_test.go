package reports

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"mcpstats/reports/internal/sample"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"line\nbreak\r\n\ttab", "line break tab"},
		{"  ends  ", "ends"},
		{"\u202eright", `\u202eright`},
		{"\x1b[31mred", `\u001b[31mred`},
		{"a\u00a0b\u2028c", "a b c"},
		{"zero\u200bwidth", `zero\u200bwidth`},
		{"bad\xff", "bad\uFFFD"},
		{"\U000E0041", `\ue0041`}, // tag characters
		{"👩\u200d🚀", "👩\u200d🚀"},  // the joiner is part of the sign
	} {
		if got := Visible(c.in); got != c.want {
			t.Errorf("Visible(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestVisibleHidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Visible(rapid.String().Draw(t, "s"))
		if !utf8.ValidString(s) {
			t.Fatalf("%q is no UTF-8", s)
		}
		for _, r := range s {
			if unicode.IsControl(r) {
				t.Fatalf("%q holds a control character", s)
			}
		}
		if Visible(s) != s {
			t.Fatalf("Visible changes %q again", s)
		}
	})
}

func TestShorten(t *testing.T) {
	if got := Shorten("0123456789", 7); got != "0123…89" { // 7 runes: 4, the sign, 2
		t.Errorf("got %q", got)
	}
	if got := Shorten("short", 7); got != "short" {
		t.Errorf("got %q", got)
	}
	// Sentences keep whole words, in no more runes than the limit, whatever their length.
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,12}`), 1, 200).Draw(t, "words")
		limit := rapid.IntRange(MaxNameRunes+1, MaxTextRunes).Draw(t, "limit")
		whole := strings.Join(words, " ")
		got := Shorten(whole, limit)
		if n := len([]rune(got)); n > limit {
			t.Fatalf("%d runes of at most %d: %q", n, limit, got)
		}
		head, end, cut := strings.Cut(got, " … ")
		if !cut {
			if got != whole {
				t.Fatalf("%q of %q", got, whole)
			}
			return
		}
		if !strings.HasPrefix(whole, head+" ") || !strings.HasSuffix(whole, " "+end) || len([]rune(got)) < limit-30 {
			t.Fatalf("%q of %q", got, whole)
		}
	})
}

// Different names never look the same, and identifiers are safe in a path.
func TestNamesStayApart(t *testing.T) {
	n := NewNames(nil)
	shown, ids := map[string]string{}, map[string]bool{}
	for _, raw := range sample.HostileNames() {
		s := n.Show(raw)
		if other, ok := shown[s]; ok {
			t.Errorf("%.20q and %.20q both show as %q", raw, other, s)
		}
		shown[s] = raw
		if n.Show(raw) != s {
			t.Errorf("%.20q shows in two ways", raw)
		}
		if len([]rune(s)) > MaxNameRunes+len(" (99)") {
			t.Errorf("%.20q shows in %d runes", raw, len([]rune(s)))
		}
		id := n.Id("table", raw)
		if ids[id] || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(id) > 60 {
			t.Errorf("%.20q has the identifier %q", raw, id)
		}
		ids[id] = true
		if cell := n.Cell(raw); cell.Text != raw && cell.Full != raw {
			t.Errorf("the cell of %.20q does not hold it", raw)
		}
	}
}
