package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

const complexMCP = "ComplexMCP, evaluation metrics: completion rate M/T, misbehaving rate Mb/T, trajectory correctness"

// states are ComplexMCP's: the environment's state after the attempt, against the
// one before and the one that should be. T is the number of elements that must
// change, M of those that reached their goal, Mb of those that changed and should
// not have, or changed to what is neither.
func states() []table.Metric {
	const elements = " Elements are the scalars of the nested states over the key paths that the goal lists under " + trace.KeyPaths + " (JSON pointers; all without it); lists compare by index, or as sets where a path says so; a missing key differs from null; numbers are equal within a relative 1e-9; undefined where the log lacks one of the three states or one is not JSON"
	correct := stateMetric("trajectory_correct", "1 where every element that must change has its goal's value and nothing else changed (with T = 0: where nothing changed)."+elements+".",
		func(c trace.StateChange) (float64, bool) {
			return indicator(c.Achieved == c.Required && c.Misbehaving == 0), true
		})
	correct.Scale = result.Binary
	correct.Main = true
	completion := stateMetric("completion_rate", "M / T: share of the elements that must change whose final value is the goal's."+elements+", and where nothing must change.",
		func(c trace.StateChange) (float64, bool) {
			return float64(c.Achieved) / float64(max(c.Required, 1)), c.Required > 0
		})
	completion.Main = true
	completion.ReportedAs = []string{"completion_rate"}
	misbehaving := stateMetric("misbehaving_rate", "Mb / T: elements that changed and should not have, or changed to what is neither, per element that must change; it can exceed 1."+elements+", and where nothing must change.",
		func(c trace.StateChange) (float64, bool) {
			return float64(c.Misbehaving) / float64(max(c.Required, 1)), c.Required > 0
		})
	misbehaving.Unit = "per required change"
	misbehaving.Better = result.Lower
	misbehaving.Missing = result.Drop
	misbehaving.Main = true
	misbehaving.ReportedAs = []string{"misbehaving_rate"}
	return []table.Metric{correct, completion, misbehaving}
}

func stateMetric(name, doc string, score func(trace.StateChange) (float64, bool)) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    complexMCP,
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Needs:   datasets.Of(datasets.ColStates),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			change, known, err := trace.CompareStates(t)
			if err != nil || !known {
				return 0, false
			}
			return score(change)
		},
	}
}
