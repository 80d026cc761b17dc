package formats

import (
	"strings"

	"github.com/goccy/go-json"
)

// plain is a JSON value as text: a string's content, any other value's own text,
// nothing for null.
func plain(raw json.RawMessage) string {
	if !stated(raw) {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
	}
	return string(raw)
}

// compactPlain is plain, an object or a list without its white space: how a file is laid out is
// no part of what a tool answered.
func compactPlain(raw json.RawMessage) string {
	if len(raw) > 0 && (raw[0] == '{' || raw[0] == '[') {
		if s, err := compact(raw); err == nil {
			return s
		}
	}
	return plain(raw)
}

// joined is a list of texts as one text, any other value as plain has it.
func joined(raw json.RawMessage) string {
	var texts []string
	if len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &texts) == nil {
		return strings.Join(texts, "; ")
	}
	return plain(raw)
}

// firstText is the first text inside of lists of lists.
func firstText(raw json.RawMessage) string {
	for depth := 0; depth < 8 && len(raw) > 0 && raw[0] == '['; depth++ {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return ""
		}
		raw = list[0]
	}
	if len(raw) > 0 && raw[0] == '"' {
		return plain(raw)
	}
	return ""
}

// nestedSum adds the numbers inside of lists of lists.
func nestedSum(raw json.RawMessage) (sum float64, known bool, err error) {
	if !stated(raw) {
		return 0, false, nil
	}
	if raw[0] != '[' {
		var n number
		err := n.UnmarshalJSON(raw)
		return n.Value, n.Known, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return 0, false, err
	}
	for _, item := range list {
		v, ok, err := nestedSum(item)
		if err != nil {
			return 0, false, err
		}
		sum, known = sum+v, known || ok
	}
	return sum, known, nil
}

// stringOr is a JSON value's text, or that of a member of it.
func stringOr(raw json.RawMessage, member string) string {
	if len(raw) > 0 && raw[0] == '{' {
		v, _ := eachNamed(raw, member)
		return plain(v)
	}
	return plain(raw)
}

// innerJSON is the document inside of a text, or the value itself.
func innerJSON(raw json.RawMessage) json.RawMessage {
	if len(raw) > 0 && raw[0] == '"' {
		if s := strings.TrimSpace(plain(raw)); s != "" {
			return json.RawMessage(s)
		}
	}
	return raw
}
