package evaluate

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// warnLabels speaks of runs with more labels than can be counted one by one.
func (e *Evaluation) warnLabels(*result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range e.Runs {
		for _, by := range e.annotators(r) {
			known, other := e.labels(r, by)
			if len(known)+len(other) <= table.MaxModes {
				continue
			}
			whose := ""
			if by != "" {
				whose = " of " + by
			}
			ws = append(ws, e.Warn("many_labels", e.Bench.Runs[r], false,
				"%s%s that no taxonomy knows; the most frequent are counted by name, the rest together as %q.", result.Plural(len(other), "failure label"), whose, otherLabels))
		}
	}
	return ws
}
