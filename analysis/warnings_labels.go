package analysis

// warnLabels speaks of runs with more labels than can be counted one by one.
func (e *evaluation) warnLabels(*Results) []Warning {
	var ws []Warning
	for _, r := range e.runs {
		for _, by := range e.annotators(r) {
			known, other := e.labels(r, by)
			if len(known)+len(other) <= maxModes {
				continue
			}
			whose := ""
			if by != "" {
				whose = " of " + by
			}
			ws = append(ws, e.warn("many_labels", e.bench.Runs[r], false,
				"%s%s that no taxonomy knows; the most frequent are counted by name, the rest together as %q.", plural(len(other), "failure label"), whose, otherLabels))
		}
	}
	return ws
}
