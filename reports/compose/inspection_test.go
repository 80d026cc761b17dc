package compose

import (
	"fmt"
	"slices"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// inspected are six logs, the third of another kind.
func inspected() *result.Inspection {
	found := &result.Inspection{}
	for i := range 6 {
		l := result.InspectedLog{
			Input:   result.Input{Path: fmt.Sprintf("logs/runs/%d.parquet", i+1), Format: "parquet", Trajectories: 10},
			Columns: []result.TakenColumn{{Column: "run", From: "system", How: "alias"}, {Column: "task", From: "task", How: "canonical"}, {Column: "trial", From: "trial", How: "canonical"}, {Column: "attributes.note", From: "note", How: "attribute"}, {Column: "attributes.seen", From: "seen", How: "attribute"}},
		}
		l.Coverage = []result.FieldCoverage{{Field: "success", Known: 9}, {Field: "exit", Known: 10}}
		if i == 1 {
			l.Coverage = slices.Insert(l.Coverage, 1, result.FieldCoverage{Field: "reward", Known: 4})
		}
		l.Values = []result.FieldValues{{Field: "exit", Values: []result.ValueCount{{Value: "timeout", Count: 6}, {Value: "completed", Count: 4}}}}
		if i > 2 {
			l.Values[0].Values = []result.ValueCount{{Value: "completed", Count: 10}}
		}
		if i == 2 {
			l.Columns = l.Columns[:2]
		}
		found.Logs = append(found.Logs, l)
	}
	for i := range 5 {
		found.Warnings = append(found.Warnings, result.Warning{Code: "alike", Message: fmt.Sprintf("Message %d.", i+1), Where: "here"})
	}
	found.Warnings = append(found.Warnings, result.Warning{Code: "alike", Message: "Another.", Where: "there", Decisive: true})
	for i, name := range []string{"reward", "success", "pass_at_1", "pass_at_2", "pass_at_3", "pass_at_5", "cost"} {
		found.Metrics = append(found.Metrics, result.MetricInfo{Benchmark: "bench", Name: name, Compared: i < 2, Primary: name == "success"})
	}
	return found
}

func texts(t reports.Table) [][]string {
	var out [][]string
	for _, row := range t.Rows {
		var line []string
		for _, cell := range row {
			line = append(line, cell.Text)
		}
		out = append(out, line)
	}
	return out
}

// Logs that are alike are told of once, with the sums over them.
func TestInspectionGathersLogs(t *testing.T) {
	doc, err := Inspection(inspected())
	if err != nil {
		t.Fatal(err)
	}
	for prefix, want := range map[string][][]string{
		"columns": {
			{"1, 2, 4 to 6", "run", "system", "alias"}, {"1, 2, 4 to 6", "what they are called", "task, trial", "canonical"}, {"1, 2, 4 to 6", "attributes", "note, seen", "attribute"},
			{"3", "run", "system", "alias"}, {"3", "what they are called", "task", "canonical"},
		},
		// Five logs of ten attempts: 5*9 stated, 4 in one log; exits 2*6 and 2*4+3*10.
		"coverage": {
			{"1, 2, 4 to 6", "success", "45", "50", "all", ""}, {"1, 2, 4 to 6", "reward", "4", "50", "1 of 5", ""}, {"1, 2, 4 to 6", "exit", "50", "50", "all", "completed (38), timeout (12)"},
			{"3", "success", "9", "10", "all", ""}, {"3", "exit", "10", "10", "all", "timeout (6), completed (4)"},
		},
		"metrics":      {{"bench", "success, reward", "pass_at_1 to 3, pass_at_5, cost"}},
		"warning-list": {{"alike", "5 of this kind, the first: Message 1.", "here and 4 more", "no"}, {"alike", "Another.", "there", "yes"}},
	} {
		if got := texts(tableWith(t, doc, prefix)); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Errorf("%s: got %q", prefix, got)
		}
	}
	found := inspected()
	for i := range found.Metrics {
		found.Metrics[i].Benchmark = "" // a log that does not name its benchmark
	}
	if doc, err = Inspection(found); err != nil {
		t.Fatal(err)
	}
	if rows := tableWith(t, doc, "metrics").Rows; len(rows) != 1 || rows[0][1].Text != "success, reward" {
		t.Errorf("metrics of a benchmark without a name: %v", rows)
	}
	logs := tableWith(t, doc, "logs")
	if logs.Caption != "The logs in logs/runs/." || logs.Rows[1][1].Text != "2.parquet" || logs.Rows[1][1].Full != "logs/runs/2.parquet" {
		t.Errorf("logs: %s %+v", logs.Caption, logs.Rows[1][1])
	}
}

func TestCommonFolder(t *testing.T) {
	for want, paths := range map[string][]string{
		"":     {"a/b.csv"},
		"a/":   {"a/b.csv", "a/bc.csv"},
		"/a/":  {"/a/b/c", "/a/bd/c"},
		"/":    {"/a/b", "/c"},
		"x/y/": {"x/y/z/1", "x/y/2"},
	} {
		var logs []result.InspectedLog
		for _, p := range paths {
			logs = append(logs, result.InspectedLog{Input: result.Input{Path: p}})
		}
		if got := commonFolder(logs); got != want {
			t.Errorf("%q have the folder %q, want %q", paths, got, want)
		}
	}
	if got := commonFolder([]result.InspectedLog{{Input: result.Input{Path: "a"}}, {Input: result.Input{Path: "b"}}}); got != "" {
		t.Errorf("got %q", got)
	}
}
