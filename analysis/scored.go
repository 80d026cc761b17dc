package analysis

import (
	"slices"
	"strings"
)

// Scored names the metrics that Scores yields values of, in the order of their names.
func (t *Table) Scored() []string {
	var names []string
	for _, b := range t.Benchmarks {
		for m, name := range b.metrics {
			if !strings.HasPrefix(name, reportedPrefix) && !slices.Contains(names, name) && b.scores(m) {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, CompareNatural)
	return names
}

// scores tells whether any attempt has a value of a metric.
func (b *Benchmark) scores(metric int) bool {
	for _, run := range b.logged {
		for range run.cells[metric].all() {
			return true
		}
	}
	return false
}
