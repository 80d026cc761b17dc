package mapping

import (
	"encoding/json"
	"fmt"
	"strings"

	"mcpstats/datasets"
)

// toolName is a tool as logs name it: a string, an object with its name (and
// server), or a chat API's {"function": {"name": ...}}.
func toolName(raw json.RawMessage) (string, error) {
	if first(raw) == '"' {
		return text(raw)
	}
	var o struct {
		Server   string          `json:"server"`
		Tool     string          `json:"tool"`
		Name     string          `json:"name"`
		ToolName string          `json:"tool_name"`
		Function json.RawMessage `json:"function"`
	}
	if first(raw) != '{' {
		return "", fmt.Errorf("expected a tool's name, found %s", TextCell(string(raw)).excerpt())
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return "", jsonError(err)
	}
	name := o.Tool
	for _, s := range []string{o.Name, o.ToolName} {
		if name == "" {
			name = s
		}
	}
	if name == "" && !absent(o.Function) {
		return toolName(o.Function)
	}
	if name == "" {
		return "", fmt.Errorf("expected a tool's name in %s", TextCell(string(raw)).excerpt())
	}
	if o.Server != "" {
		return o.Server + "::" + name, nil
	}
	return name, nil
}

// toolList splits a JSON list of tools, or tools separated by commas.
func toolList(document string) ([]json.RawMessage, error) {
	text := strings.TrimSpace(document)
	if isAbsent(text) || strings.ContainsAny(text[:1], `[{"-0123456789`) || text == "true" || text == "false" {
		return elements(json.RawMessage(document))
	}
	var list []json.RawMessage
	for _, name := range strings.Split(text, ",") {
		quoted, err := json.Marshal(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, quoted)
	}
	return list, nil
}

// Names reads a list of tools: strings, or objects that name them, or a text in
// which commas part them.
func Names(document string) ([]string, error) {
	list, err := toolList(document)
	if list == nil || err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, raw := range list {
		if names[i], err = toolName(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return names, nil
}

// Needs reads an expected plan. An element is a need {"any_of", "after",
// "arguments"}, a list of tools any of which will do, one tool, or the call that
// was expected {"name", "arguments"}. In a text, commas part the tools.
func Needs(document string) ([]datasets.Need, error) {
	list, err := toolList(document)
	if list == nil || err != nil {
		return nil, err
	}
	needs := make([]datasets.Need, len(list))
	for i, raw := range list {
		if needs[i], err = need(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return needs, CheckPlan(needs)
}

// CheckPlan refuses a need that depends on one that the plan does not have.
func CheckPlan(needs []datasets.Need) error {
	for i, n := range needs {
		for _, j := range n.After {
			if j < 0 || j >= len(needs) {
				return fmt.Errorf("element %d: after %d: the plan has elements 0 to %d", i+1, j, len(needs)-1)
			}
		}
	}
	return nil
}

// need reads one need of a plan. An object with any_of is one in the canonical shape; any
// other object is the call that was expected, with its arguments.
func need(raw json.RawMessage) (datasets.Need, error) {
	if first(raw) == '[' {
		tools, err := Names(string(raw))
		return datasets.Need{AnyOf: tools}, err
	}
	if first(raw) == '{' {
		var o struct {
			AnyOf     json.RawMessage `json:"any_of"`
			After     []int           `json:"after"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return datasets.Need{}, jsonError(err)
		}
		if o.AnyOf != nil {
			tools, err := Names(string(o.AnyOf))
			if err != nil {
				return datasets.Need{}, err
			}
			arguments, err := text(o.Arguments)
			return datasets.Need{AnyOf: tools, After: o.After, Arguments: arguments}, err
		}
		call, err := text(o.Arguments)
		if err != nil {
			return datasets.Need{}, err
		}
		tool, err := toolName(raw)
		return datasets.Need{AnyOf: []string{tool}, Arguments: call}, err
	}
	tool, err := toolName(raw)
	return datasets.Need{AnyOf: []string{tool}}, err
}

// Ranking reads a retriever's ranking, best first: objects {"tool", "score"},
// pairs [tool, score], or tools alone, whose scores are then 0.
func Ranking(document string) ([]datasets.Ranked, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	ranking := make([]datasets.Ranked, len(list))
	for i, raw := range list {
		if ranking[i], err = ranked(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return ranking, nil
}

// ranked reads one tool of a ranking. Without a score it is 0: the order is what was logged.
func ranked(raw json.RawMessage) (r datasets.Ranked, err error) {
	tool, score := raw, json.RawMessage(nil)
	switch first(raw) {
	case '[':
		pair, err := elements(raw)
		if err != nil || len(pair) != 2 {
			return r, fmt.Errorf("expected a pair [tool, score], found %s", TextCell(string(raw)).excerpt())
		}
		tool, score = pair[0], pair[1]
	case '{':
		var o struct {
			Score json.RawMessage `json:"score"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return r, jsonError(err)
		}
		score = o.Score
	}
	if r.Tool, err = toolName(tool); err != nil {
		return r, err
	}
	r.Score, _, err = Number(score)
	return r, err
}

// scores reads a list of numbers.
func scores(document string) ([]float64, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	values := make([]float64, len(list))
	for i, raw := range list {
		if values[i], _, err = Number(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return values, nil
}

// joinScores puts parallel scores into a ranking.
func joinScores(ranking []datasets.Ranked, values []float64) error {
	if len(ranking) != len(values) {
		return fmt.Errorf("%d tools but %d scores", len(ranking), len(values))
	}
	for i, v := range values {
		ranking[i].Score = v
	}
	return nil
}
