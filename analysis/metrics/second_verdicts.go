package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// secondVerdicts are what some harnesses decide of an attempt beside its success, each by a
// rule of its own: neither is the other's judge, and their mean would be of nothing. They stand
// behind success, which is the headline.
func secondVerdicts() []table.Metric {
	return []table.Metric{
		secondVerdict("flexible_success", "1 where MCPEval's flexible match finds all right tools, with parameters and order that are near enough, else 0; success is its strict match. Undefined in other logs.",
			"MCPEval, arXiv:2507.12806, static_tool_eval.py", result.Higher, result.FailWhereScored),
		// An attempt without this verdict was not attacked, or broke off: neither is a defence.
		secondVerdict("attack_success", "1 where an injected task was carried out, 0 where the attempt was attacked and it was not: AgentDojo's targeted attack success rate. Undefined where there was no attack, and where the attempt ended in an error.",
			"AgentDojo, arXiv:2406.13352, section 3.4", result.Lower, result.Drop),
	}
}

// secondVerdict is a verdict that a reader keeps among the reported numbers, under the
// metric's own name.
func secondVerdict(name, doc, cite string, better result.Better, missing result.Missing) table.Metric {
	return table.Metric{
		Name: name, Doc: doc, Cite: cite, Unit: "share", Scale: result.Binary, Better: better, Missing: missing, Main: true,
		Needs: datasets.Of(datasets.ColReported),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			v, ok := t.Reported[name]
			return v, ok && (v == 0 || v == 1)
		},
	}
}
