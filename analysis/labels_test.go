package analysis

import (
	"fmt"
	"testing"

	"mcpstats/datasets"
)

// A run shows 64 modes of a source at most. Of 100 labels, each at one attempt, but
// "often" at three, 63 are counted by name, the frequent one among them, and 37 together:
// every one of the 102 failures is in some row.
func TestManyLabels(t *testing.T) {
	var records []Record
	add := func(label string) {
		r := attempted("a", fmt.Sprint("t", len(records)), 0, 0)
		r.Attempt.Labels = []datasets.FailureLabel{{Mode: label}}
		records = append(records, r)
	}
	for i := range 99 {
		add(fmt.Sprintf("message %02d", i))
	}
	for range 3 {
		add("often")
	}
	res := evaluate(t, failureTable(t, records), Plan{})
	rows, total := map[string]int{}, 0
	for _, f := range res.Failures {
		if f.Source == SourceLabelled && f.Category == "label" {
			rows[f.Mode] = f.Count
			total += f.Count
		}
	}
	if len(rows) != maxModes || rows["often"] != 3 || rows[otherLabels] != 37 || total != 102 {
		t.Errorf("%d rows, often %d, other labels %d, %d in all", len(rows), rows["often"], rows[otherLabels], total)
	}
	want := `bench: a: 100 failure labels that no taxonomy knows; the most frequent are counted by name, the rest together as "other labels". (false)`
	if got := warningsOf(res, "many_labels"); got != want {
		t.Errorf("warned %q, want %q", got, want)
	}

	few := evaluate(t, failureTable(t, records[:64]), Plan{})
	if got := warningsOf(few, "many_labels"); got != "" {
		t.Errorf("64 labels: %s", got)
	}
}
