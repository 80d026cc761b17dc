package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

const functionCalling = "Berkeley Function Calling Leaderboard, AST match, gorilla.cs.berkeley.edu; tau-bench, arXiv:2406.12045, info.task.actions"

// expectedCalls compares the calls that were made with the calls that were
// expected, in any order: a plan says what to call, the log what was called.
func expectedCalls() []table.Metric {
	undefined := " Calls and needs are matched one to one and greedily, whatever their order; undefined where the log has no expected calls or no conversation."
	return []table.Metric{
		callMetric("tool_call_f1", "Harmonic mean of tool_call_precision and tool_call_recall, 0 where both are 0."+undefined, matching.f1),
		callMetric("tool_call_precision", "Share of the calls made that an expected call asks for; 1 where none is made and none expected, 0 where none is made and some are."+undefined, matching.precision),
		callMetric("tool_call_recall", "Share of the expected calls that were made; 1 where none is expected."+undefined, matching.recall),
		argumentMatch(),
	}
}

func callMetric(name, doc string, score func(matching) float64) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    functionCalling,
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Needs:   datasets.Of(datasets.ColExpected, datasets.ColSteps, datasets.ColCallTexts),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			if t.Expected == nil || t.Steps == nil || t.CallsUnread() {
				return 0, false
			}
			return score(matchCalls(t, func(datasets.Need, trace.Execution) bool { return true })), true
		},
	}
}

// matchCalls matches the executed calls to the needs that list their tool and
// that accept them; the order in which needs were met does not matter.
func matchCalls(t *datasets.Trajectory, accepts func(datasets.Need, trace.Execution) bool) matching {
	var m matching
	for _, n := range t.Expected {
		if len(n.AnyOf) > 0 {
			m.needs++
		}
	}
	var buffer [32]bool
	taken := buffer[:]
	if len(t.Expected) > len(buffer) {
		taken = make([]bool, len(t.Expected))
	}
	trace.EachExecution(t, func(e trace.Execution) {
		m.predicted++
		for j, n := range t.Expected {
			if !taken[j] && e.IsAny(n.AnyOf) && accepts(n, e) {
				taken[j] = true
				m.matched++
				return
			}
		}
	})
	// No order is asked of these calls, so whatever meets a need is in its place.
	m.placed = m.matched
	return m
}

// argumentsUnknown tells whether the log lacks the arguments of a call.
func argumentsUnknown(t *datasets.Trajectory) (unknown bool) {
	trace.EachExecution(t, func(e trace.Execution) { unknown = unknown || e.Arguments == "" })
	return unknown
}

// argumentMatch looks at the expected calls whose arguments the log has.
func argumentMatch() table.Metric {
	m := callMetric("argument_match", "Share of the expected calls with known arguments for which a call of the tool was made with equal JSON arguments (keys in any order, numbers by value), one to one; undefined where no expected arguments are known, the log has no conversation, or it lacks the arguments of a call.", nil)
	m.Score = func(t *datasets.Trajectory) (float64, bool) {
		if t.Steps == nil || t.CallsUnread() {
			return 0, false
		}
		known := 0
		for _, n := range t.Expected {
			if n.Arguments != "" {
				known++
			}
		}
		if known == 0 || argumentsUnknown(t) {
			return 0, false
		}
		met := matchCalls(t, func(n datasets.Need, e trace.Execution) bool {
			return n.Arguments != "" && trace.EqualJSON(n.Arguments, e.Arguments)
		})
		return float64(met.matched) / float64(known), true
	}
	return m
}
