package main

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/table"
)

// evaluateSums evaluates the plan over partials of sums.
func evaluateSums(set *partial.Set, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	if len(plan.Where) > 0 {
		return nil, usagef("--where: sums cannot be cut into slices; score the shards with --partial=attempts, or name the stratum with --strata")
	}
	if len(plan.Ask) > 0 {
		return nil, usagef("--ask: %s: sums hold no attempts to answer from; score the shards with --partial=attempts", plan.Ask[0])
	}
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
