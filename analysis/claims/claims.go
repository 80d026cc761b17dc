// Package claims checks the numbers that a paper prints: against each other, and
// against the logs they were made from.
//
// A claims file is YAML:
//
//	paper: {title: ..., source: ..., date: ...}
//	logs: {livemcpbench: [livemcpbench]}   # benchmark: paths or names of examples
//	claims:
//	  - id: table4-gemini                  # unique, and no number
//	    where: Table 4
//	    printed: "29.79"                   # exactly as printed
//	    unit: percent                      # see Units
//	    check: {proportion: {n: 95}}       # one check, several in one map, or a list of maps
//	    note: the row of Gemini-2.5-Pro    # optional
//	  - id: t2-latency
//	    printed: "<0.1 ms"
//	    unverifiable: the timings themselves   # what would be needed
//
// A printed number stands for every value that prints so: see Printed for what
// can be read, and Reading for the rules of rounding. An operand is the id of
// another claim, or a number in quotes, which is rounded as its digits say, or a
// bare integer, which is exact. An operand without a percent sign has the unit of
// the claim it stands in; the id of a claim has that claim's own.
//
// The checks, with their operands; "?" marks what may be left out:
//
//	proportion: {n}                            a count over n
//	mean: {n, step?}                           a total over n, of whole numbers or multiples of step
//	denominator: {of, between?}                one n for all shares of `of` (default up to 1000)
//	sum, product: {of, scale?}
//	percent_sum: {of, total?}                  the shares make up total (default 100%)
//	difference, ratio: {of: [a, b], scale?}    a-b, a/b, times scale
//	reduction: {of: [before, after], scale?}   1 - after/before, times scale
//	weighted_mean: {of, weights}
//	equals: x                                  or a list of them
//	between: {low?, high?}
//	maximum, minimum: {of}
//	rank: {of, rank?, value?, order?}          the number takes place `rank` of `of`; or the number is
//	                                           the place of `value`; or `of` stands in order.
//	                                           order: descending (default) or ascending
//	p_from_t: {t, df, tails?}                  `statistic` may stand for t, z, chi2
//	p_from_z: {z, tails?}
//	p_from_chi2: {chi2, df}
//	d_from_t: {t, n, definition?}              definition: dz, or independent; left out where not stated
//	t_from: {mean, sd, n} or {mean, se}
//	p_adjusted: {method, of, position}         position from 1; {t, df, tails?} may stand for `of`
//	mcnemar: {a, b, n, p?, test?}              test: exact (default), midp, chi2, chi2_cc
//	kendall_tau: {x, y, part?}                 part: tau (default; p for a claim of unit p)
//	interval: {estimate, n, level?, method?}   the printed number is a half-width ("1.69", "±1.69",
//	                                           "44.50±1.69") or bounds ("[41.2, 68.6]", "41.2-68.6")
//	confusion: {n, f1?, precision?, recall?, agreement?, specificity?, predicted?, actual?}
//	                                           predicted, actual: shares of positives;
//	                                           the claim's own id stands for its number
//	recompute: {metric, run?, benchmark?, judge?, reading?, stratum?, policy?, aggregate?, definitions?, scale?}
//
// recompute runs on the logs. metric is a name of `mcpstats list metrics`, or
// agreement, kappa, f1, precision or recall of judge against human. judge and run
// are matched by their words ("deepseek-v3"). judge may be a vote: "vote>=half",
// "vote>half", "any". reading is stored (default) or reread; stratum is
// {name: value}; policy is fail, drop, worst or best, by default what the metric
// says of missing scores; aggregate is mean (default), sum, count, min or max;
// definitions are other metrics that could be meant. All readings, policies and
// definitions are computed, and shown where they differ in verdict.
package claims

import (
	"math/big"

	"mcpstats/analysis/table"
)

// File is one paper's claims.
type File struct {
	Name   string // as the user named it, for messages
	Paper  Paper
	Logs   []Log // in the order of the file
	Claims []Claim
}

// Paper says what the claims are from.
type Paper struct{ Title, Source, Date string }

// Log names the logs of one benchmark: paths or names of examples.
type Log struct {
	Benchmark string
	Paths     []string
}

// Claim is one printed number.
type Claim struct {
	ID, Where, Note string
	Printed         Printed
	Unit            Unit
	Needs           string // what would be needed to verify it, where the paper gives nothing
	Checks          []Check
	Line            int
}

// Check is one question asked about a claim.
type Check struct {
	Name string
	Line int
	run  func(*inquiry) outcome
	uses []*operand // what it is derived from; a cycle of these is an error
	own  bool       // it needs the claim's own number

	metrics []string // that logs must be scored by for it
	trials  *operand // of a proportion: the number is a count over it
}

// Verdicts, as result.Claim carries them.
const (
	Refuted      = "refuted"                  // the logs give another number
	Inconsistent = "inconsistent"             // no unrounded numbers can give what is printed
	Depends      = "depends"                  // an unstated denominator, definition, level or rounding decides
	Confirmed    = "confirmed"                // recomputed from logs and equal at the printed precision
	ByTruncation = "consistent_by_truncation" // only truncation explains it
	Consistent   = "consistent"               // nothing contradicts it; not recomputed
	Unverifiable = "unverifiable"             // says what would be needed
)

// gravity orders verdicts: of several checks of one claim the gravest is the
// claim's verdict.
var gravity = []string{Refuted, Inconsistent, Depends, Confirmed, ByTruncation, Consistent, Unverifiable}

// Unit is what a number counts.
type Unit string

// Units lists the units. Percent, points and proportion are converted into each
// other where a check mixes them.
var Units = []Unit{Percent, Proportion, Points, Count, Seconds, Tokens, PValue, Ratio, None}

// The units.
const (
	Percent    Unit = "percent"
	Proportion Unit = "proportion"
	Points     Unit = "points" // of percent
	Count      Unit = "count"  // a whole number is exact, not rounded
	Seconds    Unit = "seconds"
	Tokens     Unit = "tokens"
	PValue     Unit = "p"
	Ratio      Unit = "ratio"
	None       Unit = "none"
)

// share reports whether the unit measures parts of a whole.
func (u Unit) share() bool { return u == Percent || u == Points || u == Proportion }

// one is the size of the unit in parts of the whole.
func (u Unit) one() *big.Rat {
	if u == Percent || u == Points {
		return big.NewRat(1, 100)
	}
	return big.NewRat(1, 1)
}

// Logs are scored logs to recompute claims from. The zero value holds none.
type Logs struct {
	Table   *table.Table
	Catalog table.Catalog
}
