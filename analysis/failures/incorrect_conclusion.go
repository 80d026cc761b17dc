package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// incorrectConclusion blames the answer by exclusion: the right tools were called, so that
// what was made of them was wrong. It does not compare arguments, and a right tool called with
// a wrong one looks the same here.
func incorrectConclusion() *table.Detector {
	return &table.Detector{
		Name: "incorrect_conclusion", Category: response,
		Doc: "Every need of the plan was met in order and the last call succeeded, and the answer is wrong nevertheless: claims below the threshold, another answer than the expected one, or the verdict of the harness or the reference. " +
			"It looks at the outcome, so no success can show it. Not applicable where the plan, the calls, their results or any of these are not known.",
		Cite:        "MCP-Atlas, failure patterns: incorrect conclusion; the rule is ours",
		Labels:      []string{"faulty_synthesis", "response_misparsing", "logical_error", "logical", "wrong_conclusion"},
		Needs:       onPlan | datasets.Of(datasets.ColClaims, datasets.ColAnswers, datasets.ColJudgments),
		SeesOutcome: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			right, judged := concluded(t)
			calls := executions(trace.Calls(t))
			if !ok || !judged || !trace.ResultsLogged(calls) {
				return nil, false
			}
			if right || r.open() >= 0 || !r.inOrder() {
				return nil, true
			}
			// The answer may then have lacked its data: the conclusion is not what went
			// wrong.
			if n := len(calls); n > 0 && calls[n-1].Failed {
				return nil, true
			}
			return []table.Hit{atEnd(t, answer(t))}, true
		},
	}
}

// inOrder tells whether every need that was met was met after those it depends on.
func (r *planRun) inOrder() bool {
	for j, n := range r.needs {
		for _, d := range n.After {
			if d >= 0 && d < len(r.needs) && r.by[j] >= 0 && r.by[d] > r.by[j] {
				return false
			}
		}
	}
	return true
}

// concluded is whether the answer is right, by the nearest thing to it that the log has.
// Claims are scored one by one, and an expected answer can be compared here; a verdict,
// which is somebody's reading of the whole attempt, comes last.
func concluded(t *datasets.Trajectory) (right, judged bool) {
	switch {
	case len(t.Claims) > 0:
		sum := 0.0
		for _, c := range t.Claims {
			sum += c.Score
		}
		return sum/float64(len(t.Claims)) >= enough-1e-9, true
	case t.ExpectedAnswer != "" && t.PredictedAnswer != "":
		return trace.EqualJSON(t.ExpectedAnswer, t.PredictedAnswer) || strings.EqualFold(strings.TrimSpace(t.ExpectedAnswer), strings.TrimSpace(t.PredictedAnswer)), true
	case t.Success.Known:
		return t.Success.Value, true
	}
	for _, j := range t.Judgments {
		if j.Reference && j.Verdict.Known {
			return j.Verdict.Value >= 0.5, true
		}
	}
	return false, false
}
