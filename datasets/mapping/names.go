package mapping

import (
	"fmt"
	"strings"
)

// nameList is names for a message: all of them, or the first forty.
func nameList(names []string) string {
	const most = 40
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// missing says that a column is not there, which are, and which is nearest.
func missing(what string, names []string, nearest string) error {
	s := what + "; the file has " + nameList(names)
	if len(names) == 0 {
		s = what + "; the file has no columns"
	}
	if nearest != "" {
		s += fmt.Sprintf(" (nearest: %q)", nearest)
	}
	return fmt.Errorf("%s", s)
}
