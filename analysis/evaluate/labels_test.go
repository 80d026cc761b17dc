package evaluate

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// A run shows 64 modes of a source at most. Of 100 labels, each at one attempt, but
// "often" at three, 63 are counted by name, the frequent one among them, and 37 together:
// every one of the 102 failures is in some row.
func TestManyLabels(t *testing.T) {
	var records []table.Record
	add := func(label string) {
		r := tabletest.Attempted("a", fmt.Sprint("t", len(records)), 0, 0)
		r.Attempt.Labels = []datasets.FailureLabel{{Mode: label}}
		records = append(records, r)
	}
	for i := range 99 {
		add(fmt.Sprintf("message %02d", i))
	}
	for range 3 {
		add("often")
	}
	res := evaluated(t, failureTable(t, records), result.Plan{})
	rows, total := map[string]int{}, 0
	for _, f := range res.Failures {
		if f.Source == result.SourceLabelled && f.Category == "label" {
			rows[f.Mode] = f.Count
			total += f.Count
		}
	}
	if len(rows) != table.MaxModes || rows["often"] != 3 || rows[modes.OtherLabels] != 37 || total != 102 {
		t.Errorf("%d rows, often %d, other labels %d, %d in all", len(rows), rows["often"], rows[modes.OtherLabels], total)
	}
	want := `bench: a: 100 failure labels that no taxonomy knows; the most frequent are counted by name, the rest together as "other labels". (false)`
	if got := warningsOf(res, "many_labels"); got != want {
		t.Errorf("warned %q, want %q", got, want)
	}

	few := evaluated(t, failureTable(t, records[:64]), result.Plan{})
	if got := warningsOf(few, "many_labels"); got != "" {
		t.Errorf("64 labels: %s", got)
	}
}

// Two annotators read the same four failed attempts of run a, and the four of b:
//
//	       ann                              bob
//	a t1   zebra (step 2, "why"), apple     said_so, the root; first, which is ours too
//	a t2   zebra                            -
//	a t3   apple, zebra as the root         zebra
//	a t4   said_so (ours: told), first      -
//	b t1   apple                            -
//	b t2   zebra
//
// By hand, of ann's 4: zebra at 3, primary at 3 (t1: listed before apple; t2; t3: the
// root); apple at 2, never primary; told at 1; first at 1, primary (before told in the
// taxonomy). Of bob's: told at 1, primary (the root, though first stands before it),
// zebra at 1 and primary, none at 2. Pooled, zebra would be at 3 with bob's lost in it.
func twoAnnotators() []table.Record {
	label := func(by, mode string) datasets.FailureLabel {
		return datasets.FailureLabel{Mode: mode, Source: "human", Annotator: by}
	}
	root := func(l datasets.FailureLabel) datasets.FailureLabel {
		l.Root = true
		return l
	}
	noted := label("ann", "zebra")
	noted.Step, noted.Note = datasets.Known(2), " why\nso"
	labels := map[string][]datasets.FailureLabel{
		"a t1": {noted, label("bob", "first"), label("ann", "apple"), root(label("bob", "said_so"))},
		"a t2": {label("ann", "zebra")},
		"a t3": {label("bob", "zebra"), label("ann", "apple"), root(label("ann", "zebra"))},
		"a t4": {label("ann", "said_so"), label("ann", "first")},
		"b t1": {label("ann", "apple")},
		"b t2": {label("ann", "zebra")},
	}
	var records []table.Record
	for _, run := range []string{"a", "b"} {
		for _, task := range []string{"t1", "t2", "t3", "t4"} {
			r := tabletest.Attempted(run, task, 0, 0)
			r.Attempt.Labels = labels[run+" "+task]
			records = append(records, r)
		}
	}
	return records
}

func TestAnnotatorsAreNotPooled(t *testing.T) {
	res := evaluated(t, failureTable(t, twoAnnotators()), result.Plan{})
	got := map[string]string{}
	for _, f := range res.Failures {
		if f.Run == "a" && f.Source == result.SourceLabelled && f.Category != result.CategoryVerdict {
			got[f.Annotator+": "+f.Mode] = fmt.Sprintf("%d/%d primary %d", f.Count, f.Of, f.Primary.Count)
		}
		if f.Run == "a" && f.Annotator == "ann (human)" && f.Mode == "zebra" {
			if e := f.Examples[0]; e.Task != "t1" || e.Step == nil || *e.Step != 2 || e.Excerpt != "why so" {
				t.Errorf("example %+v", e)
			}
			if e := f.Examples[1]; e.Task != "t2" || e.Step != nil || e.Excerpt != "" {
				t.Errorf("example %+v", e)
			}
		}
	}
	want := map[string]string{
		"ann (human): first": "1/4 primary 1", "ann (human): told": "1/4 primary 0", "ann (human): zebra": "3/4 primary 3", "ann (human): apple": "2/4 primary 0",
		"bob (human): first": "1/4 primary 0", "bob (human): told": "1/4 primary 1", "bob (human): zebra": "1/4 primary 1", "bob (human): none": "2/4 primary 2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error("(-want +got):\n", d)
	}
	// ann alone labelled both runs: t1 zebra to apple, t2 zebra to zebra, t3 zebra to
	// none, t4 first to none. Together: t1 and t3 (zebra, apple), t4 (first, told).
	var moves, pairs []string
	for _, tr := range res.Breakdowns[0].Transitions {
		for s, row := range tr.Matrix {
			for u, n := range row {
				if n > 0 {
					moves = append(moves, fmt.Sprintf("%s: %s to %s %v", tr.Annotator, tr.States[s], tr.States[u], n))
				}
			}
		}
	}
	for _, p := range res.Breakdowns[0].CoOccurrences {
		pairs = append(pairs, fmt.Sprintf("%s: %s and %s %d", p.Annotator, p.A, p.B, p.Both))
	}
	slices.Sort(moves)
	slices.Sort(pairs)
	if d := cmp.Diff([]string{"ann (human): first to none 1", "ann (human): zebra to apple 1", "ann (human): zebra to none 1", "ann (human): zebra to zebra 1"}, moves); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"ann (human): apple and zebra 2", "ann (human): first and told 1", "bob (human): first and told 1"}, pairs); d != "" {
		t.Error(d)
	}
}

// Labels that no taxonomy knows: the log's order decides, in whatever alphabet.
func TestLabelOrderIsTheLogs(t *testing.T) {
	for _, labels := range [][]string{{"zebra", "apple"}, {"apple", "zebra"}, {"Ω", "ant", "a10", "a9"}} {
		r := tabletest.Attempted("a", "t", 0, 0)
		for _, mode := range labels {
			r.Attempt.Labels = append(r.Attempt.Labels, datasets.FailureLabel{Mode: mode})
		}
		for _, f := range evaluated(t, failureTable(t, []table.Record{r}), result.Plan{}).Failures {
			if f.Category == "label" && (f.Primary.Count == 1) != (f.Mode == labels[0]) {
				t.Errorf("%v: %s is primary of %d", labels, f.Mode, f.Primary.Count)
			}
		}
	}
}
