package formats

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// inspectSample is one attempt. What may be of several types stays JSON.
type inspectSample struct {
	ID           id              `json:"id"`
	Epoch        number          `json:"epoch"`
	Input        json.RawMessage `json:"input"`
	Choices      json.RawMessage `json:"choices"`
	Target       json.RawMessage `json:"target"`
	Messages     json.RawMessage `json:"messages"`
	Output       json.RawMessage `json:"output"`
	Scores       json.RawMessage `json:"scores"`
	Metadata     json.RawMessage `json:"metadata"`
	ModelUsage   json.RawMessage `json:"model_usage"`
	Error        json.RawMessage `json:"error"`
	Limit        json.RawMessage `json:"limit"`
	TotalTime    number          `json:"total_time"`
	WorkingTime  number          `json:"working_time"`
	UUID         string          `json:"uuid"`
	ErrorRetries json.RawMessage `json:"error_retries"`
	Invalidation json.RawMessage `json:"invalidation"`
	Attachments  json.RawMessage `json:"attachments"`
}

// take fills a sample from the members of its object; column names the one that
// is not as expected.
func (s *inspectSample) take(found map[string][]byte) (column string, err error) {
	for _, m := range []struct {
		key  string
		into any
	}{
		{"id", &s.ID}, {"epoch", &s.Epoch}, {"total_time", &s.TotalTime}, {"working_time", &s.WorkingTime}, {"uuid", &s.UUID},
	} {
		if v, ok := found[m.key]; ok {
			if err := unmarshal(v, m.into); err != nil {
				return m.key, err
			}
		}
	}
	for _, m := range []struct {
		key  string
		into *json.RawMessage
	}{
		{"input", &s.Input}, {"choices", &s.Choices}, {"target", &s.Target}, {"messages", &s.Messages}, {"output", &s.Output},
		{"scores", &s.Scores}, {"metadata", &s.Metadata}, {"model_usage", &s.ModelUsage}, {"error", &s.Error}, {"limit", &s.Limit},
		{"error_retries", &s.ErrorRetries}, {"invalidation", &s.Invalidation}, {"attachments", &s.Attachments},
	} {
		if v, ok := found[m.key]; ok {
			if err := checkJSON(v); err != nil {
				return m.key, err
			}
			*m.into = v
		}
	}
	return "", nil
}

// trajectory makes one attempt of a sample.
func (l *inspectLog) trajectory(f File, e element, s *inspectSample) (*datasets.Trajectory, error) {
	if err := l.types.accept(s.ID); err != nil {
		return nil, e.bad(f, "id", err)
	}
	epoch, err := s.Epoch.index()
	if err != nil {
		return nil, e.bad(f, "epoch", err)
	}
	// A sample without an epoch is the only one of its task.
	epoch = max(epoch, 1)
	id := strings.Clone(s.ID.Name)
	l.seen[inspectAttempt{id, epoch}] = true
	t := l.identify(id, epoch)
	attribute(t, "uuid", s.UUID)
	// A long text stands where it was used as a reference, and is put back before anything reads
	// the message: a call's result would else be the name of an attachment.
	resolve := inspectAttachments(s.Attachments)
	if err = mapping.SetSteps(t, string(resolve(s.Messages))); err != nil {
		return nil, e.bad(f, "messages", err)
	}
	if err := l.score(t, s); err != nil {
		return nil, e.bad(f, "scores", err)
	}
	if err := s.ending(t, resolve); err != nil {
		return nil, e.bad(f, "output", err)
	}
	if err := s.usage(t); err != nil {
		return nil, e.bad(f, "model_usage", err)
	}
	if s.TotalTime.Known {
		t.LatencyMS = datasets.Known(s.TotalTime.Value * 1e3)
	}
	if s.WorkingTime.Known {
		attribute(t, "working_time_s", strconv.FormatFloat(s.WorkingTime.Value, 'g', -1, 64))
	}
	s.question(t, resolve)
	return project(t, l.opt.Columns), nil
}

// score takes the verdicts. A sample that was withdrawn keeps none.
func (l *inspectLog) score(t *datasets.Trajectory, s *inspectSample) (bad error) {
	if stated(s.Invalidation) {
		attribute(t, "invalidated", string(s.Invalidation))
		return nil
	}
	headline := l.headlineOf(s.Scores)
	for _, score := range inspectScores(s.Scores, func(_ string, err error) { bad = err }) {
		if score.value.reward.Known {
			t.Judgments = append(t.Judgments, datasets.Judgment{Judge: score.name, Verdict: score.value.reward, Raw: score.explanation})
		}
		score.parts(func(key string, v float64) { report(t, score.name+"/"+key, number{datasets.Known(v)}) })
		if score.name != headline {
			continue
		}
		t.PredictedAnswer = score.answer
		t.Reward, t.Success = score.value.reward, score.value.success
		// A number is a verdict only where the scorer gave nothing but 0 and 1 in the whole log.
		if v := score.value; v.number && !l.graded {
			t.Success = datasets.Known(v.reward.Value == 1)
		}
	}
	return bad
}

// stated reports whether a JSON value is there and not null.
func stated(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// ending tells how the attempt ended, and with which words.
func (s *inspectSample) ending(t *datasets.Trajectory, resolve func(json.RawMessage) json.RawMessage) error {
	var output struct {
		Completion string `json:"completion"`
		Choices    []struct {
			Message struct {
				Content json.RawMessage `json:"content"`
			} `json:"message"`
			StopReason string `json:"stop_reason"`
		} `json:"choices"`
	}
	if stated(s.Output) {
		if err := unmarshal(resolve(s.Output), &output); err != nil {
			return err
		}
	}
	if t.Response = output.Completion; t.Response == "" {
		t.Response = lastWords(t.Steps)
	}
	var failure struct {
		Message string `json:"message"`
	}
	var limit struct {
		Type string `json:"type"`
	}
	// An error goes before a limit, and both before the model's last stop reason, which is that of
	// some call before the attempt was broken off.
	switch {
	case stated(s.Error):
		if json.Unmarshal(s.Error, &failure) != nil || failure.Message == "" {
			failure.Message = string(s.Error)
		}
		t.Exit, t.Error = datasets.ExitError, failure.Message
	case stated(s.Limit):
		if json.Unmarshal(s.Limit, &limit) != nil || limit.Type == "" {
			limit.Type = string(s.Limit)
		}
		mapping.SetExit(t, limit.Type)
		attribute(t, "limit", limit.Type)
	case len(output.Choices) > 0 && output.Choices[0].StopReason == "content_filter":
		t.Exit = datasets.ExitRefused
	case len(output.Choices) > 0 || output.Completion != "":
		t.Exit = datasets.ExitCompleted
	}
	var retries []json.RawMessage
	if json.Unmarshal(s.ErrorRetries, &retries) == nil && len(retries) > 0 {
		attribute(t, "error_retries", strconv.Itoa(len(retries)))
	}
	return nil
}

// usage sums the tokens and the cost of all models.
func (s *inspectSample) usage(t *datasets.Trajectory) (bad error) {
	if !stated(s.ModelUsage) {
		return nil
	}
	err := eachMember(s.ModelUsage, func(model string, value []byte) {
		var u struct {
			Input  number `json:"input_tokens"`
			Output number `json:"output_tokens"`
			Cached number `json:"input_tokens_cache_read"`
			Cost   number `json:"total_cost"`
		}
		if err := unmarshal(value, &u); err != nil {
			bad = errors.Join(bad, err)
			return
		}
		addTokens(&t.PromptTokens, u.Input)
		addTokens(&t.CompletionTokens, u.Output)
		addTokens(&t.CachedTokens, u.Cached)
		if u.Cost.Known {
			t.CostUSD = datasets.Known(t.CostUSD.Value + u.Cost.Value)
		}
	})
	return errors.Join(err, bad)
}

// question takes what was asked: the answer that is right, the metadata, and a
// digest of input, choices and target by which two logs' samples can be distinguished
// apart. Chat inputs carry random message ids and have no digest.
func (s *inspectSample) question(t *datasets.Trajectory, resolve func(json.RawMessage) json.RawMessage) {
	var target text
	if json.Unmarshal(s.Target, &target) == nil {
		t.ExpectedAnswer = string(target)
	} else if stated(s.Target) {
		t.ExpectedAnswer = string(s.Target)
	}
	// The same question under the same id in two logs has one digest; a question that was
	// edited between them has another.
	if input := resolve(s.Input); len(input) > 0 && input[0] == '"' {
		h := sha256.New()
		for _, part := range []json.RawMessage{input, s.Choices, s.Target} {
			h.Write(normal(part))
			h.Write([]byte{0})
		}
		t.TaskHash = hex.EncodeToString(h.Sum(nil)[:8])
	}
	if !stated(s.Metadata) || s.Metadata[0] != '{' {
		return
	}
	_ = eachMember(s.Metadata, func(key string, value []byte) {
		var v text
		if kindOf(value) != mapping.Nested && json.Unmarshal(value, &v) == nil {
			stratum(t, key, string(v))
		}
	})
}
