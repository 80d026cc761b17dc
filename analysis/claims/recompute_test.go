package claims

import (
	"fmt"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// judgedRun is ten tasks, five hard and five easy: the human says success for
// t0-t5; judge deepseek_deepseek-chat-v3-0324 stores success for t0-t7 and says
// so in its own words for t0-t5; judge gpt-4.1 does for t0-t3 in both readings.
// Task t9 has no outcome by the harness; of the others t0-t4 succeed. Steps are
// 10 each.
func judgedRun(t *testing.T) Logs {
	t.Helper()
	b := table.NewBuilder()
	for i := range 10 {
		r := table.Record{Attempt: table.Attempt{
			Benchmark: "bench", Run: "claude-sonnet-4-20250514", Task: fmt.Sprintf("t%d", i), Exit: datasets.ExitCompleted,
			Strata: map[string]string{"level": map[bool]string{true: "hard", false: "easy"}[i < 5]},
		}}
		add := func(metric string, yes bool) {
			v := 0.0
			if yes {
				v = 1
			}
			r.Values = append(r.Values, table.Value{Metric: metric, Value: v})
		}
		if i < 9 {
			add("success", i < 5)
		}
		add("human_success", i < 6)
		add("judge_success[deepseek_deepseek-chat-v3-0324]", i < 8)
		add("judge_success_reread[deepseek_deepseek-chat-v3-0324]", i < 6)
		add("judge_success[openai_gpt-4.1]", i < 4)
		add("judge_success_reread[openai_gpt-4.1]", i < 4)
		r.Values = append(r.Values, table.Value{Metric: "steps", Value: 10})
		b.Add(table.Origin{Record: i, Format: "test"}, r)
	}
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	each := func(*datasets.Trajectory, func(string, float64)) {}
	return Logs{Table: built, Catalog: table.Catalog{
		{Name: "success", Unit: "share", Scale: result.Binary, Missing: result.Fail},
		{Name: "judge_success[judge]", Unit: "share", Each: each},
		{Name: "steps", Unit: "messages"},
	}}
}

// TestRecompute: every expected number is counted by hand from judgedRun.
func TestRecompute(t *testing.T) {
	logs := judgedRun(t)
	for _, c := range []struct {
		name, printed, unit, check string
		verdict, line              string
	}{
		{"stored", "80", "percent", "{metric: judge_success, run: claude-sonnet-4, judge: deepseek-v3}", Confirmed, "8/10 = 80%; printed 80; the judge's own words: 6/10 = 60% (2 attempts read otherwise)"},
		{"reread", "60.0", "percent", "{metric: judge_success, judge: deepseek-v3, reading: reread}", Confirmed, "6/10 = 60%"},
		{"hangs on the reading", "60", "percent", "{metric: judge_success, judge: deepseek-v3}", Depends, "8/10 = 80%; printed 60; the judge's own words: 6/10 = 60%"},
		{"refuted", "75", "percent", "{metric: judge_success, judge: deepseek-v3}", Refuted, "8/10 = 80%; printed 75"},
		{"as proportion", "0.80", "proportion", "{metric: judge_success, judge: v3}", Confirmed, "8/10 = 0.8; printed 0.80"},
		{"agreement", "80", "percent", "{metric: agreement, judge: deepseek-v3}", Confirmed, "8/10 = 80%"},
		{"precision", "75", "percent", "{metric: precision, judge: deepseek-v3}", Confirmed, "6/8 = 75%"},
		{"f1", "85.71", "percent", "{metric: f1, judge: deepseek-v3}", Confirmed, "12/14 = 85.7143%"},
		{"vote, half is enough", "80", "percent", `{metric: judge_success, judge: "vote>=half"}`, Confirmed, "8/10 = 80%"},
		{"vote, more than half", "40", "percent", `{metric: judge_success, judge: "vote>half"}`, Confirmed, "4/10 = 40%"},
		{"none failed", "50", "percent", "{metric: success}", Confirmed, "5/10 = 50%; printed 50; what has no score as left out: 5/9"},
		{"none left out", "55.56", "percent", "{metric: success}", Depends, "what has no score as left out: 5/9 = 55.5556%"},
		{"stated policy", "55.56", "percent", "{metric: success, policy: drop}", Confirmed, "5/9 = 55.5556%"},
		{"stratum", "100", "percent", "{metric: success, stratum: {level: hard}}", Confirmed, "5/5 = 100%"},
		{"mean", "10.0", "count", "{metric: steps}", Confirmed, "100/10 = 10"},
		{"sum", "100", "count", "{metric: steps, aggregate: sum}", Confirmed, "100; printed 100"},
		{"count", "10", "count", "{metric: human_success, aggregate: count}", Confirmed, "10; printed 10"},
		{"cut off", "55.55", "percent", "{metric: success, policy: drop}", ByTruncation, "5/9 = 55.5556%"},
		{"no such judge", "80", "percent", "{metric: judge_success, judge: llama}", Unverifiable, `no judge like "llama"; they hold deepseek_deepseek-chat-v3-0324, openai_gpt-4.1`},
		{"no such run", "80", "percent", "{metric: success, run: gpt-5}", Unverifiable, `no run like "gpt-5"`},
		{"no such metric", "80", "percent", "{metric: coverage}", Unverifiable, `no metric like "coverage"`},
		{"no such stratum", "80", "percent", "{metric: success, stratum: {tier: 1}}", Unverifiable, `no stratum "tier"; they hold level`},
	} {
		f, err := Parse("x.yaml", fmt.Appendf(nil, "claims:\n  - {id: a, printed: %q, unit: %s, check: {recompute: %s}}\n", c.printed, c.unit, c.check))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := Verify(f, logs)[0]
		if got.Verdict != c.verdict || !strings.Contains(got.Arithmetic, c.line) {
			t.Errorf("%s: %s: %s\nwant %s: %s", c.name, got.Verdict, got.Arithmetic, c.verdict, c.line)
		}
	}
}

// TestContradictedTasks: the tasks where stored verdict and own words differ are named.
func TestContradictedTasks(t *testing.T) {
	f, err := Parse("x.yaml", []byte(`claims: [{id: a, printed: "80", unit: percent, check: {recompute: {metric: judge_success, judge: deepseek-v3}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	readings := Verify(f, judgedRun(t))[0].Checks[0].Readings
	if len(readings) != 2 || strings.Join(readings[1].Tasks, " ") != "t6 t7" || readings[1].Verdict != Refuted {
		t.Errorf("readings %+v", readings)
	}
}

func TestMatch(t *testing.T) {
	names := []string{"deepseek_deepseek-chat-v3-0324", "deepseek_deepseek-r1-0528", "openai_gpt-5-2025-08-07", "openai_gpt-5-mini-2025-08-07", "qwen_qwen3-235b-a22b"}
	for short, want := range map[string]string{
		"deepseek-v3": names[0], "DeepSeek-R1": names[1], "gpt-5": "", "gpt-5-mini": names[3], "qwen3-235b": names[4], "deepseek": "", "gpt-4.1": "", "": "",
		"openai_gpt-5": names[2], "OPENAI_GPT-5-2025-08-07": names[2],
	} {
		if got, err := match("run", short, names); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q (%v), want %q", short, got, err, want)
		}
	}
}
