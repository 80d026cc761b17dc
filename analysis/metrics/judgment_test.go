package metrics

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Texts in the manner of real judges, and what a reader would say that they
// state last.
func TestLastStatus(t *testing.T) {
	const yes, no, none = 1, 0, undefined
	for _, c := range []struct {
		text string
		want float64
	}{
		{"", none},
		{"success", yes},
		{"failure", no},
		{`"failure"`, no},
		{" **Success**.\n", yes},
		{"The agent did well.\n\nStatus: \"success\"", yes},
		{"The audio was not loaded successfully.\nStatus: \"failure\"", no},
		{"- **Status:** failure", no},
		{"**Status**: `success`", yes},
		{"Status: **failure**", no},
		{"Final Status = Failed", no},
		{"Status -> passed", yes},
		{"Status: ✅ Success (all key points met)", yes},
		{"Status:\n\"failure\"", no},
		{`{"thoughts": "fine", "status": "success"}`, yes},
		{"Step 1 status: success\nStep 2 status: failure", no},
		{"... does not complete the task. Status: \"failure\"", no},
		{"Status: not successful", no},
		{"Status: unsuccessful", no},
		// The instruction quoted, then the answer; then the other way round.
		{"Answer with Status: \"success\" or \"failure\".\nStatus: \"failure\"", no},
		{"Status: \"failure\"\n(format: Status: \"success\"/\"failure\")", no},
		{"Status: success|failure", none},
		// Words of the reasoning that are no verdict.
		{"The agent successfully listed branches, so this was a success overall.", none},
		{"1. **Status check**: Agent correctly used git_status.", none},
		{"Tool call verification: all presented info (branch status, file contents) is right.", none},
		{"Availability status\nEverything failed to load.", none},
		{"Status: partial", none},
		{"Status: successive attempts", none},
		{"Thoughts extract failed.", none},
	} {
		success, ok := lastStatus(c.text)
		got := indicator(success)
		if !ok {
			got = undefined
		}
		if got != c.want {
			t.Errorf("%q reads %v, want %v", c.text, got, c.want)
		}
	}
}

func TestJudgments(t *testing.T) {
	tr := &datasets.Trajectory{Judgments: []datasets.Judgment{
		{Judge: "human", Verdict: datasets.Known(1.0), Reference: true},
		{Judge: "a", Verdict: datasets.Known(1.0), Raw: "Status: failure"},
		{Judge: "b", Raw: "Status: success"},
		{Judge: "c", Verdict: datasets.Known(0.5), Raw: "no word"},
		{Judge: "d", Verdict: datasets.Known(7.0), Raw: "failure"},
		{Judge: "e", Verdict: datasets.Known(0.0)},
		{Judge: "e", Verdict: datasets.Known(1.0)},
		{Judge: "f", Verdict: datasets.Known(math.NaN())},
	}}
	check(t, "human_success", scoreOf(t, "human_success", tr), 1)
	for family, want := range map[string]map[string]float64{
		// b gave no verdict; d's scale is not known; e judged twice, one of two for.
		"judge_success":        {"a": 1, "c": 1, "e": 1},
		"judge_success_reread": {"a": 0, "b": 1, "d": 0},
	} {
		got := map[string]float64{}
		metric(t, family).Each(tr, func(name string, v float64) {
			if _, twice := got[name]; twice {
				t.Errorf("%s emitted twice", name)
			}
			got[name] = v
		})
		listed := map[string]float64{}
		for judge, v := range want {
			listed[family+"["+judge+"]"] = v
			check(t, family+" of "+judge, scoreOf(t, family+"["+judge+"]", tr), v)
		}
		if d := cmp.Diff(listed, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", family, d)
		}
	}
	check(t, "a judge who is not there", scoreOf(t, "judge_success[z]", tr), undefined)
	check(t, "the reference is no judge", scoreOf(t, "judge_success[human]", tr), undefined)

	tr.Judgments = tr.Judgments[1:]
	check(t, "no reference", scoreOf(t, "human_success", tr), undefined)
}
