package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// missingOutput compares as tau-bench does: without regard to case and to commas in numbers,
// anywhere in what the agent said to the user.
func missingOutput() *table.Detector {
	return &table.Detector{
		Name: "missing_output", Category: response,
		Doc:      "Something that the task says the user must be told stands in nothing that the agent said. Not applicable where the log does not list what must be told, or lacks what the agent said.",
		Cite:     "tau-bench, arXiv:2406.12045, section 3 (outputs); tau2-bench, arXiv:2506.07982 (communicate_info); the rule is theirs",
		Needs:    onAnswer | datasets.Of(datasets.ColAnswers),
		Explains: true,
		Absence:  true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			tell := mustTell(t)
			said, ok := saidByAgent(t)
			if len(tell) == 0 || !ok {
				return nil, false
			}
			var hits []table.Hit
			for _, fact := range tell {
				if !strings.Contains(said, plainNumber(fact)) {
					hits = append(hits, atEnd(t, fact))
				}
			}
			return hits, true
		},
	}
}

// mustTell lists the facts that an expected answer consists of: a JSON list of texts or
// numbers, where the log has no answer of the agent to compare with it as a whole.
func mustTell(t *datasets.Trajectory) []string {
	if t.PredictedAnswer != "" || !strings.HasPrefix(strings.TrimSpace(t.ExpectedAnswer), "[") {
		return nil
	}
	v, ok := trace.DecodeJSON(t.ExpectedAnswer)
	list, isList := v.([]any)
	if !ok || !isList {
		return nil
	}
	var out []string
	for _, e := range list {
		switch e := e.(type) {
		case string:
			out = append(out, e)
		case map[string]any, []any, nil, bool:
			return nil // an answer of another shape
		default:
			out = append(out, encode(e))
		}
	}
	return out
}

// saidByAgent is all that the agent said, in lower case and without commas; not ok where the
// log drops some of it: a message of the agent without words must be one that calls.
func saidByAgent(t *datasets.Trajectory) (string, bool) {
	var b strings.Builder
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Role != "assistant" {
			continue
		}
		if trace.IsDigest(s.Content) || s.Content == "" && len(s.Calls) == 0 {
			return "", false
		}
		b.WriteString(s.Content)
		b.WriteByte('\n')
	}
	b.WriteString(t.Response)
	said := plainNumber(b.String())
	return said, strings.TrimSpace(said) != ""
}

func plainNumber(text string) string { return strings.ReplaceAll(strings.ToLower(text), ",", "") }
