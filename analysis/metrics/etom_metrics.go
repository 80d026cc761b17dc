package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// etomMetrics are the public evaluator's own numbers, made again field by field
// so that a log of it can be checked and its traps be shown. They stand at the
// end of the list: plan_* are the definitions to report.
func etomMetrics() []table.Metric {
	const other = " Undefined outside MSC-Bench (ETOM) and where level, plan or prediction is not known"
	const empty = other + ", and at levels 3 and 4 where no plan was produced: averages leave those out (the first trap; compare plan_f1)."
	const level2 = " At level 2 a set of m interchangeable tools is m needs, so one right call has recall 1/m (the second trap; compare plan_recall)."
	value := func(field, doc string, get func(etomF1) float64) table.Metric {
		m := etomMetric(field, doc, func(r etomRecord) (float64, bool) {
			return get(r.f1Metrics.Value), r.f1Metrics.Known
		})
		m.Missing = result.Drop
		return m
	}
	number := func(field, doc string, get func(etomF1) int) table.Metric {
		m := value(field, doc, func(f etomF1) float64 { return float64(get(f)) })
		m.Unit = "tools"
		m.Better = result.Neither
		return m
	}
	flag := func(field, doc string, get func(etomRecord) datasets.Maybe[bool]) table.Metric {
		m := etomMetric(field, doc, func(r etomRecord) (float64, bool) {
			yes := get(r)
			return indicator(yes.Value), yes.Known
		})
		m.Scale = result.Binary
		return m
	}
	return []table.Metric{
		flag("exact_match", level2+other+".", func(r etomRecord) datasets.Maybe[bool] { return datasets.Known(r.exactMatch) }),
		value("f1", level2+empty, func(f etomF1) float64 { return f.f1 }),
		value("precision", " Predictions placed after what they depend on, over the items that could be parsed."+empty, func(f etomF1) float64 { return f.precision }),
		value("recall", level2+empty, func(f etomF1) float64 { return f.recall }),
		flag("tool_name_match", " Levels 1, 2 and 5: the first item's tool."+other+", and after an exception.", func(r etomRecord) datasets.Maybe[bool] { return r.toolNameMatch }),
		flag("server_match", " Levels 1, 2 and 5: the first item's server."+other+", and after an exception.", func(r etomRecord) datasets.Maybe[bool] { return r.serverMatch }),
		flag("graph_structure_match", " Levels 3 and 4: F1 is 1."+other+".", func(r etomRecord) datasets.Maybe[bool] { return r.graphStructureMatch }),
		flag("node_set_match", " Levels 3 and 4: the predicted tools are the union of all equal function sets, which a perfect plan with alternatives is not."+other+", and after an error.", func(r etomRecord) datasets.Maybe[bool] { return r.nodeSetMatch }),
		flag("parallel_aware_match", " Levels 3 and 4: node_set_match where no need depends on another, which forgives duplicates."+other+", and where no plan was produced.", func(r etomRecord) datasets.Maybe[bool] { return r.parallelAwareMatch }),
		number("tp", " Predictions matched and placed."+empty, func(f etomF1) int { return f.tp }),
		number("fp", " Parsed predictions that are not tp."+empty, func(f etomF1) int { return f.fp }),
		number("fn", " Needs not matched; 0 for an empty answer at level 1 and 1 for an exception, whatever the plan."+empty, func(f etomF1) int { return f.fn }),
	}
}

func etomMetric(field, doc string, get func(etomRecord) (float64, bool)) table.Metric {
	return table.Metric{
		Name:       "etom_" + field,
		Doc:        "The public evaluator's " + field + "." + doc,
		Cite:       "github.com/snooow1029/ETOM, eval/eval.py and eval/graph_evaluator.py",
		Unit:       "share",
		Scale:      result.Interval,
		Better:     result.Higher,
		Missing:    result.FailWhereScored,
		Needs:      datasets.Of(datasets.ColExpected, datasets.ColPredicted, datasets.ColStrata),
		ReportedAs: []string{"evaluator_" + field},
		Score: func(t *datasets.Trajectory) (float64, bool) {
			r, ok := etomEvaluate(t)
			if !ok {
				return 0, false
			}
			return get(r)
		},
	}
}
