package calc

import (
	"fmt"

	"mcpstats/stats"
)

// alternative is an alternative hypothesis by name: "two-sided" (also where it is
// left out), "greater" or "larger", "less" or "smaller".
type alternative string

func (a alternative) value() (stats.Alternative, error) {
	switch a {
	case "", "two-sided":
		return stats.TwoSided, nil
	case "greater", "larger":
		return stats.Greater, nil
	case "less", "smaller":
		return stats.Less, nil
	}
	return 0, fmt.Errorf(`options.alternative: %q is not one of "two-sided", "greater", "less"`, string(a))
}

// pairs are paired scores a and b, or their differences d.
type pairs struct {
	A numbers `json:"a"`
	B numbers `json:"b"`
	D numbers `json:"d"`
}

// differences drops the pairs (or differences) with a missing value and counts them.
func (p pairs) differences() (diff stats.Differences, dropped int, err error) {
	if p.D != nil {
		if p.A != nil || p.B != nil {
			return diff, 0, fmt.Errorf("inputs: give either a and b or d, not both")
		}
		d, _, dropped, err := stats.CompletePairs(p.D, p.D)
		if err != nil {
			return diff, 0, err
		}
		diff, err = stats.DifferencesOf(d)
		return diff, dropped, err
	}
	a, b, dropped, err := stats.CompletePairs(p.A, p.B)
	if err != nil {
		return diff, 0, err
	}
	diff, err = stats.Subtract(a, b)
	return diff, dropped, err
}
