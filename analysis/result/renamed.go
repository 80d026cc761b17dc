package result

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Renamed is a sentence of the program's own, such as a warning's, with labels in place of the names
// in it. A name is replaced where it stands by itself, not within a longer word; one that is made of
// small letters alone, and might be an ordinary word, only where it stands in quotation marks.
func Renamed(text string, labels map[string]string) string {
	var names []string
	for name := range labels {
		if name != "" && strings.Contains(text, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return text
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var out strings.Builder
	for at := 0; at < len(text); {
		i := slices.IndexFunc(names, func(name string) bool { return standsAlone(text, at, name) })
		if i >= 0 {
			out.WriteString(labels[names[i]])
			at += len(names[i])
			continue
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		out.WriteString(text[at : at+size])
		at += size
	}
	return out.String()
}

// standsAlone reports whether a name stands at a place of a text and is no part of a longer word.
func standsAlone(text string, at int, name string) bool {
	if !strings.HasPrefix(text[at:], name) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	rest := text[at+len(name):]
	after, size := utf8.DecodeRuneInString(rest)
	if !strings.ContainsFunc(name, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return before == '"' && after == '"'
	}
	next, _ := utf8.DecodeRuneInString(rest[size:])
	return !(at > 0 && (within(before) || before == '.')) && !(rest != "" && (within(after) || after == '.' && within(next)))
}

// within reports whether a letter may be part of a name.
func within(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-/@", r)
}

// ShownWarnings are the results' warnings with the plan's labels in their messages.
func (r *Results) ShownWarnings() []Warning {
	labels := r.Provenance.Plan.Labels
	if len(labels) == 0 {
		return r.Warnings
	}
	out := slices.Clone(r.Warnings)
	for i := range out {
		out[i].Message = Renamed(out[i].Message, labels)
	}
	return out
}
