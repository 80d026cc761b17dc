package formats

import (
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// inspectScore is what one scorer said of one sample.
type inspectScore struct {
	name        string
	answer      string
	explanation string
	value       inspectValue
	raw         json.RawMessage
}

// inspectValue is a score's value as Inspect's value_to_float reads it.
type inspectValue struct {
	reward  datasets.Maybe[float64]
	success datasets.Maybe[bool] // by the word; numbers are for the log to decide
	number  bool                 // a number, not a word or a bool
}

// inspectScores reads the scores of a sample in their order. A score that is
// not as Inspect writes it is handed to bad, and left out.
func inspectScores(scores json.RawMessage, bad func(name string, err error)) []inspectScore {
	var out []inspectScore
	if len(scores) == 0 || scores[0] != '{' {
		return nil
	}
	_ = eachMember(scores, func(name string, value []byte) {
		var v struct {
			Value       json.RawMessage `json:"value"`
			Answer      *text           `json:"answer"`
			Explanation *text           `json:"explanation"`
		}
		if err := unmarshal(value, &v); err != nil {
			if bad != nil {
				bad(name, err)
			}
			return
		}
		s := inspectScore{name: name, value: inspectValueOf(v.Value), raw: v.Value}
		if v.Answer != nil {
			s.answer = string(*v.Answer)
		}
		if v.Explanation != nil {
			s.explanation = string(*v.Explanation)
		}
		out = append(out, s)
	})
	return out
}

// inspectValueOf reads a value: "C", "I", "P" and "N" are correct, incorrect,
// partially correct and no answer; lists and objects are not single values.
func inspectValueOf(raw json.RawMessage) inspectValue {
	if len(raw) == 0 {
		return inspectValue{}
	}
	switch raw[0] {
	case '"':
		var word string
		if json.Unmarshal(raw, &word) != nil {
			return inspectValue{}
		}
		return inspectWord(word)
	case 't':
		return inspectValue{reward: datasets.Known(1.0), success: datasets.Known(true)}
	case 'f':
		return inspectValue{reward: datasets.Known(0.0), success: datasets.Known(false)}
	case '{', '[', 'n':
		return inspectValue{}
	}
	var n number
	if n.UnmarshalJSON(raw) != nil {
		return inspectValue{}
	}
	return inspectValue{reward: n.Maybe, number: n.Known}
}

// inspectWord reads a score that is a string. "P" has a reward and is no success; a number in
// quotes is the number, which is no verdict by itself; of the words those count that say pass
// or fail, and any other leaves the score unknown.
func inspectWord(word string) inspectValue {
	if word == "P" {
		return inspectValue{reward: datasets.Known(0.5), success: datasets.Known(false)}
	}
	if v, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err == nil {
		return inspectValueOf(json.RawMessage(strconv.FormatFloat(v, 'g', -1, 64)))
	}
	v, known, err := mapping.Verdict(mapping.TextCell(word))
	if err != nil || !known {
		return inspectValue{}
	}
	out := inspectValue{reward: datasets.Known(0.0), success: datasets.Known(v)}
	if v {
		out.reward.Value = 1
	}
	return out
}

// parts are the numbers of a value that is an object, by key.
func (s inspectScore) parts(take func(key string, v float64)) {
	if len(s.raw) == 0 || s.raw[0] != '{' {
		return
	}
	_ = eachMember(s.raw, func(key string, value []byte) {
		if v := inspectValueOf(value); v.reward.Known {
			take(key, v.reward.Value)
		}
	})
}
