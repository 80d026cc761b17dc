package analysis

import "mcpstats/datasets"

// AttemptMetricInfo describes a metric of a task's attempts together.
type AttemptMetricInfo struct{ Name, Doc, Cite string }

// AttemptMetrics lists the metrics that are derived from several attempts at a
// task.
func AttemptMetrics() []AttemptMetricInfo {
	var out []AttemptMetricInfo
	for _, m := range passMetrics {
		out = append(out, AttemptMetricInfo{m.Name, m.Doc, m.Cite})
	}
	return out
}

// TestInfo describes a test of two runs: the scales it is admissible for, and
// the one for which its p-value is the headline.
type TestInfo struct {
	Name, Doc string
	Scales    []string
	Headline  string
}

// PairTests lists the tests that comparisons run, in the order of the results.
func PairTests() []TestInfo {
	var out []TestInfo
	for _, t := range pairTests {
		info := TestInfo{Name: t.name, Doc: t.doc}
		for _, s := range t.scales {
			info.Scales = append(info.Scales, s.String())
			if headlines[s] == t.name {
				info.Headline = s.String()
			}
		}
		out = append(out, info)
	}
	return out
}

// ModeInfo describes a failure mode.
type ModeInfo struct{ Category, Mode, Source, Doc string }

// RecordedModes lists the failure modes that logs state themselves.
func RecordedModes() []ModeInfo {
	docs := map[datasets.Exit]string{
		datasets.ExitTimeout:      "the attempt ran out of time",
		datasets.ExitMaxTurns:     "the attempt ran out of turns",
		datasets.ExitError:        "the agent ended in an error",
		datasets.ExitRefused:      "the agent refused the task",
		datasets.ExitHarnessError: "the harness, not the agent, broke",
		datasets.ExitUnknown:      "the log names an end that is not known",
	}
	out := []ModeInfo{
		{categoryVerdict, "failed by harness", SourceRecorded, "the harness's verdict is failure"},
		{categoryVerdict, "failed by human", SourceLabelled, "the reference's verdict is failure"},
		{categoryVerdict, "failed by JUDGE", SourceLabelled, "the named judge's stored verdict is failure"},
		{categoryVerdict, "no_verdict", SourceRecorded, "the log holds no verdict for the attempt"},
	}
	for _, exit := range datasets.Exits {
		if doc, ok := docs[exit]; ok {
			out = append(out, ModeInfo{"harness", string(exit), SourceRecorded, doc})
		}
	}
	return append(out, ModeInfo{"label", "as labelled", SourceLabelled, "a label that came with the log"})
}
