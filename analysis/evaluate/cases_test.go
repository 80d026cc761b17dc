package evaluate

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// casesOf answers one question about a table; the cases are given as "by: name (count) run task".
func casesOf(t *testing.T, tab *table.Table, question string) ([]string, string) {
	t.Helper()
	res, err := Ask(tab, result.Plan{Ask: []string{question}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Answers) != 1 {
		t.Fatalf("%s: %d answers", question, len(res.Answers))
	}
	var out []string
	for _, c := range res.Answers[0].Cases {
		out = append(out, fmt.Sprintf("%s: %s (%d) %s %s %s", c.By, c.Name, c.Count, c.Of.Run, c.Of.Task, c.Outcome))
	}
	return out, res.Answers[0].Unanswered
}

// Labels of one annotator; a t1 succeeded, all others failed:
//
//	a t1 zebra      a t2 zebra, apple   a t3 apple, twice
//	b t1 zebra      b t2 -
//
// zebra is at three attempts, and the first that failed is a t2; apple is at two.
func TestCasesOfLabels(t *testing.T) {
	label := func(mode string) datasets.FailureLabel {
		return datasets.FailureLabel{Mode: mode, Source: "human", Annotator: "ann"}
	}
	labels := map[string][]datasets.FailureLabel{
		"a t1": {label("zebra")}, "a t2": {label("zebra"), label("apple")}, "a t3": {label("apple"), label("apple")}, "b t1": {label("zebra")},
	}
	var records []table.Record
	for _, run := range []string{"a", "b"} {
		for _, task := range []string{"t1", "t2", "t3"} {
			value := 0.0
			if run+task == "at1" {
				value = 1
			}
			r := tabletest.Attempted(run, task, 0, value)
			r.Attempt.Labels = labels[run+" "+task]
			records = append(records, r)
		}
	}
	tab := failureTable(t, records)
	for question, want := range map[string][]string{
		"cases":                        {"ann (human): zebra (3) a t2 failed", "ann (human): apple (2) a t2 failed"},
		"cases name=zebra runs=b":      {"ann (human): zebra (1) b t1 failed"},
		`cases task=t1`:                {":  (0) a t1 succeeded", ":  (0) b t1 failed"},
		`cases of=contrast`:            {":  (0) a t1 succeeded", ":  (0) b t1 failed"}, // a is ahead at t1 alone
		`cases of=contrast runs=b,a`:   {":  (0) a t1 succeeded", ":  (0) b t1 failed"}, // the better first
		`cases task=t3 runs=b`:         {":  (0) b t3 failed"},
		`cases where="attempts=never"`: nil,
	} {
		got, why := casesOf(t, tab, question)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (%s), -want +got:\n%s", question, why, d)
		}
	}
	for question, want := range map[string]string{
		"cases name=horse":          `no attempt has the label "horse"`,
		"cases by=bob":              `nobody here is called "bob"`,
		"cases runs=c":              `no run is called "c" here`,
		"cases task=t9":             `no task is called "t9" here`,
		"cases of=mood":             "of=mood: expected label, mode, disagreement or contrast",
		"cases of=contrast runs=a":  "a contrast is of two runs",
		"cases of=disagreement":     "no judge and reference disagree on an attempt",
		"cases of=mode":             "no rule finds anything",
		"cases task=t1 of=label":    "task=t1 says which attempts are meant; leave of out",
		"cases of=contrast task=t1": "of=contrast finds the task itself; leave task out",
	} {
		if got, why := casesOf(t, tab, question); got != nil || why != want {
			t.Errorf("%s: %v, %q; want %q", question, got, why, want)
		}
	}
}

// Judge j of two, by hand: against the reference 1 0 0 1 it says 1 1 1 0, so errs thrice; the log
// has a word for t2 alone. k says 1 0 1 1, errs once, agrees more, and is the judge unless one is named.
func TestCasesOfDisagreements(t *testing.T) {
	var records []table.Record
	for i, of := range [][3]float64{{1, 1, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 1}} {
		r := tabletest.Attempted("a", fmt.Sprint("t", i+1), 0, of[0])
		r.Values = append(r.Values, table.Value{Metric: "human_success", Value: of[0]}, table.Value{Metric: "judge_success[j]", Value: of[1]}, table.Value{Metric: "judge_success[k]", Value: of[2]})
		if i == 1 {
			r.Attempt.JudgeErrors = []table.JudgeError{{Judge: "j", Error: "made up"}}
		}
		records = append(records, r)
	}
	tab := tabletest.Of(t, "error", records...)
	for question, want := range map[string][]string{
		"cases of=disagreement":                 {"k: success, where the reference says failure (1) a t3 failed"},
		"cases of=disagreement by=j":            {"j: failure, where the reference says success (1) a t4 succeeded", "j: made up (1) a t2 failed", "j: success, where the reference says failure (1) a t3 failed"},
		`cases of=disagreement by=j runs=a`:     {"j: failure, where the reference says success (1) a t4 succeeded", "j: made up (1) a t2 failed", "j: success, where the reference says failure (1) a t3 failed"},
		`cases of=disagreement by=j name=other`: nil,
	} {
		got, _ := casesOf(t, tab, question)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, -want +got:\n%s", question, d)
		}
	}
}
