package reports

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// separators are the letters at which a name may be parted. At a hyphen it is parted only where a
// word begins behind it, since "gpt-4" and "gpt-5" are no "4" and "5"; never at a point, which
// stands within numbers.
const separators = "/|:@+_- \u00b7"

// Shared is what names have in common at their ends, and what each has of its own between.
type Shared struct {
	Before, After string
}

// Share finds what all of two or more names begin and end with, cut at separators so that every
// name keeps something that has a letter. Names that share nothing give the zero value.
func Share(names []string) Shared {
	var s Shared
	if len(names) < 2 {
		return s
	}
	s.Before = sharedStart(names)
	rest := make([]string, len(names))
	for i, name := range names {
		rest[i] = name[len(s.Before):]
	}
	s.After = sharedEnd(rest)
	return s
}

// Brief is a name without what it shares.
func (s Shared) Brief(name string) string {
	return strings.TrimSuffix(strings.TrimPrefix(name, s.Before), s.After)
}

// Nothing reports whether the names share nothing.
func (s Shared) Nothing() bool { return s == Shared{} }

// Sentence says what is left out: "terminus-2/ stands before each name". names says of what:
// "each run's name".
func (s Shared) Sentence(names string) string {
	switch {
	case s.Nothing():
		return ""
	case s.After == "":
		return s.Before + " stands before " + names + "."
	case s.Before == "":
		return s.After + " stands after " + names + "."
	}
	return s.Before + " stands before " + names + " and " + s.After + " after it."
}

// sharedStart is the longest text that all names begin with, up to a separator.
func sharedStart(names []string) string {
	start := names[0]
	for _, name := range names[1:] {
		n := 0
		for n < len(start) && n < len(name) && start[n] == name[n] {
			n++
		}
		start = start[:n]
	}
	for cut := len(start); cut > 0; cut-- {
		r, size := utf8.DecodeLastRuneInString(start[:cut])
		if strings.ContainsRune(separators, r) && size > 0 && all(names, func(name string) bool { return stands(name[cut:], r) }) {
			return start[:cut]
		}
	}
	return ""
}

// sharedEnd is the longest text that all names end with, from a separator on. A hyphen parts no
// end: what follows it is mostly a version, which tells a name's reader something.
func sharedEnd(names []string) string {
	end := names[0]
	for _, name := range names[1:] {
		n := 0
		for n < len(end) && n < len(name) && end[len(end)-1-n] == name[len(name)-1-n] {
			n++
		}
		end = end[len(end)-n:]
	}
	for cut := range len(end) {
		r, _ := utf8.DecodeRuneInString(end[cut:])
		after := end[cut:]
		if r != '-' && strings.ContainsRune(separators, r) && utf8.RuneCountInString(after) > 1 &&
			all(names, func(name string) bool { return stands(strings.TrimSuffix(name, after), r) }) {
			return after
		}
	}
	return ""
}

// stands reports whether what is left of a name is a name still: it has a letter, and behind a
// hyphen it begins with one.
func stands(rest string, separator rune) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	if separator == '-' && !unicode.IsLetter(first) || strings.ContainsRune(separators, first) {
		return false
	}
	return strings.IndexFunc(rest, unicode.IsLetter) >= 0
}

func all(names []string, holds func(string) bool) bool {
	for _, name := range names {
		if !holds(name) {
			return false
		}
	}
	return true
}

// LeaveOut makes the brief forms of names that are shown together: what their whole names share is
// left out of each (Brief). It returns what that is. Names that look alike once they are shortened
// are numbered.
func (n *Names) LeaveOut(raws []string) Shared {
	whole := make([]string, len(raws))
	for i, raw := range raws {
		whole[i] = n.Whole(raw)
	}
	s := Share(whole)
	if s.Nothing() {
		return s
	}
	if n.brief == nil {
		n.brief = map[string]string{}
	}
	seen := map[string]bool{}
	for i, raw := range raws {
		first := Shorten(s.Brief(whole[i]), MaxNameRunes)
		short := first
		for k := 2; seen[short]; k++ {
			short = first + " (" + strconv.Itoa(k) + ")"
		}
		n.brief[raw], seen[short] = short, true
	}
	return s
}

// Brief is a name's display form in a table or a figure: without what it shares with the names that
// it stands among (LeaveOut), else as Show has it.
func (n *Names) Brief(raw string) string {
	if s, ok := n.brief[raw]; ok {
		return s
	}
	return n.Show(raw)
}
