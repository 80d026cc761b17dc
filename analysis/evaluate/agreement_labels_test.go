package evaluate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Eight attempts at seven tasks, of which ann labelled seven, and the mode "first" by the
// rule (R) and by ann (L):
//
//	t1 R L   t2 R L   t3 R -   t4 - L   t5 - -(told)   t6 R(not labelled at all)   t7 - L   t7, trial 1: R L
//
// Both 3, rule alone 1, label alone 2, neither 1: precision 3/4, recall 3/5, F1 6/9. Kappa:
// they agree at 4 of 7; by chance at (4/7)(5/7) + (3/7)(2/7) = 26/49; (28 - 26) / (49 - 26)
// = 2/23. The root's step is the first deviating one at t1 and one message off at t2; t3
// has a label without a step, t4 two labels and no root, t7 no step of the rule.
func TestRulesAgainstLabels(t *testing.T) {
	label := func(mode string, step int, root bool) datasets.FailureLabel {
		l := datasets.FailureLabel{Mode: mode, Annotator: "ann", Root: root}
		if step >= 0 {
			l.Step = datasets.Known(step)
		}
		return l
	}
	attempt := func(task string, trial int, rule bool, first int, labels ...datasets.FailureLabel) table.Record {
		r := showing("a", task, trial, 0)
		if rule {
			r = showing("a", task, trial, 0, 0)
		}
		if first >= 0 {
			r.Detected.Course.First = datasets.Known(first)
		}
		r.Attempt.Labels = labels
		return r
	}
	records := []table.Record{
		attempt("t1", 0, true, 4, label("first", 4, true), label("told", 9, false)),
		attempt("t2", 0, true, 5, label("first", 6, false)),
		attempt("t3", 0, true, 5, label("told", -1, true)),
		attempt("t4", 0, false, 5, label("first", 5, false), label("told", 5, false)),
		attempt("t5", 0, false, -1, label("told", -1, false)),
		attempt("t6", 0, true, 1),
		attempt("t7", 0, false, -1, label("first", 2, true)),
		attempt("t7", 1, true, 8, label("first", 2, true)),
	}
	b := evaluated(t, failureTable(t, records), result.Plan{}).Breakdowns[0]
	if len(b.Agreements) != 1 {
		t.Fatalf("%+v", b.Agreements)
	}
	got := b.Agreements[0]
	near := func(what string, got *float64, want float64) {
		if got == nil || *got < want-1e-12 || *got > want+1e-12 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("precision", got.Precision, 3.0/4)
	near("recall", got.Recall, 3.0/5)
	near("F1", got.F1, 6.0/9)
	near("kappa", got.Kappa, 2.0/23)
	if got.PrecisionInterval == nil || got.RecallInterval == nil || got.RecallInterval.Method == "wilson" {
		t.Errorf("intervals %v and %v: recall is of two attempts at one task", got.PrecisionInterval, got.RecallInterval)
	}
	got.Precision, got.Recall, got.F1, got.Kappa, got.PrecisionInterval, got.RecallInterval = nil, nil, nil, nil, nil, nil
	want := result.RuleAgreement{Run: "a", Annotator: "ann", Mode: "first", N: 7, Tasks: 6, Both: 3, OnlyRule: 1, OnlyLabel: 2, Neither: 1}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]result.StepAgreement{{Run: "a", Annotator: "ann", N: 4, Exact: 1, Within1: 2}}, b.Steps); d != "" {
		t.Error(d)
	}
}
