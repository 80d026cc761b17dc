package main

import (
	"fmt"
	"strings"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// unreadWarnings names what the messages of a log hold that no reader knows, and the
// metrics that it can make wrong: those over calls where it looks like calls, those
// over texts where it does not.
func unreadWarnings(in result.Input) []result.Warning {
	var ws []result.Warning
	for _, u := range in.Unread {
		over, effect := datasets.Of(datasets.ColStepTexts), "leave it out"
		if u.Calls {
			over = datasets.Of(datasets.ColCalls, datasets.ColSteps, datasets.ColCallTexts)
			effect += ", and do not apply to attempts in which no call was understood"
		}
		ws = append(ws, result.Warning{Code: "messages_not_read", Where: in.Path,
			Message: fmt.Sprintf("the messages hold data that no reader knows: %s, %s in %s; %s %s.",
				u.What, count(u.Count, "time", "times"), count(u.Attempts, "attempt", "attempts"), metricsOver(over), effect)})
	}
	return ws
}

// metricsOver names the metrics that need any of the columns, the first ones.
func metricsOver(columns datasets.Columns) string {
	const named = 4
	var names []string
	for _, m := range metrics.All() {
		if m.Needs&columns != 0 && m.Name != "steps" {
			names = append(names, m.Name)
		}
	}
	if len(names) > named {
		return strings.Join(names[:named], ", ") + " and " + count(len(names)-named, "more metric", "more metrics")
	}
	return strings.Join(names, ", ")
}
