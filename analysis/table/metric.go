package table

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Metric is one declared measure of an attempt: a value, not a plug-in.
type Metric struct {
	Name    string // as in scores and results, e.g. "plan_f1"; a family shows its parameter, "judge_success[judge]"
	Doc     string // one sentence: what it measures, on what scale, when it is undefined
	Cite    string // where the definition stands
	Unit    string // "share", "calls", "tokens", "ms", "USD"...
	Scale   result.Scale
	Better  result.Better
	Missing result.Missing
	Main    bool             // compared between runs, broken down by stratum and ranked unless the plan says otherwise
	Needs   datasets.Columns // what a reader must decode for it, beyond datasets.Facts

	// Weighs names the plain metric whose attempts this one weighs as the benchmark's
	// own leaderboard does. Where a log has both, readers of the plain one are told
	// that it is not the published figure.
	Weighs string

	// ReportedAs names the harness's own columns for the same quantity; where a
	// log has one, its value is compared with ours and a difference is a finding.
	ReportedAs []string

	// Score computes the metric from one attempt; false means undefined: there is
	// no score. It must not keep or change the trajectory.
	Score func(*datasets.Trajectory) (float64, bool)

	// Each is for families: it emits one value a parameter (a judge, say), under
	// the metric's full name. Exactly one of Score and Each is set.
	Each func(t *datasets.Trajectory, emit func(name string, value float64))
}

// Validate reports the first reason why the metric must not be listed.
func (m Metric) Validate() error {
	switch {
	case m.Name == "":
		return fmt.Errorf("analysis: a metric without a name")
	case m.Doc == "":
		return fmt.Errorf("analysis: metric %s has no Doc", m.Name)
	case m.Cite == "":
		return fmt.Errorf("analysis: metric %s has no Cite", m.Name)
	case m.Unit == "":
		return fmt.Errorf("analysis: metric %s has no Unit", m.Name)
	case m.Better == result.Unknown:
		return fmt.Errorf("analysis: metric %s does not say which direction is better", m.Name)
	case (m.Score == nil) == (m.Each == nil):
		return fmt.Errorf("analysis: metric %s must have exactly one of Score and Each", m.Name)
	}
	return nil
}
