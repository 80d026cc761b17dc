package formats

import (
	"bytes"

	"github.com/goccy/go-json"
)

// attachmentProtocols are how Inspect refers to a text that it keeps once, under
// "attachments": a string that is the reference and nothing else. "tc://" is the
// older spelling.
var attachmentProtocols = [][]byte{[]byte(`"attachment://`), []byte(`"tc://`)}

// inspectAttachments returns a function that puts a sample's attachments where a
// JSON value refers to them. A reference to nothing stays. They are decoded when
// the first reference asks for them: most belong to events, which are not read here.
func inspectAttachments(raw json.RawMessage) func(json.RawMessage) json.RawMessage {
	var at map[string]json.RawMessage
	return func(value json.RawMessage) json.RawMessage {
		for _, protocol := range attachmentProtocols {
			if !bytes.Contains(value, protocol) {
				continue
			}
			if at == nil && (!stated(raw) || json.Unmarshal(raw, &at) != nil) {
				return value
			}
			value = replaceReferences(value, protocol, at)
		}
		return value
	}
}

// replaceReferences puts attachments in the place of the strings that refer to them. Both are
// JSON strings, quotes and all, so that nothing has to be decoded or escaped again.
func replaceReferences(value, protocol []byte, at map[string]json.RawMessage) []byte {
	var out []byte
	rest := value
	for {
		i := bytes.Index(rest, protocol)
		if i < 0 {
			break
		}
		name := rest[i+len(protocol):]
		end := bytes.IndexByte(name, '"')
		if end < 0 {
			break
		}
		text, ok := at[string(name[:end])]
		// A quote behind a backslash is inside a text that quotes a reference.
		if !ok || len(text) == 0 || text[0] != '"' || i > 0 && rest[i-1] == '\\' {
			out, rest = append(out, rest[:i+len(protocol)]...), name
			continue
		}
		out = append(append(out, rest[:i]...), text...)
		rest = name[end+1:]
	}
	if out == nil {
		return value
	}
	return append(out, rest...)
}
