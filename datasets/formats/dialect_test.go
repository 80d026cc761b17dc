package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Rows of published trajectory tables, as JSON Lines; as Parquet they have the
// same columns and the same mapping.
func TestDialects(t *testing.T) {
	one := datasets.Known(1.0)
	for name, test := range map[string]struct {
		text string
		want datasets.Trajectory
	}{
		"Inspect samples_df": {
			`{"sample_id": "u1", "eval_id": "e1", "log": "x.eval", "id": 5, "epoch": 2, "input": "q", "target": "Yes", "score_match": "C", "model": "maker/m", "task_name": "toy", "total_time": 0.5, "error": null, "limit": null, "message_count": 3}`,
			datasets.Trajectory{Benchmark: "toy", Run: "maker/m", Task: "5", Trial: 1, Model: "maker/m", Success: datasets.Known(true), Reward: one, ExpectedAnswer: "Yes", LatencyMS: datasets.Known(500.0)},
		},
		"Inspect samples_df, partial": {
			`{"sample_id": "u1", "eval_id": "e1", "id": 5, "epoch": 1, "score_match": "P", "limit": "message"}`,
			datasets.Trajectory{Run: "e1", Task: "5", Success: datasets.Known(false), Reward: datasets.Known(0.5), Exit: datasets.ExitMaxTurns},
		},
		"Inspect Scout": {
			`{"transcript_id": "x1", "task_set": "toy", "task_id": "7", "task_repeat": 1, "agent": "react", "model": "m", "score": "C", "success": true, "total_time": 2, "messages": "[{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", \"content\": \"\", \"tool_calls\": [{\"id\": \"1\", \"function\": \"bash\", \"arguments\": {\"cmd\": \"ls\"}}]}, {\"role\": \"tool\", \"tool_call_id\": \"1\", \"content\": \"\", \"error\": {\"type\": \"timeout\", \"message\": \"slow\"}}]"}`,
			datasets.Trajectory{Benchmark: "toy", Run: "react/m", Task: "7", Model: "m", Agent: "react", Success: datasets.Known(true), Reward: one, LatencyMS: datasets.Known(2000.0), Steps: []datasets.Step{
				{Role: "user", Content: "q"}, {Role: "assistant", Calls: []datasets.ToolCall{{ID: "1", Tool: "bash", Arguments: `{"cmd":"ls"}`, Error: "slow", IsError: datasets.Known(true)}}}, {Role: "tool"}}},
		},
		"MCP-Atlas tasks": {
			`{"TASK": "t1", "ENABLED_TOOLS": "[{\"name\": \"find\"}]", "PROMPT": "p", "GTFA_CLAIMS": "[\"a claim\"]", "TRAJECTORY": "[{\"type\": \"message\", \"data\": {\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"1\", \"function\": {\"name\": \"find\", \"arguments\": \"{}\"}}]}}, {\"type\": \"error\", \"data\": {\"message\": \"x\"}}]"}`,
			datasets.Trajectory{Run: "rows", Task: "t1", Available: []string{"find"}, ExpectedAnswer: `["a claim"]`, Steps: []datasets.Step{{Role: "assistant", Calls: []datasets.ToolCall{{ID: "1", Tool: "find", Arguments: "{}"}}}}},
		},
		"SWE-agent trajectories": {
			`{"instance_id": "wood__oak-1", "model_name": "m", "target": true, "trajectory": [{"role": "system", "system_prompt": "be brief", "text": null}, {"role": "user", "text": "fix it"}, {"role": "ai", "text": "ls"}], "exit_status": "submitted", "generated_patch": "diff", "eval_logs": "ok"}`,
			datasets.Trajectory{Run: "m", Task: "wood__oak-1", Model: "m", Success: datasets.Known(true), Exit: datasets.ExitCompleted, Steps: []datasets.Step{{Role: "system", Content: "be brief"}, {Role: "user", Content: "fix it"}, {Role: "assistant", Content: "ls"}}},
		},
		"OpenHands trajectories": {
			`{"trajectory_id": "x", "instance_id": "wood__oak-1", "repo": "wood/oak", "trajectory": [{"role": "assistant", "content": "hm", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}], "tools": [{"type": "function", "function": {"name": "bash"}}], "model_patch": "diff", "exit_status": "submit", "resolved": 1}`,
			datasets.Trajectory{Run: "rows", Task: "wood__oak-1", Success: datasets.Known(true), Exit: datasets.ExitUnknown, Available: []string{"bash"}, Steps: []datasets.Step{{Role: "assistant", Content: "hm", Calls: []datasets.ToolCall{{ID: "1", Tool: "bash", Arguments: "{}"}}}}},
		},
		"Toucan": {
			`{"uuid": "u1", "subset_name": "single-turn", "messages": "[{\"role\": \"user\", \"content\": \"q\"}]", "question": "q", "available_tools": "[{\"type\": \"function\", \"function\": {\"name\": \"maps-find\"}}]", "target_tools": "maps::find, maps::route"}`,
			datasets.Trajectory{Run: "rows", Task: "u1", Available: []string{"maps-find"}, Expected: []datasets.Need{{AnyOf: []string{"maps::find"}}, {AnyOf: []string{"maps::route"}}}, Steps: []datasets.Step{{Role: "user", Content: "q"}}},
		},
	} {
		all, bad := collect(t, JSONLines, []File{inMemory("rows.jsonl", test.text)}, Options{})
		if len(all) != 1 || len(bad) > 0 {
			t.Errorf("%s: %d trajectories, errors %v", name, len(all), bad)
			continue
		}
		got := all[0]
		got.Attributes = nil
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
