package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// verificationSkipped takes any successful read on the server, or with an argument of the
// change, for a look at the state, though it may have been of another record: it misses more
// than it accuses wrongly. A change that failed did no harm, and is often how an agent learns
// that it must look.
func verificationSkipped() *table.Detector {
	return &table.Detector{
		Name: "verification_skipped", Category: environment,
		Doc: "A call succeeded that changes something that is there (by the tool's annotations, or the verb in its name: edit, update, delete, cancel, move, transfer ...), before any call that reads succeeded on its server or with one of its arguments. " +
			"Creating and writing anew need no reading. Not applicable where nothing was changed, or it is open whether such a call succeeded.",
		Cite:   "ComplexMCP, over-confidence (skipped environment checks); the rule is ours",
		Labels: []string{"over_confidence", "overconfidence"},
		Needs:  onCallTexts,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			var hits []table.Hit
			looked := map[string]bool{} // servers, and behind a NUL the texts of arguments
			anywhere := false           // a read whose arguments are not known may have been of anything
			applicable := false
			for _, c := range executions(trace.Calls(t)) {
				k := trace.EffectIn(t, c.Server, c.Tool)
				switch k.Effect {
				case trace.Reads:
					// That it is not there is its state, too; what a failed read was answered, and
					// the log does not hold, may have been that.
					if told := trace.Answer(c.Logged); !c.Failed || told == "" || trace.IsDigest(told) || trace.SaysAbsent(c) {
						looked[c.Server] = true
						anywhere = anywhere || c.Arguments == ""
						for _, text := range trace.ArgumentTexts(c.Arguments) {
							looked["\x00"+text] = true
						}
					}
				case trace.Writes:
					if !k.Changes || c.Failed {
						continue
					}
					if !answered(c) || c.Arguments == "" {
						return nil, false
					}
					applicable = true
					seen := anywhere || looked[c.Server]
					for _, text := range trace.ArgumentTexts(c.Arguments) {
						seen = seen || looked["\x00"+text]
					}
					if !seen {
						hits = append(hits, atStep(t, c.Step, toolOf(c), withSource(c.Arguments, k)))
					}
				}
			}
			return hits, applicable
		},
	}
}
