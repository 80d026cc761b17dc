package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// unwantedWrite knows by what is said of a tool, most often by the verb in its name, what changes something, so that what was
// done in a shell or a browser is not seen.
func unwantedWrite() *table.Detector {
	return &table.Detector{
		Name: "unwanted_write", Category: environment,
		Doc: "A call that changed something (by the mapping's writes and reads, else the tool's annotations, else the verb in its name: book, cancel, update, send ...) and that the plan does not hold: what remains when the calls that agree with the plan, or differ from it in their arguments alone, are taken out. " +
			"Not applicable where the plan or the calls' arguments are not known, nothing should have been called, or it is open whether such a call succeeded.",
		Cite:     "tau-bench, arXiv:2406.12045, section 3 (the final state of the database decides); ComplexMCP, misbehaving; the rule is ours",
		Needs:    onPlanCalls,
		Explains: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			d, ok := changesMade(t)
			if !ok {
				return nil, false
			}
			var hits []table.Hit
			for _, c := range d.surplus {
				hits = append(hits, atStep(t, c.Step, toolOf(c), withSource(c.Arguments, trace.EffectIn(t, c.Server, c.Tool))))
			}
			return hits, true
		},
	}
}
