package result

import (
	"fmt"
	"slices"
)

// Keep leaves only the comparisons among the named runs, with their p-values as
// they were adjusted over all of them. No names keep everything. The error names
// a run that the results do not hold, or a pair that they hold the other way round:
// what was computed as A minus B is not shown as B minus A.
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
			return &NotThereError{Field: "runs", Name: name, Have: UniqueNatural(have)}
		}
	}
	r.Comparisons = slices.DeleteFunc(r.Comparisons, func(c Comparison) bool {
		return !slices.Contains(runs, c.A) || !slices.Contains(runs, c.B)
	})
	for _, c := range r.Comparisons {
		if a, b := slices.Index(runs, c.A), slices.Index(runs, c.B); a > b {
			return &PairTurnedError{A: c.A, B: c.B}
		}
	}
	return nil
}

// PairTurnedError is a pair of runs that earlier results hold in the other order.
type PairTurnedError struct{ A, B string } // as the results hold it

func (e *PairTurnedError) Error() string {
	return fmt.Sprintf("the earlier report compared %q with %q in this order, A minus B; name them so, or give the logs", e.A, e.B)
}
