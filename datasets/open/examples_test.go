package open

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
	"mcpstats/datasets/examples"
)

// example reads an embedded log whole.
func example(t testing.TB, name string) []datasets.Trajectory {
	t.Helper()
	inputs, err := Examples([]string{name}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, bad := collect(t, inputs[0])
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	return all
}

// An example holds no text: what stands in the free fields is short and of a
// known form.
func TestExamplesHoldFactsOnly(t *testing.T) {
	digest := `\{"sha256":"[0-9a-f]{12}"\}`
	arguments := regexp.MustCompile(`^(` + digest + `|\{"server_name":"[^"]{1,60}","tool_name":"[^"]{1,60}","params":` + digest + `\})?$`)
	raw := regexp.MustCompile(`^(Status: (success|failure))?$`)
	for _, e := range examples.All {
		all := example(t, e.Name)
		if len(all) == 0 {
			t.Error(e.Name, "is empty")
		}
		for _, tr := range all {
			texts := []string{tr.Response, tr.Error, tr.StateBefore, tr.StateAfter, tr.StateGoal, tr.ExpectedAnswer, tr.PredictedAnswer}
			for _, s := range tr.Steps {
				texts = append(texts, s.Content)
				for _, c := range s.Calls {
					texts = append(texts, c.Result, c.Error, c.ID)
					if !arguments.MatchString(c.Arguments) {
						t.Fatalf("%s: arguments %q", e.Name, c.Arguments)
					}
				}
			}
			for _, j := range tr.Judgments {
				if !raw.MatchString(j.Raw) {
					t.Fatalf("%s: raw %q", e.Name, j.Raw)
				}
			}
			for _, n := range tr.Expected {
				if !arguments.MatchString(n.Arguments) {
					t.Fatalf("%s: arguments %q", e.Name, n.Arguments)
				}
			}
			for key, v := range tr.Attributes {
				if len(v) > 30 {
					t.Fatalf("%s: %s is %q", e.Name, key, v)
				}
			}
			if s := strings.Join(texts, ""); s != "" {
				t.Fatalf("%s: text %q", e.Name, s)
			}
			if tr.Benchmark != e.Benchmark {
				t.Fatalf("%s: benchmark %q", e.Name, tr.Benchmark)
			}
		}
	}
}

// LiveMCPBench prints 67 of 95 by humans, 75 stored for DeepSeek-V3 (whose own
// last words say 67), 20.09 messages, 5.59 executions, 2.98 retrievals.
func TestExampleLiveMCPBench(t *testing.T) {
	human, stored, stated, messages, executions, retrievals := 0, 0, 0, 0, 0, 0
	all := example(t, "livemcpbench")
	for _, tr := range all {
		for _, j := range tr.Judgments {
			switch j.Judge {
			case "human":
				human += int(j.Verdict.Value)
			case "deepseek_deepseek-chat-v3-0324":
				stored += int(j.Verdict.Value)
				stated += strings.Count(j.Raw, "success")
			}
		}
		messages += len(tr.Steps)
		for _, s := range tr.Steps {
			for _, c := range s.Calls {
				switch c.Tool {
				case "execute-tool":
					executions++
				case "route":
					retrievals++
				}
			}
		}
		if len(tr.Judgments) != 7 || len(tr.Available) != 527 {
			t.Fatalf("%s: %d judgments, %d tools", tr.Task, len(tr.Judgments), len(tr.Available))
		}
	}
	got := []int{len(all), human, stored, stated, messages, executions, retrievals}
	if d := cmp.Diff([]int{95, 67, 75, 67, 1909, 531, 283}, got); d != "" {
		t.Error(d)
	}
}

// The leaderboard prints resolved / 400.
func TestExampleTerminalBench(t *testing.T) {
	resolved, present, null, solvedLate := map[string]int{}, map[string]int{}, 0, 0
	twice := map[string]int{}
	for _, tr := range example(t, "terminal-bench") {
		present[tr.Run]++
		if tr.Success.Value {
			resolved[tr.Run]++
		}
		if !tr.Success.Known {
			null++
		}
		if tr.Success.Value && tr.Exit == datasets.ExitTimeout {
			solvedLate++
		}
		if tr.PromptTokens.Known && tr.PromptTokens.Value == 0 {
			t.Fatal("0 tokens are known")
		}
		twice[fmt.Sprint(tr.Run, tr.Task, tr.Trial)]++
	}
	for run, accuracy := range map[string]float64{"20250923_droid_claude-4-1-opus": .5875, "20250923_droid_claude-4-sonnet": .505,
		"20250711_openhands_claude-4-sonnet": .4125, "20250906_orchestrator_claude-4.1-opus": .3975} {
		if got := float64(resolved[run]) / 400; got != accuracy {
			t.Errorf("%s: %v, printed %v", run, got, accuracy)
		}
	}
	// Counted with jq in the tables: rows a run; null verdicts; agent_timeout with
	// is_resolved; pairs of (task, attempt) that occur twice.
	want := map[string]int{"20250711_openhands_claude-4-sonnet": 400, "20250825_swe-agent-mini_claude-4-sonnet": 375, "20250902_orchestrator_claude-4-sonnet": 390,
		"20250906_orchestrator_claude-4.1-opus": 391, "20250923_droid_claude-4-1-opus": 400, "20250923_droid_claude-4-sonnet": 400}
	if d := cmp.Diff(want, present); d != "" {
		t.Error(d)
	}
	pairs := 0
	for _, n := range twice {
		if n == 2 {
			pairs++
		}
	}
	if null != 151 || solvedLate != 171 || pairs != 12 {
		t.Errorf("%d null, %d solved late, %d pairs", null, solvedLate, pairs)
	}
	inputs, err := Examples([]string{"terminal-bench"}, Options{})
	if err != nil || inputs[0].Duplicates() != "first" {
		t.Error(err, inputs[0].Duplicates())
	}
}

// tau-bench prints pass^1..4 = .42, .27333, .22, .20.
func TestExampleTauBench(t *testing.T) {
	wins, calls := map[string]int{}, 0
	for _, tr := range example(t, "tau-bench") {
		wins[tr.Task] += int(tr.Reward.Value)
		for _, s := range tr.Steps {
			calls += len(s.Calls)
		}
	}
	for k, want := range []float64{.42, .27333, .22, .20} {
		sum := 0.0
		for _, c := range wins {
			p := 1.0
			for i := range k + 1 {
				p *= float64(c-i) / float64(4-i)
			}
			sum += p
		}
		if got := sum / 50; math.Abs(got-want) > 5e-6 {
			t.Errorf("pass^%d = %v, printed %v", k+1, got, want)
		}
	}
	if len(wins) != 50 || calls != 1164 {
		t.Error(len(wins), calls)
	}
}

// The evaluator's own exact match rates, in `statistics` of the result files.
func TestExampleETOM(t *testing.T) {
	n, exact := map[string]int{}, 0.0
	after := 0
	for _, tr := range example(t, "etom") {
		n[tr.Run+" "+tr.Strata["level"]]++
		if tr.Run == "bm25" && tr.Strata["level"] == "L2" {
			exact += tr.Reported["evaluator_exact_match"]
		}
		if len(tr.Ranked) > 10 || tr.Predicted == nil || tr.Expected == nil || !tr.LatencyMS.Known {
			t.Fatalf("%+v", tr)
		}
		if !slices.IsSortedFunc(tr.Ranked, func(a, b datasets.Ranked) int { return int(math.Copysign(1, b.Score-a.Score)) }) && tr.Run == "bm25" {
			t.Errorf("%s: the ranking is not sorted: %v", tr.Task, tr.Ranked)
		}
		for _, need := range tr.Expected {
			after += min(1, len(need.After))
		}
	}
	if got := exact / 773; got != 0.5394566623544631 {
		t.Error(got)
	}
	if len(n) != 15 || n["random L4"] != 103 || after == 0 {
		t.Error(n, after)
	}
}

func TestExamplesNames(t *testing.T) {
	inputs, err := Examples(nil, Options{})
	if err != nil || len(inputs) != len(examples.All) {
		t.Fatal(len(inputs), err)
	}
	if _, err := Examples([]string{"tau"}, Options{}); err == nil || !strings.Contains(err.Error(), "tau-bench") {
		t.Error(err)
	}
	for i, e := range examples.All {
		if e.Title == "" || e.Doc == "" || e.Source == "" || e.Licence == "" || inputs[i].Name != "example:"+e.Name {
			t.Errorf("%+v", e)
		}
	}
}
