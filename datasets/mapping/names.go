package mapping

import (
	"errors"
	"fmt"
	"strings"

	"mcpstats/internal/spelling"
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

// missingKey says that an object lacks a key, which it has, and which is nearest.
func missingKey(what string, keys []string, key string) error {
	s := what + "; the keys there are " + nameList(keys)
	if nearest := spelling.Nearest(key, keys); nearest != "" {
		s += fmt.Sprintf(" (nearest: %q)", nearest)
	}
	return errors.New(s)
}
