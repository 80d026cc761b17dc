package formats

import (
	"strconv"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// tau2Style is how tau2-bench writes messages (data_model/message.py): a tool's message
// carries the id of its call and whether it failed (error, false by default), calls and
// answers name their requestor, and messages carry what the provider answered and what a
// voice run adds.
var tau2Style = mapping.Style{
	ErrorsMarked: true, AnswerID: true, UserCalls: true,
	Aside: []string{"raw_data", "context_truncation", "turn_taking_action", "audio_content", "audio_path", "audio_script_gold", "audio_format",
		"speech_effects", "source_effects", "channel_effects", "utterance_ids"},
}

// tau2Turn is what a message says beside its content and calls.
type tau2Turn struct {
	Role  string `json:"role"`
	Turn  number `json:"turn_idx"`
	Usage struct {
		Prompt     number `json:"prompt_tokens"`
		Completion number `json:"completion_tokens"`
	} `json:"usage"`
}

// tau2Conversation reads the messages of a simulation, with the agent's tokens and the
// number of the user's calls. turns has, for each turn_idx, the step that it begins with:
// reviews point to errors by it.
func tau2Conversation(t *datasets.Trajectory, raw json.RawMessage) (turns map[float64]int, err error) {
	if !stated(raw) {
		return nil, nil
	}
	talk, err := tau2Style.SetSteps(t, string(raw))
	if err != nil {
		return nil, err
	}
	var messages []tau2Turn
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, err
	}
	turns = map[float64]int{}
	for i, m := range messages {
		if _, ok := turns[m.Turn.Value]; m.Turn.Known && !ok {
			turns[m.Turn.Value] = talk.Starts[i]
		}
		if m.Role == "assistant" {
			addTokens(&t.PromptTokens, m.Usage.Prompt)
			addTokens(&t.CompletionTokens, m.Usage.Completion)
		}
	}
	if talk.UserCalls > 0 {
		attribute(t, "user_calls", strconv.Itoa(talk.UserCalls))
	}
	return turns, nil
}
