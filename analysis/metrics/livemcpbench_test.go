package metrics

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpstats/datasets"
)

const claudeSonnet4 = "claude-sonnet-4-20250514_Qwen3-Embedding-0.6B.json"

// liveTask is one element of LiveMCPBench's files, as far as the test needs it.
type liveTask struct {
	ID       string `json:"task_id"`
	Human    string `json:"task_success"`
	Judge    string
	Reward   float64
	Messages []struct {
		Role  string
		Calls []struct {
			ID       string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
}

func (l liveTask) trajectory() *datasets.Trajectory {
	t := &datasets.Trajectory{Benchmark: "livemcpbench", Run: "claude-sonnet-4", Task: l.ID, Steps: []datasets.Step{}}
	for _, m := range l.Messages {
		step := datasets.Step{Role: m.Role}
		for _, c := range m.Calls {
			step.Calls = append(step.Calls, datasets.ToolCall{ID: c.ID, Tool: c.Function.Name, Arguments: c.Function.Arguments})
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// total sums a metric over attempts and counts where it is defined.
func total(t *testing.T, name string, ts []*datasets.Trajectory) (sum float64, n int) {
	m := metric(t, name)
	for _, tr := range ts {
		if v, ok := m.Score(tr); ok {
			sum += v
			n++
		}
	}
	return sum, n
}

// The totals over the 95 tasks of the Claude-Sonnet-4 run, counted apart from
// this project; divided by 95 they are the paper's Table 2: 20.09 steps, 5.59
// executions, 2.98 retrievals, 2.71 tools.
func TestLiveMCPBenchBehaviour(t *testing.T) {
	root := sharedData(t, "livemcpbench")
	var run []*datasets.Trajectory
	for _, task := range readJSON[[]liveTask](t, filepath.Join(root, "output", claudeSonnet4)) {
		run = append(run, task.trajectory())
	}
	for name, want := range map[string]float64{
		"steps": 1909, "executions": 531, "retrievals": 283, "tool_calls": 814,
		"distinct_tools": 257, "distinct_server_tools": 260, "repeated_calls": 10,
	} {
		if sum, n := total(t, name, run); sum != want || n != 95 {
			t.Errorf("%s: %v over %d attempts, want %v over 95", name, sum, n, want)
		}
	}
}

// Human labels and stored verdicts as published; the re-read ones against
// another way of reading: the last verdict word of the whole text.
func TestLiveMCPBenchVerdicts(t *testing.T) {
	root := sharedData(t, "livemcpbench")
	var labelled []*datasets.Trajectory
	for _, task := range readJSON[[]liveTask](t, filepath.Join(root, "annotation", claudeSonnet4)) {
		verdict := indicator(strings.Contains(strings.ToLower(task.Human), "success"))
		labelled = append(labelled, &datasets.Trajectory{Judgments: []datasets.Judgment{
			{Judge: "human", Reference: true, Verdict: datasets.Known(verdict)}}})
	}
	if sum, n := total(t, "human_success", labelled); sum != 67 || n != 95 {
		t.Errorf("human_success: %v of %d, want 67 of 95", sum, n)
	}

	lastWord := regexp.MustCompile(`(?is)(success|failure)\W*$`)
	flips := 0
	for judge, want := range map[string]struct{ stored, reread float64 }{
		"claude-sonnet-4-20250514":       {70, 49},
		"deepseek_deepseek-chat-v3-0324": {75, 67},
		"deepseek_deepseek-r1-0528":      {34, 33},
		"models_gemini-2.5-pro":          {59, 55},
		"openai_gpt-4.1":                 {50, 50},
		"qwen_qwen3-235b-a22b":           {55, 53},
	} {
		var judged []*datasets.Trajectory
		for _, task := range readJSON[[]liveTask](t, filepath.Join(root, "evaluator", judge, claudeSonnet4)) {
			tr := &datasets.Trajectory{Judgments: []datasets.Judgment{
				{Judge: judge, Verdict: datasets.Known(task.Reward), Raw: task.Judge}}}
			judged = append(judged, tr)
			reread := scoreOf(t, "judge_success_reread["+judge+"]", tr)
			word := lastWord.FindStringSubmatch(task.Judge)
			if word == nil || reread != indicator(strings.EqualFold(word[1], "success")) {
				t.Errorf("%s, task %s: read %v, last word %q", judge, task.ID, reread, word)
			}
			if reread != task.Reward {
				flips++
			}
		}
		if sum, n := total(t, "judge_success["+judge+"]", judged); sum != want.stored || n != 95 {
			t.Errorf("%s: stored %v of %d, want %v", judge, sum, n, want.stored)
		}
		if sum, n := total(t, "judge_success_reread["+judge+"]", judged); sum != want.reread || n != 95 {
			t.Errorf("%s: re-read %v of %d, want %v", judge, sum, n, want.reread)
		}
	}
	// 36 of the 42 contradictions of all ten judges are of these six.
	if flips != 36 {
		t.Errorf("%d stored rewards contradict the text, want 36", flips)
	}
}
