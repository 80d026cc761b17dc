package latex

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/reports/internal/sample"
)

// hostile are names that mean something to TeX.
var hostile = append(sample.HostileNames(),
	`\input{/etc/passwd}`, `\write18{id}`, `\end{document}`, `\def\x{}`, `}{`, `{{{`, `%`, `100% #1 $x$ a_b & c~d ^^M ^^5c`, `\\[1cm]`, `*`, `[x]`, `\catcode`, `\\`,
	"--- `` '' ,, << >> ?` !`", "ŋĦ ß é ő", "e\u0301", "\u200f\u202eabc", "א", "\xff\xfe", "\\verb|x|", "&&&", "\u2028", "-1.5", "1e9", strings.Repeat("x", 10000), strings.Repeat("ab_", 3000))

// A command of escape's own is one of these; every other sign of its output is
// inert.
var known = regexp.MustCompile(`\\(textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar|textasciigrave|ldots|textendash|textemdash|textquoteleft|textquoteright|textquotedblleft|textquotedblright|textquotesingle|textbullet|textdagger|allowbreak)\{\}|\\symbol\{34\}|\\ensuremath\{(\\[a-zA-Z]+|-)\}|\\[{}$&#%_]|\{\}`)

func TestEscapeIsInert(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, s string) {
		for _, out := range []string{escape(s), typewriter(s), prose(s)} {
			rest := known.ReplaceAllString(out, "")
			if i := strings.IndexAny(rest, "\\{}$&#%_^~<>|\"`\n"); i >= 0 {
				t.Fatalf("%q comes out as %q, where %q is live", s, out, rest[i:i+1])
			}
			if strings.Contains(out, "--") || strings.Contains(out, "''") || strings.Contains(out, ",,") {
				t.Fatalf("%q comes out as %q, in which signs melt", s, out)
			}
		}
		if rest := regexp.MustCompile(`\\[$&#%_]`).ReplaceAllString(bookmark(s), ""); strings.ContainsAny(rest, "\\{}$&#%_^~") {
			t.Fatalf("%q has the bookmark %q", s, bookmark(s))
		}
	}
	for _, s := range hostile {
		check(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOf(rapid.SampledFrom([]rune("a1 \\{}$&#%_^~<>|\"`'-,.?!\n\té日α…"))).Draw(t, "text"))
	})
}

// What prints is the text: the oracle undoes the commands one by one.
func TestEscapeLosesNothing(t *testing.T) {
	undo := strings.NewReplacer(`\allowbreak{}`, "", `\textbackslash{}`, `\`, `\textasciicircum{}`, "^", `\textasciitilde{}`, "~", `\textless{}`, "<", `\textgreater{}`, ">",
		`\textbar{}`, "|", `\textasciigrave{}`, "`", `\symbol{34}`, `"`, `\{`, "{", `\}`, "}", `\$`, "$", `\&`, "&", `\#`, "#", `\%`, "%", `\_`, "_", "{}", "")
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("ab1 \\{}$&#%_^~<>|\"`'-,.?!é"))).Draw(t, "text")
		if got := undo.Replace(escape(s)); got != s {
			t.Fatalf("%q comes out as %q, which reads %q", s, escape(s), got)
		}
	})
}

// The code points are those of the Unicode charts: U+65E5 is the sun, U+202E the
// right-to-left override.
func TestSpell(t *testing.T) {
	for in, want := range map[string]string{
		"日本": "[U+65E5 672C]", "a日b": "a[U+65E5]b", "\u202eabc": "[U+202E]abc", "é ő": "é ő", "a\nb\tc": "a b c", "\xff": "[U+FFFD]", "τ-bench": "τ-bench", "🚀": "[U+1F680]",
	} {
		if got := spell(in); got != want {
			t.Errorf("spell(%q) = %q, expected %q", in, got, want)
		}
	}
}

func TestMinusSigns(t *testing.T) {
	for in, want := range map[string]string{
		"-8.2 to [-1, (-2)] in claude-4 and a -b": `\ensuremath{-}8.2 to [\ensuremath{-}1, (\ensuremath{-}2)] in claude-4 and a -b`,
	} {
		if got := prose(" " + in); got != " "+want {
			t.Errorf("prose(%q) = %q", in, got)
		}
	}
}
