package result

import (
	"fmt"
	"slices"
	"strings"
)

// NotThereError is a plan that names what the logs do not hold.
type NotThereError struct {
	Field, Name string
	Have        []string
}

func (e *NotThereError) Error() string {
	have := e.Have
	more := ""
	if len(have) == 0 {
		have = []string{"none"}
	}
	if len(have) > 12 {
		more = fmt.Sprintf(" and %d more", len(have)-12)
		have = have[:12]
	}
	return fmt.Sprintf("plan: %s: %q is not in these logs; they hold %s%s", e.Field, e.Name, strings.Join(have, ", "), more)
}

// UniqueNatural are the names without repetition, in natural order: "task 2" before "task 10".
func UniqueNatural(names []string) []string {
	names = slices.Clone(names)
	slices.SortFunc(names, CompareNatural)
	return slices.Compact(names)
}
