package mapping

import (
	"fmt"
	"strings"

	"github.com/goccy/go-json"
)

// contentText is a message's content: a string, or a list of parts whose texts
// are joined by newlines; a part that is not text is left out.
func contentText(raw json.RawMessage) (string, error) {
	if first(raw) != '[' {
		return text(raw)
	}
	list, err := elements(raw)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, part := range list {
		if first(part) == '"' {
			s, err := text(part)
			if err != nil {
				return "", err
			}
			texts = append(texts, s)
			continue
		}
		var o struct {
			Text *string `json:"text"`
		}
		if json.Unmarshal(part, &o) == nil && o.Text != nil {
			texts = append(texts, *o.Text)
		}
	}
	return strings.Join(texts, "\n"), nil
}

// errorText is an error's message: a string, or an object with "message".
func errorText(raw json.RawMessage) (string, error) {
	if first(raw) == '{' {
		var o struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(raw, &o) == nil && o.Message != "" {
			return o.Message, nil
		}
	}
	return text(raw)
}

// errorOf says what was expected and shows what was found.
func errorOf(expected string, raw json.RawMessage) error {
	return fmt.Errorf("%s, found %s", expected, TextCell(string(raw)).excerpt())
}
