package trace

import "strings"

// EachSurfaced visits the tools that a search for tools found, in order, as its
// result lists them: lines "server_name: S" and "tool_name: T" as LiveMCPBench's
// router prints them, or the members "tool_name", "tool" and "name" of JSON, with
// "server_name" or "server" before them. Line breaks and quotes may be escaped.
func EachSurfaced(result string, visit func(server, tool string)) {
	server := ""
	for i := 0; i < len(result); {
		at := strings.IndexByte(result[i:], ':')
		if at < 0 {
			return
		}
		at += i
		i = at + 1
		key := lastWord(result[:at])
		switch key {
		case "server_name", "server":
			server = scalar(result[i:])
		case "tool_name", "tool":
			if tool := scalar(result[i:]); tool != "" {
				visit(server, tool)
			}
		case "name":
			// A list of schemas: {"name": ..., "description": ...}.
			if tool := scalar(result[i:]); tool != "" && !strings.ContainsAny(tool, " ") {
				visit(server, tool)
			}
		}
	}
}

// lastWord is the identifier that s ends with, quotes and escapes aside.
func lastWord(s string) string {
	s = strings.TrimRight(s, "\"'\\ ")
	i := len(s)
	for i > 0 && (isWordByte(s[i-1])) {
		i--
	}
	// In an escaped line break, `\nname`, the n is no letter of the word.
	if i > 0 && s[i-1] == '\\' && i < len(s) {
		i++
	}
	return s[i:]
}

// scalar is the value at the start of s: to the end of the line or the closing
// quote.
func scalar(s string) string {
	s = strings.TrimLeft(s, " \\")
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s = s[1:]
	}
	if i := strings.IndexAny(s, "\n\"'\\,{}[]"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}
