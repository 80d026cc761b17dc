package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// changing are the verbs of tools that change something that is there, so that
// its present state matters; creating and writing anew need no state. handing
// are what tools name that hand the user over to a person: they change nothing.
// reading are the verbs of tools that look; they win where a name has both.
var (
	changing = words("edit update modify delete remove cancel move rename replace transfer withdraw pay purchase order book reserve reschedule exchange return refund merge patch approve reject assign set")
	handing  = words("human agent agents")
	reading  = words("get list read search find query check view show describe fetch lookup look status count browse inspect verify calculate think info details retrieve rate rates price prices")
)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// verificationSkipped takes any successful read on a server for a look at the state there,
// though it may have been of another record: it misses more than it accuses wrongly. Where
// calls carry no server, all of them are one.
func verificationSkipped() *table.Detector {
	return &table.Detector{
		Name: "verification_skipped", Category: environment,
		Doc: "A call that changes something that is there (by the verb in its tool's name: edit, update, delete, cancel, move, transfer ...), before any call of the same server that reads succeeded. " +
			"Creating and writing anew need no reading. Not applicable where no call changes anything, or the log has no conversation.",
		Cite:   "ComplexMCP, over-confidence (skipped environment checks); the rule is ours",
		Labels: []string{"over_confidence", "overconfidence"},
		Needs:  onCallTexts,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			var hits []table.Hit
			looked := map[string]bool{}
			applicable := false
			for _, c := range executions(trace.Calls(t)) {
				switch {
				case is(c.Tool, reading):
					looked[c.Server] = looked[c.Server] || !c.Failed
				case is(c.Tool, changing) && !is(c.Tool, handing):
					applicable = true
					if !looked[c.Server] {
						hits = append(hits, atStep(t, c.Step, toolOf(c), c.Arguments))
					}
				}
			}
			return hits, applicable
		},
	}
}

// is tells whether a word of a tool's name is one of the verbs.
func is(tool string, verbs map[string]bool) bool {
	found := false
	eachWord(camel(tool), func(w string) { found = found || verbs[w] })
	return found
}

// camel parts the words of a name in camel case.
func camel(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return b.String()
}
