package mapping

import (
	"fmt"
	"strings"
)

// absentWords are the spellings of a missing value in text columns of data
// frames and CSV files.
var absentWords = map[string]bool{"": true, "null": true, "none": true, "nan": true, "n/a": true, "na": true, "<na>": true, "nil": true}

// isAbsent reports whether a text stands for a missing value.
func isAbsent(s string) bool {
	return len(s) <= 4 && absentWords[strings.ToLower(strings.TrimSpace(s))]
}

// verdictWords are the verdicts that harnesses write as text. "C", "I" and "N"
// are Inspect's correct, incorrect and no answer, which its accuracy counts as 0
// (inspect_ai.scorer.value_to_float).
var verdictWords = map[string]bool{
	"true": true, "t": true, "1": true, "1.0": true, "yes": true, "y": true, "success": true, "successful": true, "succeeded": true,
	"pass": true, "passed": true, "c": true, "correct": true, "resolved": true, "solved": true,
	"false": false, "f": false, "0": false, "0.0": false, "no": false, "fail": false, "failed": false, "failure": false,
	"i": false, "n": false, "incorrect": false, "wrong": false, "unresolved": false, "unsolved": false,
}

// Verdict reads a cell as success or failure. known is false where the cell is
// null or a spelling of a missing value. A number other than 0 and 1 is no
// verdict but a reward, and an error.
func Verdict(c Cell) (success, known bool, err error) {
	switch c.Kind {
	case Null:
		return false, false, nil
	case Bool:
		return c.Int != 0, true, nil
	case Int:
		if c.Int == 0 || c.Int == 1 {
			return c.Int == 1, true, nil
		}
	case Float:
		if c.Float == 0 || c.Float == 1 {
			return c.Float == 1, true, nil
		}
	case Text:
		if v, ok := verdictWords[c.Text]; ok {
			return v, true, nil
		}
		word := strings.ToLower(strings.Trim(c.Text, " \t\r\n\""))
		if v, ok := verdictWords[word]; ok {
			return v, true, nil
		}
		if isAbsent(word) {
			return false, false, nil
		}
	}
	return false, false, fmt.Errorf(`%s is not a verdict: expected a bool, 0 or 1, "success" or "failure", "pass" or "fail", "correct" or "incorrect", "C" or "I" (graded values belong in reward)`, c.excerpt())
}
