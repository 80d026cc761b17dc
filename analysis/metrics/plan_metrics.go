package metrics

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

const mscBench = "MSC-Bench, arXiv:2510.19423, section on metrics; github.com/snooow1029/ETOM, eval/graph_evaluator.py"

// plans are the metrics of a predicted plan against the expected one. Nothing
// predicted and nothing expected scores 1 everywhere; nothing predicted where
// something is expected 0; something predicted where nothing is expected has
// precision 0, recall 1, F1 0.
func plans() []table.Metric {
	exact := planMetric("plan_exact_match", "1 where the predicted plan has F1 1, or where the plan has at least two needs, none dependent and each with one tool, and the same set of tools is predicted; undefined where plan or prediction is not known.",
		func(needs []datasets.Need, predicted []string) float64 {
			return indicator(matchPlan(needs, predicted).perfect() || sameParallelTools(needs, predicted))
		})
	exact.Scale = result.Binary
	exact.Main = true
	exact.ReportedAs = []string{"evaluator_exact_match"}

	f1 := planMetric("plan_f1", "Harmonic mean of plan_precision and plan_recall, 0 where both are 0; undefined where plan or prediction is not known.",
		func(needs []datasets.Need, predicted []string) float64 { return matchPlan(needs, predicted).f1() })
	f1.Main = true
	f1.ReportedAs = []string{"evaluator_f1"}

	precision := planMetric("plan_precision", "Share of predicted calls that meet a need after everything it depends on, one to one and greedily in plan order; undefined where plan or prediction is not known.",
		func(needs []datasets.Need, predicted []string) float64 {
			return matchPlan(needs, predicted).precision()
		})
	precision.ReportedAs = []string{"evaluator_precision"}

	recall := planMetric("plan_recall", "Share of needs met by a predicted call, one to one and greedily in plan order, any tool of the equal function set counting; undefined where plan or prediction is not known.",
		func(needs []datasets.Need, predicted []string) float64 { return matchPlan(needs, predicted).recall() })
	recall.ReportedAs = []string{"evaluator_recall"}

	return []table.Metric{
		exact, f1, precision, recall, rejectionExactMatch(), falseRejection(), toolNameMatch(), serverMatch(),
		produced(f1), produced(precision), produced(recall),
	}
}

// NeedMet is plan_recall need by need: what a curve along the position in the plan shows. It is
// scored where a question asks for it (result.Plan.AsksPositions), as every place of the longest
// plan would be a metric of every report.
func NeedMet() table.Metric {
	m := planMetric(result.NeedMet+"[position]", "1 where a predicted call meets the need at this place of the expected plan, counted from 1, by the matching of plan_recall; undefined where the plan is shorter, or plan or prediction is not known.", nil)
	m.Scale = result.Binary
	m.Score = nil
	m.Each = func(t *datasets.Trajectory, emit func(string, float64)) {
		if t.Expected == nil || t.Predicted == nil {
			return
		}
		call := make([]int, len(t.Expected))
		matchInto(call, t.Expected, predictedPlan(t))
		for i, n := range t.Expected {
			if len(n.AnyOf) > 0 {
				emit(result.NeedMetAt(i+1), indicator(call[i] > 0))
			}
		}
	}
	return m
}

// planMetric is a metric of both plans, defined where both are known.
func planMetric(name, doc string, score func([]datasets.Need, []string) float64) table.Metric {
	return table.Metric{
		Name:    name,
		Doc:     doc,
		Cite:    mscBench,
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Needs:   datasets.Of(datasets.ColExpected, datasets.ColPredicted),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			if t.Expected == nil || t.Predicted == nil {
				return 0, false
			}
			return score(t.Expected, predictedPlan(t)), true
		},
	}
}

// predictedPlan is the predicted plan in the notation of the expected one. Where
// nothing is expected, a plan of nothing but "No" is the empty plan.
func predictedPlan(t *datasets.Trajectory) []string {
	if len(t.Expected) == 0 && trace.OnlyRejections(t.Predicted) {
		return nil
	}
	inJSON := func(item string) bool { return item != "" && item[0] == '{' }
	if !slices.ContainsFunc(t.Predicted, inJSON) {
		return t.Predicted
	}
	plan := make([]string, len(t.Predicted))
	for i, item := range t.Predicted {
		plan[i] = trace.PlannedTool(item)
	}
	return plan
}

// produced restricts a plan metric to the attempts in which a plan was produced.
// Where nothing is expected, producing none is the answer and counts.
func produced(m table.Metric) table.Metric {
	whole := m.Score
	return table.Metric{
		Name: m.Name + "_produced",
		Doc: m.Name + " over the attempts that produced a plan, undefined for the others. This is how MSC-Bench's public evaluator averages levels 3 and 4: " +
			"a system that answers 3 of 103 requests can show F1 = 0.43 where all 103 give 0.0125. Read it beside " + m.Name + ", with both n.",
		Cite:    "github.com/snooow1029/ETOM, eval/eval.py, calculate_statistics",
		Unit:    m.Unit,
		Scale:   m.Scale,
		Better:  m.Better,
		Missing: result.Drop,
		Needs:   m.Needs,
		Score: func(t *datasets.Trajectory) (float64, bool) {
			if len(t.Predicted) == 0 && len(t.Expected) > 0 {
				return 0, false
			}
			return whole(t)
		},
	}
}
