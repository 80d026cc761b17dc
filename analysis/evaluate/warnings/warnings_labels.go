package warnings

import (
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// warnLabels speaks of runs with more labels than can be counted one by one.
func warnLabels(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range st.Runs {
		for _, by := range modes.Annotators(st, r) {
			known, other := modes.Labels(st, r, by)
			if len(known)+len(other) <= table.MaxModes {
				continue
			}
			whose := ""
			if by != "" {
				whose = " of " + by
			}
			ws = append(ws, st.Warn("many_labels", st.Bench.Runs[r], false,
				"%s%s that no taxonomy knows; the most frequent are counted by name, the rest together as %q.", result.Plural(len(other), "failure label"), whose, modes.OtherLabels))
		}
	}
	return ws
}
