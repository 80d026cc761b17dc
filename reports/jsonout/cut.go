package jsonout

import (
	"bytes"
	"encoding/json"
	"strings"
)

// beginsAsResults tells whether a text that is no complete JSON begins as Write
// begins: results that were cut short, not a log of another program.
func beginsAsResults(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	var last json.Token
	for _, want := range []json.Token{json.Delim('{'), "version", nil, "provenance", json.Delim('{'), "tool", nil} {
		var err error
		if last, err = d.Token(); err != nil || want != nil && last != want {
			return false
		}
	}
	tool, ok := last.(string)
	return ok && strings.HasPrefix(tool, "mcpstats")
}
