package result

import (
	"fmt"
	"regexp"
	"strings"
)

// Plural is "1 task", "2 tasks".
func Plural(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// Noun is the noun of a count: "task" of one, else "tasks"; "query", "queries".
func Noun(n int, noun string) string {
	switch stem, y := strings.CutSuffix(noun, "y"); {
	case n == 1:
		return noun
	case y && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") && !strings.HasSuffix(stem, "o"): // not "days", "keys", "boys"
		return stem + "ies"
	}
	return noun + "s"
}

// FirstOf lists the first names, and how many more there are.
func FirstOf(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Has and are are the verbs behind a plural.
func Has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// Are is "is" for one and "are" for any other number.
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./,:=@%+*-]+$`)

// ShellWord quotes what a shell would not take as one word, so that a command in a message
// works when pasted. Patterns stay: a shell expands them to the same files.
func ShellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
