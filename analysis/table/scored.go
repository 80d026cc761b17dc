package table

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// Scored names the metrics that Scores yields values of, in the order of their names.
func (t *Table) Scored() []string {
	var names []string
	for _, b := range t.Benchmarks {
		for m, name := range b.Metrics {
			if !strings.HasPrefix(name, ReportedPrefix) && !slices.Contains(names, name) && b.scores(m) {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, result.CompareNatural)
	return names
}

// scores tells whether any attempt has a value of a metric.
func (b *Benchmark) scores(metric int) bool {
	for _, run := range b.Logged {
		for range run.Cells[metric].All() {
			return true
		}
	}
	return false
}
