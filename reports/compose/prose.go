package compose

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// text, strong, code and link make spans of a paragraph.
func text(format string, args ...any) reports.Span {
	if len(args) == 0 {
		return reports.Span{Text: format}
	}
	return reports.Span{Text: fmt.Sprintf(format, args...)}
}

func strong(s string) reports.Span { return reports.Span{Text: s, Strong: true} }

func code(s string) reports.Span { return reports.Span{Text: s, Code: true} }

func link(s, id string) reports.Span { return reports.Span{Text: s, Link: id} }

// plural prints a count as reports do, with its noun: "1 task", "1,080 tasks".
func plural(n int, noun string) string { return reports.FormatCount(n) + " " + result.Noun(n, noun) }

// withVerb prints a count with the verb that agrees with it: "1 is", "3 are", "0 are".
func withVerb(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return reports.FormatCount(n) + " " + many
}

// capital makes the first letter of a sentence upper case.
func capital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

func addOnce(list *[]string, s string) {
	if s != "" && !slices.Contains(*list, s) {
		*list = append(*list, s)
	}
}
