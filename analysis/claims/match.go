package claims

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// match finds the one of names that a paper's short name means: the same name,
// or else the only one that holds all its words ("deepseek-v3" is
// "deepseek_deepseek-chat-v3-0324"). The error names the candidates.
func match(what, short string, names []string) (string, error) {
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, short) }); i >= 0 {
		return names[i], nil
	}
	want := wordsOf(short)
	var found []string
	for _, n := range names {
		if len(want) > 0 && holdsAll(wordsOf(n), want) {
			found = append(found, n)
		}
	}
	// "gpt-5" means gpt-5-2025-08-07 rather than gpt-5-mini-2025-08-07: the words
	// at the front, then nothing but dates.
	if len(found) > 1 {
		var plain []string
		for _, n := range found {
			if onlyDates(wordsOf(n), want) {
				plain = append(plain, n)
			}
		}
		if len(plain) == 1 {
			found = plain
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("the logs hold no %s like %q; they hold %s", what, short, some(names))
	}
	return "", fmt.Errorf("%s %q is ambiguous: %s", what, short, some(found))
}

// some lists the first few names.
func some(names []string) string {
	const most = 6
	if len(names) == 0 {
		return "none"
	}
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// wordsOf splits a name into words: runs of letters and runs of digits with
// points, in lower case.
func wordsOf(name string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if w := strings.Trim(b.String(), "."); w != "" {
			out = append(out, w)
		}
		b.Reset()
	}
	for _, r := range strings.ToLower(name) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' {
			b.WriteRune(r)
			continue
		}
		flush()
	}
	flush()
	return out
}

// holdsAll reports whether every word of want is among have, each used once.
func holdsAll(have, want []string) bool {
	have = slices.Clone(have)
	for _, w := range want {
		i := slices.Index(have, w)
		if i < 0 {
			return false
		}
		have = slices.Delete(have, i, i+1)
	}
	return true
}

// onlyDates reports whether the words beyond want are numbers.
func onlyDates(have, want []string) bool {
	have = slices.Clone(have)
	for _, w := range want {
		if i := slices.Index(have, w); i >= 0 {
			have = slices.Delete(have, i, i+1)
		}
	}
	return !slices.ContainsFunc(have, func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) })
	})
}
