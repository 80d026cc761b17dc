package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// fewShared is the share of the tasks that two runs tried between them below which
// what is filled in weighs more than what both tried.
const fewShared = 0.5

// warnOverlap speaks of pairs whose difference in the headline metric is mostly
// between an attempt and the lack of one.
func (e *evaluation) warnOverlap(*Results) []Warning {
	if e.primary < 0 || e.plan.Missing == "drop" || e.measures[e.primary].Missing == Drop {
		return nil // only what both tried is compared, and warnCoverage speaks of the rest
	}
	tried := make([][]bool, len(e.bench.Runs)) // by run and task: with an outcome
	for _, r := range e.runs {
		tried[r] = make([]bool, len(e.bench.Tasks))
		for c := range e.bench.logged[r].cells[e.measures[e.primary].cells].all() {
			tried[r][e.bench.logged[r].attempts[c.attempt].task] = true
		}
	}
	var ws []Warning
	for _, ab := range e.pairing() {
		both, some := 0, 0
		for t, a := range tried[ab[0]] {
			b := tried[ab[1]][t]
			if !e.bench.promised[ab[0]].holds(t) || !e.bench.promised[ab[1]].holds(t) {
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
			ws = append(ws, e.warn("low_coverage", e.bench.Runs[ab[0]]+" against "+e.bench.Runs[ab[1]], true,
				"%s: both have an outcome at %d of the %s where one has; at the others a lack of one is %s.", e.measures[e.primary].Name, both, plural(some, "task"), e.policyWords()))
		}
	}
	return ws
}

// amounts are the units of what cannot be below 0.
var amounts = []string{"ms", "USD", "tokens"}

// warnNegative speaks of times, prices and counts below 0: most often a -1 that
// stands for unknown.
func (e *evaluation) warnNegative(*Results) []Warning {
	var ws []Warning
	for _, r := range e.runs {
		var found []string
		for i := range e.measures {
			m := &e.measures[i]
			if m.combine != nil || !slices.Contains(amounts, m.Unit) {
				continue
			}
			below, all, lowest := 0, 0, 0.0
			for c := range e.bench.logged[r].cells[m.cells].all() {
				all++
				if c.value < 0 {
					below++
					lowest = min(lowest, c.value)
				}
			}
			if below > 0 {
				found = append(found, fmt.Sprintf("%s at %d of %d attempts (the lowest %.4g)", m.Name, below, all, lowest))
			}
		}
		if len(found) > 0 {
			ws = append(ws, e.warn("negative_amount", e.bench.Runs[r], false, "below 0, and in every mean: %s.", strings.Join(found, ", ")))
		}
	}
	return ws
}
