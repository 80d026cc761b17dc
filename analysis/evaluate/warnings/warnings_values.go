package warnings

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// fewShared is the share of the tasks that two runs tried between them below which
// what is filled in weighs more than what both tried.
const fewShared = 0.5

// warnOverlap speaks of pairs whose difference in the headline metric is mostly
// between an attempt and the lack of one.
func warnOverlap(st *study.Study, _ *result.Results) []result.Warning {
	if st.Primary < 0 || st.Plan.Missing == "drop" || st.Measures[st.Primary].Missing == result.Drop {
		return nil // only what both tried is compared, and warnCoverage speaks of the rest
	}
	tried := make([][]bool, len(st.Bench.Runs)) // by run and task: with an outcome
	for _, r := range st.Runs {
		tried[r] = make([]bool, len(st.Bench.Tasks))
		for c := range st.Bench.Logged[r].Cells[st.Measures[st.Primary].Cells].All() {
			tried[r][st.Bench.Logged[r].Attempts[c.Attempt].Task] = true
		}
	}
	var ws []result.Warning
	for _, ab := range st.Pairing() {
		both, some := 0, 0
		for t, a := range tried[ab[0]] {
			b := tried[ab[1]][t]
			if !st.Bench.Promised[ab[0]].Holds(t) || !st.Bench.Promised[ab[1]].Holds(t) {
				continue // not compared
			}
			if a && b {
				both++
			}
			if a || b {
				some++
			}
		}
		if float64(both) < fewShared*float64(some) {
			ws = append(ws, st.Warn("low_coverage", st.Bench.Runs[ab[0]]+" against "+st.Bench.Runs[ab[1]], true,
				"%s: both have an outcome at %d of the %s where either has one; elsewhere, missing outcomes are %s.", st.Measures[st.Primary].Name, both, result.Plural(some, "task"), policyWords(st)))
		}
	}
	return ws
}

// amounts are the units of what cannot be below 0.
var amounts = []string{"ms", "USD", "tokens"}

// warnNegative speaks of times, prices and counts below 0: most often a -1 that
// stands for unknown.
func warnNegative(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range st.Runs {
		var found []string
		for i := range st.Measures {
			m := &st.Measures[i]
			if m.Combine != nil || !slices.Contains(amounts, m.Unit) {
				continue
			}
			below, all, lowest := 0, 0, 0.0
			for c := range st.Bench.Logged[r].Cells[m.Cells].All() {
				all++
				if c.Value < 0 {
					below++
					lowest = min(lowest, c.Value)
				}
			}
			if below > 0 {
				found = append(found, fmt.Sprintf("%s at %d of %d attempts (the lowest %.4g)", m.Name, below, all, lowest))
			}
		}
		if len(found) > 0 {
			ws = append(ws, st.Warn("negative_amount", st.Bench.Runs[r], false, "below 0, yet part of every mean: %s.", strings.Join(found, ", ")))
		}
	}
	return ws
}
