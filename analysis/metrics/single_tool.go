package metrics

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// toolNameMatch and serverMatch are MSC-Bench's levels 1 and 2, requests that one
// tool serves. Name and server are compared apart: they may come from different
// tools of the equal function set.
func toolNameMatch() table.Metric {
	return singleTool("tool_name_match", "1 where the first predicted call names a tool of the one need, whatever its server; 0 where nothing is predicted; undefined where not exactly one need is expected.",
		func(id string) string { _, tool := trace.SplitTool(id); return tool })
}

func serverMatch() table.Metric {
	return singleTool("server_match", "1 where the first predicted call names a server of the one need, whatever its tool; 0 where nothing is predicted; undefined where not exactly one need is expected, or its tools name no server.",
		func(id string) string { server, _ := trace.SplitTool(id); return server })
}

func singleTool(name, doc string, part func(id string) string) table.Metric {
	m := planMetric(name, doc, nil)
	m.Scale = result.Binary
	m.Cite = "MSC-Bench, arXiv:2510.19423, levels 1 and 2; github.com/snooow1029/ETOM, eval/eval.py"
	m.ReportedAs = []string{"evaluator_" + name}
	m.Score = func(t *datasets.Trajectory) (float64, bool) {
		if len(t.Expected) != 1 || t.Predicted == nil {
			return 0, false
		}
		members := t.Expected[0].AnyOf
		if !slices.ContainsFunc(members, func(id string) bool { return part(id) != "" }) {
			return 0, false
		}
		// An empty answer is wrong; one that is not known was left out above.
		if len(t.Predicted) == 0 {
			return 0, true
		}
		first := part(trace.PlannedTool(t.Predicted[0]))
		return indicator(first != "" && slices.ContainsFunc(members, func(id string) bool { return part(id) == first })), true
	}
	return m
}
