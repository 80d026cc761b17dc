package claims

import (
	"math/big"

	"mcpstats/analysis/result"
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
	Questions       []Question
	Line            int
}

// Question is a check asked of one claim.
type Question struct {
	Check string // its name
	Line  int
	judge judgment
	uses  []*operand // what it is derived from; a cycle of these is an error
	own   bool       // it needs the claim's own number

	metrics []string // that logs must be scored by for it
	trials  *operand // of a proportion: the number is a count over it
}

// Verdicts, as result.Verdicts explains them.
const (
	Refuted      = result.Refuted
	Inconsistent = result.Inconsistent
	Depends      = result.Depends
	Confirmed    = result.Confirmed
	ByTruncation = result.ByTruncation
	Consistent   = result.Consistent
	Unverifiable = result.Unverifiable
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
