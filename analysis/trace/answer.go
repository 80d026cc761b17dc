package trace

import (
	"regexp"
	"strings"

	"mcpstats/datasets"
)

// head is how much of an answer is read to learn whether it is an error: errors
// are short, and what a tool found may speak of errors further down.
const head = 1024

// Answer is the text with which a call was answered: the error message, or the
// result without the wrapping in which LiveMCPBench's harness prints it.
func Answer(c *datasets.ToolCall) string {
	if c.Error != "" {
		return c.Error
	}
	s := c.Result
	for _, wrap := range []struct{ start, end string }{
		{"text='", "', annotations="}, {`text="`, `", annotations=`},
		{`"text": "`, `",\n`}, // the tool's own answer, in JSON whose line breaks are escaped
	} {
		if i := strings.Index(s[:min(len(s), 200)], wrap.start); i >= 0 {
			s, _, _ = strings.Cut(s[i+len(wrap.start):], wrap.end)
		}
	}
	return s
}

// Failed tells whether a call failed: the log marks it, or its answer is an error
// in words ("Failed to retrieve ...") or a short document of JSON that states one. Servers that answer
// {"error": "..."} or {"success": false} without raising the protocol's flag are
// common; a long document with an error in it holds results as well.
func Failed(c *datasets.ToolCall) bool {
	if c.IsError.Value || c.Error != "" {
		return true
	}
	s := Answer(c)
	s = s[:min(len(s), head)]
	trimmed := strings.TrimLeft(s, " \t\r\n\"'")
	if strings.HasPrefix(trimmed, "Error:") || strings.HasPrefix(trimmed, "ERROR:") || strings.HasPrefix(trimmed, "Error executing") || saysFailed(trimmed) {
		return true
	}
	if len(s) >= head || trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return false
	}
	return statesError(trimmed)
}

// toldFailure is how servers that do not mark an error begin to tell of it; what they
// return otherwise begins with what was asked for.
var toldFailure = regexp.MustCompile(`^(?:# )?(?i:error (?:calling|searching|fetching|processing|reading|writing|getting|creating|running|accessing|loading|parsing|connecting|retrieving|occurred|while)\b|an (?:unexpected )?error (?:has )?occurred|(?:failed|unable) to [a-z]+|(?:could not|couldn't|cannot|can't) (?:be )?[a-z]+|search failed|request failed|traceback \(most recent call last\)|[a-z_.]*(?:error|exception): )`)

// failedHeading is a document whose title says that it is none.
var failedHeading = regexp.MustCompile(`^#+ [A-Z][A-Za-z ]{0,40} (?:Failed|Error)\s*(?:\n|\\)`)

// stillLoading ends a page that was taken before it was there.
var stillLoading = regexp.MustCompile(`(?i)loading(?:\.\.\.|…)(?:\\+n|[\s"'\\])*$`)

// short is how long an answer may be whose first words decide: a page that begins with
// "Failed to ..." goes on with what it is about.
const short = 600

// saysFailed tells whether an answer says in words that nothing came of the call: it is
// short and begins so, or is one sentence that ends with what is not there.
func saysFailed(s string) bool {
	if failedHeading.MatchString(s) {
		return true
	}
	if len(s) > short {
		return false
	}
	if stillLoading.MatchString(s) {
		return true
	}
	s = strings.TrimRight(s, " \t\r\n\"'.")
	return toldFailure.MatchString(s) || len(s) < 200 && !strings.Contains(s, "\n") && (strings.HasSuffix(s, " does not exist") || strings.HasSuffix(s, " not found"))
}

// statesError looks for a member that says that the call failed: "error" with a
// text, "success" or "ok" false, "result" or "status" that is "error" or "failed".
// The document may be cut off, or stand escaped in another.
func statesError(s string) bool {
	for i := 0; i < len(s); {
		key, value, next := member(s, i)
		if next < 0 {
			return false
		}
		i = next
		switch key {
		case "error", "error_message":
			if quoted, text := unquote(value); quoted && text != "" {
				return true
			}
		case "success", "ok":
			if strings.HasPrefix(value, "false") {
				return true
			}
		case "result", "status":
			if _, text := unquote(value); strings.EqualFold(text, "error") || strings.EqualFold(text, "failed") {
				return true
			}
		}
	}
	return false
}

// member finds the next "key": from i on, whatever backslashes stand before its
// quotes. next is where to look on, or -1.
func member(s string, i int) (key, value string, next int) {
	for ; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(s) && s[end] != '"' && s[end] != '\\' {
			end++
		}
		after := strings.TrimLeft(s[end:], `\`)
		if len(after) < 2 || after[0] != '"' {
			continue
		}
		after = strings.TrimLeft(after[1:], " ")
		if after == "" || after[0] != ':' {
			i = end
			continue
		}
		return s[i+1 : end], strings.TrimLeft(after[1:], " "), end + 1
	}
	return "", "", -1
}

// unquote reads the string at the start of a value.
func unquote(value string) (quoted bool, text string) {
	value = strings.TrimLeft(value, `\`)
	if value == "" || value[0] != '"' {
		return false, ""
	}
	value = value[1:]
	if i := strings.IndexAny(value, `"\`); i >= 0 {
		return true, value[:i]
	}
	return true, value
}

// Cut tells whether the log holds only a part of a result: LiveMCPBench's harness
// prints a whole result with "isError=" at its end and cuts after 10,000 letters.
func Cut(c *datasets.ToolCall) bool {
	return strings.HasPrefix(c.Result, "meta=") && !strings.HasSuffix(c.Result, "isError=False") && !strings.HasSuffix(c.Result, "isError=True")
}
