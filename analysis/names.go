package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// String is the scale's name in results.
func (s Scale) String() string { return [...]string{"interval", "ordinal", "binary"}[s] }

// String is the direction's name in results.
func (b Better) String() string { return [...]string{"unknown", "higher", "lower", "neither"}[b] }

// String tells in a few words what a missing score means.
func (m Missing) String() string {
	return [...]string{"left out", "counts as failure", "counts as failure where the metric applies"}[m]
}

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

func uniqueNatural(names []string) []string {
	names = slices.Clone(names)
	slices.SortFunc(names, CompareNatural)
	return slices.Compact(names)
}
