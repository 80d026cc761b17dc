package formats

import (
	"fmt"
	"strconv"
	"strings"
)

// id is what a record calls its task, with the JSON type that the log gave it. Harnesses
// write integers (tau-bench), strings (LiveMCPBench) or whatever the data set had
// (Inspect, lm-eval), and reports print both alike.
type id struct {
	Name   string
	number bool
}

// UnmarshalJSON reads any scalar, and keeps whether it stood in quotes.
func (v *id) UnmarshalJSON(b []byte) error {
	var t text
	if err := t.UnmarshalJSON(b); err != nil {
		return err
	}
	v.Name, v.number = string(t), b[0] != '"'
	return nil
}

// idTypes remembers, for one list of records, which ids are numbers and which are
// strings. 1 and "1" print alike and are two ids all the same; readers stream, so that
// the first cannot be renamed once the second turns up. The second is refused, which
// keeps two tasks from becoming one in silence. Tables, which are surveyed before they
// are read, tell them apart instead (mapping.Spelled).
type idTypes map[string]bool // by id: it is a number

// accept says what is wrong with a record's id, nil for nothing. Ids that no number
// spells cannot be mistaken and are not remembered.
func (seen idTypes) accept(v id) error {
	if v.Name == "" {
		return errMissing
	}
	if !v.number && !spellsScalar(v.Name) {
		return nil
	}
	number, known := seen[v.Name]
	if !known {
		seen[strings.Clone(v.Name)] = v.number
		return nil
	}
	if number != v.number {
		return fmt.Errorf("this log has both the number %s and the text %q as ids, which would become one task; write them alike", v.Name, v.Name)
	}
	return nil
}

// spellsScalar reports whether a text reads as a JSON number, true or false.
func spellsScalar(s string) bool {
	if s == "true" || s == "false" {
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// idOf is an id that is still JSON; without a value it has no name.
func idOf(raw []byte) id {
	var v id
	if len(raw) > 0 {
		_ = v.UnmarshalJSON(raw) // an object or a list has no name, and that is said
	}
	return v
}
