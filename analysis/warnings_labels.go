package analysis

// warnLabels speaks of runs with more labels than can be counted one by one.
func (e *evaluation) warnLabels(*Results) []Warning {
	var ws []Warning
	for _, r := range e.runs {
		_, other := e.labels(r)
		if len(other)+len(e.bench.taxonomy) <= maxModes {
			continue
		}
		for _, m := range e.labelledModes(r).modes {
			if m.mode == otherLabels && m.category == "label" {
				ws = append(ws, e.warn("many_labels", e.bench.Runs[r], false,
					"%s that no taxonomy knows; the most frequent are counted by name, the rest together as %q.", plural(len(other), "failure label"), otherLabels))
				break
			}
		}
	}
	return ws
}
