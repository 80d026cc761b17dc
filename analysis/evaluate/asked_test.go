package evaluate

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// levels is a log of three runs at tasks of two levels.
func levels(t *testing.T) *table.Table {
	t.Helper()
	b := table.NewBuilder()
	at := 0
	for i := range 30 {
		for r, run := range []string{"a", "b", "c"} {
			rec := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64((i*7+r*3)%4/2))
			rec.Attempt.Strata = map[string]string{"level": map[bool]string{true: "hard", false: "easy"}[i%3 == 0]}
			b.Add(table.Origin{Record: at}, rec)
			at++
		}
	}
	tab, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// The answer about a slice is the report of that slice, number for number.
func TestSliceAnswersAsAReportOfIt(t *testing.T) {
	tab := levels(t)
	alone, err := Evaluate(tab, result.Plan{Resamples: 200, Where: []string{"level=hard"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Evaluate(tab, result.Plan{Resamples: 200, Ask: []string{"slice where=level=hard", "slice where=level=none", "slice where=lvl=1", "slice only=means where=level=hard"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Answers) != 4 {
		t.Fatalf("%d answers", len(res.Answers))
	}
	if d := cmp.Diff(text(t, alone), text(t, res.Answers[0].Part)); d != "" {
		t.Errorf("the slice by itself (-) and as an answer (+):\n%s", d)
	}
	means := *res.Answers[3].Part
	if len(means.Comparisons) != 0 || len(means.Summaries) == 0 {
		t.Errorf("%d comparisons and %d summaries where means are asked for", len(means.Comparisons), len(means.Summaries))
	}
	if d := cmp.Diff(alone.Summaries, means.Summaries); d != "" {
		t.Errorf("means alone differ from those beside comparisons:\n%s", d)
	}
	for i, want := range map[int]string{1: `where: nothing meets level=none; its values are easy, hard`, 2: `where: no stratum, attribute, metric or mode is called "lvl"; there are level, success`} {
		if a := res.Answers[i]; a.Unanswered != want || a.Part != nil {
			t.Errorf("answer %d: %q, want %q", i, a.Unanswered, want)
		}
	}
}

// Nobody's question changes what a report holds otherwise.
func TestQuestionsChangeNothingElse(t *testing.T) {
	tab := levels(t)
	plain, err := Evaluate(tab, result.Plan{Resamples: 200}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := Evaluate(tab, result.Plan{Resamples: 200, Ask: []string{"slice where=level=hard"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	asked.Answers, asked.Provenance.Plan.Ask = nil, nil
	if d := cmp.Diff(text(t, plain), text(t, asked)); d != "" {
		t.Error(d)
	}
}

func text(t *testing.T, res *result.Results) string {
	t.Helper()
	out, err := json.MarshalIndent(res, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
