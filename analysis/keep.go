package analysis

import "slices"

// Keep leaves only the comparisons among the named runs, with their p-values as
// they were adjusted over all of them. No names keep everything. The error names
// a run that the results do not hold.
func (r *Results) Keep(runs []string) error {
	if len(runs) == 0 {
		return nil
	}
	var have []string
	for _, l := range r.Ledger {
		have = append(have, l.Run)
	}
	for _, name := range runs {
		if !slices.Contains(have, name) {
			return &NotThereError{Field: "runs", Name: name, Have: uniqueNatural(have)}
		}
	}
	r.Comparisons = slices.DeleteFunc(r.Comparisons, func(c Comparison) bool {
		return !slices.Contains(runs, c.A) || !slices.Contains(runs, c.B)
	})
	return nil
}
