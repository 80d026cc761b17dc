package formats

import (
	"cmp"
	"context"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// ChatMessages is conversations in the chat API's form without a task's id: data sets for
// fine-tuning, request logs, the output of a batch. Nobody calls them a benchmark's log, so
// that the format stands behind all others and gives way to a mapping (Loose). "messages"
// with roles and contents decides, or the batch's {custom_id, response}.
//
// Without an id the task is a digest of what was asked before the first answer: the same
// question is the same task in every file, which is what a comparison of two models needs.
var ChatMessages = Format{
	Name:    "chat",
	General: true,
	Title:   "Chat messages",
	Meaning: "Conversations as chat APIs take and return them, one a line",
	Doc: "JSON Lines of {messages: [{role, content, tool_calls}], tools, model, ...} as chat APIs take them, or an API's batch output {custom_id, response}. With a column for the task (task, id, ...) such a file is a jsonl log, where --map names the rest; " +
		"this format is for those without: the task is a digest of what was asked before the first answer, so the same question is the same task in every file. " +
		"The run is model, else the file's name; a batch is one run, the file's name, and its tasks are the custom_ids. There is no verdict unless the record has success, passed, correct or reward",
	Cite:  "platform.openai.com/docs/api-reference/chat and /batch",
	Sniff: sniffChat,
	Loose: true,
	Read:  readChat,
}

// sniffChat leaves records that name a task to the generic formats, which keep their names.
func sniffChat(f File) Match {
	s := f.shape()
	keys := keysOf(f)
	switch {
	case s.List || sniffLines(f) != Log:
	case s.has("custom_id", "response"):
		return Log
	case s.has("messages") && showsMessage(f.Head) && !mapping.NamesTask(s.Keys):
		return Log
	case hasAny(keys, "messages") && s.Cut && len(keys) == 1 && showsMessage(f.Head):
		return Log
	}
	return No
}

// showsMessage reports whether a head shows a message.
func showsMessage(head []byte) bool {
	return strings.Contains(string(head), `"role"`) && strings.Contains(string(head), `"content"`)
}

// chatRecord is a line of either form.
type chatRecord struct {
	Messages json.RawMessage `json:"messages"`
	Tools    json.RawMessage `json:"tools"`
	Model    string          `json:"model"`
	Success  json.RawMessage `json:"success"`
	Passed   json.RawMessage `json:"passed"`
	Correct  json.RawMessage `json:"correct"`
	Reward   number          `json:"reward"`
	Usage    chatUsage       `json:"usage"`

	// A batch's output.
	CustomID string `json:"custom_id"`
	Response *struct {
		Status number `json:"status_code"`
		Body   struct {
			Model   string `json:"model"`
			Choices []struct {
				Message json.RawMessage `json:"message"`
				Finish  string          `json:"finish_reason"`
			} `json:"choices"`
			Usage chatUsage `json:"usage"`
			Error struct {
				Message string `json:"message"`
			} `json:"error"`
		} `json:"body"`
	} `json:"response"`
	Error struct {
		Message string `json:"message"`
	} `json:"error"`
}

// chatUsage is the tokens of one answer. prompt_tokens includes those that were cached.
type chatUsage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Details    struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

func readChat(files []File, opt Options) (datasets.Source, error) {
	f, err := onlyFile(files)
	if err != nil {
		return nil, err
	}
	return source(func(_ context.Context, yield yield) {
		lineRecords(f, func(e element) (*datasets.Trajectory, error) {
			t, err := chatTrajectory(f, e)
			if err != nil {
				return nil, err
			}
			return project(t, opt.Columns), nil
		}, yield)
	}), nil
}

// chatTrajectory makes an attempt of a line; custom_id tells a batch's from a conversation.
func chatTrajectory(f File, e element) (*datasets.Trajectory, error) {
	var v chatRecord
	if err := decode(f, e, &v); err != nil {
		return nil, err
	}
	t := &datasets.Trajectory{Benchmark: "chat", Model: v.Model, Reward: v.Reward.Maybe}
	usage := v.Usage
	var err error
	switch {
	case v.CustomID != "":
		t.Task = v.CustomID
		if usage, err = chatBatch(t, &v); err != nil {
			return nil, e.bad(f, "response", err)
		}
	case stated(v.Messages):
		if err = mapping.SetSteps(t, string(v.Messages)); err != nil {
			return nil, e.bad(f, "messages", err)
		}
		// Roles are part of the digest: a system prompt and a request of the same words are not the
		// same.
		var asked []string
		for _, s := range t.Steps {
			if s.Role == "assistant" {
				break
			}
			asked = append(asked, s.Role, s.Content)
		}
		t.Task = lineTask(asked...)
	default:
		return nil, e.bad(f, "messages", errMissing)
	}
	if t.Run = cmp.Or(t.Model, f.Stem()); v.CustomID != "" {
		t.Run = f.Stem() // an answer that failed names no model
	}
	t.Response = lastWords(t.Steps)
	addTokens(&t.PromptTokens, usage.Prompt)
	addTokens(&t.CompletionTokens, usage.Completion)
	addTokens(&t.CachedTokens, usage.Details.Cached)
	if stated(v.Tools) {
		if t.Available, err = mapping.Names(string(v.Tools)); err != nil {
			return nil, e.bad(f, "tools", err)
		}
		t.ToolEffects = mapping.AnnotatedEffects(string(v.Tools))
	}
	k := keyed{e, map[string]json.RawMessage{"success": v.Success, "passed": v.Passed, "correct": v.Correct}}
	if t.Success, err = k.yes("success", "passed", "correct"); err != nil {
		return nil, e.bad(f, "success", err)
	}
	return t, nil
}

// chatBatch takes one answer of a batch's output.
func chatBatch(t *datasets.Trajectory, v *chatRecord) (chatUsage, error) {
	if v.Error.Message != "" {
		t.Exit, t.Error = datasets.ExitError, v.Error.Message
	}
	if v.Response == nil {
		return chatUsage{}, nil
	}
	body := v.Response.Body
	t.Model = cmp.Or(body.Model, t.Model)
	if body.Error.Message != "" {
		t.Exit, t.Error = datasets.ExitError, body.Error.Message
	}
	if len(body.Choices) == 0 {
		return body.Usage, nil
	}
	err := mapping.SetSteps(t, "["+string(body.Choices[0].Message)+"]")
	if mapping.SetExit(t, body.Choices[0].Finish); body.Choices[0].Finish == "tool_calls" {
		t.Exit = datasets.ExitCompleted // the answer that a batch asks for, once
	}
	return body.Usage, err
}
