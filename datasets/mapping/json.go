package mapping

import (
	"bytes"
	std "encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-json"
)

// The nested columns as JSON documents. Each reader takes the canonical shape of
// a column and the plainer ones that logs use; "null" and an empty text are nil,
// "[]" is an empty list.

// absent reports whether a JSON value is missing or null.
func absent(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// first is the first byte of a JSON value, which tells its type.
func first(raw json.RawMessage) byte {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

// elements splits a JSON list; nil for null.
func elements(raw json.RawMessage) ([]json.RawMessage, error) {
	if absent(raw) {
		return nil, nil
	}
	if first(raw) != '[' {
		return nil, fmt.Errorf("expected a JSON list, found %s", TextCell(string(raw)).excerpt())
	}
	list := []json.RawMessage{}
	// The standard library decides what is JSON: the faster parser, which decodes
	// the parts of a list, lets some damage pass.
	if !std.Valid(raw) {
		return nil, jsonError(std.Unmarshal(raw, &list))
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, jsonError(err)
	}
	return list, nil
}

// text is a JSON string's value; any other JSON value is its own text, null the
// empty string.
func text(raw json.RawMessage) (string, error) {
	if absent(raw) {
		return "", nil
	}
	if first(raw) != '"' {
		return string(bytes.TrimSpace(raw)), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", jsonError(err)
	}
	return s, nil
}

// Number is a JSON number, a number in quotes, or a bool as 0 or 1. known is false for
// null, for NaN, which data frames write for a missing number, and for a text that
// spells a missing value.
func Number(raw []byte) (v float64, known bool, err error) {
	if absent(raw) || string(raw) == "NaN" {
		return 0, false, nil
	}
	switch string(raw) {
	case "true", `"true"`:
		return 1, true, nil
	case "false", `"false"`:
		return 0, true, nil
	}
	if first(raw) == '"' {
		s, err := text(raw)
		if err != nil {
			return 0, false, err
		}
		return numberText(s)
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return 0, false, fmt.Errorf("expected a number, found %s", TextCell(string(raw)).excerpt())
	}
	return v, true, nil
}

// jsonError is a decoder's error without the decoder's name.
func jsonError(err error) error {
	return fmt.Errorf("not valid JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}
