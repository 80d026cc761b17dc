package trace

import (
	"regexp"
	"strings"

	"mcpstats/datasets"
)

// What differs from one telling of an error to the next, in the order in which it is
// replaced: an address holds a path and a path a number, so that the longer go first.
var (
	addresses = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>)\]}\\]+`)
	mails     = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	times     = regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b`)
	quotes    = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`|'(?:[^'\n]|'\\w)*'")
	paths     = regexp.MustCompile(`(?:\b[A-Za-z]:\\[^\s,;:)\]]*|(?:~|\.{1,2})?(?:/[\w.@%+~-]+){2,}/?|(?:~|\.{1,2})/[\w.@%+~-]+|\b[\w-]+\.(?:txt|csv|json|jsonl|md|pdf|xlsx?|docx?|pptx?|html?|py|js|ts|png|jpe?g|ya?ml|xml|zip|log|sql|db|sh)\b)`)
	tokens    = regexp.MustCompile(`#?\w+(?:-\w+)*`)
	amounts   = regexp.MustCompile(`[-+]?\d[\d.,]*\d|[-+]?\d`)
	// Line breaks and quotes of texts that stand escaped in others.
	escapedBreak = regexp.MustCompile(`\\+[nrt]`)
	escapedQuote = regexp.MustCompile(`\\+(["'])`)
	status       = regexp.MustCompile(`(?i)(?:status|code|https?(?:/[\d.]+)?|error)["']?\s*[:=(]*\s*([45]\d\d)\b`)
)

// ErrorPattern is what a failed call was answered, without what differs from one such answer
// to the next: numbers, identifiers, paths, addresses, times and quoted values stand as [n],
// [id], [path], [url], [time] and [value]. Statuses of HTTP stay, being names of errors. Of JSON
// it is the message inside, of a traceback its last line, of other texts their beginning. It
// is on one line and empty where the log does not hold the answer.
func ErrorPattern(c *datasets.ToolCall) string {
	s := Answer(c)
	if IsDigest(s) {
		return ""
	}
	s = strings.TrimSpace(strings.ToValidUTF8(s[:min(len(s), head)], ""))
	if message := errorMember(s); message != "" {
		s = message
	}
	s = escapedBreak.ReplaceAllString(s, "\n")
	s = escapedQuote.ReplaceAllString(s, "$1")
	s = firstWords(s)
	s = addresses.ReplaceAllString(s, "[url]")
	s = mails.ReplaceAllString(s, "[mail]")
	s = times.ReplaceAllString(s, "[time]")
	s = replaceQuoted(s)
	s = paths.ReplaceAllString(s, "[path]")
	s = replaceIDs(s)
	s = replaceNumbers(s)
	return strings.TrimRight(strings.Join(strings.Fields(s), " "), `\ `)
}

// errorMember is the message within an error told as JSON, which may be cut off.
func errorMember(s string) string {
	trimmed := strings.TrimLeft(s, " \t\r\n\"'")
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return ""
	}
	for i := 0; i < len(trimmed); {
		key, value, next := member(trimmed, i)
		if next < 0 {
			return ""
		}
		i = next
		switch strings.ToLower(key) {
		case "error", "error_message", "errormessage", "message", "msg", "detail", "details", "reason":
			if text := quotedText(value); strings.TrimSpace(text) != "" {
				return text
			}
		}
	}
	return ""
}

// quotedText reads the string at the start of a value to its end, or as far as it goes. The
// document may stand escaped in another: then the quotes that end it have as many
// backslashes before them as those that begin it, and quotes within it have more.
func quotedText(value string) string {
	text := strings.TrimLeft(value, `\`)
	depth := len(value) - len(text)
	if text == "" || text[0] != '"' {
		return ""
	}
	text = text[1:]
	run := 0
	for i := range len(text) {
		switch {
		case text[i] == '"' && run == depth:
			return text[:i-run]
		case text[i] == '\\':
			run++
			continue
		}
		run = 0
	}
	return text
}

// firstWords are the lines that say what went wrong: the last of a traceback, else the first
// and those after it until there is enough to tell one error from another.
func firstWords(s string) string {
	const enough = 24
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	if strings.HasPrefix(lines[0], "Traceback (most recent call last)") {
		return lines[len(lines)-1]
	}
	out := lines[0]
	for _, line := range lines[1:] {
		if len(out) >= enough {
			break
		}
		out += " " + line
	}
	return out
}

// replaceQuoted replaces quoted values. An apostrophe within a word (don't) opens none.
func replaceQuoted(s string) string {
	var b strings.Builder
	for at := 0; at < len(s); {
		m := quotes.FindStringIndex(s[at:])
		if m == nil {
			b.WriteString(s[at:])
			break
		}
		from, to := at+m[0], at+m[1]
		if from > 0 && isWord(s[from-1]) {
			b.WriteString(s[at : from+1])
			at = from + 1
			continue
		}
		b.WriteString(s[at:from])
		b.WriteString("[value]")
		at = to
	}
	return b.String()
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// replaceIDs replaces words that no language has: of six letters and digits and more, with
// three digits among them, as UUIDs, hashes and order numbers are.
func replaceIDs(s string) string {
	return tokens.ReplaceAllStringFunc(s, func(w string) string {
		digits, letters := 0, 0
		for i := range len(w) {
			switch c := w[i]; {
			case c >= '0' && c <= '9':
				digits++
			case c != '_' && isWord(c):
				letters++
			}
		}
		if len(w) >= 6 && digits >= 3 && letters > 0 {
			return "[id]"
		}
		return w
	})
}

// replaceNumbers replaces numbers but the statuses of HTTP.
func replaceNumbers(s string) string {
	keep := map[int]bool{}
	for _, m := range status.FindAllStringSubmatchIndex(s, -1) {
		keep[m[2]] = true
	}
	var b strings.Builder
	at := 0
	for _, m := range amounts.FindAllStringIndex(s, -1) {
		from, to := m[0], m[1]
		if keep[from] || from > 0 && isWord(s[from-1]) && !isSign(s[from]) {
			continue // base64 and utf8 are words
		}
		if isSign(s[from]) && from > 0 && isWord(s[from-1]) {
			from++ // the hyphen of a word
		}
		b.WriteString(s[at:from])
		b.WriteString("[n]")
		at = to
	}
	b.WriteString(s[at:])
	return b.String()
}

func isSign(c byte) bool { return c == '-' || c == '+' }
