package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets/prices"
	"mcpstats/reports"
)

// priceWarnings tell which costs are computed, and of which attempts they are not known, over all
// logs together.
func priceWarnings(inputs []result.Input) []result.Warning {
	var ws []result.Warning
	if c, ok := result.ComputedCosts(inputs, nil); ok {
		ws = append(ws, result.Warning{Code: "cost_computed", Where: strings.Join(c.Paths, ", "), Message: "costs (cost_usd) are " + reports.ComputedCosts(c)})
	}
	unpriced, paths := unpricedOf(inputs)
	if len(unpriced) == 0 {
		return ws
	}
	total := 0
	var reasons []string
	const most = 5
	for i, u := range unpriced {
		total += u.Attempts
		if i < most {
			reasons = append(reasons, fmt.Sprintf("%s (%s, the first: run %q, task %q)", unpricedWords(u), count(u.Attempts, "attempt", "attempts"), u.Run, u.Task))
		}
	}
	if more := len(unpriced) - most; more > 0 {
		reasons = append(reasons, count(more, "further reason", "further reasons"))
	}
	return append(ws, result.Warning{Code: "cost_unknown", Where: strings.Join(paths, ", "),
		Message: fmt.Sprintf("cost_usd is not known of %s: %s", count(total, "attempt", "attempts"), strings.Join(reasons, "; "))})
}

// unpricedOf adds up the reasons of all logs, the most frequent first; of one reason the first
// attempt is that of the first log.
func unpricedOf(inputs []result.Input) (all []result.Unpriced, paths []string) {
	for _, in := range inputs {
		if in.Prices == nil || len(in.Prices.Unpriced) == 0 {
			continue
		}
		paths = append(paths, in.Prices.Path)
		for _, u := range in.Prices.Unpriced {
			i := slices.IndexFunc(all, func(o result.Unpriced) bool { return o.Why == u.Why && o.Model == u.Model })
			if i < 0 {
				all = append(all, u)
			} else {
				all[i].Attempts += u.Attempts
			}
		}
	}
	slices.SortStableFunc(all, func(a, b result.Unpriced) int {
		return cmp.Or(cmp.Compare(b.Attempts, a.Attempts), cmp.Compare(a.Why, b.Why), cmp.Compare(a.Model, b.Model))
	})
	slices.Sort(paths)
	return all, slices.Compact(paths)
}

// unpricedWords says why attempts have no computed cost.
func unpricedWords(u result.Unpriced) string {
	switch prices.Gap(u.Why) {
	case prices.NoModel:
		return "the log names no model, and no row is for the run's name"
	case prices.NoPrice:
		return fmt.Sprintf("no row for the model %q", u.Model)
	case prices.BeforeFirst:
		return fmt.Sprintf("made before the first day of the prices of %q", u.Model)
	case prices.NoDate:
		return fmt.Sprintf("the prices of %q changed, and the log does not say when the attempt was made", u.Model)
	case prices.NoTokens:
		return "prompt or completion tokens are not known"
	case prices.ZeroTokens:
		return "a count of tokens is 0 or less, which is taken as not counted"
	case prices.CachedAbove:
		return "more cached tokens than prompt tokens, so that it is not known whether these hold those"
	}
	return u.Why
}
