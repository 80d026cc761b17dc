package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// rejectionExactMatch is MSC-Bench's level 5: requests that no tool can serve.
func rejectionExactMatch() table.Metric {
	m := planMetric("rejection_exact_match", "1 where nothing is predicted, or only tools named \"No\", for a request that no tool can serve; undefined for other requests and where the prediction is not known.", nil)
	m.Scale = result.Binary
	m.Main = true
	m.Score = func(t *datasets.Trajectory) (float64, bool) {
		if t.Expected == nil || len(t.Expected) > 0 || t.Predicted == nil {
			return 0, false
		}
		return indicator(trace.OnlyRejections(t.Predicted)), true
	}
	return m
}

// falseRejection is the other side of it: a request that could be served, refused.
func falseRejection() table.Metric {
	m := planMetric("false_rejection", "1 where nothing is predicted, or only tools named \"No\", for a request whose plan needs at least one tool; undefined for requests that no tool can serve and where plan or prediction is not known.", nil)
	m.Scale = result.Binary
	m.Better = result.Lower
	m.Missing = result.Drop // an attempt without a plan did not refuse
	m.Score = func(t *datasets.Trajectory) (float64, bool) {
		if len(t.Expected) == 0 || t.Predicted == nil {
			return 0, false
		}
		return indicator(trace.OnlyRejections(t.Predicted)), true
	}
	return m
}
