package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// onPlanCalls is what the rules read that compare calls with the plan's, arguments and all.
var onPlanCalls = onCallTexts | datasets.Of(datasets.ColExpected)

// wrongArguments pairs what is left of one tool when every call that agrees with the plan is
// taken out: that the second call of a planned tool was an attempt at something else is not
// seen.
func wrongArguments() *table.Detector {
	return &table.Detector{
		Name: "wrong_arguments", Category: toolUse,
		Doc: "A call of the plan was made with other arguments than the plan's, and not with the plan's; numbers and JSON compare by value, texts of six words and more by their words, and what the plan does not name is not compared. " +
			"Where the plan changes something, only calls that change something and succeeded count. Not applicable where the plan or the calls lack arguments, or it is open whether such a call succeeded.",
		Cite:     "tau-bench, arXiv:2406.12045, section 5 (wrong argument); the rule is ours",
		Labels:   []string{"wrong_argument", "incorrect_arguments"},
		Needs:    onPlanCalls,
		Explains: true,
		Follow:   followPlannedCalls,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			d, _, ok := comparePlan(t)
			if !ok {
				return nil, false
			}
			var hits []table.Hit
			for i := range d.wrong {
				hits = append(hits, d.wrong[i].evidence(t))
			}
			return hits, true
		},
	}
}
