package evaluate

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Small tables of any scale give results that JSON holds: no value kills a report.
func TestTinyTablesAlwaysGiveResults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]float64{1, 1e-10, 1e-300, 5e-324, 1e150, 1e300, 1.7e308}).Draw(t, "scale")
		near := rapid.Bool().Draw(t, "nearly constant")
		clustered := rapid.Bool().Draw(t, "clustered")
		var records []table.Record
		for task := range rapid.IntRange(1, 5).Draw(t, "tasks") {
			for _, run := range []string{"a", "b", "c"} {
				v := scale * rapid.OneOf(rapid.SampledFrom([]float64{-1, 1}), rapid.Float64Range(-1, 1)).Draw(t, "value")
				if near {
					v = scale / 2 * (1 + 0x1p-52*float64(rapid.IntRange(0, 4).Draw(t, "ulps")))
				}
				r := tabletest.Attempted(run, fmt.Sprint("t", task), 0, 1)
				r.Values = append(r.Values, table.Value{Metric: "accuracy", Value: v})
				if clustered {
					r.Attempt.Cluster = fmt.Sprint("c", task/2)
				}
				records = append(records, r)
			}
		}
		b := table.NewBuilder()
		for i, r := range records {
			b.Add(table.Origin{Record: i, Format: "test"}, r)
		}
		table, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		res, err := Evaluate(table, result.Plan{Resamples: 100, Metrics: []string{"accuracy", "success"}}, tabletest.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(res); err != nil {
			t.Fatal(err)
		}
	})
}

func TestUndoTakesOutWhatCannotBeSaid(t *testing.T) {
	nan, inf, one := math.NaN(), result.Float(math.Inf(1)), 1.0
	res := &result.Results{Comparisons: []result.Comparison{{
		MeanA: &nan, MeanB: &one,
		Interval: &result.IntervalEstimate{Low: result.Float(nan), High: 1},
		Others:   []result.IntervalEstimate{{Low: 0, High: inf}, {Low: result.Float(nan)}},
		Tests:    []result.Test{{Method: "t", DF: []float64{nan}}},
	}}}
	res.Undo()
	c := res.Comparisons[0]
	if c.MeanA != nil || c.MeanB == nil || c.Interval != nil || len(c.Others) != 1 || c.Others[0].High != inf || c.Tests[0].DF != nil {
		t.Errorf("%+v", c)
	}
	if len(c.Notes) == 0 || len(c.Tests[0].Notes) != 1 || len(res.Warnings) != 1 || res.Warnings[0].Code != "not_computed" {
		t.Errorf("notes %q, tests %q, warnings %+v", c.Notes, c.Tests[0].Notes, res.Warnings)
	}
}
