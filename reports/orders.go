package reports

import "slices"

// MergeOrders lists all names once, each behind the one that it stands behind in
// the first list that has it.
func MergeOrders(lists [][]string) []string {
	var out []string
	for _, list := range lists {
		at := 0
		for _, name := range list {
			if i := slices.Index(out, name); i >= 0 {
				at = i + 1
				continue
			}
			out = slices.Insert(out, at, name)
			at++
		}
	}
	return out
}
