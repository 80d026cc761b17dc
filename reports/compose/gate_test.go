package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// gateSample is a gate of made-up round numbers.
func gateSample() result.Gate {
	f := func(v float64) *float64 { return &v }
	n := func(v int) *int { return &v }
	worst := result.Float(-0.08)
	return result.Gate{
		Benchmark: "bench", Metric: "success", Base: "old", New: "fresh", Decision: result.GateUndecided, Test: "not_worse_tango", Unit: "share", Better: "higher",
		Margin: 0.05, Alpha: 0.05, Tasks: 100, MeanBase: f(0.5), MeanNew: f(0.48), Difference: f(-0.02), Worst: &worst, P: f(0.2),
		Needed: result.GateNeeded{Difference: f(0.01), Power: 0.8, IfEqual: n(600), AsObserved: n(1700)}, Policy: "fail", ImputedNew: 2, Unpaired: 1, LeftOut: []string{"t9"},
	}
}

func gateText(g *result.Gate) string {
	var lines []string
	for _, spans := range GateWords(g) {
		line := ""
		for _, s := range spans {
			line += s.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestGateWords(t *testing.T) {
	g := gateSample()
	want := `UNDECIDED: whether fresh is worse than old by 5 points or more in success on bench is not shown either way.
The difference, new minus base, is -2.0 points on 100 tasks (48.0% against 50.0%), at worst -8.0 points (95% one-sided bound; score test against a margin, p = .20).
To pass with these tasks and this scatter it takes a difference of +1.0 points or more. Runs that are truly equal pass in 80% of the cases with 600 tasks; with the difference seen here it takes 1,700.
2 attempts without outcome (base 0, new 2) were filled in by the policy "fail". 1 task left out, which one run alone has: t9.`
	if got := gateText(&g); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	g.Told = &result.GateSequence{Order: result.GateLogOrder, Planned: 400, NotWorse: 12.345, Worse: 0.01234, Next: "t7", Waiting: 1}
	g.ImputedNew, g.Unpaired, g.P, g.Test = 0, 0, nil, "betting"
	want = `The difference, new minus base, is -2.0 points on 100 tasks (48.0% against 50.0%), at worst -8.0 points (95% confidence sequence, which holds at all looks together).
The evidence for passing is 12, that for failing 0.012; 20 decides. Were it to grow as it has, it would take about 1,700 tasks, and there are 400. The next task is t7; 1 task stands after it with results, which wait for it.
Tasks come in the log's own order: the probability of a wrong answer is not guaranteed.`
	if got := gateText(&g); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestComposeGate(t *testing.T) {
	res := &result.GateResults{Version: result.Version, Gates: []result.Gate{gateSample(), gateSample(), gateSample()}}
	res.Gates[0].Decision, res.Gates[1].Decision = result.GatePass, result.GateFail
	res.Decision = res.Overall()
	if res.Decision != result.GateFail {
		t.Error(res.Decision)
	}
	doc, err := BriefGate(res)
	if err != nil || len(doc.Blocks) != 2 {
		t.Fatalf("%d blocks, %v", len(doc.Blocks), err)
	}
	if first := doc.Blocks[0].(reports.Prose).Spans; first[0].Text+first[1].Text != "FAIL: of 3 gates 1 pass, 1 fail and 1 are undecided; all must pass." {
		t.Error(first)
	}
	if table := doc.Blocks[1].(reports.Table); len(table.Rows) != 3 || table.Rows[1][0].Text != "fail" {
		t.Errorf("%+v", table)
	}
	res.Version++
	if _, err := Gate(res); err == nil {
		t.Error("another version is taken")
	}
}
