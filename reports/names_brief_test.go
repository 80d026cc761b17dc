package reports

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// What names share, told by hand.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		names         []string
		before, after string
	}{
		{[]string{"terminus-2/gpt-5", "terminus-2/claude-opus"}, "terminus-2/", ""},
		{[]string{"gpt-4", "gpt-5"}, "", ""},                          // "4" and "5" are no names
		{[]string{"claude-opus-4", "claude-sonnet-4"}, "claude-", ""}, // a version stays
		{[]string{"exp_01_gpt-4o_airline", "exp_01_sonnet_airline"}, "exp_01_", "_airline"},
		{[]string{"bm25", "keyword", "random"}, "", ""},
		{[]string{"run/1", "run/2"}, "", ""}, // nothing with a letter would stay
		{[]string{"agent", "agent/x"}, "", ""},
		{[]string{"a/x", "a/x/y"}, "a/", ""},
		{[]string{"only/one"}, "", ""},
		{[]string{"20250902_orchestrator_sonnet", "20250906_orchestrator_opus"}, "", ""}, // "2025090" ends at no separator
		{[]string{"bench: قوي", "bench: سريع"}, "bench: ", ""},
		{[]string{"lab/🚀 fast", "lab/🚀 slow"}, "lab/🚀 ", ""},
	} {
		if s := Share(c.names); s.Before != c.before || s.After != c.after {
			t.Errorf("%q: %+v, want %q and %q", c.names, s, c.before, c.after)
		}
	}
}

// However names look: what is left of each, with what is left out around it, is the name; it has a
// letter, and different names stay different.
func TestShareLosesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abC12/|:@+_- .·é中🚀ש\u200d")), 0, 12, -1)
		before, after := word.Draw(r, "before"), word.Draw(r, "after")
		var names []string
		for range rapid.IntRange(2, 6).Draw(r, "runs") {
			if name := before + word.Draw(r, "name") + after; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		s := Share(names)
		seen := map[string]bool{}
		for _, name := range names {
			brief := s.Brief(name)
			if s.Before+brief+s.After != name {
				r.Fatalf("%q: %q, %q, %q", name, s.Before, brief, s.After)
			}
			if seen[brief] {
				r.Fatalf("%q twice among %q", brief, names)
			}
			seen[brief] = true
			if !s.Nothing() && strings.IndexFunc(brief, unicode.IsLetter) < 0 {
				r.Fatalf("%q of %q has no letter", brief, name)
			}
		}
		if last, _ := utf8.DecodeLastRuneInString(s.Before); s.Before != "" && !strings.ContainsRune(separators, last) {
			r.Fatalf("%q ends at no separator", s.Before)
		}
		if first, _ := utf8.DecodeRuneInString(s.After); s.After != "" && !strings.ContainsRune(separators, first) {
			r.Fatalf("%q begins at no separator", s.After)
		}
	})
}

// Names that are long, and alike once they are shortened, stay apart in tables and figures.
func TestBriefNamesStayApart(t *testing.T) {
	middle := strings.Repeat("x", 150)
	names := []string{"lab/" + middle + "a" + middle, "lab/" + middle + "b" + middle, "lab/c"}
	n := NewNames(nil)
	if s := n.LeaveOut(names); s.Before != "lab/" {
		t.Fatal(s)
	}
	seen := map[string]bool{}
	for _, name := range names {
		cell := n.Cell(name)
		if seen[cell.Text] || cell.Full != name || utf8.RuneCountInString(cell.Text) > MaxNameRunes+4 || cell.Text != n.Brief(name) {
			t.Errorf("%q of %q", cell.Text, cell.Full)
		}
		seen[cell.Text] = true
	}
}

// A label stands in the place of a name, and the log's name beside it.
func TestLabelledNames(t *testing.T) {
	n := NewNames(map[string]string{"lab/a-2024": "lab/Alpha", "lab/b": "lab/Beta"})
	n.LeaveOut([]string{"lab/a-2024", "lab/b"})
	if c := n.Cell("lab/a-2024"); c.Text != "Alpha" || c.Full != "lab/Alpha" || c.Logged != "lab/a-2024" {
		t.Errorf("%+v", c)
	}
	if c := n.Cell("other"); c.Text != "other" || c.Full != "" || c.Logged != "" {
		t.Errorf("%+v", c)
	}
	if n.Show("lab/b") != "lab/Beta" || n.Brief("lab/b") != "Beta" || n.Whole("lab/b") != "lab/Beta" {
		t.Error(n.Show("lab/b"), n.Brief("lab/b"))
	}
}
