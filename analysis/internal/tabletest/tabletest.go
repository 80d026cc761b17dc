// Package tabletest makes small tables for the tests of the rooms that read them.
package tabletest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Attempted is the record of one attempt at a task of the benchmark "bench"; a value
// below 0 is an attempt without an outcome.
func Attempted(run, task string, trial int, value float64) table.Record {
	r := table.Record{Attempt: table.Attempt{Benchmark: "bench", Run: run, Task: task, Trial: trial, Exit: datasets.ExitCompleted, PlanLength: -1}}
	if value >= 0 {
		r.Values = []table.Value{{Metric: "success", Value: value}}
	}
	return r
}

// Catalog declares the metrics that these records have.
var Catalog = table.Catalog{
	{Name: "success", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Scale: result.Binary, Missing: result.Fail, Main: true},
	{Name: "human_success", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Scale: result.Binary},
	{Name: "judge_success[judge]", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Scale: result.Binary},
	{Name: "judge_success_reread[judge]", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Scale: result.Binary},
	{Name: "plan_f1", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Missing: result.FailWhereScored, Main: true, ReportedAs: []string{"evaluator_f1"}},
	{Name: "latency_ms", Doc: "d", Cite: "c", Unit: "ms", Better: result.Lower},
}

// Of builds a table of records by a rule for duplicates.
func Of(t testing.TB, rule string, records ...table.Record) *table.Table {
	t.Helper()
	b := table.NewBuilder()
	for i, r := range records {
		b.Add(table.Origin{Input: 0, Record: i, Format: "test"}, r)
	}
	built, err := b.Build(rule)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// ShareCatalog has a metric of every meaning of a missing score.
var ShareCatalog = table.Catalog{
	Catalog[0],
	{Name: "grade", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Missing: result.Drop, Main: true},
	{Name: "latency_ms", Doc: "d", Cite: "c", Unit: "ms", Better: result.Lower},
}

// ManyRuns draws three runs of 60 tasks with so many attempts each: binary outcomes
// of which some are missing, a grade that is there at times, a latency, a stratum.
func ManyRuns(trials int) []table.Record {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []table.Record
	for _, run := range []string{"a", "b", "c"} {
		for task := range 60 {
			for trial := range trials {
				outcome := -1.0
				if rng.IntN(10) > 0 {
					outcome = float64(rng.IntN(2))
				}
				r := Attempted(run, fmt.Sprintf("t%d", task), trial, outcome)
				r.Attempt.Strata = map[string]string{"level": fmt.Sprint(task % 3)}
				if rng.IntN(4) > 0 {
					r.Values = append(r.Values, table.Value{Metric: "grade", Value: rng.Float64()})
				}
				r.Values = append(r.Values, table.Value{Metric: "latency_ms", Value: 1000 * math.Exp(rng.NormFloat64())})
				out = append(out, r)
			}
		}
	}
	return out
}
