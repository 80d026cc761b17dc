package main

import (
	"mcpstats/analysis"
	"mcpstats/analysis/partial"
)

// evaluateSums evaluates the plan over partials of sums.
func evaluateSums(set *partial.Set, plan analysis.Plan, catalog analysis.Catalog) (*analysis.Results, error) {
	sums, err := set.Sums()
	if err != nil {
		return nil, err
	}
	res, err := sums.Evaluate(plan, catalog)
	if err != nil {
		return nil, &usageError{err}
	}
	return res, nil
}
