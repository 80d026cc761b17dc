// Package stats holds the statistics that mcpstats reports, one test or
// estimator a file. Every function is pure: it takes plain slices and numbers,
// never modifies them, takes its randomness as an argument, and returns a value
// or a typed error. Nothing here reads files, prints, or keeps state, and no
// number stands for "there is none": what is undefined is an error that says why.
//
// Conventions, shared by all files:
//
//   - The unit of analysis is the task; a paired function takes two slices of
//     equal length n, indexed by task.
//   - A p-value comes from a survival function, never from 1-CDF, and is
//     accurate in relative terms down to 1e-300.
//   - Exact tests say so in Result.Exact; approximations name themselves in
//     Result.Notes.
package stats

import (
	"errors"
	"fmt"
)

// Result is the outcome of one hypothesis test.
type Result struct {
	Method    string    // published name in snake case, e.g. "wilcoxon_signed_rank"
	Statistic float64   // the test statistic, as the method's doc comment defines it
	DF        []float64 // degrees of freedom: none, one (t, chi-square) or two (F)
	P         float64   // two-sided unless the method's options say otherwise; in (0, 1]
	N         int       // pairs (or subjects) given
	NUsed     int       // pairs that bear on the statistic, e.g. discordant or non-zero ones
	Exact     bool      // the null distribution was enumerated, not approximated
	Notes     []string  // what a reader must know: approximation taken, ties, zeros
}

// Interval is a confidence interval.
type Interval struct {
	Low, High float64
	Level     float64 // confidence level in (0, 1), e.g. 0.95
	Method    string  // e.g. "wilson", "bca"
}

// Effect is an effect size with its interval. HasInterval is false where the
// method defines none.
type Effect struct {
	Name        string
	Value       float64
	Interval    Interval
	HasInterval bool
}

// ArgumentError reports an input outside a function's domain: NaN, infinite,
// of the wrong length, out of range.
type ArgumentError struct {
	Arg    string // the argument's name
	Reason string // what is wrong with it, and what was expected
}

// Error names the argument and what is wrong with it.
func (e *ArgumentError) Error() string { return fmt.Sprintf("stats: %s: %s", e.Arg, e.Reason) }

// UndefinedError reports that a statistic does not exist for valid input, for
// example a t statistic of differences that are all equal. Degenerate marks the
// case where rounding noise would otherwise have produced a number.
type UndefinedError struct {
	Stat       string
	Reason     string
	Degenerate bool
}

// Error names the statistic and why it is undefined.
func (e *UndefinedError) Error() string {
	return fmt.Sprintf("stats: %s undefined: %s", e.Stat, e.Reason)
}

// Reason is an error as a note tells it: without the package's name where a statistic
// does not exist.
func Reason(err error) string {
	var undefined *UndefinedError
	if errors.As(err, &undefined) {
		return undefined.Stat + " undefined: " + undefined.Reason
	}
	return err.Error()
}
