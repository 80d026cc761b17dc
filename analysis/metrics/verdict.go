package metrics

import "strings"

// lastStatus is the verdict that a judge's text states last: the word after
// "status:", or a line that is nothing but the word, whatever Markdown, quotes
// or JSON stand around it. Prose that mentions success or failure states
// nothing, and neither does the template `"success" or "failure"`.
//
// A harness that looks for the word "success" anywhere takes "could not be
// completed successfully. Status: failure" for a success: in LiveMCPBench's
// public files 42 of 950 stored rewards contradict the judge's own last status.
func lastStatus(text string) (success, ok bool) {
	for line := range strings.Lines(text) {
		if s, found := wordAlone(line); found {
			success, ok = s, true
		} else if s, found := labelledStatus(line); found {
			success, ok = s, true
		}
	}
	return success, ok
}

// wordAlone reads a line that is a verdict and nothing else.
func wordAlone(line string) (success, ok bool) {
	s, rest, found := verdictWord(skipMarks(line))
	return s, found && skipMarks(rest) == ""
}

// labelledStatus reads the last "status: word" of a line.
func labelledStatus(line string) (success, ok bool) {
	const label = "status"
	for i := 0; i+len(label) <= len(line); i++ {
		if !strings.EqualFold(line[i:i+len(label)], label) {
			continue
		}
		after := line[i+len(label):]
		value := skipMarks(after)
		if gap := after[:len(after)-len(value)]; !strings.ContainsAny(gap, ":=") && !strings.Contains(gap, "->") {
			continue
		}
		if s, rest, found := verdictWord(value); found && !offersAnother(rest) {
			success, ok = s, true
		}
	}
	return success, ok
}

// offersAnother tells whether the word before rest is one of several on offer, as
// in a quoted template: "success" or "failure", success/failure, success|failure.
func offersAnother(rest string) bool {
	other := skipMarks(rest)
	gap := rest[:len(rest)-len(other)]
	word, _ := cutWord(other)
	_, _, isVerdict := verdictWord(other)
	return strings.EqualFold(word, "or") || isVerdict && strings.ContainsAny(gap, "/|")
}

// verdictWord reads a verdict off the start of s; "not" turns it round.
func verdictWord(s string) (success bool, rest string, ok bool) {
	word, rest := cutWord(s)
	negated := strings.EqualFold(word, "not")
	if negated {
		word, rest = cutWord(skipMarks(rest))
	}
	switch strings.ToLower(word) {
	case "success", "successful", "succeeded", "succeed", "pass", "passed":
		return !negated, rest, true
	case "failure", "fail", "failed", "unsuccessful":
		return negated, rest, true
	}
	return false, rest, false
}

// skipMarks drops what writers put around a label or a word: space, Markdown,
// quotes, brackets, emoji; everything but ASCII letters and digits.
func skipMarks(s string) string {
	i := 0
	for i < len(s) && !isLetter(s[i]) && !isDigit(s[i]) {
		i++
	}
	return s[i:]
}

func cutWord(s string) (word, rest string) {
	i := 0
	for i < len(s) && isLetter(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
