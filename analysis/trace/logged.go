package trace

import "regexp"

// What a rule reads must have been logged for the attempt at hand. Many logs drop
// arguments, results or texts, in whole or for some of their attempts, and what was
// dropped looks like what was empty: a rule that took it for empty would find modes
// that the full log does not show.

// ResultsLogged tells whether the log holds what calls returned: a text of at least
// one of them, or of each that it failed. Without calls nothing is missing.
func ResultsLogged(calls []*Call) bool {
	failed := 0
	for _, c := range calls {
		if c.Logged.Result != "" && !IsDigest(c.Logged.Result) {
			return true
		}
		if c.Failed {
			failed++
		}
	}
	return failed == len(calls)
}

// ArgumentsLogged tells whether the log holds the arguments of at least one call.
// Without calls nothing is missing.
func ArgumentsLogged(calls []*Call) bool {
	for _, c := range calls {
		if c.Logged.Arguments != "" && !IsDigest(c.Logged.Arguments) {
			return true
		}
	}
	return len(calls) == 0
}

// Identified tells whether the log says of every call which tool it ran: behind a
// router that stands in the arguments.
func Identified(calls []*Call) bool {
	for _, c := range calls {
		if c.Tool == "" && c.Logged.Arguments == "" {
			return false
		}
	}
	return true
}

var digest = regexp.MustCompile(`^\s*(?:(?:sha-?(?:1|256|512)|md5|blake[23]b?)[:=-]\s*[0-9A-Fa-f]{8,}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|\{\s*"(?:sha1|sha256|sha512|md5|digest|hash)"\s*:\s*"[0-9A-Fa-f:a-z]*"\s*\})\s*$`)

// IsDigest tells whether a digest stands in the place of a text: it can be
// compared, and not read.
func IsDigest(s string) bool { return len(s) <= 200 && digest.MatchString(s) }
