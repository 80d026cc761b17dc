package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// incorrectConclusion blames the answer by exclusion: the right calls were made, so that what
// was made of them was wrong. That takes a plan with its arguments, and a verdict on the
// answer itself: the verdict on the whole attempt may be about anything.
func incorrectConclusion() *table.Detector {
	return &table.Detector{
		Name: "incorrect_conclusion", Category: response,
		Doc: "Every call of the plan was made in order with the plan's arguments, nothing else was changed and the last call succeeded, and the answer is wrong nevertheless: claims below the threshold, or another answer than the expected one. " +
			"It looks at the outcome, so no success can show it. Not applicable where the plan, its arguments, the calls, their results or a verdict on the answer are not known.",
		Cite:        "MCP-Atlas, failure patterns: incorrect conclusion; the rule is ours",
		Labels:      []string{"faulty_synthesis", "response_misparsing", "logical_error", "logical", "wrong_conclusion"},
		Needs:       onPlan | datasets.Of(datasets.ColClaims, datasets.ColAnswers),
		SeesOutcome: true,
		Explains:    true,
		Absence:     true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			right, judged := concluded(t)
			calls := executions(trace.Calls(t))
			if !ok || !judged || !trace.ResultsLogged(calls) {
				return nil, false
			}
			d, looks, compared := comparePlan(t)
			if !compared {
				return nil, false
			}
			departs, known := d.departs(looks)
			if !known {
				return nil, false
			}
			if right || departs || r.open() >= 0 || !r.inOrder() {
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

// departs tells whether some call departs from the plan, arguments and all; known is false
// where the plan says nothing of what was compared.
func (d *deviations) departs(looks bool) (departs, known bool) {
	departs = len(d.wrong)+len(d.missing) > 0
	if looks {
		return departs, true
	}
	departs = departs || len(d.surplus) > 0
	return departs, departs || len(needsThat(d.t, true)) > 0 || d.t.ReadOnly.Value
}

// concluded is whether the answer is right, where the log has claims that were scored one by
// one or an answer to compare.
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
	}
	return false, false
}
