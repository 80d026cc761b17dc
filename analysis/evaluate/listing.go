package evaluate

import (
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// AttemptMetricInfo describes a metric of a task's attempts together.
type AttemptMetricInfo struct{ Name, Doc, Cite string }

// AttemptMetrics lists the metrics that are derived from several attempts at a
// task.
func AttemptMetrics() []AttemptMetricInfo {
	var out []AttemptMetricInfo
	for _, m := range table.PassMetrics {
		out = append(out, AttemptMetricInfo{m.Name, m.Doc, m.Cite})
	}
	return out
}

// TestInfo is a declared test of two runs, and the scale for which its p-value is the
// headline.
type TestInfo struct {
	result.Method
	Headline string
}

// PairTests lists the tests that comparisons run, in the order of the results.
func PairTests() []TestInfo {
	var out []TestInfo
	for _, t := range study.PairTests {
		info := TestInfo{Method: t.Method}
		for _, s := range t.Scales {
			if study.Headlines[s] == t.Name {
				info.Headline = s.String()
			}
		}
		out = append(out, info)
	}
	return out
}

// ModeInfo describes a failure mode.
type ModeInfo struct{ Category, Mode, Source, Doc string }

// VerdictModes lists what is counted beside the modes of a taxonomy: verdicts of
// failure, and labels that no taxonomy knows.
func VerdictModes() []ModeInfo {
	return []ModeInfo{
		{result.CategoryVerdict, "failed by harness", result.SourceRecorded, "The harness's verdict is failure."},
		{result.CategoryVerdict, "failed by human", result.SourceLabelled, "The reference's verdict is failure."},
		{result.CategoryVerdict, "failed by JUDGE", result.SourceLabelled, "The named judge's stored verdict is failure."},
		{result.CategoryVerdict, "no_verdict", result.SourceRecorded, "The log holds no verdict for the attempt."},
		{"label", "as labelled", result.SourceLabelled, "A label of the log that matches no mode below."},
		{result.ModeNone, result.ModeNone, "each", "A failed attempt that shows no mode of the source."},
	}
}
