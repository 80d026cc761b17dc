package formats

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// The facts of the Claude-Sonnet-4 run as its authors print them: human success
// 67/95, judges' success rates and agreement (evaluator/human_agreement_*.csv),
// 20.09 messages, 5.59 executions, 2.98 retrievals and 2.71 tools a task.
func TestLiveMCPBenchFacts(t *testing.T) {
	all, bad := collect(t, LiveMCPBench, below(t, sharedData(t, "livemcpbench")), Options{})
	if len(bad) > 0 || len(all) != 95 {
		t.Fatalf("%d trajectories, errors %v", len(all), bad)
	}
	success := map[string]int{}
	agree := map[string]int{}
	reread := 0
	status := regexp.MustCompile(`(?is).*status:\W*(success|failure)`)
	messages, executions, retrievals, failed := 0, 0, 0, 0
	tools := 0
	for _, tr := range all {
		if tr.Run != "claude-sonnet-4-20250514_Qwen3-Embedding-0.6B" || tr.Benchmark != "livemcpbench" || tr.Success.Known {
			t.Fatalf("run %q, benchmark %q, success %v", tr.Run, tr.Benchmark, tr.Success)
		}
		if len(tr.Judgments) != 7 || !tr.Judgments[0].Reference || tr.Judgments[0].Judge != "human" {
			t.Fatalf("task %s: judgments %v", tr.Task, tr.Judgments)
		}
		for _, j := range tr.Judgments {
			if !j.Verdict.Known || j.Reference != (j.Judge == "human") {
				t.Fatalf("task %s: %+v", tr.Task, j)
			}
			success[j.Judge] += int(j.Verdict.Value)
			if j.Verdict == tr.Judgments[0].Verdict {
				agree[j.Judge]++
			}
			if j.Judge == "deepseek_deepseek-chat-v3-0324" {
				m := status.FindStringSubmatch(j.Raw)
				if m == nil {
					t.Fatalf("task %s: no status in %q", tr.Task, j.Raw)
				}
				if strings.EqualFold(m[1], "success") {
					reread++
				}
			}
		}
		messages += len(tr.Steps)
		distinct := map[string]bool{}
		for _, s := range tr.Steps {
			for _, c := range s.Calls {
				if c.IsError.Value {
					failed++
				}
				switch c.Tool {
				case "route":
					retrievals++
				case "execute-tool":
					executions++
					var a struct {
						Tool string `json:"tool_name"`
					}
					if err := json.Unmarshal([]byte(c.Arguments), &a); err != nil {
						t.Fatal(err)
					}
					distinct[a.Tool] = true
				default:
					t.Fatalf("tool %q", c.Tool)
				}
				if c.Result == "" || c.Server != "" {
					t.Fatalf("task %s: call %+v", tr.Task, c)
				}
			}
		}
		tools += len(distinct)
		if len(tr.Available) != 527 {
			t.Fatalf("%d tools available", len(tr.Available))
		}
	}
	want := map[string]int{"human": 67, "deepseek_deepseek-chat-v3-0324": 75, "qwen_qwen3-235b-a22b": 55, "models_gemini-2.5-pro": 59,
		"claude-sonnet-4-20250514": 70, "openai_gpt-4.1": 50, "deepseek_deepseek-r1-0528": 34}
	if d := cmp.Diff(want, success); d != "" {
		t.Error("successes by judge (-printed +read):\n", d)
	}
	want = map[string]int{"human": 95, "deepseek_deepseek-chat-v3-0324": 77, "qwen_qwen3-235b-a22b": 71, "models_gemini-2.5-pro": 69,
		"claude-sonnet-4-20250514": 68, "openai_gpt-4.1": 68, "deepseek_deepseek-r1-0528": 56}
	if d := cmp.Diff(want, agree); d != "" {
		t.Error("agreement with humans (-printed +read):\n", d)
	}
	if reread != 67 {
		t.Errorf("the last status of DeepSeek-V3 says success %d times, not 67", reread)
	}
	// grep: 14 results end in isError=True, 90 others hold the tool's own
	// "isError": true, 14 begin with "Tool call timed out".
	if failed != 14+90+14 {
		t.Errorf("%d calls failed", failed)
	}
	if messages != 1909 || executions != 531 || retrievals != 283 || tools != 257 {
		t.Errorf("messages %d, executions %d, retrievals %d, tools %d; printed are 20.09, 5.59, 2.98, 2.71 of 95",
			messages, executions, retrievals, tools)
	}
}

// Any part of the folder is a log of its own.
func TestLiveMCPBenchParts(t *testing.T) {
	root := sharedData(t, "livemcpbench")
	for _, test := range []struct {
		folder string
		judges int
	}{{"output", 0}, {"annotation", 1}, {"evaluator", 6}, {filepath.Join("evaluator", "openai_gpt-4.1"), 1}} {
		all, bad := collect(t, LiveMCPBench, below(t, filepath.Join(root, test.folder)), Options{Columns: datasets.Facts | datasets.Of(datasets.ColSteps, datasets.ColJudgments)})
		if len(bad) > 0 || len(all) != 95 {
			t.Fatalf("%s: %d trajectories, errors %v", test.folder, len(all), bad)
		}
		steps := 0
		for _, tr := range all {
			steps += len(tr.Steps)
			if len(tr.Judgments) != test.judges {
				t.Fatalf("%s: %d judgments", test.folder, len(tr.Judgments))
			}
		}
		if steps != 1909 {
			t.Errorf("%s: %d messages", test.folder, steps)
		}
	}
}

func BenchmarkLiveMCPBench(b *testing.B) {
	files := onDisk(b, filepath.Join(sharedData(b, "livemcpbench", "output"), "claude-sonnet-4-20250514_Qwen3-Embedding-0.6B.json"))
	bytes := int64(0)
	for b.Loop() {
		all, bad := collect(b, LiveMCPBench, files, Options{})
		if len(all) != 95 || len(bad) > 0 {
			b.Fatal(len(all), bad)
		}
		r, _ := files[0].Open()
		n, _ := r.(interface {
			Seek(int64, int) (int64, error)
		}).Seek(0, 2)
		r.Close()
		bytes = n
	}
	b.SetBytes(bytes)
}
