package scale

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// failingRuns draws two runs of 80 tasks whose attempts end, are labelled and show
// modes at random; labels and exits are rare, so that some shards have none.
func failingRuns() []table.Record {
	rng := rand.New(rand.NewPCG(7, 8))
	var out []table.Record
	for _, run := range []string{"a", "b"} {
		for task := range 80 {
			r := tabletest.Attempted(run, fmt.Sprint(task), 0, float64(rng.IntN(3)-1)) // -1: no outcome
			if rng.IntN(20) == 0 {
				r.Attempt.Exit = datasets.ExitTimeout
			}
			if rng.IntN(20) == 0 {
				r.Attempt.Labels = []datasets.FailureLabel{{Mode: []string{"first", "strange"}[rng.IntN(2)], Source: "human", Annotator: []string{"ann", "bob"}[rng.IntN(2)], Root: rng.IntN(2) == 0}}
			}
			for m := range 3 {
				if rng.IntN(4) == 0 {
					continue
				}
				r.Detected.Applicable |= 1 << m
				if rng.IntN(3) == 0 {
					r.Detected.Modes = append(r.Detected.Modes, table.DetectedMode{Mode: m, Hits: 1})
				}
			}
			out = append(out, r)
		}
	}
	return out
}

func failingTaxonomy() table.Taxonomy {
	var x table.Taxonomy
	for i, name := range []string{"first", "second", "third"} {
		x = append(x, table.FailureMode{Name: name, Category: "c", Doc: "d", Cite: "c", Detector: &table.Detector{Name: name, Category: "c", SeesOutcome: i == 2}})
	}
	return x
}

// The failure counts of sums over shards are those of all attempts together, with
// their shares, intervals and lifts; positions and examples are not to be had.
func TestFailuresOfSums(t *testing.T) {
	records := failingRuns()
	build := func(records []table.Record) *table.Table {
		b := table.NewBuilder()
		b.Taxonomy = failingTaxonomy()
		for i, r := range records {
			b.Add(table.Origin{Record: i}, r)
		}
		table, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	shards := make([][]table.Record, 12)
	for i, r := range records {
		shards[i*5%12] = append(shards[i*5%12], r)
	}
	all := &Sums{Settings: testSettings}
	for _, s := range shards {
		sums, err := SumTable(build(s), testSettings, tabletest.ShareCatalog)
		if err != nil {
			t.Fatal(err)
		}
		if err := all.Merge(sums); err != nil {
			t.Fatal(err)
		}
	}
	for _, policy := range result.Policies {
		want, err := evaluate.Evaluate(build(records), result.Plan{Missing: policy, Resamples: 100}, tabletest.ShareCatalog)
		if err != nil {
			t.Fatal(err)
		}
		got, err := all.Evaluate(result.Plan{Missing: policy}, tabletest.ShareCatalog)
		if err != nil {
			t.Fatal(err)
		}
		if len(want.Failures) < 12 {
			t.Fatalf("%d rows test little", len(want.Failures))
		}
		ignored := cmpopts.IgnoreFields(result.Failure{}, "Examples", "Position", "Simultaneous")
		alone := cmpopts.IgnoreFields(result.PrimaryShare{}, "Interval") // simultaneous over the modes looked for
		if diff := cmp.Diff(want.Failures, got.Failures, ignored, alone); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
}
