package reports

import (
	"fmt"

	"mcpstats/analysis/result"
)

// ComputedCosts says in half a sentence where costs come from that the log does not state, as behind
// "cost_usd is": by which table, with prices of which days, and of how many attempts.
func ComputedCosts(c result.Computed) string {
	days := ""
	switch n := len(c.From); {
	case n == 1:
		days = "prices of " + c.From[0]
	case n > 1:
		days = fmt.Sprintf("prices of %d days from %s to %s", n, c.From[0], c.From[n-1])
	}
	switch {
	case days != "" && c.Undated:
		days += " and without a day"
	case days == "":
		days = "prices without a day"
	}
	if c.Cached {
		days += "; cached tokens at a price of their own"
	}
	if c.ByRun {
		days += "; models by the names of runs"
	}
	words := fmt.Sprintf("computed from tokens by %s (%s)", Enumerate(c.Paths, 3), days)
	if c.Logged > 0 {
		words += fmt.Sprintf(" for %s of %s attempts with a cost, and as logged for the others", FormatCount(c.Computed), FormatCount(c.Computed+c.Logged))
	}
	return words
}
